import { type HttpOptions, type Logger } from 'fieldstone'
import { HttpRouter } from '../../src/http/exchange/router.js'
import type { ServerListenOptions } from '../../src/http/server/options.js'
import { HttpServer } from '../../src/http/server/server.js'
import { recordingLogger } from './one-handler.js'
import { type Entry } from './recording-logger.js'

export interface Served {
  readonly server: HttpServer
  readonly url: string
  readonly port: number
  readonly log: Entry[]
  readonly logger: Logger
}

/** Routers that are served as a service serves them, stopped after each spec. */
export class ServedRouters {
  readonly #open: HttpServer[] = []

  /** Serves the routes on a free port, with a log that is kept. */
  async serve(
    register: (router: HttpRouter) => unknown,
    options: HttpOptions = {},
    listen: ServerListenOptions = {}
  ): Promise<Served> {
    const { logger, entries } = recordingLogger()
    const router = new HttpRouter({ logger, ...options })
    register(router)
    const server = new HttpServer(router.handler, logger)
    this.#open.push(server)
    const requestTimeouts = router.routes.flatMap((route) => route.options.requestTimeout ?? [])
    const { url, port } = await server.listen({ port: 0, host: '127.0.0.1', ...listen }, requestTimeouts)
    return { server, url, port, log: entries, logger }
  }

  /** For `afterEach`. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((server) => server.close({ deadline: 50 })))
  }
}

/** The log without what only a developer asks for. */
export function told(log: readonly Entry[]): Entry[] {
  return log.filter(({ level }) => level !== 'debug')
}
