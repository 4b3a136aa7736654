import { type ScannedController, scanControllers } from '../controller/scan.js'
import { SetupError, SetupErrors } from '../errors.js'
import { HTTP_OPTIONS, type HttpOptions } from '../http/settings.js'
import type { ConcreteClass } from '../metadata.js'
import { CONFIG_OPTIONS } from '../openapi/config.js'
import type { OpenAPIConfig, OpenAPIDocument } from '../openapi/document.js'
import { Router } from '../openapi/documented-router.js'
import { generateOpenAPISpec } from '../openapi/generate.js'
import { pickOptions } from '../options.js'
import {
  type Application,
  type ApplicationOptions,
  checkApplication,
  checkApplicationNames,
  isResource
} from './application.js'
import { type Container, DefaultContainer } from './container.js'
import { Health, healthOptions, serveHealth } from './health.js'
import { Lifecycle, type NamedResource } from './lifecycle.js'
import { Service } from './service.js'

/**
 * Turns an application into a service: registers and compiles all of its routes, generates its document, and constructs
 * its controllers. Nothing listens yet. The same application can be turned into several services, which share only what
 * its container gives them.
 *
 * @throws BootstrapError with every setup error of the application.
 *
 * @example
 * const service = await bootstrap(app)
 * await service.listen({ port: 8080 })
 */
export async function bootstrap(application: Application): Promise<Service> {
  const errors = new SetupErrors()
  errors.attempt(() => checkApplication(application))
  errors.throwIfAny()
  errors.attempt(() => checkApplicationNames(application))
  const { options } = application
  const { securitySchemes, security } = options
  const router =
    errors.attempt(() => new Router(pickOptions<HttpOptions>(options, HTTP_OPTIONS))) ??
    // Other wrong options must not make valid schemes unknown.
    errors.attempt(() => new Router({ securitySchemes, security })) ??
    errors.attempt(() => new Router({ securitySchemes })) ??
    new Router()
  for (const middleware of options.middleware ?? []) errors.attempt(() => router.use(middleware))
  for (const interceptor of options.interceptors ?? []) errors.attempt(() => router.intercept(interceptor))
  const controllers = scanControllers(options.controllers ?? [], router, errors, options.prefix)
  await registerRoutes(router, options, errors)
  const probes = healthOptions(options.health)
  const health = new Health(probes ?? {}, router.settings.logger)
  if (probes !== undefined) errors.attempt(() => serveHealth(router, probes, health))
  const container = options.container ?? new DefaultContainer()
  if (container instanceof DefaultContainer) {
    for (const controller of controllers) errors.attempt(() => container.check(controller.class))
  }
  errors.attempt(() => router.freeze())
  const document = errors.attempt(() => generateDocument(router, options))
  errors.throwIfAny()
  const known = new Set(container instanceof DefaultContainer ? container.constructed : [])
  for (const controller of controllers) await construct(controller, container, errors)
  errors.throwIfAny()
  const constructed =
    container instanceof DefaultContainer ? container.constructed : controllers.map(({ holder }) => holder.instance)
  const own = [...new Set(constructed)].filter((instance) => instance !== undefined && !known.has(instance))
  const lifecycle = new Lifecycle(resourcesOf(options, own), router.settings.logger)
  const { server, responseChecks: injectChecks = 'enforce' } = options
  return new Service({ router, document: document as OpenAPIDocument, injectChecks, server, health, lifecycle })
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
  if (spec !== undefined) errors.attempt(() => router.serveOpenAPISpec(spec, configOf(options)))
  if (docs !== undefined) errors.attempt(() => router.serveDocsUI(docs))
}

function configOf(options: ApplicationOptions): OpenAPIConfig {
  return pickOptions<OpenAPIConfig>(options, CONFIG_OPTIONS)
}

function generateDocument(router: Router, options: ApplicationOptions): OpenAPIDocument {
  const served = options.spec === undefined ? undefined : router.documents.get(options.spec)
  return served ?? generateOpenAPISpec(router, configOf(options))
}

async function construct({ class: type, holder }: ScannedController, container: Container, errors: SetupErrors) {
  try {
    holder.instance = (await make(type, container)) as typeof holder.instance
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const what = `constructing the controller failed: ${message}`
    const error = new SetupError('CONTROLLER_INVALID', what, type.name, 'see the cause of this error')
    error.cause = cause
    errors.add(error)
  }
}

async function make(type: ConcreteClass, container: Container): Promise<object> {
  const instance: unknown = await container.get(type)
  if (typeof instance === 'object' && instance !== null) return instance
  throw new TypeError(`the container returned ${typeof instance === 'function' ? 'a function' : String(instance)}`)
}
