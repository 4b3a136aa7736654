import type { Extensions } from '../extensions.js'

/** A URL of the service. OpenAPI 3.0.3, section 4.7.5. */
export interface Server extends Extensions {
  /**
   * Absolute (`https://api.example.com/v1`), or relative to the document's own URL (`/v1`). A name in braces is a variable:
   * `https://{region}.example.com`.
   */
  readonly url: string
  /** As CommonMark. */
  readonly description?: string
  /** The variables of the URL, by name; each of them, and no other. */
  readonly variables?: Readonly<Record<string, ServerVariable>>
}

/** A variable in the URL of a server. OpenAPI 3.0.3, section 4.7.6. */
export interface ServerVariable extends Extensions {
  /** What clients put in its place unless they choose another value; one of `enum` where that is given. */
  readonly default: string
  /** The values that it may have; not empty. Default: any text. */
  readonly enum?: readonly string[]
  /** As CommonMark. */
  readonly description?: string
}

/** A page with more about the API, a tag or an operation. OpenAPI 3.0.3, section 4.7.11. */
export interface ExternalDocs extends Extensions {
  /** Absolute. */
  readonly url: string
  /** As CommonMark. */
  readonly description?: string
}
