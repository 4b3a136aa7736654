import { defineWebhook } from '../controller/scan/outgoing-class.js'
import { type ScannedController, scanControllers } from '../controller/scan/scan.js'
import { ofAbsence, placing, SetupError, SetupErrors } from '../errors.js'
import { assertInterceptors, assertMiddleware } from '../http/routing/scope.js'
import { type SchemeOfClass, schemesOf } from '../http/security/schemes-of-classes.js'
import { HTTP_OPTIONS, type HttpOptions } from '../http/settings.js'
import { versioningOrPath } from '../http/versioning.js'
import { isClass } from '../metadata.js'
import { CONFIG_OPTIONS, DOCUMENT_OPTIONS } from '../openapi/config.js'
import { PLACE as CONFIG_PLACE, withoutUndefined } from '../openapi/config-values.js'
import type { DocumentOptions, OpenAPIConfig, OpenAPIDocument } from '../openapi/document.js'
import { Router } from '../openapi/serving/documented-router.js'
import { ServedDocument } from '../openapi/serving/served-document.js'
import { checkOptions, type OptionTable, pickOptions } from '../options.js'
import {
  type Application,
  type ApplicationOptions,
  checkApplication,
  checkApplicationNames,
  type DescribedDocument
} from './application.js'
import { type Container, DefaultContainer } from './container.js'
import { Health, healthOptions, serveHealth } from './health.js'
import { checkProviders, type Provider, Services } from './services.js'

/** How a service differs from its application. */
export interface BootstrapOptions {
  /**
   * What takes the place of services, whoever supplies them otherwise: fakes for specs. What depends on them is constructed
   * for this service alone.
   *
   * @example const service = await bootstrap(app, { overrides: [[Mailer, new FakeMailer()]] })
   */
  readonly overrides?: readonly Provider[]
}

const BOOTSTRAP_OPTIONS: OptionTable<BootstrapOptions> = { overrides: true }

/** A controller or a scheme, as it is found, and where its instance is put. */
export type Constructible = ScannedController | SchemeOfClass

/** An application whose routes are registered and compiled, and whose documents are checked; nothing of it is constructed. */
export interface RegisteredApplication {
  readonly router: Router
  /** The documents by their names, that of the application first; each is generated at the first call. */
  readonly documents: ReadonlyMap<string, () => OpenAPIDocument>
  readonly health: Health
  readonly container: Container
  /** What supplies the instances, and has supplied none yet. */
  readonly services: Services
  /** What a service has instances of, in the order of their construction. */
  readonly constructible: readonly Constructible[]
}

/**
 * Registers and compiles all routes of an application, and checks its documents. No controller, security scheme or service
 * is constructed, and nothing starts: that is enough to read what the application declares.
 *
 * @throws BootstrapError with every setup error that is found without constructing anything
 */
export async function registerApplication(
  application: Application,
  given: BootstrapOptions = {}
): Promise<RegisteredApplication> {
  const errors = new SetupErrors()
  errors.attempt(() => checkApplication(application))
  errors.attempt(() => checkOptions(given, BOOTSTRAP_OPTIONS, 'bootstrap'))
  const overrides = errors.attempt(() => checkProviders(given?.overrides, 'overrides')) ?? []
  errors.throwIfAny()
  errors.attempt(() => checkApplicationNames(application))
  const { options } = application
  const schemes =
    options.securitySchemes === undefined ? { all: undefined, classes: [] } : schemesOf(options.securitySchemes, errors)
  const { all: securitySchemes } = schemes
  const { security } = options
  const versioning = options.versioning === undefined ? undefined : versioningOrPath(options.versioning)
  const router =
    errors.attempt(() => new Router(pickOptions<HttpOptions>({ ...options, securitySchemes }, HTTP_OPTIONS))) ??
    // Other wrong options must not make valid schemes and versions unknown.
    errors.attempt(() => new Router({ securitySchemes, security, versioning })) ??
    new Router({ securitySchemes, versioning }).withUnknownSecurity()
  const { middleware = [], interceptors = [] } = options
  for (const each of middleware) {
    errors.attempt(() => {
      assertMiddleware([each], 'the option middleware', 'give functions (ctx, next) => …')
      router.use(each)
    })
  }
  for (const each of interceptors) {
    errors.attempt(() => {
      assertInterceptors([each], 'the option interceptors')
      router.intercept(each)
    })
  }
  const before = errors.count
  const controllers = scanControllers(options.controllers ?? [], router, errors, options.prefix)
  const registered = errors.attempt(() => options.routes?.(router))
  await Promise.resolve(registered).catch((error: unknown) => errors.add(error))
  const lacksRoutes = errors.count > before
  serveDocuments(router, options, errors)
  const probes = healthOptions(options.health)
  const health = new Health(probes ?? {}, router.settings.logger)
  if (probes !== undefined) errors.attempt(() => serveHealth(router, probes, health))
  const container = options.container ?? new DefaultContainer()
  const services = new Services(container, [...(options.provide ?? []), ...overrides])
  const constructible: Constructible[] = [...schemes.classes, ...controllers]
  for (const { class: type } of constructible) errors.attempt(() => services.check(type))
  router.config = configOf(options)
  errors.attempt(() => placing(() => router.freeze(), inOptions))
  const documents = errors.attempt(() => placing(() => checkedDocuments(router, options), inOptions)) ?? new Map()
  if (lacksRoutes) errors.forgetAbsences()
  errors.throwIfAny()
  return { router, documents, health, container, services, constructible }
}

