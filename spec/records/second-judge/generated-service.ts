import {
  Application,
  type ApplicationOptions,
  bootstrap,
  type Class,
  type Context,
  type InjectResponse,
  type Service,
  type TypeExpression
} from 'fieldstone'
import type { DialectVersion } from '../../support/dialect-version.js'

/** What a service did with a request. */
export interface Decision {
  readonly isAccepted: boolean
  /** The faults that it reported. */
  readonly faults: readonly { readonly path: string; readonly rule: string; readonly message: string }[]
}

/** A service with one route for each type, which binds its body to it and validates it. */
export function serviceOfBodies(
  types: readonly TypeExpression[],
  openapi: DialectVersion,
  options: Partial<ApplicationOptions> = {}
): Promise<Service> {
  return bootstrap(
    new Application({
      title: 'Generated',
      version: '1',
      openapi,
      logger: false,
      ...options,
      routes: (router) => {
        // A type may be more than what a router's declarations list.
        for (const [index, type] of (types as readonly Class[]).entries()) {
          const handler = async (ctx: Context) => {
            await ctx.bindValidated(type)
            ctx.noContent()
          }
          // A record that is in a document in both directions may be described twice.
          const both = index % 2 === 0
          router.postFunc(`/${index}`, handler, {
            requestBody: type,
            responses: both ? { 200: type, 204: 'Accepted' } : { 204: 'Accepted' }
          })
        }
      }
    })
  )
}

/** Sends a body, as text. */
export async function decisionOn(service: Service, index: number, body: string): Promise<Decision> {
  const headers = { 'content-type': 'application/json' }
  return decisionOf(await service.inject({ method: 'POST', url: `/${index}`, headers, body }))
}

/** Reads the decision from a response, to a request whose route returns nothing. */
export function decisionOf(response: InjectResponse): Decision {
  if (response.statusCode === 204) return { isAccepted: true, faults: [] }
  // No route matches an empty path parameter.
  if (response.statusCode === 404) return { isAccepted: false, faults: [] }
  if (response.statusCode !== 400) throw new Error(`${response.statusCode}: ${response.body}`)
  return { isAccepted: false, faults: response.json<{ errors?: Decision['faults'] }>().errors ?? [] }
}
