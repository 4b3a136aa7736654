import { promisify } from 'node:util'
import type { Server } from '../../http/document-options.js'
import type { NodeHandler, RouteDefinition } from '../../http/route.js'
import type { DocumentOptions, OpenAPIConfig, OpenAPIDocument, OperationRoute } from '../document.js'
import { checkOpenAPISpec, generateOpenAPISpec } from '../generate.js'
import { compileFile, type EmbeddedFile } from '../page/embedded-file.js'
import type { RouteSource } from '../route-source.js'
import { selectRoutes } from './selected-routes.js'
import { toYAML } from './yaml-text.js'

/** In which language a document is sent. */
export type DocumentFormat = 'json' | 'yaml'

/** YAML as RFC 9512 registers it: always in UTF-8. */
const CONTENT_TYPES: Readonly<Record<DocumentFormat, string>> = { json: 'application/json', yaml: 'application/yaml' }

/**
 * The document of a router's routes, which is checked at start-up and made when it is needed: of a large application it takes
 * more memory than all else, and most processes never send it.
 */
export class ServedDocument {
  /** Where it is served; empty where it is not. */
  readonly paths: readonly string[]
  /** The name that the application gives it. */
  readonly name: string | undefined
  readonly config: OpenAPIConfig
  readonly #routes: RouteSource
  readonly #selection: Pick<DocumentOptions, 'apiVersion' | 'include'> | undefined
  #selected: RouteSource | undefined = undefined
  #isRight = false
  #document: OpenAPIDocument | undefined = undefined
  readonly #endpoints = new Map<DocumentFormat, Promise<NodeHandler>>()

  constructor(routes: RouteSource, options: DocumentOptions, paths: readonly string[] = []) {
    const { name, include, apiVersion, ...config } = options
    const { operationId } = config
    this.paths = paths
    this.name = name
    this.#routes = routes
    this.#selection = include === undefined && apiVersion === undefined ? undefined : { include, apiVersion }
    // Every document has the same, whatever else a function of the application does.
    this.config = operationId === undefined ? config : { ...config, operationId: calledOnce(operationId) }
  }

  /** @throws BootstrapError with every error that prevents a correct document */
  check(): void {
    // What the application's own function returns is kept: it is called once.
    if (this.config.editDocument === undefined) checkOpenAPISpec(this.#source, this.config)
    else this.#document = generateOpenAPISpec(this.#source, this.config)
    this.#isRight = true
  }

  /** Whether it was checked, and nothing is wrong with it. */
  get isRight(): boolean {
    return this.#isRight
  }

  /** Whether it describes only some of the routes. */
  get isPart(): boolean {
    return this.#selection !== undefined
  }

  /** The routes that it describes. */
  get routes(): readonly RouteDefinition[] {
    return this.#source.routes
  }

  /** The servers of the whole API. */
  get servers(): readonly Server[] {
    return this.config.servers ?? []
  }

  /** Generated at the first call, and kept. */
  get document(): OpenAPIDocument {
    this.#document ??= generateOpenAPISpec(this.#source, this.config)
    return this.#document
  }

  /** What sends it, with an ETag and 304. The text is made at the first request, and kept compressed. */
  endpoint(format: DocumentFormat): Promise<NodeHandler> {
    let endpoint = this.#endpoints.get(format)
    if (endpoint === undefined) {
      endpoint = this.#compile(format)
      this.#endpoints.set(format, endpoint)
    }
    return endpoint
  }

  get #source(): RouteSource {
    if (this.#selection === undefined) return this.#routes
    this.#selected ??= selectRoutes(this.#routes, this.#selection)
    return this.#selected
  }

  async #compile(format: DocumentFormat): Promise<NodeHandler> {
    if (!this.#isRight) throw new Error('The OpenAPI document could not be generated; the log says why')
    const json = JSON.stringify(this.#document ?? generateOpenAPISpec(this.#source, this.config))
    const bytes = Buffer.from(format === 'json' ? json : await toYAML(JSON.parse(json)))
    return compileFile({
      contentType: CONTENT_TYPES[format],
      bytes,
      encoded: await compressed(bytes),
      keepsPlain: false,
      // A new deployment may change it at any time: clients ask again, and get 304 as long as it is the same.
      headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
    })
  }
}

/** Brotli's quality 6 takes about as long as gzip, and makes the document smaller by a fifth. */
async function compressed(bytes: Buffer): Promise<NonNullable<EmbeddedFile['encoded']>> {
  const { brotliCompress, constants, gzip } = await import('node:zlib')
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, packed] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  return { br, gzip: packed }
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
