import { connect as connectSocket, type Socket } from 'node:net'
import {
  type ContextHandler,
  type HttpOptions,
  type Logger,
  type Middleware,
  type RequestHandler,
  type RouteDefinition,
  type RouteOptions
} from 'fieldstone'
import { RequestContext } from '../../src/http/exchange/request-context.js'
import type { RegisteredOptions } from '../../src/http/operation-options.js'
import { parsePathPattern } from '../../src/http/path/pattern.js'
import { HttpServer } from '../../src/http/server/server.js'
import { httpSettings } from '../../src/http/settings.js'
import { type Entry, RecordingLogger } from './recording-logger.js'

/** A logger, and the entries that it keeps. */
export function recordingLogger(): { logger: Logger; entries: Entry[] } {
  const logger = new RecordingLogger()
  return { logger, entries: logger.entries }
}

export interface HandlerOptions extends HttpOptions {
  readonly path?: string
  /** The values of the path's parameters. */
  readonly values?: readonly string[]
  readonly route?: RegisteredOptions<RouteOptions>
  readonly middleware?: readonly Middleware[]
}

/**
 * A request handler that answers everything by one context handler, named `Spec.handler` in the log: the context's
 * whole life without a router.
 */
export function oneHandler(handler: ContextHandler, options: HandlerOptions = {}): RequestHandler {
  const { path = '/', values = [], route: routeOptions = {}, middleware = [], ...http } = options
  const settings = httpSettings({ logger: false, ...http })
  const pattern = parsePathPattern(path, 'Spec.handler')
  const route: RouteDefinition = {
    method: 'GET',
    path,
    pattern,
    handler,
    options: routeOptions,
    middleware,
    source: 'Spec.handler'
  }
  return async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://localhost')
    const ctx = new RequestContext(req, res, decodeURIComponent(url.pathname), url.search.slice(1), settings)
    ctx.enter(route, values)
    const run = async (index: number): Promise<void> => {
      const layer = middleware[index]
      if (layer === undefined) ctx.settle(await handler(ctx))
      else await layer(ctx, () => run(index + 1))
    }
    try {
      await run(0)
    } catch (error) {
      ctx.fail(error)
    }
    ctx.commit()
  }
}

/** Servers of one spec file, closed after each of its specs. */
export class Servers {
  readonly #open: HttpServer[] = []

  /** Serves the handler on a free port; answers the URL and the log. */
  async serve(
    handler: ContextHandler,
    options: HandlerOptions = {}
  ): Promise<{ url: string; port: number; log: Entry[] }> {
    const { logger, entries } = recordingLogger()
    const server = new HttpServer(oneHandler(handler, { logger, ...options }), logger)
    this.#open.push(server)
    const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
    return { url: `http://127.0.0.1:${port}`, port, log: entries }
  }

  /** For `afterEach`. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((server) => server.close({ deadline: 100 })))
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

/** Waits until the condition holds; thirty seconds at most, as a busy machine may need them. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 30_000
  while (!condition()) {
    if (performance.now() > end) throw new Error(`In 30 seconds it did not come to pass: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
