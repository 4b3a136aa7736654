import type {
  ClientBody,
  ClientEvent,
  ClientModel,
  ClientOperation,
  ClientParameter,
  ClientResponse,
  ClientResponseContent,
  ParameterPlace
} from './client-model.js'
import {
  DocumentError,
  isObject,
  LooseDocument,
  type LooseObject,
  listOf,
  objectOf,
  textOf
} from './document-values.js'
import { bodyKindOf, responseKindOf } from './media-type.js'
import { isBinary } from './schema-graph.js'
import { readSchemes, readSecurity } from './security.js'

/** The methods of a path item (OpenAPI 3.2.0, section 4.9.1). */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']
/** What fetch refuses to send. */
const UNSENDABLE: ReadonlySet<string> = new Set(['TRACE', 'CONNECT', 'TRACK'])
const PLACES: ReadonlySet<unknown> = new Set<ParameterPlace>(['path', 'query', 'header', 'cookie'])
/** What OpenAPI says in other places than parameters (OpenAPI 3.0.3, section 4.7.12.1). */
const OTHER_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/**
 * Reads what a client needs of an OpenAPI document, of Fieldstone or of anything else.
 *
 * @throws DocumentError where a client could not be true
 */
export function readOperations(document: LooseDocument): ClientModel {
  const { info, paths, servers } = document.root
  const schemes = readSchemes(document)
  const notes: string[] = []
  const operations: ClientOperation[] = []
  for (const [path, given] of Object.entries(objectOf(paths))) {
    if (!path.startsWith('/')) continue
    const item = document.resolve(given)
    const methods: [string, unknown][] = METHODS.map((name) => [name.toUpperCase(), item[name]])
    for (const [method, value] of [...methods, ...Object.entries(objectOf(item.additionalOperations))]) {
      if (!isObject(value)) continue
      if (UNSENDABLE.has(method.toUpperCase())) {
        notes.push(`${method} ${path} is left out: fetch sends no ${method}`)
        continue
      }
      operations.push(new OperationReader(document, method, path, item, value, notes).read(schemes))
    }
  }
  if (operations.length === 0) throw new DocumentError('The document has no operations; there is nothing to call')
  const used = new Set(operations.flatMap(({ security }) => security.flat()))
  return {
    title: textOf(objectOf(info).title) ?? 'an API',
    version: textOf(objectOf(info).version) ?? '',
    baseUrl: addressOf(servers),
    operations,
    schemes: [...schemes.values()].filter(({ name }) => used.has(name)),
    notes
  }
}

/** The first server, with the defaults of its variables, where it is a whole address. */
function addressOf(servers: unknown): string | undefined {
  const { url, variables } = objectOf(listOf(servers)[0])
  if (typeof url !== 'string') return undefined
  const whole = url.replace(/\{([^{}]*)\}/g, (all, name: string) => {
    return textOf(objectOf(objectOf(variables)[name]).default) ?? all
  })
  return /^https?:\/\/[^{}]+$/.test(whole) ? whole.replace(/\/+$/, '') : undefined
}

/** Reads one operation. */
class OperationReader {
  readonly #document: LooseDocument
  readonly #method: string
  readonly #path: string
  readonly #item: LooseObject
  readonly #operation: LooseObject
  readonly #notes: string[]

  constructor(
    document: LooseDocument,
    method: string,
    path: string,
    item: LooseObject,
    operation: LooseObject,
    notes: string[]
  ) {
    this.#document = document
    this.#method = method
    this.#path = path
    this.#item = item
    this.#operation = operation
    this.#notes = notes
  }

