import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Application, bootstrap, type Service } from '../../src/index.js'

/** A block of code in a guide: what stands behind its fence is the language and, where it has one, its name. */
export interface GuideBlock {
  readonly language: string
  readonly name: string
  readonly code: string
}

/** The settings that the guides tell their readers to use. */
const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  noUnusedLocals: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  allowJs: true,
  rootDir: '.',
  outDir: 'out',
  types: ['node']
}

/** The entries of the package, `.` and `./verify` among them. */
type PublishedExports = Readonly<Record<string, string | { readonly types: string }>>

const BUILD = fileURLToPath(new URL('../../', import.meta.url))

/**
 * A folder where examples are compiled and run as if they stood in a user's project: there `fieldstone` is this very
 * build, and everything else comes from the repository.
 */
export class ExampleFolder {
  readonly path: string

  /** Empties the folder of that name. It lies in the build, so that two builds do not meet. */
  constructor(name: string) {
    this.path = join(BUILD, 'guides', name)
    rmSync(this.path, { recursive: true, force: true })
    const installed = join(this.path, 'node_modules/fieldstone')
    mkdirSync(installed, { recursive: true })
    this.write('package.json', '{"type":"module"}')
    const { exports: published } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: PublishedExports }
    const exports = Object.fromEntries(
      Object.entries(published).flatMap(([name, entry], index) => {
        if (typeof entry === 'string') return []
        const source = join(BUILD, relative('dist', entry.types.replace(/\.d\.ts$/, '.js')))
        const all = `export * from ${JSON.stringify(relative(installed, source))}\n`
        writeFileSync(join(installed, `${index}.js`), all)
        writeFileSync(join(installed, `${index}.d.ts`), all)
        return [[name, { types: `./${index}.d.ts`, default: `./${index}.js` }]]
      })
    )
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'fieldstone', type: 'module', exports }))
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.path, file), text)
  }

  /** Compiles what was written, into the folder `out`; answers what the compiler had to say. */
  compile(options: object = {}): string {
    const compilerOptions = { ...COMPILER_OPTIONS, ...options }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts', '*.js'] }))
    return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', this.path], { encoding: 'utf8' })
      .stdout
  }

  /** Where the compiled example is. */
  compiled(name: string): string {
    return join(this.path, 'out', `${name}.js`)
  }

  async import<T>(name: string): Promise<T> {
    return (await import(pathToFileURL(this.compiled(name)).href)) as T
  }
}

/** A guide for users, whose examples are run. */
export class Guide {
  readonly text: string
  readonly blocks: readonly GuideBlock[]
  readonly #name: string
  #folder: ExampleFolder | undefined = undefined

  /** Reads `docs/<name>.md`. */
  constructor(name: string) {
    this.#name = name
    this.text = readFileSync(`docs/${name}.md`, 'utf8')
    this.blocks = [...this.text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = '', name = '', code = '']) => ({ language, name, code })
    )
  }

  /** The code of the block with this name. */
  code(name: string): string {
    const found = this.blocks.find((block) => block.name === name)
    if (found === undefined) throw new Error(`docs/${this.#name}.md has no block ${name}`)
    return found.code
  }

  /** The block with this name, read as JSON. */
  json(name: string): unknown {
    return JSON.parse(this.code(name))
  }

  /**
   * Compiles every block in TypeScript under its name; a block may import another one as `./<name>.js`.
   *
   * @throws Error for a block without a name of its own, and with what the compiler complains about
   */
  compile(options: object = {}): void {
    const blocks = this.blocks.filter(({ language }) => language === 'ts')
    const names = new Set(blocks.map(({ name }) => name))
    if (names.has('') || names.size < blocks.length) throw new Error('Every block in TypeScript has a name of its own')
    const folder = new ExampleFolder(this.#name)
    for (const { name, code } of blocks) folder.write(`${name}.ts`, code)
    const complaints = folder.compile(options)
    if (complaints !== '') throw new Error(`The examples do not compile:\n${complaints}`)
    this.#folder = folder
  }

  /** Where the compiled block is. */
  compiled(name: string): string {
    return this.#compiledIn.compiled(name)
  }

  /** Runs the compiled block, and answers its exports. */
  import<T>(name: string): Promise<T> {
    return this.#compiledIn.import(name)
  }

  /** The service of the application that the block exports as `app`. */
  async service(name: string): Promise<Service> {
    const { app } = await this.import<{ app: Application }>(name)
    return bootstrap(app)
  }

  get #compiledIn(): ExampleFolder {
    if (this.#folder === undefined) throw new Error('The examples are not compiled')
    return this.#folder
  }
}
