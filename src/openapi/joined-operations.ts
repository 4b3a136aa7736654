import { SetupErrors } from '../errors.js'
import type { RouteDefinition } from '../http/route.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import type { Link, Operation } from './document.js'
import { LinkDescriber } from './links.js'

/**
 * The operations of a document while they are described: what one says of others, by links, is described when all are
 * there. Nothing is kept of a document in which no route has any.
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
  describe(all: readonly RouteDefinition[], emitter: SchemaEmitter): Record<string, Link> {
    if (!this.#isJoined) return {}
    const errors = new SetupErrors()
    const links = new LinkDescriber(this.#operations, all, emitter.components)
    for (const [route, operation] of this.#operations) errors.attempt(() => links.describe({ route, operation }))
    errors.throwIfAny()
    return links.components
  }
}

function isJoined({ options }: RouteDefinition): boolean {
  return Object.values(options.responses ?? {}).some((response) => response?.links !== undefined)
}
