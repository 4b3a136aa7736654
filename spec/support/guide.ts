import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Application, bootstrap, type Service } from 'fieldstone'
import { BUILD } from './build.js'
import { madeOnce } from './made-once.js'

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

/** The name of a package, and its entries, `.` among them. */
interface PublishedManifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

/** Examples lie in the build, so that two builds do not meet. */
const FOLDER = join(BUILD, 'guides')

/**
 * A folder where examples are compiled and run as if they stood in a user's project: there `fieldstone` is this very
 * build, and everything else comes from the repository.
 */
export class ExampleFolder {
  readonly path: string

  /** Empties the folder of that name. */
  constructor(name: string) {
    this.path = join(FOLDER, name)
    rmSync(this.path, { recursive: true, force: true })
    this.write('package.json', '{"type":"module"}')
    this.#install('.', './dist/src')
    for (const name of readdirSync('packages')) this.#install(`packages/${name}`, './lib')
  }

  /** Gives examples a package; its folder `published` has what is in `src` of the build. */
  #install(home: string, published: string): void {
    const { name, exports: entries } = JSON.parse(readFileSync(`${home}/package.json`, 'utf8')) as PublishedManifest
    const installed = join(this.path, 'node_modules', name)
    mkdirSync(installed, { recursive: true })
    const exports = Object.fromEntries(
      Object.entries(entries).flatMap(([path, entry], index) => {
        if (typeof entry === 'string') return []
        const source = join(BUILD, home, 'src', relative(published, entry.types.replace(/\.d\.ts$/, '.js')))
        const all = `export * from ${JSON.stringify(relative(installed, source))}\n`
        writeFileSync(join(installed, `${index}.js`), all)
        writeFileSync(join(installed, `${index}.d.ts`), all)
        return [[path, { types: `./${index}.d.ts`, default: `./${index}.js` }]]
      })
    )
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ name, type: 'module', exports }))
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.path, file)), { recursive: true })
    writeFileSync(join(this.path, file), text)
  }

  /** Compiles what was written, into the folder `out`; returns what the compiler complains about, a line each. */
  compile(options: object = {}): string {
    const compilerOptions = { ...COMPILER_OPTIONS, ...options }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.js'] }))
    const compiler = join(process.cwd(), 'node_modules/@typescript/native/bin/tsc')
    return spawnSync(process.execPath, [compiler, '-p', '.'], { encoding: 'utf8', cwd: this.path }).stdout
  }

  /** Where the compiled example is. */
  compiled(name: string): string {
    return join(this.path, 'out', `${name}.js`)
  }

  async import<T>(name: string): Promise<T> {
    return (await import(pathToFileURL(this.compiled(name)).href)) as T
  }
}

/** Where the examples of all guides are compiled, and what the compiler complained about. */
interface CompiledGuides {
  /** The compiled examples, in a folder for each guide. */
  readonly folder: string
  readonly complaints: string
}

let compiledGuides: CompiledGuides | undefined

/** All examples of all guides in one program: the compiler reads the framework's types once, and not once a guide. */
function compileGuides(): CompiledGuides {
  compiledGuides ??= madeOnce(join(FOLDER, 'all.json'), () => {
    const examples = new ExampleFolder('all')
    for (const file of readdirSync('docs').filter((file) => file.endsWith('.md'))) {
      const guide = new Guide(file.slice(0, -'.md'.length))
      for (const { name, code } of guide.examples) {
        if (name !== '') examples.write(`${guide.name}/${name}.ts`, code)
      }
    }
    return { complaints: examples.compile(), folder: join(examples.path, 'out') }
  })
  return compiledGuides
}

/** A guide for users, whose examples are run. */
export class Guide {
  readonly name: string
  readonly text: string
  readonly blocks: readonly GuideBlock[]
  #compiled: ((block: string) => string) | undefined = undefined

  /** Reads `docs/<name>.md`. */
  constructor(name: string) {
    this.name = name
    this.text = readFileSync(`docs/${name}.md`, 'utf8')
    this.blocks = [...this.text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(
      ([, language = '', name = '', code = '']) => ({ language, name, code })
    )
  }

  /** The code of the block with this name. */
  code(name: string): string {
    const found = this.blocks.find((block) => block.name === name)
    if (found === undefined) throw new Error(`docs/${this.name}.md has no block ${name}`)
    return found.code
  }

  /** The block with this name, read as JSON. */
  json(name: string): unknown {
    return JSON.parse(this.code(name))
  }

  /** The rows of the tables in one part of the guide, a list of cells each. */
  rowsBelow(heading: string): string[][] {
    const [, part = ''] = this.text.split(`\n${heading}\n`)
    const [own = ''] = part.split(/\n##+ /)
    return (own.match(/^\| `.*\|$/gm) ?? []).map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
    )
  }

  /** The blocks in TypeScript. */
  get examples(): readonly GuideBlock[] {
    return this.blocks.filter(({ language }) => language === 'ts')
  }

  /**
   * Compiles every block in TypeScript under its name; a block may import another one as `./<name>.js`.
   *
   * @throws Error for a block without a name of its own, and with what the compiler complains about
   */
  compile(): void {
    this.#checkNames()
    const { folder, complaints } = compileGuides()
    const own = complaints.split('\n').filter((line) => line.startsWith(`${this.name}/`) || !/^[\w-]+\//.test(line))
    this.#take(own.join('\n').trim(), (block) => join(folder, this.name, `${block}.js`))
  }

  /** The same by other settings, which takes a program of its own; default: all blocks. */
  compileBy(options: object, names = this.examples.map(({ name }) => name)): void {
    this.#checkNames()
    const folder = new ExampleFolder(`${this.name}-by-other-settings`)
    for (const name of names) folder.write(`${name}.ts`, this.code(name))
    this.#take(folder.compile(options), (block) => folder.compiled(block))
  }

  #checkNames(): void {
    const names = new Set(this.examples.map(({ name }) => name))
    if (names.has('') || names.size < this.examples.length)
      throw new Error('Every block in TypeScript has a name of its own')
  }

  #take(complaints: string, compiled: (block: string) => string): void {
    if (complaints !== '') throw new Error(`The examples do not compile:\n${complaints}`)
    this.#compiled = compiled
  }

  /** Where the compiled block is. */
  compiled(name: string): string {
    if (this.#compiled === undefined) throw new Error('The examples are not compiled')
    return this.#compiled(name)
  }

  /** Runs the compiled block, and returns its exports. */
  async import<T>(name: string): Promise<T> {
    return (await import(pathToFileURL(this.compiled(name)).href)) as T
  }

  /** The service of the application that the block exports as `app`. */
  async service(name: string): Promise<Service> {
    const { app } = await this.import<{ app: Application }>(name)
    return bootstrap(app)
  }
}
