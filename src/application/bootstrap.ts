import { SetupError, SetupErrors } from '../errors.js'
import { type ScannedController, scanControllers } from '../controller/scan.js'
import { httpSettings } from '../http/settings.js'
import type { ConcreteClass } from '../metadata.js'
import { generateOpenAPISpec } from '../openapi/generate.js'
import { Router } from '../openapi/router.js'
import { type Application, type ApplicationOptions, checkApplication } from './application.js'
import { type Container, DefaultContainer } from './container.js'
import { Service } from './service.js'

/**
 * Turns an application into a service: registers and compiles all of its routes, generates its document, and
 * constructs its controllers. Nothing listens yet.
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
  const { options } = application
  const router = errors.attempt(() => new Router(options)) ?? new Router()
  for (const middleware of options.middleware ?? []) errors.attempt(() => router.use(middleware))
  const controllers = scanControllers(options.controllers ?? [], router, errors)
  errors.attempt(() => options.routes?.(router))
  serveDocument(router, options, errors)
  const container = options.container ?? new DefaultContainer()
  if (container instanceof DefaultContainer) {
    for (const controller of controllers) errors.attempt(() => container.check(controller.class))
  }
  const document = errors.attempt(() => generateOpenAPISpec(router, options))
  errors.attempt(() => router.freeze())
  errors.throwIfAny()
  for (const controller of controllers) await construct(controller, container, errors)
  errors.throwIfAny()
  return new Service(router, document as NonNullable<typeof document>, httpSettings(options).logger)
}

function serveDocument(router: Router, options: ApplicationOptions, errors: SetupErrors): void {
  const { spec, docs } = options
  if (spec !== undefined) errors.attempt(() => router.serveOpenAPISpec(spec, options))
  if (docs !== undefined) errors.attempt(() => router.serveDocsUI(docs))
}

async function construct({ class: type, holder }: ScannedController, container: Container, errors: SetupErrors) {
  const instance = await make(type, container).catch((cause: unknown) => {
    errors.attempt(() => {
      const error = new SetupError(
        'CONTROLLER_INVALID',
        `constructing the controller failed: ${cause instanceof Error ? cause.message : String(cause)}`,
        type.name,
        'see the cause of this error'
      )
      error.cause = cause
      throw error
    })
    return undefined
  })
  holder.instance = instance as typeof holder.instance
}

async function make(type: ConcreteClass, container: Container): Promise<object> {
  const instance: unknown = await container.get(type)
  if (typeof instance === 'object' && instance !== null) return instance
  throw new TypeError(`the container answered ${String(instance)}`)
}
