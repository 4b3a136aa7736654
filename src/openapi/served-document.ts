import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { NodeHandler } from '../http/route.js'
import type { OpenAPIConfig, OpenAPIDocument, OperationRoute } from './document.js'
import { checkOpenAPISpec, generateOpenAPISpec, type RouteSource } from './generate.js'
import { compileFile } from './page/embedded-file.js'

const compress = promisify(gzip)

/**
 * The document of a router's routes, which is checked at start-up and made when it is needed: of a large application it takes
 * more memory than all else, and most processes never send it.
 */
export class ServedDocument {
  readonly config: OpenAPIConfig
  readonly #routes: RouteSource
  #isRight = false
  #document: OpenAPIDocument | undefined = undefined
  #endpoint: Promise<NodeHandler> | undefined = undefined

  constructor(routes: RouteSource, config: OpenAPIConfig) {
    this.#routes = routes
    const { operationId } = config
    // Every document has the same, whatever else a function of the application does.
    this.config = operationId === undefined ? config : { ...config, operationId: calledOnce(operationId) }
  }

  /** @throws BootstrapError with every error that prevents a correct document */
  check(): void {
    checkOpenAPISpec(this.#routes, this.config)
    this.#isRight = true
  }

  /** Whether it was checked, and nothing is wrong with it. */
  get isRight(): boolean {
    return this.#isRight
  }

  /** Generated at the first call, and kept. */
  get document(): OpenAPIDocument {
    this.#document ??= generateOpenAPISpec(this.#routes, this.config)
    return this.#document
  }

  /** What sends it: JSON, with an ETag and 304. The text is made at the first request, and kept compressed. */
  endpoint(): Promise<NodeHandler> {
    this.#endpoint ??= this.#compile()
    return this.#endpoint
  }

  async #compile(): Promise<NodeHandler> {
    if (!this.#isRight) throw new Error('The OpenAPI document could not be generated; the log says why')
    const bytes = Buffer.from(JSON.stringify(this.#document ?? generateOpenAPISpec(this.#routes, this.config)))
    return compileFile({
      contentType: 'application/json',
      bytes,
      encoded: { gzip: await compress(bytes) },
      keepsPlain: false,
      // A new deployment may change it at any time: clients ask again, and get 304 as long as it is the same.
      headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
    })
  }
}

function calledOnce(nameOf: NonNullable<OpenAPIConfig['operationId']>): typeof nameOf {
  const known = new Map<string, string>()
  return (route: OperationRoute) => {
    const key = `${route.method} ${route.path}`
    const id = known.get(key) ?? nameOf(route)
    if (typeof id === 'string') known.set(key, id)
    return id
  }
}
