import type { PublishedOperation } from '../document/published-document.js'

/** Something that operations create, read, change and remove: found from the paths of the document. */
export interface Resource {
  /** For sentences: `book` for `/books/{id}`. */
  readonly name: string
  /** The resource whose id is in the path before: of reviews in `/books/{id}/reviews`, the book. */
  readonly parent: Resource | undefined
  /** Whether there is one for each parent, or one at all, so that it has no id: `/settings`. */
  readonly isSingle: boolean
  /** POST of the collection. */
  readonly create: PublishedOperation | undefined
  /** GET of the collection. */
  readonly list: PublishedOperation | undefined
  readonly read: PublishedOperation | undefined
  /** PUT. */
  readonly replace: PublishedOperation | undefined
  /** PATCH. */
  readonly change: PublishedOperation | undefined
  readonly remove: PublishedOperation | undefined
}

/** The operations of one path, by method. */
type PathOperations = ReadonlyMap<string, PublishedOperation>

/** The resources that operations have in common, those without a parent first. */
export function resourcesOf(operations: readonly PublishedOperation[]): readonly Resource[] {
  const paths = new Map<string, Map<string, PublishedOperation>>()
  for (const operation of operations) {
    if (operation.template.segments.some(({ kind }) => kind === 'rest')) continue
    const key = keyOf(operation)
    const methods = paths.get(key) ?? new Map<string, PublishedOperation>()
    paths.set(key, methods.set(operation.method, operation))
  }
  const found = new Map<string, Resource>()
  const keys = [...paths.keys()].sort((a, b) => a.split('/').length - b.split('/').length)
  for (const key of keys) {
    const resource = resourceOf(key, paths, found)
    if (resource !== undefined) found.set(key, resource)
  }
  return [...found.values()]
}

/** The path with the same text for all parameters, and without a slash at its end: `/books/{}`. */
function keyOf({ template }: PublishedOperation): string {
  const texts = template.segments.map((segment) => (segment.kind === 'literal' ? segment.text : '{}'))
  if (texts.at(-1) === '') texts.pop()
  return texts.map((text) => `/${text}`).join('')
}

function resourceOf(
  key: string,
  paths: ReadonlyMap<string, PathOperations>,
  found: ReadonlyMap<string, Resource>
): Resource | undefined {
  const own = paths.get(key) as PathOperations
  const hasId = key.endsWith('/{}')
  const collectionKey = hasId ? key.slice(0, -3) : key
  const collection = paths.get(collectionKey)
  const parent = found.get(/^(.*\/\{\})\/[^{}]+$/.exec(collectionKey)?.[1] ?? '')
  const name = singular(/([^/{}]+)(?:\/\{\})*$/.exec(collectionKey)?.[1] ?? 'resource')
  const item = { read: own.get('GET'), replace: own.get('PUT'), change: own.get('PATCH'), remove: own.get('DELETE') }
  const list = { create: collection?.get('POST'), list: collection?.get('GET') }
  // What has none of these, as only TRACE, can neither be made nor found.
  const isUsed = [...Object.values(list), ...Object.values(item)].some((operation) => operation !== undefined)
  if (hasId) return isUsed ? { name, parent, isSingle: false, ...list, ...item } : undefined
  if (paths.has(`${key}/{}`)) return undefined
  const nothing = { create: undefined, list: undefined }
  if (own.has('GET') && !own.has('POST') && (own.has('PUT') || own.has('PATCH'))) {
    return { name, parent, isSingle: true, ...item, ...nothing }
  }
  // Its members cannot be read one by one.
  if (!own.has('GET')) return undefined
  return {
    name,
    parent,
    isSingle: false,
    ...list,
    read: undefined,
    replace: undefined,
    change: undefined,
    remove: undefined
  }
}

/** `books` as `book`, `categories` as `category`; for sentences, and to find what `categoryId` refers to. */
export function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
  if (/(?:ss|sh|ch|x|z)es$/i.test(word)) return word.slice(0, -2)
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word
}

/** `a book`, `an author`. */
export function an(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** The names of the path parameters, in the order of the path. */
export function pathParameters({ template }: PublishedOperation): readonly string[] {
  return template.segments.flatMap((segment) => (segment.kind === 'literal' ? [] : [segment.name]))
}

/** An operation whose path leads to one resource. */
export function operationOfOne({ read, replace, change, remove }: Resource): PublishedOperation | undefined {
  return read ?? replace ?? change ?? remove
}

/** The path parameter that has the id of a resource; undefined where no path leads to one. */
export function idParameter(resource: Resource): string | undefined {
  const operation = operationOfOne(resource)
  return operation && pathParameters(operation).at(-1)
}

/** The resource that the path of an operation leads to, or is below. */
export function resourceAbove(operation: PublishedOperation, resources: readonly Resource[]): Resource | undefined {
  const paths = ({ read, replace, change, remove }: Resource) =>
    [read, replace, change, remove].map((each) => each?.path)
  return resources
    .filter((resource) => paths(resource).some((path) => path !== undefined && isBelow(operation.path, path)))
    .filter(({ isSingle }) => !isSingle)
    .sort((a, b) => (b.read?.path.length ?? 0) - (a.read?.path.length ?? 0))[0]
}

function isBelow(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`)
}
