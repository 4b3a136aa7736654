import { connect as connectSocket, type Socket } from 'node:net'
import {
  Application,
  type ApplicationOptions,
  bootstrap,
  type ContextHandler,
  type Logger,
  type RouteOptions,
  type Router,
  type Service
} from 'fieldstone'
import { type Entry, RecordingLogger } from './recording-logger.js'
import { type Served, ServedRouters } from './served-router.js'

/** A logger, and the entries that it keeps. */
export function recordingLogger(): { logger: Logger; entries: Entry[] } {
  const logger = new RecordingLogger()
  return { logger, entries: logger.entries }
}

export interface HandlerOptions extends Partial<ApplicationOptions> {
  readonly path?: string
  readonly route?: RouteOptions
}

/** Registers the handler for GET, POST, PUT, PATCH and DELETE; the log calls it `Spec.handler`. */
function registering(handler: ContextHandler, path: string, options: RouteOptions) {
  const bodyless = options.requestBody === undefined ? (['GET', 'DELETE'] as const) : []
  return (router: Router) => {
    for (const method of [...bodyless, 'POST', 'PUT', 'PATCH'] as const) {
      router.add({ method, path, handler, options, source: 'Spec.handler' })
    }
  }
}

/** A service of one handler, which the log calls `Spec.handler`; it listens nowhere. */
export function oneHandler(
  handler: ContextHandler,
  { path = '/', route = {}, ...options }: HandlerOptions = {}
): Promise<Service> {
  const routes = registering(handler, path, route)
  return bootstrap(new Application({ title: 'Shop', version: '1.0.0', logger: false, routes, ...options }))
}

/** Services of one handler that answers every method, closed after each spec. */
export class Servers {
  readonly #routers = new ServedRouters()

  /** Serves the handler on a free port, with a log that is kept. */
  serve(handler: ContextHandler, { path = '/', route = {}, ...options }: HandlerOptions = {}): Promise<Served> {
    return this.#routers.serve(registering(handler, path, route), options)
  }

  /** For `afterEach`. */
  close(): Promise<void> {
    return this.#routers.close()
  }
}

/** Sends bytes as they are and answers all that comes back until the other side closes. */
export function exchange(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
    })
    socket.on('close', () => resolve(received))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    for (const piece of pieces) socket.write(piece)
  })
}

/** An open connection. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
  })
}

/** Waits for the end of a connection, which a server that leaves something unread makes with a reset. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    if (socket.closed) resolve()
    else socket.on('close', () => resolve())
  })
}

/**
 * Waits until the condition holds; thirty seconds at most, as a busy machine may need them.
 *
 * @param found says how things are where it does not come to hold
 */
export async function until(condition: () => boolean, found?: () => string): Promise<void> {
  const end = performance.now() + 30_000
  while (!condition()) {
    if (performance.now() > end) {
      const details = found === undefined ? '' : `; ${found()}`
      throw new Error(`In 30 seconds it did not come to pass: ${condition.toString()}${details}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
