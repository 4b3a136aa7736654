import type { Extensions } from '../extensions.js'
import type { UploadLimits } from '../http/body/uploads.js'
import type { ExampleOption } from '../http/content-options.js'
import type { ExternalDocs, Server } from '../http/document-options.js'
import type { OutgoingOperations } from '../http/outgoing-operations.js'
import type { RouteOptions } from '../http/route.js'
import type { OAuth2Flows } from '../http/security-scheme.js'
import type { InheritanceForm } from '../record/json-schema/inheritance.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import type { SchemaObject } from '../record/type/schema-object.js'

/** Who answers questions about the API. OpenAPI 3.0.3, section 4.7.3. */
export interface Contact extends Extensions {
  /** A person or a team. */
  readonly name?: string
  /** A page, as an absolute URL. */
  readonly url?: string
  /** An address for mail. */
  readonly email?: string
}

/** On which terms the API can be used. OpenAPI 3.0.3, section 4.7.4. */
export interface License extends Extensions {
  /** As in `Apache 2.0`; not empty. */
  readonly name: string
  /** Its text, as an absolute URL. */
  readonly url?: string
  /** As SPDX has it, as in `Apache-2.0`; OpenAPI 3.1 alone, and without `url` (section 4.8.4). */
  readonly identifier?: string
}

