import { readFileSync } from 'node:fs'
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
  const file = madeOnce(join(BUILD, 'guides', `${form} ${name}.json`), () => compile(form, name))
  return (await import(pathToFileURL(file).href)) as T
}

/** A module of this text, compiled in the form: for what does not compile in the other one. */
export async function textIn<T>(form: Form, name: string, text: string): Promise<T> {
  return (await import(pathToFileURL(compile(form, name, text)).href)) as T
}

function compile(form: Form, name: string, source = readFileSync(join(FIXTURES, `${name}.ts`), 'utf8')): string {
  const folder = new ExampleFolder(`${form.replaceAll(' ', '-')}-${name}`)
  const experimentalDecorators = form.startsWith('legacy')
  if (form.endsWith('by tsc')) {
    folder.write(`${name}.ts`, source)
    const complaints = folder.compile({ experimentalDecorators, emitDecoratorMetadata: experimentalDecorators })
    if (complaints !== '') throw new Error(complaints)
  } else {
    const tsconfigRaw = { compilerOptions: { experimentalDecorators } }
    // Without keepNames a class that mentions itself is `_Tree`.
    const { code } = transformSync(source, { loader: 'ts', target: 'es2022', keepNames: true, tsconfigRaw })
    folder.write(`out/${name}.js`, code)
  }
  return folder.compiled(name)
}
