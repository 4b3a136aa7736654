import { SetupErrors, setupErrorOf } from '../errors.js'
import { OutgoingOperations } from '../http/outgoing-operations.js'
import type { OutgoingRoute } from '../http/routing/outgoing-route.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import { claimId, describeOutgoing } from './callbacks.js'
import { invalid, PLACE } from './config-values.js'
import type { OperationMethod, WebhookItem } from './document.js'
import { webhookIdOf } from './operation-id.js'

/**
 * The webhooks that a document describes.
 *
 * @throws BootstrapError with everything that is wrong with them
 */
export function webhookRoutes(webhooks: readonly OutgoingOperations[] | undefined): OutgoingRoute[] {
  if (webhooks === undefined) return []
  if (!Array.isArray(webhooks) || !webhooks.every((each) => each instanceof OutgoingOperations)) {
    throw invalid('webhooks is not a list of webhooks', PLACE, 'write webhooks: [defineWebhook(StockWebhooks)]')
  }
  const errors = new SetupErrors()
  const routes = webhooks.flatMap((each) => errors.attempt(() => each.routes as readonly OutgoingRoute[]) ?? [])
  for (const route of routes) {
    if (route.name !== undefined) continue
    const what = `${route.source} is of a callback`
    errors.add(invalid(what, `${PLACE}, webhooks`, 'write defineWebhook in place of defineCallback'))
  }
  errors.throwIfAny()
  return routes
}

/**
 * Describes webhooks by their names: bodies are what the application writes, responses what it reads.
 *
 * @param owners by operationId, the declaration of each operation that the document has; gets those of the webhooks
 * @param saysPublic whether they say that they require no credential, since the whole document requires one
 * @throws BootstrapError with everything that is wrong with them
 */
export function describeWebhooks(
  routes: readonly OutgoingRoute[],
  emitter: SchemaEmitter,
  owners: Map<string, string>,
  saysPublic: boolean
): Record<string, WebhookItem> {
  const errors = new SetupErrors()
  const items = new Map<string, WebhookItem>()
  const sources = new Map<string, string>()
  for (const route of routes) {
    const name = route.name as string
    const method = route.method.toLowerCase() as OperationMethod
    const rival = sources.get(`${method} ${name}`)
    if (rival !== undefined) {
      const what = `the webhook ${name} is declared by ${rival}, too`
      errors.add(setupErrorOf('DOCUMENT_CONFLICT')(what, route.source, 'give one of them another path or method name'))
      continue
    }
    sources.set(`${method} ${name}`, route.source)
    const operation = errors.attempt(() =>
      describeOutgoing(route, emitter, saysPublic, webhookIdOf({ method: route.method, name }))
    )
    if (operation === undefined) continue
    errors.attempt(() => claimId(owners, operation.operationId, route.source))
    items.set(name, { ...items.get(name), [method]: operation })
  }
  errors.throwIfAny()
  return Object.fromEntries(items)
}
