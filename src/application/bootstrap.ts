import { type ScannedController, scanControllers } from '../controller/scan/scan.js'
import { placing, SetupError, SetupErrors } from '../errors.js'
import { assertInterceptors, assertMiddleware } from '../http/routing/scope.js'
import { type SchemeOfClass, schemeOfClass, standIn } from '../http/security/scheme-classes.js'
import { parseSecuritySchemes } from '../http/security.js'
import { HTTP_OPTIONS, type HttpOptions } from '../http/settings.js'
import type { ConcreteClass } from '../metadata.js'
import { CONFIG_OPTIONS } from '../openapi/config.js'
import { PLACE as CONFIG_PLACE } from '../openapi/config-values.js'
import type { OpenAPIConfig, OpenAPIDocument } from '../openapi/document.js'
import { Router } from '../openapi/documented-router.js'
import { ServedDocument } from '../openapi/served-document.js'
import { checkOptions, type OptionTable, pickOptions } from '../options.js'
import {
  type Application,
  type ApplicationOptions,
  checkApplication,
  checkApplicationNames,
  isResource
} from './application.js'
import { DefaultContainer } from './container.js'
import { Health, healthOptions, serveHealth } from './health.js'
import { Lifecycle, type NamedResource } from './lifecycle.js'
import { Service } from './service.js'
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

/**
 * Turns an application into a service: registers and compiles all of its routes, generates its document, and constructs
 * its controllers. Nothing listens yet. The same application can be turned into several services, which share only what
 * its container gives them, and what was given ready-made: that starts with the first of them, and ends with the last.
 *
 * @throws BootstrapError with every setup error of the application.
 *
 * @example
 * const service = await bootstrap(app)
 * await service.listen({ port: 8080 })
 */
export async function bootstrap(application: Application, given: BootstrapOptions = {}): Promise<Service> {
  const errors = new SetupErrors()
  errors.attempt(() => checkApplication(application))
  errors.attempt(() => checkOptions(given, BOOTSTRAP_OPTIONS, 'bootstrap'))
  const overrides = errors.attempt(() => checkProviders(given?.overrides, 'overrides')) ?? []
  errors.throwIfAny()
  errors.attempt(() => checkApplicationNames(application))
  const { options } = application
  const schemes = schemesOf(options.securitySchemes, errors)
  const { all: securitySchemes } = schemes
  const { security } = options
  const router =
    errors.attempt(() => new Router(pickOptions<HttpOptions>({ ...options, securitySchemes }, HTTP_OPTIONS))) ??
    // Other wrong options must not make valid schemes unknown.
    errors.attempt(() => new Router({ securitySchemes, security })) ??
    new Router({ securitySchemes }).withUnknownSecurity()
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
  const controllers = scanControllers(options.controllers ?? [], router, errors, options.prefix)
  await registerRoutes(router, options, errors)
  const probes = healthOptions(options.health)
  const health = new Health(probes ?? {}, router.settings.logger)
  if (probes !== undefined) errors.attempt(() => serveHealth(router, probes, health))
  const container = options.container ?? new DefaultContainer()
  const services = new Services(container, [...(options.provide ?? []), ...overrides])
  const constructible: Constructible[] = [...schemes.classes, ...controllers]
  for (const { class: type } of constructible) errors.attempt(() => services.check(type))
  errors.attempt(() => placing(() => router.freeze(), inOptions))
  const documentOf = errors.attempt(() => placing(() => checkedDocument(router, options), inOptions))
  errors.throwIfAny()
  await services.prepare().catch((error: unknown) => errors.add(error))
  errors.throwIfAny()
  for (const each of constructible) await construct(each, services, errors)
  errors.throwIfAny()
  router.settings.services.resolve = services.resolve
  const constructed = container instanceof DefaultContainer ? container.constructed : constructible.map(instanceOf)
  const own = [...new Set([...services.own, ...constructed])].filter((instance) => instance !== undefined)
  const lifecycle = new Lifecycle(resourcesOf(options, own), router.settings.logger)
  const { server, responseChecks = 'enforce' } = options
  // A spec checks each response in full.
  const injectChecks = typeof responseChecks === 'string' ? responseChecks : responseChecks.mode
  return new Service({ router, document: documentOf as () => OpenAPIDocument, injectChecks, server, health, lifecycle })
}

