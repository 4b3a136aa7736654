import { EXTENSIONS, type Extensions } from '../extensions.js'
import type { Class } from '../metadata.js'
import type { OptionTable } from '../options.js'
import { checkComponentName } from './content-options.js'
import type { Server } from './document-options.js'

/** A method of a controller, as the target of a link. */
export type LinkedMethod = readonly [controller: Class, method: string]

/**
 * From a response to an operation that a client may call next, with values of the request and the response. OpenAPI 3.0.3,
 * section 4.7.20. The target, its parameters and what expressions point at are checked when the service starts.
 *
 * @example { operation: 'getRepositoriesByOwner', parameters: { username: '$response.body#/username' } }
 * @example { operation: [RepositoryController, 'byOwner'], parameters: { 'path.username': '$request.path.username' } }
 */
export interface LinkOption extends Extensions {
  /**
   * The target: its `operationId`, or a controller and the name of its method; a function where the class is declared further
   * down. Among the options of a decorator the compiler takes what that returns for a list of any length.
   */
  readonly operation?: string | LinkedMethod | (() => LinkedMethod | readonly (Class | string)[])
  /** The target in another document: `https://example.com/openapi.json#/paths/~1items/get`. Nothing checks it. */
  readonly operationRef?: string
  /**
   * Values of the target's parameters, by name, or by place and name (`path.id`): JSON, or runtime expressions such as
   * `$response.body#/id`, also in braces within a text.
   */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The target's body: JSON, or a runtime expression. */
  readonly requestBody?: unknown
  /** As CommonMark. */
  readonly description?: string
  /** Where the target is served, in place of its own servers. */
  readonly server?: Server
}

/** {@link LinkOption}, by name. */
export const LINK_OPTIONS: OptionTable<LinkOption> = {
  operation: true,
  operationRef: true,
  parameters: true,
  requestBody: true,
  description: true,
  server: true,
  [EXTENSIONS]: true
}

/** A link with a name of its own, which responses refer to; made by {@link defineLink}. */
export class SharedLink {
  /** Its name among the components of the document. */
  readonly name: string
  /** What it is. */
  readonly option: LinkOption

  /** @internal */
  constructor(name: string, option: LinkOption) {
    this.name = name
    this.option = option
  }
}

/**
 * A link that several responses have: `components.links` of the document has it once, by its name.
 *
 * @example
 * const userRepositories = defineLink('UserRepositories', { operation: 'getRepositoriesByOwner', parameters: { … } })
 * \@Returns(200, User, { links: { userRepositories } })
 *
 * @throws SetupError RESPONSE_INVALID for a name that no component can have
 */
export function defineLink(name: string, option: LinkOption): SharedLink {
  checkComponentName('link', name, 'defineLink()')
  return new SharedLink(name, option)
}
