import {
  Application,
  type ApplicationOptions,
  bootstrap,
  type HttpOptions,
  type ListenOptions,
  type Logger,
  type Router,
  type Service
} from 'fieldstone'
import { type Entry, RecordingLogger } from './recording-logger.js'

export interface Served {
  readonly service: Service
  readonly url: string
  readonly port: number
  readonly log: Entry[]
  readonly logger: Logger
}

/** Services of routes without controllers, stopped after each spec. */
export class ServedRouters {
  readonly #open: Service[] = []

  /** Serves the routes on a free port, with a log that is kept. */
  async serve(
    register: (router: Router) => unknown,
    options: HttpOptions | Partial<ApplicationOptions> = {},
    listen: ListenOptions = {}
  ): Promise<Served> {
    const logger = new RecordingLogger()
    const service = await bootstrap(
      new Application({ title: 'Shop', version: '1.0.0', logger, routes: register, ...options })
    )
    this.#open.push(service)
    const { url, port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false, ...listen })
    return { service, url, port, log: logger.entries, logger }
  }

  /** For `afterEach`. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((service) => service.close({ deadline: 50 })))
  }
}

/** The log without what only a developer asks for. */
export function told(log: readonly Entry[]): Entry[] {
  return log.filter(({ level }) => level !== 'debug')
}
