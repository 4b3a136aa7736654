import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers, freePort } from '../process/server-process.js'

const START_LIMIT_MS = 30_000
const USAGE_LIMIT_MS = 5_000

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A server under measurement on Bun or Deno, which come from npm: one process of its own on a free port of 127.0.0.1. */
export class RuntimeProcess {
  #child
  #lines
  #stderr = ''

  constructor(runtime, program, port) {
    this.port = port
    const file = new URL(`node_modules/.bin/${runtime}`, import.meta.url).pathname
    const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', PORT: String(port) }
    const args = runtime === 'deno' ? ['run', '-A', program] : [program]
    this.#child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
    running.add(this.#child)
    this.#lines = createInterface({ input: this.#child.stdout })
    this.#child.stderr.on('data', (text) => {
      if (this.#stderr.length < 4_000) this.#stderr += text
    })
    this.#child.on('error', (error) => {
      this.#stderr += error.message
    })
    this.#child.stdin.on('error', () => undefined)
    this.exited = new Promise((resolve) => this.#child.once('close', resolve))
    this.exited.then(() => running.delete(this.#child))
  }

  /** Starts a program and waits for its first 200 on `GET /users/1`, 30 s at most. */
  static async start(runtime, program) {
    const port = await freePort()
    const begin = performance.now()
    const server = new RuntimeProcess(runtime, program, port)
    while (!(await answers(port, '/users/1'))) {
      const died = server.#child.exitCode !== null || server.#child.signalCode !== null
      if (!died && performance.now() - begin < START_LIMIT_MS) await sleep(5)
      else {
        await server.stop()
        throw new Error(`${program} ${died ? 'died at its start' : 'did not answer'} on ${runtime}: ${server.#stderr}`)
      }
    }
    return server
  }

  /** What the process has used: `cpu` in microseconds since its start. */
  async usage() {
    this.#child.stdin.write('usage\n')
    const [line] = await once(this.#lines, 'line', { signal: AbortSignal.timeout(USAGE_LIMIT_MS) })
    return { cpu: Number(line) }
  }

  async stop() {
    this.#child.stdin.end()
    // The programs of npm's packages start the runtime itself, which ends with its input.
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 2_000)
    await this.exited
    clearTimeout(late)
  }
}
