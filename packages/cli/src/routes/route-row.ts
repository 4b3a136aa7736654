import type { OpenAPIDocument, Operation, RouteDefinition } from 'fieldstone'
import { overlap } from './route-overlap.js'

/** What the command says of a route; `--json` prints a list of these. */
export interface RouteRow {
  readonly method: string
  /** As it is declared: `/items/{id:[0-9]+}`. */
  readonly path: string
  /** The version that the route is of, and undefined for a route of all versions. */
  readonly version: string | undefined
  /** Undefined for a route that is in no document. */
  readonly operationId: string | undefined
  /** What requests must show: all of one of these lists, as `bearer` or `oauth(read, write)`; [] for nothing. */
  readonly security: readonly (readonly string[])[]
  /** The types of the body, by media type. */
  readonly body: Readonly<Record<string, string>>
  /** The types of the responses, by status and media type. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The declaration: `ItemController.find`. */
  readonly source: string
  /** The routes before it that take some of its requests. */
  readonly after: readonly string[]
}

/** What an application publishes, by name. */
export type Documents = ReadonlyMap<string, OpenAPIDocument>

/** The rows of routes that are given in the order in which they are tried. */
export function rowsOf(routes: readonly RouteDefinition[], documents: Documents): RouteRow[] {
  const find = operationFinder(documents)
  return routes.map((route, index) => {
    const { method, path, version, source, security = [], options } = route
    const { operation, document } = (options.hidden === true ? undefined : find(route)) ?? {}
    return {
      method,
      path,
      version,
      operationId: operation?.operationId,
      security: security.map((schemes) =>
        schemes.map(({ name, scopes }) => (scopes.length > 0 ? `${name}(${scopes.join(', ')})` : name))
      ),
      body: typesOf(operation?.requestBody, document),
      responses: Object.fromEntries(
        Object.entries(operation?.responses ?? {}).map(([status, response]) => [status, typesOf(response, document)])
      ),
      source,
      after: routes.slice(0, index).flatMap((each) => (overlap(each, route) ? [`${each.method} ${each.path}`] : []))
    }
  })
}

interface FoundOperation {
  readonly operation: Operation
  readonly document: OpenAPIDocument
}

/**
 * Finds the operation of a route in the first document that has it. Documents of several versions have the same operation:
 * then it is in the one whose name ends in the version, or whose operation names it.
 */
function operationFinder(documents: Documents): (route: RouteDefinition) => FoundOperation | undefined {
  const all = [...documents].map(([name, document]) => ({ name, document, operations: operationsOf(document) }))
  return ({ method, pattern, version }) => {
    const found = all.flatMap(({ name, document, operations }) => {
      const operation = operations.get(keyOf(method, pattern.template))
      return operation === undefined ? [] : [{ name, document, operation }]
    })
    if (version === undefined || found.length < 2) return found[0]
    return (
      found.find(({ name }) => name === version || new RegExp(`\\bv?${escaped(version)}$`).test(name)) ??
      found.find(({ operation }) => JSON.stringify(operation).includes(JSON.stringify(version)))
    )
  }
}

/** By method and path, whose parameters have no names there. */
function operationsOf({ paths = {} }: OpenAPIDocument): Map<string, Operation> {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [keyOf(method, path), operation as Operation] as const)
  )
  return new Map(entries)
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, '\\$&')
}

function keyOf(method: string, template: string): string {
  return `${method.toUpperCase()} ${template.replace(/\{[^}]*\}/g, '{}')}`
}

/** The types of a request body or a response: the media types with the names of their schemas. */
function typesOf(described: object | undefined, document: OpenAPIDocument | undefined): Record<string, string> {
  const { content = {} } = (referred(described, document) ?? {}) as { content?: Record<string, DescribedContent> }
  return Object.fromEntries(Object.entries(content).map(([type, media]) => [type, contentName(media)]))
}

interface DescribedContent {
  readonly schema?: object
  readonly 'x-events'?: Readonly<Record<string, object>>
  readonly 'x-lines'?: object
}

/** A stream is named by its items: the document says only that it is a text. */
function contentName({ schema, 'x-events': events, 'x-lines': line }: DescribedContent): string {
  const items = events === undefined ? line && [line] : Object.values(events)
  return items === undefined ? typeName(schema) : `AsyncIterable<${typeName({ anyOf: items })}>`
}

/** What `$ref` names: `#/components/responses/NotFound`. */
function referred(described: object | undefined, document: OpenAPIDocument | undefined): object | undefined {
  const { $ref } = (described ?? {}) as { $ref?: unknown }
  if (typeof $ref !== 'string') return described
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec($ref) ?? []
  return (document?.components as Record<string, Record<string, object>> | undefined)?.[kind]?.[name]
}

interface NamedSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly items?: NamedSchema
  readonly oneOf?: readonly NamedSchema[]
  readonly anyOf?: readonly NamedSchema[]
  readonly allOf?: readonly NamedSchema[]
  readonly nullable?: boolean
  readonly additionalProperties?: NamedSchema | boolean
}

/** A type as a programmer would write it: `Item`, `Item[]`, `Card | Cash`. */
function typeName(given: unknown): string {
  const schema = (given ?? {}) as NamedSchema
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  const members = schema.oneOf ?? schema.anyOf ?? schema.allOf
  const names = members === undefined ? plainNames(schema) : members.map(typeName)
  const known = names.length === 0 ? ['any'] : names
  return [...new Set(schema.nullable === true ? [...known, 'null'] : known)].join(' | ')
}

/** The types of a schema that has no members, by its keyword `type`. */
function plainNames({ type = [], items, format }: NamedSchema): string[] {
  return [type].flat().map((each) => {
    if (each === 'string' && format === 'binary') return 'binary'
    if (each !== 'array') return each
    const item = typeName(items)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  })
}
