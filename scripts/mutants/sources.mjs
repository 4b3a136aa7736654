// The sources of the framework: which there are, what can be changed in them, and what the compiler says of a change.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API, TypeFlags } from '@typescript/native/unstable/sync'
import { stop, transform } from 'esbuild'
import { mutationsOf } from './mutation-points.mjs'

/**
 * What the compiler says of a whole program, but does not make it wrong: a name without use, code that is never reached,
 * a condition that is always the same.
 */
const HARMLESS = new Set([6133, 6138, 6192, 6196, 6198, 6199, 7027, 7028, 2869, 2872, 2873, 2881])

export class Sources {
  #repository
  #api
  #snapshot
  /** The texts that the compiler sees instead of the files. */
  #changed = new Map()
  #compiled = new Map()

  /** @param {string} repository */
  constructor(repository) {
    this.#repository = repository
    this.#api = new API({ cwd: repository, fs: { readFile: (path) => this.#changed.get(path) } })
    this.#snapshot = this.#api.updateSnapshot({ openProjects: [join(repository, 'tsconfig.json')] })
  }

  /** The files that can be changed, such as `src/options.ts`, in order. */
  get files() {
    return readdirSync(join(this.#repository, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => `src/${file.replaceAll('\\', '/')}`)
      .sort()
  }

  /** The tree of a file. */
  sourceFile(file) {
    const source = this.#program.getSourceFile(join(this.#repository, file))
    if (source === undefined) throw new Error(`${file} is not a file of the project`)
    return source
  }

  /** All mutations of a file. */
  mutationsOf(file) {
    const source = this.sourceFile(file)
    const { checker } = this.#snapshot.getProjects()[0]
    return mutationsOf(file, source, (expression) => canBeFalse(checker.getTypeAtLocation(expression)))
  }

  text(file) {
    return readFileSync(join(this.#repository, file), 'utf8')
  }

  /** The text of a file with the mutation. */
  mutated({ file, start, end, text }) {
    const original = this.text(file)
    return original.slice(0, start) + text + original.slice(end)
  }

  /**
   * The module of a mutated file; undefined where the compiler rejects the mutation, so that it could not remain
   * unseen, and where the module is the same as before.
   */
  async compiled(mutation) {
    const { file } = mutation
    const mutated = this.mutated(mutation)
    const code = await compile(file, mutated).catch(() => undefined)
    if (code === undefined || withoutMap(code) === (await this.#original(file))) return undefined
    return this.#isAccepted(file, mutated) ? code : undefined
  }

  async close() {
    this.#api.close()
    await stop()
  }

  get #program() {
    return this.#snapshot.getProjects()[0].program
  }

  async #original(file) {
    if (!this.#compiled.has(file)) this.#compiled.set(file, withoutMap(await compile(file, this.text(file))))
    return this.#compiled.get(file)
  }

  #isAccepted(file, text) {
    const path = join(this.#repository, file)
    this.#changed.set(path, text)
    this.#update(path)
    const faults = [...this.#program.getSyntacticDiagnostics(path), ...this.#program.getSemanticDiagnostics(path)]
    this.#changed.delete(path)
    this.#update(path)
    return faults.every(({ code }) => HARMLESS.has(code))
  }

  #update(path) {
    const before = this.#snapshot
    this.#snapshot = this.#api.updateSnapshot({ fileChanges: { changed: [path] } })
    before.dispose()
  }
}

/** Whether a value of the type can count as false, apart from null and undefined. */
function canBeFalse(type) {
  if (type === undefined) return true
  if (type.flags & TypeFlags.Union) return type.getTypes().some(canBeFalse)
  return !(type.flags & (TypeFlags.Object | TypeFlags.NonPrimitive | TypeFlags.Nullable | TypeFlags.Void))
}

async function compile(file, text) {
  const { code } = await transform(text, {
    loader: 'ts',
    target: 'es2022',
    sourcefile: file.split('/').at(-1),
    sourcemap: 'inline',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, target: 'ES2022' } }
  })
  return code
}

const withoutMap = (code) => code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