function serveDocuments(router: Router, options: ApplicationOptions, errors: SetupErrors): void {
  const { spec, documents = [], docs } = options
  if (spec !== undefined) {
    errors.attempt(() => placing(() => serveVersions(router, spec, configOf(options), 'the option spec'), inSpec))
  }
  for (const [index, each] of documents.entries()) {
    const place = `documents[${index}]`
    errors.attempt(() =>
      placing(
        () => serveDescribed(router, each, options, place),
        (error) => inDocument(error, place)
      )
    )
  }
  if (docs === undefined) return
  const { path, ...page } = typeof docs === 'string' ? { path: docs } : docs
  errors.attempt(() => placing(() => router.serveDocsUI(path, page), inDocs))
}

/** The application calls no method of the router: its path is the option `spec`. */
function inSpec(error: SetupError): { place?: string } {
  return error.place === 'serveOpenAPISpec' ? { place: 'the option spec' } : inOptions(error)
}

/** The path and the options of the page are in the option `docs`. */
function inDocs({ code, place }: SetupError): { place?: string } {
  if (code === 'ROUTE_DUPLICATE') return { place: place.replace(/\(serveDocsUI\(.*?\)\)/, '(the option docs)') }
  return { place: place.replace(/^serveDocsUI/, 'the option docs') }
}

/** A document of its own: what it does not say itself, it says as the application does. */
function serveDescribed(router: Router, given: DescribedDocument, options: ApplicationOptions, place: string): void {
  checkOptions(given, DESCRIBED_OPTIONS, `the option ${place}`)
  const { path, ...own } = given
  serveVersions(router, path, { ...configOf(options), ...withoutUndefined(own) }, `the option ${place}.path`)
}

/** Where a path has `{version}`, a document for each version of the routes: the default first, then from the last to the first. */
function serveVersions(
  router: Router,
  path: string | readonly string[],
  options: DocumentOptions,
  source: string
): void {
  const paths: readonly unknown[] = Array.isArray(path) ? path : [path]
  if (!paths.some((each) => typeof each === 'string' && each.includes(VERSION))) {
    router.serveDocument(path, options, () => source)
    return
  }
  const versions = options.apiVersion === undefined ? router.versions : [options.apiVersion]
  if (versions.length === 0) {
    const remedy = "declare the version of routes, or write the path without it: '/openapi.json'"
    const what = `the path of the document has ${VERSION}, and no route has a version`
    throw ofAbsence(new SetupError('VERSION_INVALID', what, CONFIG_PLACE, remedy))
  }
  for (const apiVersion of versions) {
    const own = paths.map((each) =>
      typeof each === 'string' ? each.replaceAll(VERSION, apiVersion) : (each as string)
    )
    const { name } = options
    const named = name?.includes(VERSION) ? name.replaceAll(VERSION, apiVersion) : `${name}-${apiVersion}`
    router.serveDocument(own, { ...options, apiVersion, ...(name !== undefined && { name: named }) }, () => source)
  }
}

const VERSION = '{version}'

const DESCRIBED_OPTIONS: OptionTable<DescribedDocument> = { ...DOCUMENT_OPTIONS, path: true }

/** What is no class is left for the document to reject. */
function definedWebhooks(webhooks: ApplicationOptions['webhooks']): NonNullable<OpenAPIConfig['webhooks']> {
  const list: unknown = webhooks
  if (!Array.isArray(list)) return list as never
  return list.map((each: unknown) => (isClass(each) ? defineWebhook(each) : each)) as never
}

function configOf(options: ApplicationOptions): OpenAPIConfig {
  const { webhooks, ...others } = options
  const config = pickOptions<OpenAPIConfig>(others, CONFIG_OPTIONS)
  return webhooks === undefined ? config : { ...config, webhooks: definedWebhooks(webhooks) }
}

/** What the document is made of are options of the application: `OpenAPIConfig, servers[0]` is `the option servers[0]`. */
function inOptions({ place }: SetupError): { place?: string } {
  if (place === CONFIG_PLACE || place.startsWith(`${CONFIG_PLACE} (`))
    return { place: place.replace(CONFIG_PLACE, 'the options of the application') }
  return place.startsWith(`${CONFIG_PLACE}, `) ? { place: `the option ${place.slice(CONFIG_PLACE.length + 2)}` } : {}
}

/** What a document of `documents` is made of: `OpenAPIConfig, servers[0]` is `the option documents[1], servers[0]`. */
function inDocument({ place }: SetupError, document: string): { place?: string } {
  if (place === CONFIG_PLACE || place === 'serveOpenAPISpec') return { place: `the option ${document}` }
  if (!place.startsWith(`${CONFIG_PLACE}, `)) return {}
  return { place: `the option ${document}, ${place.slice(CONFIG_PLACE.length + 2)}` }
}

/**
 * The documents by their names, that of the application first, each generated when it is needed; what is wrong with one that
 * is not served is found here.
 */
function checkedDocuments(router: Router, options: ApplicationOptions): ReadonlyMap<string, () => OpenAPIDocument> {
  const served = router.namedDocuments
  if (options.spec !== undefined || options.documents?.length) return served
  const versions = router.versions
  const own = (versions.length > 0 ? versions : [undefined]).map((apiVersion) => {
    const name = apiVersion === undefined ? 'openapi' : `openapi-${apiVersion}`
    return new ServedDocument(router, { ...configOf(options), name, ...(apiVersion !== undefined && { apiVersion }) })
  })
  for (const document of own) document.check()
  return new Map([...own.map((each) => [each.name as string, () => each.document] as const), ...served])
}
