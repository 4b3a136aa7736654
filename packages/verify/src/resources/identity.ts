import { isNode } from '../document/json-schema-2020.js'
import { matchTemplate, splitPath } from '../document/path-template.js'
import type { PublishedOperation } from '../document/published-document.js'

/** An id in a JSON value. */
export interface FoundId {
  readonly text: string
  /** The names of the properties that lead to it. */
  readonly path: readonly string[]
}

/**
 * The id of a resource in the JSON that describes it: the property that is named like the path's parameter, `id`, the last
 * word of the parameter's name, or the resource's name with `id`; also one level deeper, as in `{ "data": { "id": 1 } }`.
 */
export function idIn(value: unknown, parameter: string, resource: string): FoundId | undefined {
  if (!isNode(value)) return undefined
  const wanted = [plain(parameter), 'id', lastWord(parameter), `${plain(resource)}id`, '_id', 'uuid']
  for (const name of wanted) {
    const found = Object.keys(value).find((key) => (name === '_id' ? key === name : plain(key) === name))
    const id = found === undefined ? undefined : value[found]
    if (found !== undefined && isIdText(id)) return { text: String(id), path: [found] }
  }
  const inner = Object.entries(value).filter(([, member]) => isNode(member))
  const [only] = inner
  if (only === undefined || inner.length > 1) return undefined
  const deeper = idIn(only[1], parameter, resource)
  return deeper && { text: deeper.text, path: [only[0], ...deeper.path] }
}

function isIdText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function lastWord(name: string): string {
  return name.replace(/^.*?(?=(?:[A-Z]?[a-z0-9]+|[A-Z]+)$)/s, '').toLowerCase()
}

/**
 * The texts of the path parameters in a `Location`, for the operation that reads what it leads to; undefined where it leads
 * elsewhere. What is before the operation's path is ignored: a service may be behind a prefix.
 *
 * @param base the path of the request, to which it may be relative
 */
export function locatedIds(
  location: string,
  base: string,
  { template }: PublishedOperation
): readonly string[] | undefined {
  let path: string
  try {
    path = new URL(location, `http://host.invalid${base}`).pathname
  } catch {
    return undefined
  }
  const segments = splitPath(path)?.slice(-template.segments.length)
  const values = segments && matchTemplate(template, segments)
  return values && [...values.values()]
}