/** A controller or a scheme, as it is found, and where its instance is put. */
type Constructible = ScannedController | SchemeOfClass

function instanceOf(each: Constructible): object | undefined {
  return 'holder' in each ? each.holder.instance : each.instance
}

/** The schemes by name; those of classes are made here, and their instances later. */
function schemesOf(
  given: unknown,
  errors: SetupErrors
): { all: HttpOptions['securitySchemes']; classes: SchemeOfClass[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    errors.attempt(() => parseSecuritySchemes(given))
    return { all: undefined, classes: [] }
  }
  const classes: SchemeOfClass[] = []
  const entries = Object.entries(given).flatMap(([name, scheme]) => {
    const checked = errors.attempt(() => {
      const made = schemeOfClass(name, scheme)
      if (made !== undefined) classes.push(made)
      return [...parseSecuritySchemes({ [name]: made?.scheme ?? scheme })]
    })
    return checked ?? [[name, standIn(scheme)] as const]
  })
  return { all: Object.fromEntries(entries), classes }
}

/** Everything that starts and ends with the service, in the order of its start. */
function resourcesOf(options: ApplicationOptions, constructed: readonly unknown[]): NamedResource[] {
  const { resources = [], onStart, onClose } = options
  const listed = resources.map((resource, index) => {
    const { name } = resource.constructor ?? Object
    return { resource, name: name === 'Object' ? `resources[${index}]` : name }
  })
  const found = constructed.filter(isResource).map((resource) => ({ resource, name: resource.constructor.name }))
  return [...listed, ...found, { name: 'The application', resource: { onStart, onClose } }]
}

async function registerRoutes(router: Router, options: ApplicationOptions, errors: SetupErrors): Promise<void> {
  const { routes, spec, docs } = options
  const registered = errors.attempt(() => routes?.(router))
  await Promise.resolve(registered).catch((error: unknown) => errors.add(error))
  if (spec !== undefined)
    errors.attempt(() => placing(() => router.serveOpenAPISpec(spec, configOf(options)), inOptions))
  if (docs !== undefined) errors.attempt(() => router.serveDocsUI(docs))
}

function configOf(options: ApplicationOptions): OpenAPIConfig {
  return pickOptions<OpenAPIConfig>(options, CONFIG_OPTIONS)
}

/** What the document is made of are options of the application: `OpenAPIConfig, servers[0]` is `the option servers[0]`. */
function inOptions({ place }: SetupError): { place?: string } {
  if (place === CONFIG_PLACE) return { place: 'the options of the application' }
  return place.startsWith(`${CONFIG_PLACE}, `) ? { place: `the option ${place.slice(CONFIG_PLACE.length + 2)}` } : {}
}

/** The document, which is generated when it is needed; what is wrong with one that is not served is found here. */
function checkedDocument(router: Router, options: ApplicationOptions): () => OpenAPIDocument {
  const { spec } = options
  if (spec !== undefined) return () => router.documents.get(spec) as OpenAPIDocument
  const own = new ServedDocument(router, configOf(options))
  own.check()
  return () => own.document
}

async function construct(each: Constructible, services: Services, errors: SetupErrors): Promise<void> {
  const { class: type } = each
  try {
    const instance = await make(type, services)
    if ('holder' in each) each.holder.instance = instance as typeof each.holder.instance
    else each.instance = instance
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const what = `constructing the ${'holder' in each ? 'controller' : 'security scheme'} failed: ${message}`
    const error = new SetupError('CONTROLLER_INVALID', what, type.name, 'see the cause of this error')
    error.cause = cause
    errors.add(error)
  }
}

async function make(type: ConcreteClass, services: Services): Promise<object> {
  const instance: unknown = await services.resolve(type)
  if (typeof instance === 'object' && instance !== null) return instance
  throw new TypeError(`the container returned ${typeof instance === 'function' ? 'a function' : String(instance)}`)
}
