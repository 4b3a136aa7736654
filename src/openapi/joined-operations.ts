import { SetupErrors } from '../errors.js'
import type { RouteDefinition } from '../http/route.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import { type CallbackScope, claimId, describeCallbacks } from './callbacks.js'
import type { Callback, Link, Operation } from './document.js'
import { LinkDescriber } from './links.js'
import type { SharedExamples } from './shared-examples.js'

/**
 * The operations of a document while they are described: their links, which lead to others, and callbacks, whose URLs are of
 * requests and responses, are described when all are there. Nothing is kept of a document in which no route has any.
 */
export class JoinedOperations {
  readonly #isJoined: boolean
  readonly #operations = new Map<RouteDefinition, Operation>()

  constructor(routes: readonly RouteDefinition[]) {
    this.#isJoined = routes.some(isJoined)
  }

  add(route: RouteDefinition, operation: Operation): void {
    if (this.#isJoined) this.#operations.set(route, operation)
  }

  /**
   * Describes what operations say of each other.
   *
   * @param all the routes of the application, of which a document may have some
   * @returns the shared links, by name
   * @throws BootstrapError with everything that is wrong with them
   */
  describe(
    all: readonly RouteDefinition[],
    emitter: SchemaEmitter,
    { isSecured, ...known }: Pick<CallbackScope, 'isSecured'> & KnownOfDocument
  ): Record<string, Link> {
    if (!this.#isJoined) return {}
    const errors = new SetupErrors()
    const schemas = emitter.components
    const links = routesHaveLinks(this.#operations) ? new LinkDescriber(this.#operations, all, schemas) : undefined
    for (const [route, operation] of this.#operations) {
      errors.attempt(() => links?.describe({ route, operation }))
      if (route.options.callbacks === undefined) continue
      const callbacks = errors.attempt(() => describeCallbacks(route, operation, emitter, { isSecured, schemas })) ?? {}
      errors.attempt(() => addOutgoing(callbacks, known, route.source))
      if (Object.keys(callbacks).length > 0) operation.callbacks = callbacks
    }
    errors.throwIfAny()
    return links?.components ?? {}
  }
}

/** What a document knows of all of its operations; callbacks add theirs. */
interface KnownOfDocument {
  /** By operationId, the declaration of each operation and webhook. */
  readonly owners: Map<string, string>
  readonly examples: SharedExamples
  readonly tags: Set<string>
}

function addOutgoing(
  callbacks: Readonly<Record<string, Callback>>,
  { owners, examples, tags }: KnownOfDocument,
  source: string
): void {
  for (const [name, callback] of Object.entries(callbacks)) {
    for (const operation of Object.values(callback).flatMap((item) => Object.values(item))) {
      for (const tag of operation.tags ?? []) tags.add(tag)
      claimId(owners, operation.operationId, `${source}, callback ${name}`)
      examples.add(operation, `${source}, callback ${name}`)
    }
  }
}

function routesHaveLinks(operations: ReadonlyMap<RouteDefinition, Operation>): boolean {
  return [...operations.keys()].some(hasLinks)
}

/** Whether an operation says something of others: by links or callbacks. */
export function isJoined(route: RouteDefinition): boolean {
  return route.options.callbacks !== undefined || hasLinks(route)
}

function hasLinks({ options }: RouteDefinition): boolean {
  return Object.values(options.responses ?? {}).some((response) => response?.links !== undefined)
}
