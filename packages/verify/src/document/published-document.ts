import { type BodyLimits, readBodyLimits } from './body-limits.js'
import {
  convertSchema30,
  isNode,
  type JsonSchema,
  mapSchemas,
  resolvePointer,
  type SchemaNode
} from './json-schema-2020.js'
import { compileTemplate, type PathTemplate } from './path-template.js'
import { type PublishedLink, readLinks } from './published-links.js'
import { OPEN, type PublishedScheme, type PublishedSecurity, readSchemes, readSecurity } from './published-security.js'
import { readingFault, VerifyError } from './verify-error.js'

/** Where a parameter is sent. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** A parameter of the document, with the defaults of OpenAPI 3.0.3 section 4.7.12.2 filled in. */
export interface PublishedParameter {
  readonly name: string
  readonly in: ParameterPlace
  readonly required: boolean
  readonly style: string
  readonly explode: boolean
  readonly schema: JsonSchema
  /** True where the value is one JSON text (`content` in place of `schema`). */
  readonly isJson: boolean
  readonly examples: readonly unknown[]
  /** Values with which a request is for an operation of another document (`x-other-versions`). */
  readonly otherVersions?: readonly string[]
  /** The one of them that a request without the parameter is for (`x-default-version`). */
  readonly defaultVersion?: string
  /** What the document says of the parameter, and beside its schema; empty where it says nothing. */
  readonly description: string
}

/** What the document says of bodies of one media type. */
export interface PublishedMedia {
  /** Undefined where the document has none. */
  readonly schema: JsonSchema | undefined
  /** By the name of a form's field, the media types that its parts may have, in lower case (OpenAPI 3.0.3, section 4.7.15). */
  readonly partTypes: ReadonlyMap<string, readonly string[]>
  /** Of a stream of events: the schemas of their data by the events' names (`x-events`). */
  readonly events?: ReadonlyMap<string, JsonSchema>
  /** Of JSON Lines: the schema of each (`x-lines`). */
  readonly lines?: JsonSchema
}

/** Bodies by media type. */
export type PublishedContent = ReadonlyMap<string, PublishedMedia>

export interface PublishedBody {
  readonly required: boolean
  readonly content: PublishedContent
  readonly limits: BodyLimits
  /** Whether the document says that nothing checks it: `x-unchecked` of Fieldstone. */
  readonly isUnchecked: boolean
}

/** A header that a response has, or may have. */
export interface PublishedHeader {
  readonly required: boolean
  readonly schema: JsonSchema
  /** True where the value is one JSON text (`content` in place of `schema`). */
  readonly isJson: boolean
  readonly explode: boolean
}

export interface PublishedResponse {
  readonly content: PublishedContent
  /** By name, in lower case. Without `content-type`, which `content` describes. */
  readonly headers: ReadonlyMap<string, PublishedHeader>
  /**
   * Whether a body is allowed, but not promised: for content of any type, and for an error without content, of which only
   * Fieldstone's own documents mean that it has no body.
   */
  readonly mayBeEmpty: boolean
  readonly links: readonly PublishedLink[]
}

/** An operation of the document. Its references are resolved, apart from those in schemas. */
export interface PublishedOperation {
  /** The `operationId`; `GET /items` where there is none. */
  readonly id: string
  /** In upper case. */
  readonly method: string
  readonly path: string
  readonly tags: readonly string[]
  readonly template: PathTemplate
  readonly parameters: readonly PublishedParameter[]
  readonly body: PublishedBody | undefined
  /** By `200`, `4XX` or `default`. */
  readonly responses: ReadonlyMap<string, PublishedResponse>
  readonly security: PublishedSecurity
  /** Why it cannot be read; then it promises nothing. */
  readonly unreadable?: string
}

/** A path whose operations cannot be read. */
export interface UnreadablePath {
  readonly path: string
  readonly why: string
}

