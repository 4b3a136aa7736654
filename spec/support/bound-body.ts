import { Application, bootstrap, type Service, type TypeExpression, ValidationError } from 'fieldstone'

const services = new Map<unknown, Promise<Service>>()
let bound: unknown

/** A service that binds bodies of the type; of each class there is one. */
function serviceFor(type: TypeExpression): Promise<Service> {
  const service =
    services.get(type) ??
    bootstrap(
      new Application({
        title: 'Bodies',
        version: '1.0.0',
        logger: false,
        routes: (router) =>
          router.postFunc('/', async (ctx) => {
            bound = await ctx.bindValidated(type as never).catch((error: unknown) => error)
            return 'bound'
          })
      })
    )
  if (typeof type === 'function') services.set(type, service)
  return service
}

/** What a handler gets of a JSON body: the bound value, or the error. */
async function bind(type: TypeExpression, body: unknown): Promise<unknown> {
  const service = await serviceFor(type)
  const { statusCode, body: text } = await service.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  if (statusCode !== 200) throw new Error(`the service responded ${statusCode}: ${text}`)
  return bound
}

/** The value that a handler gets of a body, which must be accepted. */
export async function acceptedBody<T = { [property: string]: unknown }>(
  type: TypeExpression,
  body: unknown
): Promise<T> {
  const value = await bind(type, body)
  if (value instanceof Error) throw value
  return value as T
}

/** The error with which a body is rejected. */
export async function rejectedBody(type: TypeExpression, body: unknown): Promise<ValidationError> {
  const error = await bind(type, body)
  if (error instanceof ValidationError) return error
  throw error instanceof Error ? error : new Error('the body is accepted')
}

/** The faults of a body as `path reason`; none where it is accepted. */
export async function faultsOfBody(type: TypeExpression, body: unknown): Promise<string[]> {
  const error = await bind(type, body)
  if (error instanceof ValidationError) return error.faults.map(({ path, message }) => `${path} ${message}`.trim())
  if (error instanceof Error) throw error
  return []
}
