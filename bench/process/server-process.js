import { fork } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Required, and not imported: with `--import`, Node reads a program in CommonJS by the loader of ES modules, which looks for its
 * exports and so takes twice as long for a bundle.
 */
const USAGE = fileURLToPath(new URL('./usage.cjs', import.meta.url))
const START_LIMIT_MS = 30_000

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** A server under measurement: one process of its own on a free port of 127.0.0.1. */
export class ServerProcess {
  /** From the start of the process to its first 200, in milliseconds. */
  readyAfter = 0
  #child
  #stderr = ''

  constructor(subject, port, env) {
    this.subject = subject
    this.port = port
    this.#child = fork(subject.program, subject.args ?? [], {
      execArgv: ['--require', USAGE, ...(subject.flags ?? [])],
      env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc']
    })
    running.add(this.#child)
    this.#child.stderr.on('data', (text) => {
      if (this.#stderr.length < 4_000) this.#stderr += text
    })
    this.exited = new Promise((resolve) => this.#child.once('exit', resolve))
    this.exited.then(() => running.delete(this.#child))
  }

  /** Starts a subject and waits for its first 200 on `GET /users/1`, or on its `ready` path, 30 s at most. */
  static async start(subject, env = {}) {
    const port = await freePort()
    const begin = performance.now()
    const server = new ServerProcess(subject, port, env)
    while (!(await answers(port, subject.ready ?? '/users/1'))) {
      const died = server.#child.exitCode !== null || server.#child.signalCode !== null
      if (!died && performance.now() - begin < START_LIMIT_MS) await sleep(1)
      else {
        await server.stop()
        throw new Error(`${subject.name} ${died ? 'died at its start' : 'did not answer'}: ${server.#stderr}`)
      }
    }
    server.readyAfter = performance.now() - begin
    return server
  }

  /** What the process has used: `cpu` in microseconds since its start, `rss` in bytes. */
  usage() {
    return new Promise((resolve) => {
      this.#child.once('message', resolve)
      this.#child.send('usage')
    })
  }

  async stop() {
    this.#child.kill('SIGKILL')
    await this.exited
  }
}

/** A port of 127.0.0.1 on which nothing listens. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

/** Whether a server responds to a GET by 200. A bare socket: it finds out with less delay, and costs less, than an HTTP client. */
export function answers(port, path) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString('latin1', 0, 12) === 'HTTP/1.1 200')
    })
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
  })
}
