import type { OAuth2Flows } from '../http/security-scheme.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import type { SchemaObject } from '../record/json-schema/schema-object.js'

/** One address that the service is reached at. OpenAPI 3.0.3, section 4.7.5. */
export interface Server {
  /** Absolute (`https://api.example.com/v1`), or relative to the document's own address (`/v1`). */
  readonly url: string
  readonly description?: string
}

/** What a document says about the whole API. */
export interface OpenAPIConfig {
  /** The name of the API; not empty. */
  readonly title: string
  /** The version of the described API (not of OpenAPI); not empty. */
  readonly version: string
  /** CommonMark. */
  readonly description?: string
  /** Default: none, which means the address that the document was read from. */
  readonly servers?: readonly Server[]
  /** The version of OpenAPI to write the document in. Default: `3.0`. */
  readonly openapi?: OpenAPIVersion
}

/** An OpenAPI document (OpenAPI 3.0.3, section 4.7.1), with the members that Fieldstone writes. */
export interface OpenAPIDocument {
  /** The version of OpenAPI: `3.0.3`, or `3.1.1` when that was asked for. */
  openapi: string
  info: Info
  servers?: Server[]
  /** What operations ask for that say nothing themselves. Section 4.7.1.1. */
  security?: SecurityRequirementObject[]
  'x-security-scopes'?: SecurityRequirementObject[]
  /** By path template: `/items/{id}`. */
  paths: Record<string, PathItem>
  components?: Components
  /** In the order in which operations first use them. */
  tags?: Tag[]
  /**
   * What errors carry that are documented without content of their own, by media type: OpenAPI has no word for
   * "every error of this service". Present where there are such errors.
   */
  'x-error-content'?: Record<string, Partial<MediaType>>
  /**
   * What the server answers by itself, by status, to what it cannot take for a request to any operation. It carries what
   * `x-error-content` says. Present where there are operations.
   */
  'x-edge-responses'?: Record<string, Response>
}

/** Section 4.7.2. */
export interface Info {
  title: string
  description?: string
  version: string
}

/** Section 4.7.22. */
export interface Tag {
  name: string
  description?: string
}

/** Section 4.7.7. */
export interface Components {
  /** The records and named enums, by name. */
  schemas?: Record<string, SchemaObject>
  /** The framework's own answers, by name. */
  responses?: Record<string, Response>
  /** The security schemes that operations ask for, by name. */
  securitySchemes?: Record<string, SecuritySchemeObject>
}

/** Section 4.7.30: scopes by the name of a scheme; all of it must be met. */
export type SecurityRequirementObject = Record<string, string[]>

/** Section 4.7.27. */
export type SecuritySchemeObject = { description?: string } & (
  | { type: 'http'; scheme: 'basic' | 'bearer'; bearerFormat?: string }
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
  | { type: 'oauth2'; flows: OAuth2Flows }
  | { type: 'openIdConnect'; openIdConnectUrl: string }
)

/** Section 4.7.23. */
export interface Reference {
  $ref: string
}

/** The methods of OpenAPI that a route can be registered for. */
export type OperationMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options'

/** The operations of one path, by method. Section 4.7.9. */
export type PathItem = { [method in OperationMethod]?: Operation }

/** A route as the document describes it. Section 4.7.10. */
export interface Operation {
  tags?: string[]
  summary?: string
  description?: string
  /** Unique in the document. */
  operationId: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: RequestBody
  /** By status code, or `default`. */
  responses: Record<string, Response | Reference>
  /** What a request must show, one of these; where it is what the whole document says, it is left out. */
  security?: SecurityRequirementObject[]
  /**
   * The same with all scopes, where OpenAPI 3.0 has no place for some: there only `oauth2` and `openIdConnect` have scopes
   * (section 4.7.30).
   */
  'x-security-scopes'?: SecurityRequirementObject[]
}

/** Where a parameter travels. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** Section 4.7.12. */
export interface Parameter {
  name: string
  in: ParameterPlace
  description?: string
  required?: boolean
  deprecated?: boolean
  /** How a list or an object is written, where it is not the default of the place. */
  style?: 'form' | 'simple' | 'deepObject'
  explode?: boolean
  schema: SchemaObject
  example?: unknown
  /** True where the parameter is the rest of the path and may hold slashes, which OpenAPI cannot express. */
  'x-spans-segments'?: boolean
}

/** Section 4.7.13. */
export interface RequestBody {
  description?: string
  required: boolean
  content: Record<string, MediaType>
}

/** Section 4.7.17. */
export interface Response {
  description: string
  /** Section 4.7.21: headers of the response, by name. */
  headers?: Record<string, { description: string; schema: SchemaObject }>
  content?: Record<string, MediaType>
}

/** Section 4.7.14. */
export interface MediaType {
  schema: SchemaObject
  /** One whole value, as it is really sent. */
  example?: unknown
  /** How the parts of a form are written, by name, where it is not the default. */
  encoding?: Record<string, Encoding>
}

/** Section 4.7.15. */
export interface Encoding {
  /** Media types, separated by commas. */
  contentType: string
}
