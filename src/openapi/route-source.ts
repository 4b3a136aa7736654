import type { RouteDefinition } from '../http/route.js'
import type { ReplacedResponses } from '../http/routing/table.js'
import type { Security } from '../http/security.js'
import type { HttpSettings } from '../http/settings.js'

/** Anything that has routes: a router. */
export interface RouteSource {
  /** The routes, in the order of the document. */
  readonly routes: readonly RouteDefinition[]
  /** The requirements of routes without `security` of their own; default: none. */
  readonly security?: Security
  /** Which responses to requests without a route have handlers of the application. @internal */
  readonly replaced?: ReplacedResponses
  /**
   * All routes, where these are only some of them: then the document has only those of the configuration's tags that these
   * use. @internal
   */
  readonly all?: readonly RouteDefinition[]
  /** The media type that requests must accept for these routes. @internal */
  readonly versionType?: string | undefined
  /** The form of errors, what happens to unknown fields, how large bodies may be, and where warnings go. @internal */
  readonly settings?: Partial<
    Pick<HttpSettings, 'bodyLimit' | 'errors' | 'logger' | 'unknownFields' | 'uploads' | 'versioning'>
  >
}
