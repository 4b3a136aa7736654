import { Application, type ApplicationOptions, bootstrap, type Router, type Service } from 'fieldstone'
import { type Entry, RecordingLogger } from './recording-logger.js'

/** A service that is asked by WHATWG requests, and its log. */
export interface Fetched {
  readonly service: Service
  readonly log: Entry[]
  /** A request to `https://api.example`; `connection` is what a platform says of its client. */
  ask(path: string, init?: RequestInit & { duplex?: 'half' }, connection?: object): Promise<Response>
}

/** A started service of these routes. */
export async function fetched(
  register: (router: Router) => unknown,
  options: Partial<ApplicationOptions> = {}
): Promise<Fetched> {
  const logger = new RecordingLogger()
  const service = await bootstrap(
    new Application({ title: 'Shop', version: '1.0.0', logger, routes: register, ...options })
  )
  await service.start()
  const ask: Fetched['ask'] = (path, init, connection) =>
    service.fetch(new Request(`https://api.example${path}`, init), connection)
  return { service, log: logger.entries, ask }
}