/** A published document, every schema as JSON Schema 2020-12. */
export interface PublishedDocument {
  /** Whether it is OpenAPI 3.0. */
  readonly is30: boolean
  readonly operations: readonly PublishedOperation[]
  readonly unreadable: readonly UnreadablePath[]
  /** What only other documents of the service have. */
  readonly elsewhere: readonly PublishedOperation[]
  /** The security schemes that a request can carry a credential of. */
  readonly schemes: readonly PublishedScheme[]
  /** The media type without which a request is for another version, and so for another document (`x-version-media-type`). */
  readonly versionType?: string
  /** The document itself with its schemas converted: the target of every `$ref`. */
  readonly root: SchemaNode
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** OpenAPI 3.0.3, section 4.7.12.1: definitions of these headers are ignored. */
const IGNORED_HEADERS = new Set([
  ...['accept', 'content-type', 'authorization'],
  // Each connection has these in its own way.
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect']
])
const PLACES: ReadonlySet<unknown> = new Set(['path', 'query', 'header', 'cookie'])

/**
 * Reads an OpenAPI document, 3.0, 3.1 or 3.2, from its JSON. What is wrong with one operation keeps the others readable.
 *
 * @param all the documents of the same service, where it has several
 * @throws VerifyError where it is not such a document
 */
export function readDocument(json: unknown, all: readonly unknown[] = []): PublishedDocument {
  const root: SchemaNode = isNode(json) ? json : {}
  // In YAML a version without quotes may be a number.
  const version = typeof root.openapi === 'number' ? root.openapi.toFixed(1) : String(root.openapi)
  if (root.swagger !== undefined)
    throw new VerifyError(`This is a document of Swagger ${root.swagger}; convert it to OpenAPI 3.0, 3.1 or 3.2`)
  if (!/^3\.[012](?:\.|$)/.test(version)) throw new VerifyError('This is not an OpenAPI 3.0, 3.1 or 3.2 document')
  if (!isNode(root.paths))
    throw new VerifyError('This is not an OpenAPI 3.0, 3.1 or 3.2 document of a service: it has no paths')
  const is30 = version.startsWith('3.0')
  // QUERY is an operation from OpenAPI 3.2 on.
  const methods = /^3\.[01]/.test(version) ? METHODS : [...METHODS, 'query' as const]
  const reader = new DocumentReader(root, is30)
  const operations: PublishedOperation[] = []
  const unreadable: UnreadablePath[] = []
  for (const [path, item] of Object.entries(root.paths)) {
    if (!path.startsWith('/')) continue
    try {
      const pathItem = reader.resolve(item)
      for (const method of methods) {
        const operation = pathItem[method]
        if (isNode(operation)) operations.push(reader.operation(path, method, pathItem, operation))
      }
    } catch (error) {
      unreadable.push({ path, why: (error as Error).message })
    }
  }
  const { 'x-version-media-type': type } = root
  const own = new Set(operations.map(keyOf))
  return {
    is30,
    operations: withOwnIds(operations),
    unreadable,
    elsewhere: all.flatMap((each) => readDocument(each).operations).filter((each) => !own.has(keyOf(each))),
    schemes: reader.schemes(),
    ...(typeof type === 'string' && { versionType: type.toLowerCase() }),
    root: reader.root
  }
}

function keyOf({ method, path }: PublishedOperation): string {
  return `${method} ${path}`
}

/** An id that several operations have names none of them: then method and path are the id. */
function withOwnIds(operations: readonly PublishedOperation[]): PublishedOperation[] {
  const counts = new Map<string, number>()
  for (const { id } of operations) counts.set(id, (counts.get(id) ?? 0) + 1)
  return operations.map((operation) => {
    const { id, method, path } = operation
    return counts.get(id) === 1 ? operation : { ...operation, id: `${method} ${path}` }
  })
}

/** What may be in a response that the document does not describe. */
const ANY_CONTENT: PublishedContent = new Map([['*/*', { schema: undefined, partTypes: new Map() }]])
export const ANY_RESPONSE: PublishedOperation['responses'] = new Map([
  ['default', { content: ANY_CONTENT, headers: new Map(), mayBeEmpty: true, links: [] }]
])

/** What an operation promises that cannot be read. */
export function promisingNothing(why: string) {
  return { parameters: [], body: undefined, responses: ANY_RESPONSE, security: OPEN, unreadable: why }
}

class DocumentReader {
  readonly root: SchemaNode
  readonly #json: SchemaNode
  readonly #convert: (schema: JsonSchema) => JsonSchema

