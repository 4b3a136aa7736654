import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { answers, freePort } from '../process/server-process.js'

const START_LIMIT_MS = 120_000
const DUMP_LIMIT_MS = 30_000

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A server under callgrind (Debian's valgrind), which counts the instructions that its process executes: some fifty times slower. */
export class CountedServer {
  #child
  #exited
  #folder
  #dumps = 0

  static async start(runtime, { program, args = [], env = {}, ready }) {
    const server = new CountedServer()
    server.port = await freePort()
    server.#folder = await mkdtemp(join(tmpdir(), 'fieldstone-instructions-'))
    const tool = ['--tool=callgrind', '--smc-check=all-non-file', `--callgrind-out-file=${join(server.#folder, 'out')}`]
    const command = [...(await commandOf(runtime)), program, ...args]
    server.#child = spawn('valgrind', ['-q', ...tool, ...command], {
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', ...env, PORT: String(server.port) },
      // The programs of the fetch form end with their input.
      stdio: ['pipe', 'ignore', 'ignore']
    })
    running.add(server.#child)
    let failure
    server.#exited = new Promise((resolve) => {
      server.#child.once('exit', (code, signal) => {
        failure ??= new Error(`${program} ended under valgrind: ${signal ?? code}`)
        resolve()
      })
      server.#child.once('error', (error) => {
        failure = error
        resolve()
      })
    })
    const end = performance.now() + START_LIMIT_MS
    while (!(await answers(server.port, ready))) {
      if (failure !== undefined || performance.now() > end) {
        const reason = failure
        await server.stop()
        throw reason ?? new Error(`${program} did not answer under valgrind`)
      }
      await sleep(100)
    }
    return server
  }

  /**
   * How many instructions were executed since the last count, or since the start, without those of the engine's compilers:
   * under a load that never changes they come to rest only after several hundred thousand requests.
   */
  async count() {
    this.#dumps += 1
    const file = join(this.#folder, `out.${this.#dumps}`)
    await promisify(execFile)('callgrind_control', ['-d', String(this.#child.pid)])
    const end = performance.now() + DUMP_LIMIT_MS
    for (;;) {
      const text = await readFile(file, 'latin1').catch(() => '')
      const total = /^totals: (\d+)/m.exec(text)
      if (total !== null) return Number(total[1]) - compiling(text)
      if (performance.now() > end) throw new Error(`no ${file} among ${await readdir(this.#folder)}`)
      await sleep(100)
    }
  }

  async stop() {
    this.#child.kill('SIGKILL')
    await this.#exited
    running.delete(this.#child)
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const COMPILERS = /v8::internal::(\w+::)*(compiler|maglev|baseline|turboshaft|interpreter)::|JSC::(DFG|FTL|B3)::/

/** What a dump of callgrind has for functions of a compiler: their own instructions. A line behind `calls=` is the callee's. */
function compiling(dump) {
  let sum = 0
  const names = new Map()
  let isCompiler = false
  let isCall = false
  for (const line of dump.split('\n')) {
    // Of a function or of one that it calls: the name stands where its number comes first.
    const [, callee, id, name] = /^(c?)fn=(\(\d+\))(?: (.*))?$/.exec(line) ?? []
    if (name !== undefined) names.set(id, COMPILERS.test(name))
    if (callee === '') isCompiler = names.get(id) ?? false
    else if (line.startsWith('calls=')) isCall = true
    else if (/^[\d+*-]/.test(line)) {
      if (isCompiler && !isCall) sum += Number(line.slice(line.lastIndexOf(' ') + 1))
      isCall = false
    }
  }
  return sum
}

async function commandOf(runtime) {
  // The collector's threads take other turns in each run.
  if (runtime === 'node') return [process.execPath, '--single-threaded-gc']
  const file = await realpath(new URL(`../fetch/node_modules/.bin/${runtime}`, import.meta.url))
  return runtime === 'deno' ? [file, 'run', '-A'] : [file]
}
