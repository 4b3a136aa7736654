import { type Class, lineage } from '../../metadata.js'
import { defaultMetadataStorage } from './class-transformer.js'

/** What class-transformer's decorators say of a property in one direction. */
export interface Passage {
  /** The name in JSON; undefined where the property does not travel this way. */
  readonly name: string | undefined
  /** What `@Transform` makes of the value: the functions from top to bottom; undefined without any. */
  readonly transform: TransformFunction | undefined
}

/**
 * @param value the value, in the type that `@Type` names
 * @param input what it is a member of: the JSON object that was sent, or the record that is written
 */
export type TransformFunction = (value: unknown, input: object) => unknown

/** What class-transformer's decorators say of a property. */
export interface Transformation {
  readonly request: Passage
  readonly response: Passage
  /** Whether `@Transform` is asked about an absent property, too: class-transformer visits what is exposed. */
  readonly visitsAbsent: boolean
}

type Direction = 'request' | 'response'

/** class-transformer's own numbers of the directions; its package exports them as types alone. */
const TYPES = { request: 0, response: 1 } as const

interface Directed {
  readonly toClassOnly?: boolean
  readonly toPlainOnly?: boolean
  readonly groups?: readonly string[]
}

/** class-transformer's own maps: by class, then by property; undefined is the class as a whole. */
const { _exposeMetadatas, _excludeMetadatas, _typeMetadatas, _transformMetadatas } =
  defaultMetadataStorage as unknown as Record<string, ReadonlyMap<unknown, ReadonlyMap<string | undefined, unknown>>>

/** The properties that class-transformer's decorators declare for the class and its ancestors; excluded ones, too. */
export function transformedProperties(target: Class): string[] {
  const found = new Set<string>()
  for (const at of lineage(target)) {
    for (const kind of [_exposeMetadatas, _typeMetadatas, _transformMetadatas]) {
      for (const property of kind?.get(at)?.keys() ?? []) if (property !== undefined) found.add(property)
    }
  }
  return [...found]
}

/** Whether the class or an ancestor has decorators that change how its properties travel. */
function isDecorated(target: Class): boolean {
  return lineage(target).some(
    (at) => _exposeMetadatas?.has(at) || _excludeMetadatas?.has(at) || _transformMetadatas?.has(at)
  )
}

export function transformationOf(target: Class, property: string): Transformation {
  if (!isDecorated(target))
    return {
      request: { name: property, transform: undefined },
      response: { name: property, transform: undefined },
      visitsAbsent: false
    }
  const expose = exposeOptions(target, property)
  return {
    request: passage(target, property, 'request'),
    response: passage(target, property, 'response'),
    visitsAbsent: expose !== undefined && goes(expose, 'request')
  }
}

function passage(target: Class, property: string, direction: Direction): Passage {
  return { name: nameOf(target, property, direction), transform: transformOf(target, property, direction) }
}

/**
 * The name that `@Expose` gives. `@Exclude` wins over it, and an excluded class exposes only what is marked; class-transformer
 * forgets both for a named property and for a subclass, and would leak what it was told to keep.
 */
function nameOf(target: Class, property: string, direction: Direction): string | undefined {
  const exclude = defaultMetadataStorage.findExcludeMetadata(target, property)
  if (exclude !== undefined && goes(exclude.options, direction)) return undefined
  const expose = exposeOptions(target, property)
  // What is exposed to groups alone is not there without them.
  if ((expose?.groups?.length ?? 0) > 0) return undefined
  const isExposed = expose !== undefined && goes(expose, direction)
  if (!isExposed && isExcludedByDefault(target)) return undefined
  return isExposed ? (expose.name ?? property) : property
}

function exposeOptions(target: Class, property: string): (Directed & { readonly name?: string }) | undefined {
  const metadata = defaultMetadataStorage.findExposeMetadata(target, property)
  return metadata === undefined ? undefined : (metadata.options ?? {})
}

/** With both restrictions or none it goes both ways. */
function goes(options: Directed | undefined, direction: Direction): boolean {
  const { toClassOnly = false, toPlainOnly = false } = options ?? {}
  return toClassOnly === toPlainOnly || (direction === 'request' ? toClassOnly : toPlainOnly)
}

function isExcludedByDefault(target: Class): boolean {
  const strategies = lineage(target).map((at) => defaultMetadataStorage.getStrategy(at))
  return strategies.filter((strategy) => strategy !== 'none').at(-1) === 'excludeAll'
}

function transformOf(target: Class, property: string, direction: Direction): TransformFunction | undefined {
  const type = TYPES[direction]
  const found = defaultMetadataStorage
    .findTransformMetadatas(target, property, type as never)
    .filter(({ options }) => (options?.groups?.length ?? 0) === 0)
  if (found.length === 0) return undefined
  return (given, obj) => {
    let value = given
    for (const { transformFn } of found) {
      value = transformFn({ value, key: property, obj, type: type as never, options: {} })
    }
    return value
  }
}