  constructor(json: SchemaNode, is30: boolean) {
    this.#json = json
    this.#convert = is30 ? convertSchema30 : keepSchema
    const components = isNode(json.components) ? json.components : {}
    const schemas = isNode(components.schemas) ? components.schemas : {}
    const converted = Object.entries(schemas).map(([name, schema]) => [name, this.#convert(schema as JsonSchema)])
    this.root = { components: { schemas: Object.fromEntries(converted) } }
  }

  /** The object itself, or the target of its `$ref`. */
  resolve(value: unknown): SchemaNode {
    let at = value
    const seen = new Set<string>()
    while (isNode(at) && typeof at.$ref === 'string') {
      if (seen.has(at.$ref)) throw new Error(`the reference ${at.$ref} leads in a circle`)
      seen.add(at.$ref)
      at = resolvePointer(this.#json, at.$ref)
    }
    return isNode(at) ? at : {}
  }

  operation(path: string, method: string, pathItem: SchemaNode, operation: SchemaNode): PublishedOperation {
    const name = method.toUpperCase()
    const known = {
      id: typeof operation.operationId === 'string' ? operation.operationId : `${name} ${path}`,
      method: name,
      path,
      tags: list(operation.tags).map(String)
    }
    try {
      return { ...known, ...this.#contract(path, pathItem, operation) }
    } catch (error) {
      const why = readingFault(error)
      const nothing = promisingNothing(why)
      return {
        ...known,
        template: compileTemplate(path.replace(/[?#].*/, '').replace(/\}[^/]*/g, '}'), new Set()),
        ...nothing
      }
    }
  }

  #contract(path: string, pathItem: SchemaNode, operation: SchemaNode) {
    // An operation of another document may be served elsewhere alone; Fieldstone documents what it serves itself.
    const hasServers = operation.servers !== undefined || pathItem.servers !== undefined
    if (hasServers && !this.#isExact) throw new Error('it has servers of its own')
    const sources = [...list(pathItem.parameters), ...list(operation.parameters)].map((source) => this.resolve(source))
    const spanning = sources.filter((parameter) => parameter['x-spans-segments'] === true)
    const template = compileTemplate(path, new Set(spanning.map((parameter) => String(parameter.name))))
    const parameters = new Map<string, PublishedParameter>()
    for (const source of sources) {
      if (!PLACES.has(source.in) || typeof source.name !== 'string') continue
      const parameter = this.#parameter(source)
      const isIgnored = parameter.in === 'header' && IGNORED_HEADERS.has(parameter.name.toLowerCase())
      if (!isIgnored) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
    }
    for (const segment of template.segments) {
      if (segment.kind === 'literal' || parameters.has(`path ${segment.name}`)) continue
      parameters.set(
        `path ${segment.name}`,
        this.#parameter({ name: segment.name, in: 'path', schema: { type: 'string' } })
      )
    }
    const responses = Object.entries(isNode(operation.responses) ? operation.responses : {})
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => {
        return [/^\dxx$/i.test(status) ? status.toUpperCase() : status, this.#response(status, response)] as const
      })
    return {
      template,
      parameters: [...parameters.values()],
      body: operation.requestBody === undefined ? undefined : this.#body(this.resolve(operation.requestBody)),
      // A document without responses promises none.
      responses: responses.length === 0 ? ANY_RESPONSE : new Map(responses),
      security: readSecurity(securityOf(operation) ?? securityOf(this.#json), (scheme) => this.#scheme(scheme))
    }
  }

  /** Whether Fieldstone wrote the document, which then says all that the service does. */
  get #isExact(): boolean {
    return this.#json['x-edge-responses'] !== undefined
  }

  schemes(): readonly PublishedScheme[] {
    const { securitySchemes } = isNode(this.#json.components) ? this.#json.components : {}
    return readSchemes(securitySchemes, (scheme) => this.#scheme(scheme))
  }

  #scheme(name: string): SchemaNode {
    const { securitySchemes } = isNode(this.#json.components) ? this.#json.components : {}
    return isNode(securitySchemes) && Object.hasOwn(securitySchemes, name) ? this.resolve(securitySchemes[name]) : {}
  }

  #response(status: string, response: unknown): PublishedResponse {
    const { content, headers: listed, links: declared } = this.resolve(response)
    const headers = this.#headers(listed)
    const links = readLinks(declared, (link) => this.resolve(link))
    // A response without content has no body (OpenAPI 3.0.3, section 4.7.17); other documents leave that of errors out.
    if (content !== undefined || this.#isExact || !/^(?:[45]|default)/.test(status)) {
      const documented = this.#content(content)
      return { content: documented, headers, mayBeEmpty: documented.has('*/*'), links }
    }
    return { content: ANY_CONTENT, headers, mayBeEmpty: true, links }
  }

  /** OpenAPI 3.0.3, section 4.7.17: a definition of `Content-Type` is ignored. */
  #headers(headers: unknown): Map<string, PublishedHeader> {
    const entries = Object.entries(isNode(headers) ? headers : {}).map(([name, source]) => {
      const header = this.resolve(source)
      const [json] = isNode(header.content) ? Object.values(header.content) : []
      const schema = json === undefined ? header.schema : this.resolve(json).schema
      const read = {
        required: header.required === true,
        schema: schema === undefined ? true : this.#convert(schema as JsonSchema),
        isJson: json !== undefined,
        explode: header.explode === true
      }
      return [name.toLowerCase(), read] as const
    })
    return new Map(entries.filter(([name]) => name !== 'content-type'))
  }

  #parameter(parameter: SchemaNode): PublishedParameter {
    const place = String(parameter.in) as ParameterPlace
    const style = String(parameter.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple'))
    const [json] = isNode(parameter.content) ? Object.values(parameter.content) : []
    const schema = json === undefined ? parameter.schema : this.resolve(json).schema
    const examples = [
      parameter.example,
      ...Object.values(isNode(parameter.examples) ? parameter.examples : {}).map((each) =>
        exampleValue(this.resolve(each))
      )
    ]
    return {
      name: String(parameter.name),
      in: place,
      required: place === 'path' || parameter.required === true,
      style,
      explode: typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form',
      schema: schema === undefined ? true : this.#convert(schema as JsonSchema),
      isJson: json !== undefined,
      examples: examples.filter((example) => example !== undefined),
      ...(isTextList(parameter['x-other-versions']) && { otherVersions: parameter['x-other-versions'] }),
      ...(typeof parameter['x-default-version'] === 'string' && { defaultVersion: parameter['x-default-version'] }),
      description: [parameter.description, isNode(schema) ? schema.description : undefined]
        .filter((text) => typeof text === 'string')
        .join('\n')
    }
  }

  #body(body: SchemaNode): PublishedBody {
    const limits = readBodyLimits(this.#json['x-body-limits'], body['x-body-limits'])
    const isUnchecked = body['x-unchecked'] === true
    return { required: body.required === true, content: this.#content(body.content), limits, isUnchecked }
  }

  /** What Fieldstone publishes of the items of a stream. */
  #items(type: string, events: unknown, lines: unknown): Pick<PublishedMedia, 'events' | 'lines'> {
    const essence = essenceOf(type)
    if (essence === 'text/event-stream' && isNode(events)) {
      const entries = Object.entries(events).map(
        ([name, schema]) => [name, this.#convert(schema as JsonSchema)] as const
      )
      return { events: new Map(entries) }
    }
    if (essence === 'application/jsonl' && isNode(lines)) return { lines: this.#convert(lines) }
    return {}
  }

  #content(content: unknown): PublishedContent {
    return new Map(
      Object.entries(isNode(content) ? content : {}).map(([type, media]) => {
        const { schema, encoding, itemSchema, 'x-events': events, 'x-lines': lines = itemSchema } = this.resolve(media)
        const converted = schema === undefined ? undefined : this.#convert(schema as JsonSchema)
        const read = { schema: converted, partTypes: partTypesOf(encoding) }
        return [type.toLowerCase(), { ...read, ...this.#items(type, events, lines) }]
      })
    )
  }
}

function keepSchema(schema: JsonSchema): JsonSchema {
  return typeof schema === 'boolean' ? schema : mapSchemas(schema, keepSchema)
}

function partTypesOf(encoding: unknown): Map<string, readonly string[]> {
  const entries = Object.entries(isNode(encoding) ? encoding : {}).flatMap(([name, part]) => {
    if (!isNode(part) || typeof part.contentType !== 'string') return []
    return [[name, part.contentType.split(',').map((type) => essenceOf(type))] as const]
  })
  return new Map(entries)
}

/** The media type without its parameters. */
function essenceOf(type: string): string {
  return (type.split(';')[0] as string).trim().toLowerCase()
}

/** OpenAPI 3.0 has no place for the scopes of bearer tokens and keys: Fieldstone publishes them beside it. */
function securityOf(object: SchemaNode): unknown {
  const { security, 'x-security-scopes': scoped } = object
  return security !== undefined && Array.isArray(scoped) ? scoped : security
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function exampleValue(example: SchemaNode): unknown {
  return example.value
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
