import { SetupError, SetupErrors } from '../errors.js'
import type { ConcreteClass } from '../metadata.js'
import { type Application, type ApplicationOptions, isResource } from './application.js'
import { DefaultContainer } from './container.js'
import { Lifecycle, type NamedResource } from './lifecycle.js'
import { type BootstrapOptions, type Constructible, registerApplication } from './registration.js'
import { Service } from './service.js'
import type { Services } from './services.js'

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
  const { router, documents, health, container, services, constructible } = await registerApplication(
    application,
    given
  )
  const { options } = application
  const errors = new SetupErrors()
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
  return new Service({ router, documents, injectChecks, server, health, lifecycle })
}

function instanceOf(each: Constructible): object | undefined {
  return 'holder' in each ? each.holder.instance : each.instance
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
