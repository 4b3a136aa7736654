import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const STEP_MS = 300_000

/** The folder of a case, inside of the project where everything is installed. */
export class Place {
  #project
  #path

  constructor(project, name) {
    this.#project = project
    this.#path = join(project, name)
    mkdirSync(this.#path)
    this.write('package.json', '{"private":true}')
  }

  write(name, text) {
    const path = join(this.#path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** Copies a file of scripts/toolchains. */
  copy(name, to, change = (text) => text) {
    this.write(to, change(readFileSync(join(import.meta.dirname, name), 'utf8')))
  }

  /** Makes an installed package have a path here. */
  link(name, path) {
    mkdirSync(dirname(join(this.#path, path)), { recursive: true })
    symlinkSync(join(this.#project, 'node_modules', name), join(this.#path, path))
  }

  /** Copies files of a folder of the repository, without the folders in it. */
  copyFolder(from, to, isCopied) {
    const folder = join(import.meta.dirname, '../..', from)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && isCopied(entry.name)) {
        this.write(`${to}/${entry.name}`, readFileSync(join(folder, entry.name), 'utf8'))
      }
    }
  }

  /** Compiles what is in `src`, and all declarations; the errors of our own files and of those here count. */
  async compile(version, compilerOptions, others = { include: ['src'] }) {
    const options = { ...compilerOptions, skipLibCheck: false }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: options, ...others }))
    const compiler = join(this.#project, `node_modules/typescript-${version}/bin/tsc`)
    const { code, output } = await this.#execute([compiler, '--pretty', 'false'])
    const errors = output.split('\n').filter((line) => /\berror TS\d+/.test(line))
    const ours = errors.filter((line) => !/^(\.\.\/)?node_modules\/(?!fieldstone\/)/.test(line))
    if (ours.length > 0) throw new Error(`with ${JSON.stringify(compilerOptions)}\n${ours.join('\n')}`)
    if (code !== 0 && errors.length === 0) throw new Error(`The compiler failed:\n${output}`)
  }

  /** Compares what a compiler says of spec/types with what these files expect. */
  async types(version) {
    const compiler = join(this.#project, `node_modules/typescript-${version}/bin/tsc`)
    const script = join(import.meta.dirname, '../check-types.mjs')
    await this.node([script, `--compiler=${compiler}`, version], /as expected/)
  }

  /** Runs a module of a package, and expects this among what it prints. */
  async program(path, args, expected, env) {
    await this.node([join(this.#project, 'node_modules', path), ...args], expected, env)
  }

  async jest(settings, passed, env) {
    this.write('jest.config.json', JSON.stringify(settings))
    // In its own process, so that none is left when it is ended.
    const args = ['--runInBand', '--ci', '--config', 'jest.config.json']
    await this.program('jest/bin/jest.js', args, new RegExp(`^Tests: +${passed} passed, ${passed} total`, 'm'), env)
  }

  async node(args, expected, env = {}) {
    const { code, output } = await this.#execute(args, env)
    const isExpected = typeof expected === 'string' ? output.trim() === expected : expected.test(output)
    if (code !== 0 || !isExpected) throw new Error(`${args.join(' ')} ended with ${code}\n${output}`)
  }

  #execute(args, env = {}) {
    const options = { cwd: this.#path, timeout: STEP_MS, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 }
    return new Promise((done) => {
      const all = { ...process.env, CI: 'true', NO_COLOR: '1', ...env }
      delete all.FORCE_COLOR
      execFile(process.execPath, args, { ...options, env: all }, (error, out, err) =>
        done({ code: error === null ? 0 : (error.code ?? error.signal), output: out + err })
      )
    })
  }
}
