import { isNode, pointerNames } from './json-schema-2020.js'

/** A link of a response: which operation it leads to, with which parameters (OpenAPI 3.1, section 4.8.20). */
export interface PublishedLink {
  readonly name: string
  /** The `operationId`, or method and path of the `operationRef`: `GET /books/{id}`. */
  readonly operation: string
  /** By name, which may begin with the place: `path.id`. Constants and runtime expressions: `$response.body#/id`. */
  readonly parameters: ReadonlyMap<string, unknown>
}

/** Reads the links of a response. @param resolve follows a reference */
export function readLinks(links: unknown, resolve: (value: unknown) => Record<string, unknown>): PublishedLink[] {
  if (!isNode(links)) return []
  return Object.entries(links).flatMap(([name, source]) => {
    const { operationId, operationRef, parameters } = resolve(source)
    const operation = typeof operationId === 'string' ? operationId : operationOf(operationRef)
    const given = new Map(Object.entries(isNode(parameters) ? parameters : {}))
    return operation === undefined ? [] : [{ name, operation, parameters: given }]
  })
}

/** `#/paths/~1books~1{id}/get` as `GET /books/{id}`; undefined for an operation of another document. */
function operationOf(reference: unknown): string | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/paths/')) return undefined
  const [, path, method = ''] = pointerNames(reference)
  return `${method.toUpperCase()} ${path}`
}
