/** The properties by which an operation can be chosen. */
export interface OperationName {
  /** The `operationId`; `GET /items` where there is none. */
  readonly id: string
  /** The method of the request, in upper case. */
  readonly method: string
  /** The path of the document: `/items/{id}`. */
  readonly path: string
  /** Its `tags`. */
  readonly tags: readonly string[]
}

/**
 * Whether a pattern names the operation: its id or one of its tags, a method (`GET`), a path (`/items/*`) or both
 * (`GET /items/*`). `*` is any text.
 */
export function isNamedBy(pattern: string, { id, method, path, tags }: OperationName): boolean {
  const is = wildcard(pattern)
  if (pattern.startsWith('/')) return is(path)
  return is(id) || tags.some(is) || is(`${method} ${path}`) || pattern === method
}

function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const regex = new RegExp(`^${parts.join('.*')}$`)
  return (text) => regex.test(text)
}
