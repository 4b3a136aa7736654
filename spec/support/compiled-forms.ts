import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { BUILD } from './build.js'
import { ExampleFolder } from './guide.js'
import { madeOnce } from './made-once.js'

/** The forms of decorators, each by a compiler. */
export const FORMS = ['legacy by tsc', 'legacy by esbuild', 'standard by tsc', 'standard by esbuild'] as const
export type Form = (typeof FORMS)[number]

const FIXTURES = 'spec/support/forms'

/** The fixture in `spec/support/forms`, compiled in the form by the compiler; it uses the build that the specs use. */
export async function fixtureIn<T>(form: Form, name: string): Promise<T> {
  const folder = madeOnce(join(BUILD, 'guides', `${form}.json`), () => {
    const files = readdirSync(FIXTURES).map((file) => [file, readFileSync(join(FIXTURES, file), 'utf8')] as const)
    return compile(form, 'fixtures', files)
  })
  return (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as T
}

/** A module of this text, compiled in the form: for what does not compile in the other one. */
export async function textIn<T>(form: Form, name: string, text: string, options: object = {}): Promise<T> {
  const folder = compile(form, name, [[`${name}.ts`, text]], options)
  return (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as T
}

/** Compiles the files as one program, and returns the folder of the results. */
function compile(
  form: Form,
  name: string,
  files: readonly (readonly [file: string, source: string])[],
  options: object = {}
): string {
  const folder = new ExampleFolder(`${form.replaceAll(' ', '-')}-${name}`)
  const experimentalDecorators = form.startsWith('legacy')
  if (form.endsWith('by tsc')) {
    for (const [file, source] of files) folder.write(file, source)
    const complaints = folder.compile({
      ...options,
      experimentalDecorators,
      emitDecoratorMetadata: experimentalDecorators
    })
    if (complaints !== '') throw new Error(complaints)
  } else {
    const tsconfigRaw = { compilerOptions: { ...options, experimentalDecorators } }
    for (const [file, source] of files) {
      // Without keepNames a class that mentions itself is `_Tree`.
      const { code } = transformSync(source, { loader: 'ts', target: 'es2022', keepNames: true, tsconfigRaw })
      folder.write(`out/${file.replace(/\.ts$/, '.js')}`, code)
    }
  }
  return join(folder.path, 'out')
}
