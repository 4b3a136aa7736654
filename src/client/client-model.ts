import type { Mode } from './schema-graph.js'

/** What a client is written from. */
export interface ClientModel {
  readonly title: string
  readonly version: string
  /** The address that the paths are below, where the document says a whole one. */
  readonly baseUrl: string | undefined
  readonly operations: readonly ClientOperation[]
  /** The security schemes that operations require. */
  readonly schemes: readonly ClientScheme[]
  /** What the document has and no client can use: whole sentences. */
  readonly notes: readonly string[]
}

export interface ClientOperation {
  /** Of the document; made from method and path where it has none. */
  readonly id: string
  /** In upper case. */
  readonly method: string
  readonly path: string
  /** The address of its own servers. */
  readonly server: string | undefined
  readonly summary: string | undefined
  readonly description: string | undefined
  readonly isDeprecated: boolean
  readonly parameters: readonly ClientParameter[]
  /** Whether two of its arguments have one name: then they are given by place. */
  readonly isGrouped: boolean
  readonly body: ClientBody | undefined
  /** Alternatives, each the names of schemes that it needs together. */
  readonly security: readonly (readonly string[])[]
  readonly responses: readonly ClientResponse[]
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

export type Constant = string | number | boolean

export interface ClientParameter {
  readonly place: ParameterPlace
  readonly name: string
  /** Whether callers must give it: not where the client sends its constant. */
  readonly isRequired: boolean
  /** The only value that a required parameter may have. */
  readonly constant: Constant | undefined
  readonly schema: unknown
  readonly description: string | undefined
  readonly isDeprecated: boolean
  /** How it is written; undefined for the default of its place. OpenAPI 3.0.3, section 4.7.12.2.2. */
  readonly style: string | undefined
}

export interface ClientBody {
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly content: readonly ClientBodyContent[]
}

export type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'bytes'

export interface ClientBodyContent {
  readonly mediaType: string
  readonly kind: BodyKind
  readonly schema: unknown
  /** Of a form: the media types and styles of fields that are not written in the default way. */
  readonly fields: readonly (readonly [name: string, encoding: string])[]
}

export interface ClientResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly description: string | undefined
  /** Empty for a response without a body. */
  readonly content: readonly ClientResponseContent[]
}

export type ResponseKind = 'json' | 'text' | 'bytes' | 'events' | 'lines'

export interface ClientResponseContent {
  readonly mediaType: string
  readonly kind: ResponseKind
  /** Of a stream of lines: that of each line. */
  readonly schema: unknown
  /** Of a stream of events: by name, the schemas of their data; undefined where the document does not say. */
  readonly events: readonly ClientEvent[] | undefined
}

export interface ClientEvent {
  readonly name: string
  readonly schema: unknown
}

export interface ClientScheme {
  readonly name: string
  readonly description: string | undefined
  /** Where the credential goes: `bearer` and `basic` in `Authorization`, as does any other scheme of HTTP. */
  readonly kind: 'bearer' | 'basic' | 'http' | 'header' | 'query' | 'cookie' | 'none'
  /** Of the header, the parameter or the cookie; the word in `Authorization`. */
  readonly key: string
}

/** The mode of a body's schema: forms have files. */
export function modeOfBody(kind: BodyKind): Mode {
  return kind === 'multipart' || kind === 'form' ? 'form' : 'request'
}