/** The part of a document that describes the whole API. */
export interface OpenAPIConfig extends Extensions {
  /** The name of the API; not empty. */
  readonly title: string
  /** The version of the described API (not of OpenAPI); not empty. */
  readonly version: string
  /** CommonMark. */
  readonly description?: string
  /** One line about the API; OpenAPI 3.1 alone. */
  readonly summary?: string
  /** The terms of service, as an absolute URL. */
  readonly termsOfService?: string
  /** Who answers questions about the API. */
  readonly contact?: Contact
  /** On which terms the API can be used. */
  readonly license?: License
  /** A page with more about the API. */
  readonly externalDocs?: ExternalDocs
  /** Tags in the order in which the documentation shows them, described; those of routes alone come after them. */
  readonly tags?: readonly Tag[]
  /**
   * Groups of tags, in the order in which documentation shows them; `x-tagGroups` in the document. A tag that is in none of
   * them is not shown by pages that read them, and is warned about.
   *
   * @example tagGroups: [{ name: 'Buying', tags: ['orders', 'invoices'] }]
   */
  readonly tagGroups?: readonly TagGroup[]
  /** Default: none, which means the URL from which the document was read. */
  readonly servers?: readonly Server[]
  /**
   * What is said of a path itself, by the path as the document has it: `{ '/orders/{id}': { summary: 'One order' } }`. Extensions here are those of
   * the object `paths`.
   */
  readonly paths?: PathOptions
  /**
   * What the application sends to its subscribers, as `defineWebhook` declares it: `webhooks` of the document (OpenAPI 3.1.1,
   * section 4.8.1), and `x-webhooks` in 3.0. Default: none.
   */
  readonly webhooks?: readonly OutgoingOperations[]
  /** Extensions of the object `info`, such as `x-logo`; those of the whole document are beside `title`. */
  readonly info?: Extensions
  /** The version of OpenAPI to write the document in. Default: `3.0`. */
  readonly openapi?: OpenAPIVersion
  /**
   * How a class that extends another record is described: `flat`, with all of its fields, or `allOf` of the other's component
   * and of what it adds, where that is as true. Default: `flat`.
   */
  readonly schemas?: InheritanceForm
  /**
   * The `operationId` of a route that declares none; undefined for the default, which is made from method and path. Two
   * routes with the same are a setup error.
   * @example operationId: ({ source }) => source.replace('.', '_') // ItemController_show
   */
  readonly operationId?: (route: OperationRoute) => string | undefined
  /**
   * Edits the finished document, of which it gets a copy: it may change that, or return another. It may add and replace
   * descriptions, summaries, examples and tags, and add extensions. Anything else would contradict the service, and is a
   * setup error with its JSON Pointer. Called once, when the service starts.
   *
   * @example editDocument: (document) => { document.info['x-logo'] = { url: '/logo.svg' } }
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function may return nothing
  readonly editDocument?: (document: EditableDocument) => EditableDocument | OpenAPIDocument | void
}

/** The same with members that can be changed. */
type Editable<T> = T extends object ? { -readonly [Name in keyof T]: Editable<T[Name]> } : T

/** A document as {@link OpenAPIConfig.editDocument} gets it. */
export type EditableDocument = Editable<OpenAPIDocument>

/** What is said of one path, whatever the method. OpenAPI 3.0.3, section 4.7.9. */
export interface PathOption extends Extensions {
  /** One line, for all operations of the path. */
  readonly summary?: string
  /** As CommonMark. */
  readonly description?: string
}

/** What is said of paths, by the path. */
export interface PathOptions extends Extensions {
  /** The path as the document has it: `/orders/{id}`. */
  readonly [path: `/${string}`]: PathOption
}

/** One of several documents: its name and its routes. */
export interface DocumentOptions extends OpenAPIConfig {
  /**
   * By what `service.documents` and the command line find it. Default: the end of its path, `public` of
   * `/openapi/public.json`; the whole path where another document has that name.
   */
  readonly name?: string
  /**
   * Whether the document describes a route; called once for each that is not `hidden`. Default: all of them.
   *
   * @example include: ({ tags }) => !tags.includes('internal')
   */
  readonly include?: (route: DocumentRoute) => boolean
  /**
   * The version of routes that it describes, with those that are the same in all versions: see the option `versioning`. In
   * one document no header chooses between two routes of one path. Default: all versions.
   */
  readonly apiVersion?: string
}

/** A route as {@link OpenAPIConfig.operationId} gets it. */
export interface OperationRoute {
  /** In upper case: `GET`. */
  readonly method: string
  /** With the prefix of its controller or group, as it was declared: `/items/{id:[0-9]+}`. */
  readonly path: string
  /** The declaration: `ItemController.show`. A bundler that shortens names of classes changes it. */
  readonly source: string
  /** The route's tags; empty where it has none. */
  readonly tags: readonly string[]
  /** What the route gets where the function returns undefined. */
  readonly defaultId: string
}

/** A route as {@link DocumentOptions.include} gets it. */
export interface DocumentRoute extends OperationRoute {
  /** What was said of the route where it was declared, and by its controller. */
  readonly options: RouteOptions
  /** The version that the route is of; undefined for one of all versions. */
  readonly apiVersion: string | undefined
  /** The names of the security schemes of which a request may show a credential; empty where none is required. */
  readonly securitySchemes: readonly string[]
}

/** An OpenAPI document (OpenAPI 3.0.3, section 4.7.1), with the members that Fieldstone writes. */
export interface OpenAPIDocument extends Extensions {
  /** The version of OpenAPI: `3.0.3`, or `3.1.1` or `3.2.0` if the configuration says `3.1` or `3.2`. */
  openapi: string
  /** Title and version of the API. */
  info: Info
  /** The base URLs of the API. */
  servers?: Server[]
  /** The requirements of operations without `security` of their own. Section 4.7.1.1. */
  security?: SecurityRequirementObject[]
  /** The scopes of schemes that OpenAPI 3.0 gives none. */
  'x-security-scopes'?: SecurityRequirementObject[]
  /** By path template: `/items/{id}`. */
  paths: Record<string, PathItem>
  /** What the application sends to its subscribers, by name. OpenAPI 3.1.1, section 4.8.1. */
  webhooks?: Record<string, WebhookItem>
  /** The same in OpenAPI 3.0, which has no member for it. */
  'x-webhooks'?: Record<string, WebhookItem>
  /** What operations refer to: schemas, responses, security schemes. */
  components?: Components
  /** Those of the configuration, and then others in the order in which operations first use them. */
  tags?: Tag[]
  /** A page with more about the API. */
  externalDocs?: ExternalDocs
  /** The groups of the tags. */
  'x-tagGroups'?: TagGroup[]
  /**
   * The server's own responses, by status, to requests that it cannot assign to any operation. Their bodies are problems
   * (RFC 9457), whatever form the errors of operations have. Present if there are operations.
   */
  'x-edge-responses'?: Record<string, Response>
  /**
   * The router's own responses, by status, to requests whose path or method no operation has; errors among them have the
   * body of every error of the application, or any where the application has a handler of its own for them. Present if
   * there are operations.
   */
  'x-unmatched-responses'?: Record<string, Response>
  /**
   * What holds of all values in requests, and schemas cannot say of a value of any type. Present if there are operations.
   */
  'x-limits'?: Limits
  /**
   * The media type that names the version of this document, which requests accept: others are for another document. Present
   * unless it is the version of requests that accept anything.
   */
  'x-version-media-type'?: string
  /** How large bodies of requests may be. Present if an operation has a body and the router has settings. */
  'x-body-limits'?: BodyLimits
}

/** Values beyond these limits are rejected with a 400, unless they are in a property that is dropped. */
export interface Limits {
  /** How many lists and objects may be within each other, the outermost counted. */
  depth: number
  /** The largest number; its negative is the smallest. */
  magnitude: number
}

/** How large a body of a request may be; one above a limit is a 413. By the names of the options that set the limits. */
export interface BodyLimits {
  /** The most bytes of a body that is no form with files, and of all texts of one that is. */
  bodyLimit?: number
  /** The limits of a form with files. Present if an operation has one. */
  uploads?: UploadLimits
}

/** Section 4.7.2. */
export interface Info extends Extensions {
  /** The name of the API. */
  title: string
  /** One line; OpenAPI 3.1 alone. */
  summary?: string
  /** As CommonMark. */
  description?: string
  /** An absolute URL. */
  termsOfService?: string
  /** Who answers questions about the API. */
  contact?: Contact
  /** On which terms the API can be used. */
  license?: License
  /** The version of the API, not of OpenAPI. */
  version: string
}

/** A tag of operations. OpenAPI 3.0.3, section 4.7.22. */
export interface Tag extends Extensions {
  /** The name by which operations refer to it; not empty. */
  readonly name: string
  /** What readers see in place of the name; OpenAPI 3.2 alone (section 4.22 there), as `parent` and `kind`. */
  readonly summary?: string
  /** The name of the tag that it is below; that is described as well. OpenAPI 3.2 alone. */
  readonly parent?: string
  /** What it is for: `nav`, `badge`, `audience`, or a word of your own. OpenAPI 3.2 alone. */
  readonly kind?: string
  /** As CommonMark. */
  readonly description?: string
  /** A page with more about it. */
  readonly externalDocs?: ExternalDocs
}

/** Tags that belong together, as Redocly, Scalar and other pages show them. */
export interface TagGroup {
  /** Its title; not empty. */
  readonly name: string
  /** The names of its tags; each is in one group. */
  readonly tags: readonly string[]
}

/** Section 4.7.7. */
export interface Components extends Extensions {
  /** The records and named enums, by name. */
  schemas?: Record<string, SchemaObject>
  /** The framework's own responses, by name. */
  responses?: Record<string, Response>
  /** The examples that several bodies, parameters and headers share, by name. */
  examples?: Record<string, Example>
  /** The links that several responses share, by name. */
  links?: Record<string, Link>
  /** The security schemes that operations require, by name. */
  securitySchemes?: Record<string, SecuritySchemeObject>
}

/** Section 4.7.30: scopes by the name of a scheme; a request must meet all of them. */
export type SecurityRequirementObject = Record<string, string[]>

/** Section 4.7.27. */
export type SecuritySchemeObject = { description?: string } & Extensions &
  (
    | { type: 'http'; scheme: 'basic' | 'bearer'; bearerFormat?: string }
    | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
    | { type: 'oauth2'; flows: OAuth2Flows }
    | { type: 'openIdConnect'; openIdConnectUrl: string }
    | { type: 'mutualTLS' }
  )

/** Section 4.7.23. */
export interface Reference {
  /** The place in this document: `#/components/schemas/Item`. */
  $ref: string
}

/** The methods of OpenAPI that a route can be registered for. */
export const METHODS_OF_PATHS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query'] as const
/** One of the methods of OpenAPI that a route can be registered for. */
export type OperationMethod = (typeof METHODS_OF_PATHS)[number]

/**
 * The operations of one path, by method. Section 4.7.9. The document may have more in it: what {@link OpenAPIConfig.paths}
 * says of the path, and `servers` where several operations have the same.
 */
export type PathItem = { [method in OperationMethod]?: Operation }

/** A route as the document describes it. Section 4.7.10. */
export interface Operation extends Extensions {
  /** The tags of the operation. */
  tags?: string[]
  /** One line of what it does. */
  summary?: string
  /** As CommonMark. */
  description?: string
  /** A page with more about it. */
  externalDocs?: ExternalDocs
  /** Unique in the document. */
  operationId: string
  /** Whether clients should stop using it. */
  deprecated?: boolean
  /** What it reads from path, query, headers and cookies. */
  parameters?: Parameter[]
  /** What it reads from the body. */
  requestBody?: RequestBody
  /** By status code, or `default`. */
  responses: Record<string, Response | Reference>
  /** What the application sends because of the operation, by name. */
  callbacks?: Record<string, Callback>
  /** A request must meet one of these; omitted where the requirements are those of the whole document. */
  security?: SecurityRequirementObject[]
  /** Where it is served, in place of the servers of the document. */
  servers?: Server[]
  /**
   * The same with all scopes, where OpenAPI 3.0 cannot express some: there only `oauth2` and `openIdConnect` have
   * scopes (section 4.7.30).
   */
  'x-security-scopes'?: SecurityRequirementObject[]
}

/** Section 4.7.18: by URL, a text with runtime expressions, the operations that the application calls there. */
export type Callback = Record<string, WebhookItem>

/** The operations of others at one URL, by method. */
export type WebhookItem = { [method in OperationMethod]?: CallbackOperation }

/** An operation of others, which this application calls. */
export type CallbackOperation = Omit<Operation, 'operationId' | 'responses' | 'callbacks'> & {
  operationId?: string
  responses: Record<string, Response>
}

/** The place of a parameter in a request. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** Section 4.7.12. */
export interface Parameter extends Extensions {
  /** Its name in requests. */
  name: string
  /** Where requests have it. */
  in: ParameterPlace
  /** As CommonMark. */
  description?: string
  /** Whether every request must have it. */
  required?: boolean
  /** Whether clients should stop using it. */
  deprecated?: boolean
  /** How a list or an object is written, if not in the default style of the place. */
  style?: 'form' | 'simple' | 'deepObject'
  /** Whether each item of a list is a pair of its own. */
  explode?: boolean
  /** What its values are. */
  schema: SchemaObject
  /** One of its values. */
  example?: unknown
  /** Its values by name, in place of `example`. */
  examples?: Readonly<Record<string, Example>>
  /** True if the parameter is the rest of the path and may contain slashes, which OpenAPI cannot express. */
  'x-spans-segments'?: boolean
  /**
   * Of the header that names the version of the API: the other versions. With one of them a request is for another operation,
   * which the document of that version describes.
   */
  'x-other-versions'?: readonly string[]
  /** Of the same header: the version of requests without it, where that is one of the others. */
  'x-default-version'?: string
}

/** Section 4.7.13. */
export interface RequestBody extends Extensions {
  /** As CommonMark. */
  description?: string
  /** Whether every request must have a body. */
  required: boolean
  /** The schema of each media type. */
  content: Record<string, MediaType>
  /** The limits that are not those of the document. */
  'x-body-limits'?: BodyLimits
  /** The handler reads the body itself, as Node's request: the framework does not check it. */
  'x-unchecked'?: true
}

/** Section 4.7.17. */
export interface Response extends Extensions {
  /** When it is the response. */
  description: string
  /** Section 4.7.21: headers of the response, by name. */
  headers?: Record<string, ResponseHeader>
  /** The schema of each media type; none without a body. */
  content?: Record<string, MediaType>
  /** What clients may call next. */
  links?: Record<string, Link | Reference>
}

/** Section 4.7.19. */
export interface Example extends ExampleOption {
  /** Of one that several places share, alone: `#/components/examples/Emma`. */
  readonly $ref?: string
}

/** Section 4.7.20. */
export interface Link extends Extensions {
  /** The target in this document. */
  operationId?: string
  /** The target in another document. */
  operationRef?: string
  /** Values and runtime expressions, by the names of the target's parameters. */
  parameters?: Record<string, unknown>
  /** The target's body, or a runtime expression. */
  requestBody?: unknown
  /** As CommonMark. */
  description?: string
  /** Where the target is served. */
  server?: Server
}

/** Section 4.7.21. */
export interface ResponseHeader extends Extensions {
  /** As CommonMark. */
  description?: string
  /** Whether every such response has it. */
  required?: boolean
  /** Whether clients should stop using it. */
  deprecated?: boolean
  /** What its values are; a list is one text, separated by commas. */
  schema: SchemaObject
  /** One of its values. */
  example?: unknown
  /** Its values by name, in place of `example`. */
  examples?: Readonly<Record<string, Example>>
}

/** Section 4.7.14. */
export interface MediaType extends Extensions {
  /** What its values are. */
  schema: SchemaObject
  /** One whole value, as it is sent. */
  example?: unknown
  /** Whole values by name, in place of `example`. Section 4.7.19. */
  examples?: Readonly<Record<string, Example>>
  /** How the parts of a form are encoded, by name, if not in the default way. */
  encoding?: Record<string, Encoding>
  /** Of a stream, in OpenAPI 3.2: the schema of each item. Section 4.14.1 there. */
  itemSchema?: SchemaObject
  /**
   * Of `text/event-stream`: by the events' names (`message` for those without one), the schemas of their data. Data whose
   * schema is of `type: string` is that text, any other is JSON.
   */
  'x-events'?: Record<string, SchemaObject>
  /** Of `application/jsonl`: the schema of each line's JSON. */
  'x-lines'?: SchemaObject
}

/** Section 4.7.15. */
export interface Encoding extends Extensions {
  /** Of a file: media types, separated by commas. */
  contentType?: string
  /** Of a list in `application/x-www-form-urlencoded`: `form`. */
  style?: 'form'
  /** Of a list in `application/x-www-form-urlencoded`: true, its name is repeated for each item. */
  explode?: true
}
