// A copy of the build, in which a module can be replaced while specs run there.
import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a copy has of its own. */
const OWN = new Set(['dist', '.build', '.git', 'coverage'])

/** The file with the coverage of each spec, in the folder of V8's. */
export const SPECS = 'specs.json'

/** How a run of specs ended: `limit` when its time was over. */
/** `by` is the spec file that failed, such as `dist/spec/lifecycle/misspelt-options.spec.js`; undefined where no spec of it did. */
/** @typedef {{ end: 'passed' | 'failed' | 'limit', why: string, by: string | undefined, ms: number }} Run */

export class BuildCopy {
  #repository
  #folder
  /** The module that is replaced, as a path below the repository. */
  #replaced
  /** The process of the specs that are running. */
  #running

  /**
   * @param {string} repository
   * @param {string} folder inside of the repository; what is there is removed
   */
  constructor(repository, folder) {
    this.#repository = repository
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, '.build'), { recursive: true })
    for (const name of readdirSync(repository)) {
      if (!OWN.has(name)) symlinkSync(join(repository, name), join(folder, name))
    }
    // Not hard links: the compiler writes into the files that are there.
    cpSync(join(repository, 'dist'), join(folder, 'dist'), { recursive: true, verbatimSymlinks: true })
  }

  get folder() {
    return this.#folder
  }

  /** @param {string} module such as `dist/src/options.js` */
  replace(module, code) {
    this.#replaced = module
    writeFileSync(join(this.#folder, module), code)
  }

  /** Undoes the last replacement. */
  restore() {
    if (this.#replaced !== undefined) {
      copyFileSync(join(this.#repository, this.#replaced), join(this.#folder, this.#replaced))
    }
    this.#replaced = undefined
  }

  /** Ends the specs that are running. */
  stop() {
    if (this.#running !== undefined) endGroup(this.#running)
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /**
   * Runs spec files until the first spec fails.
   *
   * @param {readonly string[]} files such as `dist/spec/lifecycle/misspelt-options.spec.js`
   * @param {number} limit in milliseconds
   * @param {{ coverage?: string, selected?: Record<string, string[]> }} [how] `coverage` is a folder for V8's coverage, with
   * that of each spec in its file `specs.json`; `selected` holds the specs that are to run of a file, if not all
   * @returns {Promise<Run>}
   */
  run(files, limit, { coverage = '', selected = {} } = {}) {
    const start = performance.now()
    const mocha = join(this.#repository, 'node_modules/mocha/bin/mocha.js')
    const node = ['--enable-source-maps', '--conditions=fieldstone-modules']
    const args = ['--no-config', '--no-parallel', '--bail', '--timeout', '180000']
    args.push('--require', join(import.meta.dirname, 'coverage-session.mjs'))
    args.push('--require', join(import.meta.dirname, 'selected-specs.mjs'))
    args.push('--reporter', join(import.meta.dirname, 'reporter.mjs'))
    const list = join(this.#folder, '.build/selected.json')
    writeFileSync(list, JSON.stringify(selected))
    // An empty name of the folder measures nothing, but has the specs run the modules instead of the bundle.
    const env = { ...process.env, NODE_V8_COVERAGE: coverage, NO_COLOR: '1', MUTANTS_SPECS: list }
    env.MUTANTS_COVERAGE = coverage && join(coverage, SPECS)
    const child = spawn(process.execPath, [...node, mocha, ...args, ...files], {
      cwd: this.#folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of processes, so that those of a spec end with it.
      detached: true
    })
    this.#running = child.pid
    return new Promise((resolve) => {
      let [output, errors] = ['', '']
      let isOver = false
      const finish = (end, why, by) => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        endGroup(child.pid)
        this.#running = undefined
        child.stdout.destroy()
        child.stderr.destroy()
        resolve({ end, why, by, ms: performance.now() - start })
      }
      const timer = setTimeout(() => finish('limit', `longer than ${Math.round(limit / 1000)} s`), limit)
      child.stdout.setEncoding('utf8').on('data', (text) => {
        output += text
        const failed = /^\{"title":.*\}$/m.exec(output)
        // What a failed spec leaves open may keep the process for long.
        if (failed === null) return
        const { title, file } = JSON.parse(failed[0])
        finish('failed', title, file && relative(this.#folder, file))
      })
      child.stderr.setEncoding('utf8').on('data', (text) => {
        errors += text
      })
      child.on('error', (error) => finish('failed', String(error)))
      child.on('close', (code, signal) => {
        if (code === 0) finish('passed', '')
        else finish('failed', /^\S*Error\b.*$/m.exec(errors)?.[0] ?? `ended with ${code ?? signal}`)
      })
    })
  }
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}
