import { placed, SetupError, SetupErrors } from '../../errors.js'
import { HttpRouter } from '../../http/exchange/router.js'
import type { FetchHandler } from '../../http/fetch/handler.js'
import { FetchServer } from '../../http/fetch/server.js'
import { captureSource } from '../../http/routing/source.js'
import { checkDocumentOptions } from '../config.js'
import { invalid, PLACE } from '../config-values.js'
import type { DocumentOptions, OpenAPIConfig, OpenAPIDocument } from '../document.js'
import { generateOpenAPISpec } from '../generate.js'
import { serveDocsUI } from '../page/docs-ui.js'
import type { DocsUIOptions } from '../page/page-options.js'
import { urlsOf } from '../servers.js'
import { selectRoutes, warnOfUndescribed } from './selected-routes.js'
import { ServedDocument } from './served-document.js'

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
  readonly #served: ServedDocument[] = []
  #isPrepared = false
  #fetchServer: FetchServer | undefined = undefined
  /** What the document says of the whole API, where none is served. @internal */
  config: OpenAPIConfig | undefined = undefined

  /**
   * Serves the OpenAPI document of all routes, those registered later included, at a path of literal segments, or at several:
   * 200 with an ETag, 304 to a client that has it already; `application/yaml` where the path ends in `.yaml` or `.yml`,
   * else `application/json`. The endpoint itself is not in the document. Each further call serves another document, of the
   * routes that its `include` chooses.
   *
   * {@link Router.freeze} throws the errors that prevent a correct document. Its text is made at the first request for it, and
   * kept compressed (Brotli and gzip), which clients get that accept one of them.
   *
   * @throws SetupError PATH_INVALID; BootstrapError of DOCUMENT_INVALID for a config without title or version
   *
   * @example
   * router.serveOpenAPISpec(['/openapi.json', '/openapi.yaml'], { title: 'Users', version: '1.0.0' })
   */
  serveOpenAPISpec(path: string | readonly string[], config: DocumentOptions): this {
    return this.serveDocument(path, config, captureSource(this.serveOpenAPISpec, this.serveOpenAPISpec))
  }

  /** The same, of a document that is declared elsewhere. @internal */
  serveDocument(path: string | readonly string[], config: DocumentOptions, source: () => string): this {
    const paths = typeof path === 'string' || !Array.isArray(path) ? [path as string] : path
    if (paths.length === 0) checkSpecPath('')
    for (const each of paths) checkSpecPath(each)
    checkDocumentOptions(config)
    const name = config.name
    if (name !== undefined && this.#served.some((other) => other.name === name)) {
      const remedy = 'give each document a name of its own'
      throw invalid(`two documents have the name ${JSON.stringify(name)}`, PLACE, remedy)
    }
    const served = new ServedDocument(this, config, paths)
    for (const each of paths) this.#serve(each, served, source)
    this.#served.push(served)
    return this
  }

  #serve(path: string, served: ServedDocument, source: () => string): void {
    const format = /\.ya?ml$/i.test(path) ? 'yaml' : 'json'
    this.add({
      method: 'GET',
      path,
      handler: async (ctx) => {
        const send = await served.endpoint(format)
        await send(ctx.request(), ctx.handOver())
      },
      options: { hidden: true, security: [] },
      source
    })
  }

  /**
   * Serves the documentation UI below a prefix of literal segments: `{prefix}` redirects to `{prefix}/`. It opens the
   * first document that {@link Router.serveOpenAPISpec} serves, before or after this call, or the one that `?url=` names.
   *
   * @throws SetupError PATH_INVALID; BootstrapError of OPTION_UNKNOWN and APPLICATION_INVALID for wrong options
   */
  serveDocsUI(prefix: string, options?: DocsUIOptions): this {
    const source = {
      documents: () => this.#served.map(({ paths, name }) => ({ path: paths[0] as string, name })),
      servers: () => {
        const ofRoutes = this.routes.flatMap(({ options }) => (options.hidden === true ? [] : (options.servers ?? [])))
        return [...this.#served.flatMap((served) => served.servers), ...ofRoutes].flatMap(urlsOf)
      },
      schemes: [...this.settings.securitySchemes.values()].map(({ declaration }) => declaration)
    }
    serveDocsUI(this, prefix, source, options)
    return this
  }

  /**
   * The OpenAPI document of all routes, made anew with each call.
   *
   * @param changes members that replace those of the configuration of the first document that is served, or of the
   * application: `{ openapi: '3.2' }`
   * @param apiVersion the version whose routes are described; default: the default version, or else the last
   */
  describe(changes: Partial<OpenAPIConfig> = {}, apiVersion: string | undefined = this.versions[0]): OpenAPIDocument {
    const config = this.#served[0]?.config ?? this.config ?? { title: 'API', version: '1' }
    const { name, include, apiVersion: _, editDocument, ...others } = config as DocumentOptions
    const routes = selectRoutes(this, { ...(apiVersion !== undefined && { apiVersion }) })
    return generateOpenAPISpec(routes, { ...others, ...changes })
  }

  /**
   * Handles a WHATWG request, without node:http: `Deno.serve(router.fetch)`. `connection` identifies the client
   * ({@link FetchHandler}). A service has a `fetch` of its own, which starts and stops with it.
   */
  readonly fetch: FetchHandler = (request, connection) => {
    this.#fetchServer ??= new FetchServer(this.handler)
    return this.#fetchServer.answer(request, connection)
  }

  /** The documents that are served, by their paths; generated at the first call after {@link Router.freeze}, empty before. */
  get documents(): ReadonlyMap<string, OpenAPIDocument> {
    const right = this.#served.filter(({ isRight }) => isRight)
    return new Map(right.flatMap((served) => served.paths.map((path) => [path, served.document])))
  }

  /** What makes each document that is served, by its name. @internal */
  get namedDocuments(): ReadonlyMap<string, () => OpenAPIDocument> {
    return new Map([...this.#named].map(([name, served]) => [name, () => served.document]))
  }

  get #named(): ReadonlyMap<string, ServedDocument> {
    const named = new Map<string, ServedDocument>()
    const given = new Set(this.#served.map(({ name }) => name))
    for (const served of this.#served) {
      const { name, paths } = served
      const path = paths[0] as string
      const end = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
      const isFree = end !== '' && !given.has(end) && !named.has(end)
      named.set(name ?? (isFree ? end : path), served)
    }
    return named
  }

  /** What is wrong with the documents; a conflict within some of several says in which. */
  #documentErrors(): SetupError[] {
    const found = new Map<string, { readonly error: SetupError; readonly names: string[] }>()
    for (const [name, served] of this.#named) {
      const errors = new SetupErrors()
      errors.attempt(() => served.check())
      for (const error of errors.all) {
        const known = found.get(error.message)
        if (known === undefined) found.set(error.message, { error, names: [name] })
        else known.names.push(name)
      }
    }
    return [...found.values()].map(({ error, names }) => {
      const isOfAll = names.length === this.#served.length
      if (isOfAll || (error.code !== 'DOCUMENT_CONFLICT' && error.place !== PLACE)) return error
      const where = `${names.length > 1 ? 'documents' : 'document'} ${names.join(', ')}`
      return placed(error, { place: `${error.place} (in the ${where})` })
    })
  }

  /**
   * Checks the documents and all routes; from now on nothing can be registered.
   * @throws BootstrapError with every error that prevents a document; then the router is not frozen
   */
  override freeze(): void {
    if (!this.#isPrepared) {
      const errors = new SetupErrors()
      for (const error of this.#documentErrors()) errors.add(error)
      errors.throwIfAny()
      if (this.#served.length > 0 && this.#served.every(({ isPart }) => isPart)) {
        const described = this.#served.map(({ routes }) => routes)
        warnOfUndescribed(this.routes, described, this.settings.logger)
      }
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
