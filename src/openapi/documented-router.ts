import { SetupError, SetupErrors } from '../errors.js'
import { HttpRouter } from '../http/exchange/router.js'
import { captureSource } from '../http/routing/source.js'
import { parseConfig } from './config.js'
import type { OpenAPIConfig, OpenAPIDocument } from './document.js'
import { generateOpenAPISpec } from './generate.js'
import { serveDocsUI } from './page/docs-ui.js'
import { ServedDocument } from './served-document.js'
import { urlsOf } from './servers.js'

/**
 * Routes requests, and describes its routes in an OpenAPI document.
 *
 * @example
 * const router = new Router()
 * router.getFunc('/users/{id}', (ctx) => ctx.json(200, { user_id: ctx.urlParam('id') }), { summary: 'One user' })
 * router.serveOpenAPISpec('/openapi.json', { title: 'Users', version: '1.0.0' })
 * router.serveDocsUI('/docs')
 * http.createServer(router.handler).listen(8080)
 */
export class Router extends HttpRouter {
  readonly #served: (readonly [path: string, document: ServedDocument])[] = []
  #isPrepared = false
  /** What the document says of the whole API, where none is served. @internal */
  config: OpenAPIConfig | undefined = undefined

  /**
   * Serves the OpenAPI document of all routes, those registered later included, at a path of literal segments: 200
   * `application/json` with an ETag, 304 to a client that has it already. The endpoint itself is not in the document.
   *
   * {@link Router.freeze} throws the errors that prevent a correct document. Its text is made at the first request for it, and
   * kept compressed (gzip), which clients get that accept it.
   *
   * @throws SetupError PATH_INVALID; BootstrapError of DOCUMENT_INVALID for a config without title or version
   */
  serveOpenAPISpec(path: string, config: OpenAPIConfig): this {
    const source = captureSource(this.serveOpenAPISpec, this.serveOpenAPISpec)
    checkSpecPath(path)
    parseConfig(config)
    const served = new ServedDocument(this, config)
    this.add({
      method: 'GET',
      path,
      handler: async (ctx) => {
        const send = await served.endpoint()
        await send(ctx.request(), ctx.handOver())
      },
      options: { hidden: true, security: [] },
      source
    })
    this.#served.push([path, served])
    return this
  }

  /**
   * Serves the documentation UI below a prefix of literal segments: `{prefix}` redirects to `{prefix}/`. It opens the
   * first document that {@link Router.serveOpenAPISpec} serves, before or after this call, or the one that `?url=` names.
   *
   * @throws SetupError PATH_INVALID
   */
  serveDocsUI(prefix: string): this {
    serveDocsUI(this, prefix, {
      documents: () => this.#served.map(([path]) => path),
      servers: () => {
        const ofRoutes = this.routes.flatMap(({ options }) => (options.hidden === true ? [] : (options.servers ?? [])))
        return [...this.#served.flatMap(([, { config }]) => config.servers ?? []), ...ofRoutes].flatMap(urlsOf)
      }
    })
    return this
  }

  /**
   * The document of all routes with the configuration of the first one that is served, or of the application, but for what is
   * given here. @internal
   */
  describe(given: Partial<OpenAPIConfig>): OpenAPIDocument {
    const config = this.#served[0]?.[1].config ?? this.config ?? { title: 'API', version: '1' }
    return generateOpenAPISpec(this, { ...config, ...given })
  }

  /** The documents that are served, by their paths; generated at the first call after {@link Router.freeze}, empty before. */
  get documents(): ReadonlyMap<string, OpenAPIDocument> {
    const right = this.#served.filter(([, served]) => served.isRight)
    return new Map(right.map(([path, { document }]) => [path, document]))
  }

  /**
   * Checks the documents and all routes; from now on nothing can be registered.
   * @throws BootstrapError with every error that prevents a document; then the router is not frozen
   */
  override freeze(): void {
    if (!this.#isPrepared) {
      const errors = new SetupErrors()
      for (const [, served] of this.#served) errors.attempt(() => served.check())
      errors.throwIfAny()
      this.#isPrepared = true
    }
    super.freeze()
  }

  /**
   * Before a request that comes without {@link Router.freeze}: if a document cannot be generated, the error is logged, and the
   * document's path responds with 500; the other routes work. @internal
   */
  protected override prepareLate(): void {
    if (this.#isPrepared) return
    try {
      this.freeze()
    } catch (error) {
      this.#isPrepared = true
      this.settings.logger.error({ err: error }, 'The OpenAPI document cannot be generated')
    }
  }
}

/** @throws SetupError PATH_INVALID unless the path consists of literal segments. */
function checkSpecPath(path: unknown): void {
  if (typeof path === 'string' && path.startsWith('/') && !/[{}]/.test(path)) return
  throw new SetupError(
    'PATH_INVALID',
    `the path of the document, ${JSON.stringify(path)}, must start with "/" and have no parameters`,
    'serveOpenAPISpec',
    "write it like '/openapi.json'"
  )
}
