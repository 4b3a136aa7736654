import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Whether Debian's redis-server is installed. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A Redis of its own on a free port of 127.0.0.1, which keeps nothing on disk. */
export class RedisServer {
  readonly port: number
  #child: ChildProcess | undefined = undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<RedisServer> {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as { port: number }
    free.close()
    await once(free, 'close')
    const server = new RedisServer(port)
    await server.resume()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts, again after a {@link stop}. */
  async resume(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    this.#child = spawn('redis-server', settings, { stdio: 'ignore' })
    const end = performance.now() + 30_000
    while (!(await answers(this.port))) {
      if (performance.now() > end) throw new Error('redis-server does not answer')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Lets it hang, connections and all. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
