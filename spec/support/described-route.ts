import { inspect } from 'node:util'
import {
  generateOpenAPISpec,
  type HttpOptions,
  type Method,
  type OpenAPIConfig,
  type OpenAPIDocument,
  type RouteOptions,
  Router
} from 'fieldstone'
import { setupErrorsIn } from './applications.js'

export const CONFIG: OpenAPIConfig = { title: 'Shop', version: '1.0.0' }

/** A route as it is declared; `source` names it in errors. */
export interface DescribedRoute {
  readonly method: Method
  readonly path: string
  readonly options: RouteOptions
  readonly source: string
}

/** A route that only describes itself: its handler must never run. */
export function describedRoute(
  method: Method,
  path: string,
  options: RouteOptions = {},
  source = `${method} ${path}`
): DescribedRoute {
  return { method, path, options, source }
}

/** A router of these routes, which logs nothing. */
function routerOf(routes: readonly DescribedRoute[], options: HttpOptions = {}): Router {
  const router = new Router({ logger: false, ...options })
  const handler = () => {
    throw new Error('a document is generated without calling handlers')
  }
  for (const route of routes) router.add({ ...route, handler })
  return router
}

/** The document of these routes. */
export function documentOf(
  routes: readonly DescribedRoute[],
  config: Partial<OpenAPIConfig> = {},
  options: HttpOptions = {}
): OpenAPIDocument {
  return generateOpenAPISpec(routerOf(routes, options), { ...CONFIG, ...config })
}

/**
 * The messages of the setup errors that keep the document of these routes from being generated. A router that serves the
 * document has to say them when it starts, and nothing else.
 */
export function faultsOf(routes: readonly DescribedRoute[], config: unknown = CONFIG): string[] {
  const whole = config as OpenAPIConfig
  const faults = setupErrorsIn(() => generateOpenAPISpec(routerOf(routes), whole))
  const atStart = setupErrorsIn(() => routerOf(routes).serveOpenAPISpec('/openapi.json', whole).freeze())
  // A wrong configuration is reported where the document is declared, before the routes are known.
  const isSame = atStart.length > 0 === faults.length > 0 && atStart.every((fault) => faults.includes(fault))
  if (!isSame) throw new Error(`the start reports ${inspect(atStart)}, and the document ${inspect(faults)}`)
  return faults
}
