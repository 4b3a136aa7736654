import { pointerBelow } from './json-pointer.js'
import { isMembers, listOf, membersOf, textOf } from './members.js'
import { type Located, located, type OpenAPIDocumentAt } from './openapi-document.js'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query'] as const

/** A parameter of an operation. */
export interface ParameterAt extends Located {
  readonly in: string
  readonly name: string
  /** The same for the parameters of two documents that are the same in requests. */
  readonly key: string
}

/** An operation of a document: by a path, or a webhook by its name. */
export interface OperationAt extends Located {
  /** The same for the operations of two documents that take the same requests. */
  readonly key: string
  /** `GET /items/{id}`, and `webhook POST created`. */
  readonly name: string
  readonly document: OpenAPIDocumentAt
  readonly parameters: readonly ParameterAt[]
  /** The list of servers that counts, and where it is. */
  readonly servers: Located
}

/** Headers that other parts of an operation describe. OpenAPI 3.0.3, section 4.7.12.1. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization'])

/** The operations of a document, in its order. */
export function operationsOf(document: OpenAPIDocumentAt): OperationAt[] {
  const paths = membersOf(document.root.paths)
  return Object.keys(paths)
    .filter((path) => !path.startsWith('x-'))
    .flatMap((path) => operationsAt(document, paths[path], pointerBelow('#', 'paths', path), { path }))
}

/** The requests that the service itself sends. */
export function webhooksOf(document: OpenAPIDocumentAt): OperationAt[] {
  const webhooks = membersOf(document.root.webhooks)
  return Object.keys(webhooks).flatMap((name) => {
    return operationsAt(document, webhooks[name], pointerBelow('#', 'webhooks', name), { label: `webhook ${name}` })
  })
}

/** The requests that the service sends because of an operation, by callback and expression. */
export function callbacksOf({ node, at, document }: OperationAt): OperationAt[] {
  const callbacks = membersOf(node.callbacks)
  return Object.keys(callbacks).flatMap((name) => {
    const callback = located(document, callbacks[name], pointerBelow(at, 'callbacks', name))
    return Object.keys(callback.node).flatMap((expression) => {
      const label = `callback ${name} ${expression}`
      return operationsAt(document, callback.node[expression], pointerBelow(callback.at, expression), { label })
    })
  })
}

/** The names of everything that a change can belong to: operations, their callbacks, and webhooks. */
export function operationNames(document: OpenAPIDocumentAt): string[] {
  const operations = operationsOf(document)
  const all = [...operations, ...operations.flatMap(callbacksOf), ...webhooksOf(document)]
  return all.map(({ name }) => name)
}

function operationsAt(
  document: OpenAPIDocumentAt,
  value: unknown,
  place: string,
  of: { readonly path?: string; readonly label?: string }
): OperationAt[] {
  const item = located(document, value, place)
  const more = membersOf(item.node.additionalOperations)
  const found: (readonly [string, unknown, string])[] = [
    ...METHODS.map((method) => [method, item.node[method], pointerBelow(item.at, method)] as const),
    ...Object.keys(more).map((method) => {
      return [method, more[method], pointerBelow(item.at, 'additionalOperations', method)] as const
    })
  ]
  const shape = of.path?.replace(/\{[^}]*\}/g, '{}')
  const templates = of.path?.match(/\{[^}]*\}/g) ?? []
  return found.flatMap(([method, operation, at]) => {
    if (!isMembers(operation)) return []
    const upper = method.toUpperCase()
    return {
      key: `${upper} ${shape ?? of.label}`,
      name: of.path === undefined ? `${of.label} ${upper}` : `${upper} ${of.path}`,
      node: operation,
      at,
      document,
      parameters: parametersOf(document, item, { node: operation, at }, templates),
      servers: serversOf(document, item, { node: operation, at })
    }
  })
}

/** The parameters of an operation and of its path; those of the operation take the place of those of the path. */
function parametersOf(
  document: OpenAPIDocumentAt,
  item: Located,
  operation: Located,
  templates: readonly string[]
): ParameterAt[] {
  const found = new Map<string, ParameterAt>()
  for (const owner of [item, operation]) {
    for (const [index, each] of listOf(owner.node.parameters).entries()) {
      const { node, at } = located(document, each, pointerBelow(owner.at, 'parameters', index))
      const [place, name] = [textOf(node.in), textOf(node.name)]
      if (place === undefined || name === undefined) continue
      if (place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) continue
      // A name in a path is only for people and generated code; requests have the place.
      const position = place === 'path' ? templates.indexOf(`{${name}}`) : -1
      const key = `${place} ${position !== -1 ? position : place === 'header' ? name.toLowerCase() : name}`
      found.set(key, { node, at, in: place, name, key })
    }
  }
  return [...found.values()]
}

function serversOf(document: OpenAPIDocumentAt, item: Located, operation: Located): Located {
  for (const owner of [operation, item]) {
    if (Array.isArray(owner.node.servers) && owner.node.servers.length > 0) return owner
  }
  return { node: document.root, at: '#' }
}