  read(schemes: ReturnType<typeof readSchemes>): ClientOperation {
    const { operationId, summary, description, deprecated, security, servers } = this.#operation
    const parameters = this.#parameters()
    const body = this.#body()
    const names = [...parameters.map(({ name }) => name), ...(body === undefined ? [] : ['body', 'contentType'])]
    return {
      id: textOf(operationId) ?? `${this.#method.toLowerCase()} ${this.#path.replaceAll('{', 'by {')}`,
      method: this.#method,
      path: this.#path,
      server: addressOf(servers ?? this.#item.servers),
      summary: textOf(summary),
      description: textOf(description),
      isDeprecated: deprecated === true,
      parameters,
      isGrouped: new Set(names).size < names.length,
      body,
      security: readSecurity(this.#document, security, schemes),
      responses: this.#responses()
    }
  }

  #note(text: string): void {
    this.#notes.push(`${this.#method} ${this.#path}: ${text}`)
  }

  /** Those of the path and of the operation, which win; then those of the path's template that are not declared. */
  #parameters(): ClientParameter[] {
    const found = new Map<string, ClientParameter>()
    for (const given of [...listOf(this.#item.parameters), ...listOf(this.#operation.parameters)]) {
      const parameter = this.#parameter(this.#document.resolve(given))
      if (parameter !== undefined) found.set(`${parameter.place} ${parameter.name}`, parameter)
    }
    const inPath = new Set([...this.#path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
    for (const name of inPath) {
      if (found.has(`path ${name}`)) continue
      this.#note(`the parameter ${name} of the path is not declared; it is taken as a text or a number`)
      const schema = { type: ['string', 'number'] }
      const rest = { constant: undefined, description: undefined, isDeprecated: false, style: undefined }
      found.set(`path ${name}`, { place: 'path', name, schema, isRequired: true, ...rest })
    }
    return [...found.values()].filter(({ place, name }) => place !== 'path' || inPath.has(name))
  }

  #parameter(parameter: LooseObject): ClientParameter | undefined {
    const { name, in: place, required, deprecated } = parameter
    if (typeof name !== 'string' || !PLACES.has(place)) {
      this.#note(`the parameter ${String(name)} in ${JSON.stringify(place)} is left out: it has no place that is known`)
      return undefined
    }
    if (place === 'header' && OTHER_HEADERS.has(name.toLowerCase())) return undefined
    const [content] = Object.values(objectOf(parameter.content))
    const schema = content === undefined ? (parameter.schema ?? {}) : (objectOf(content).schema ?? {})
    const isRequired = place === 'path' || required === true
    // What may be left out means something else when it is sent.
    const constant = isRequired ? this.#document.constantOf(schema) : undefined
    return {
      place: place as ParameterPlace,
      name,
      isRequired: isRequired && constant === undefined,
      constant,
      schema,
      description: textOf(parameter.description) ?? textOf(this.#document.resolve(schema).description),
      isDeprecated: deprecated === true,
      style: content === undefined ? styleOf(parameter) : 'json'
    }
  }

  #body(): ClientBody | undefined {
    const given = this.#operation.requestBody
    if (!isObject(given)) return undefined
    if (this.#method === 'GET' || this.#method === 'HEAD') {
      this.#note('the request body is left out: fetch sends none')
      return undefined
    }
    const { content, required, description } = this.#document.resolve(given)
    const media = Object.entries(objectOf(content))
    if (media.length === 0) return undefined
    return {
      isRequired: required === true,
      description: textOf(description),
      content: media.map(([mediaType, value]) => {
        const { schema = {}, encoding } = objectOf(value)
        const resolved = this.#document.resolve(schema)
        const kind = bodyKindOf(mediaType, resolved)
        const isForm = kind === 'form' || kind === 'multipart'
        const fields = isForm ? this.#fields(resolved, objectOf(encoding)) : []
        return {
          mediaType: kind === 'json' && /\*/.test(mediaType) ? 'application/json' : mediaType,
          kind,
          schema,
          fields
        }
      })
    }
  }

  /** How the fields of a form are written (OpenAPI 3.0.3, section 4.7.15.1): objects are JSON. */
  #fields(schema: LooseObject, encoding: LooseObject): [string, string][] {
    return Object.entries(encoding).flatMap(([name, value]): [string, string][] => {
      const { contentType, style, explode } = objectOf(value)
      if (style === 'deepObject') return [[name, 'deepObject']]
      const separator = style === 'spaceDelimited' ? 'space' : style === 'pipeDelimited' ? 'pipe' : 'comma'
      if ((style === 'form' || separator !== 'comma') && explode === false) return [[name, separator]]
      // One media type is that of a file which says none of itself.
      const isOne = typeof contentType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(contentType)
      const property = this.#document.resolve(objectOf(schema.properties)[name])
      const file = property.type === 'array' ? this.#document.resolve(property.items) : property
      return isOne && isBinary(file) ? [[name, contentType]] : []
    })
  }

  #responses(): ClientResponse[] {
    const responses: ClientResponse[] = []
    for (const [key, given] of Object.entries(objectOf(this.#operation.responses))) {
      const status = key === 'default' ? key : key.toUpperCase()
      // No client gets a 1xx as its response.
      if (!/^([2-5]\d\d|[2-5]XX|default)$/.test(status)) continue
      const { description, content } = this.#document.resolve(given)
      const isEmpty = this.#method === 'HEAD' || status === '204' || status === '205' || status === '304'
      const media = isEmpty ? [] : Object.entries(objectOf(content))
      responses.push({
        status,
        description: textOf(description),
        content: media.map(([mediaType, value]) => this.#content(mediaType, objectOf(value)))
      })
    }
    return responses
  }

  #content(mediaType: string, value: LooseObject): ClientResponseContent {
    const kind = responseKindOf(mediaType)
    const itemSchema = value.itemSchema
    if (kind === 'lines') {
      return { mediaType, kind, schema: value['x-lines'] ?? itemSchema ?? {}, events: undefined }
    }
    if (kind !== 'events') return { mediaType, kind, schema: value.schema ?? {}, events: undefined }
    const own = value['x-events']
    const events = isObject(own)
      ? Object.entries(own).map(([name, schema]): ClientEvent => ({ name, schema }))
      : itemSchema === undefined
        ? undefined
        : this.#eventsOf(itemSchema)
    return { mediaType, kind, schema: {}, events }
  }

  /** The events of OpenAPI 3.2, whose items are objects of the fields of an event (section 4.14.4). */
  #eventsOf(itemSchema: unknown): ClientEvent[] | undefined {
    const item = this.#document.resolve(itemSchema)
    const members = [...listOf(item.oneOf), ...listOf(item.anyOf)]
    const events: ClientEvent[] = []
    for (const member of members.length === 0 ? [item] : members) {
      const properties = { ...objectOf(item.properties), ...objectOf(this.#document.resolve(member).properties) }
      const data = this.#document.resolve(properties.data)
      const schema = data.contentSchema ?? properties.data ?? {}
      const { const: name, enum: names } = this.#document.resolve(properties.event)
      const all = properties.event === undefined ? ['message'] : name === undefined ? listOf(names) : [name]
      // An event of any name: nothing is known of one by its name.
      if (all.length === 0) return undefined
      for (const each of all) events.push({ name: String(each), schema })
    }
    return events
  }
}

/** The style of a parameter, where it is not the default of its place. */
function styleOf({ in: place, style, explode, ...parameter }: LooseObject): string | undefined {
  if (parameter['x-spans-segments'] === true) return 'segments'
  const byDefault = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const named = typeof style === 'string' ? style : byDefault
  const isExploded = typeof explode === 'boolean' ? explode : named === 'form' || named === 'deepObject'
  if (named === 'deepObject') return 'deepObject'
  if (named === 'label' || named === 'matrix') return isExploded ? `${named}*` : named
  if (place === 'query') {
    if (named === 'spaceDelimited') return isExploded ? undefined : 'space'
    if (named === 'pipeDelimited') return isExploded ? undefined : 'pipe'
    return isExploded ? undefined : 'comma'
  }
  // One cookie has one value; an object alone is written as pairs.
  return isExploded && named === 'simple' ? 'simple*' : undefined
}
