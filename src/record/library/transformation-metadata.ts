import { type Class, lineage } from '../../metadata.js'
import { type Directed, metadataMaps } from './class-transformer.js'
import { entryOf } from './map-entry.js'
import {
  type Direction,
  excludeMetadataOf,
  exposeMetadataOf,
  isDirected,
  strategyOf,
  transformsOf
} from './transformation-lookup.js'

/** What class-transformer's decorators declare for a property in one direction. */
export interface DirectedTransformation {
  /** The name in JSON; undefined if the property does not travel this way. */
  readonly name: string | undefined
  /** The functions of `@Transform`, called from top to bottom; undefined without any. */
  readonly transform: TransformFunction | undefined
}

/**
 * @param value the value, in the type that `@Type` names
 * @param input the object that contains it: the JSON object that was sent, or the record that is written
 */
export type TransformFunction = (value: unknown, input: object) => unknown

/** What class-transformer's decorators declare for a property. */
export interface PropertyTransformation {
  readonly request: DirectedTransformation
  readonly response: DirectedTransformation
  /** Whether `@Transform` is called for an absent property, too: class-transformer visits what is exposed. */
  readonly visitsAbsent: boolean
}

/** class-transformer's own numbers of the directions; its package exports them as types alone. */
const TYPES = { request: 0, response: 1 } as const

/**
 * The properties that class-transformer's decorators name in the class and its ancestors, including excluded ones. Of `@Field`,
 * those whose rules were applied.
 */
export function transformedProperties(target: Class): string[] {
  const { _exposeMetadatas, _typeMetadatas, _transformMetadatas } = metadataMaps
  const found = new Set<string>()
  for (const at of lineage(target)) {
    for (const kind of [_exposeMetadatas, _typeMetadatas, _transformMetadatas]) {
      for (const property of entryOf<unknown, Map<string | undefined, unknown>>(kind, at)?.keys() ?? [])
        if (property !== undefined) found.add(property)
    }
  }
  return [...found]
}

/** Whether the class or an ancestor has decorators that change how its properties travel. */
export function isDecorated(target: Class): boolean {
  const { _exposeMetadatas, _excludeMetadatas, _transformMetadatas } = metadataMaps
  const maps: readonly ReadonlyMap<unknown, unknown>[] = [_exposeMetadatas, _excludeMetadatas, _transformMetadatas]
  return lineage(target).some((at) => maps.some((map) => entryOf(map, at) !== undefined))
}

/** The decorators of a property of the class or its ancestors. */
export function transformationOf(target: Class, property: string): PropertyTransformation {
  if (!isDecorated(target))
    return {
      request: { name: property, transform: undefined },
      response: { name: property, transform: undefined },
      visitsAbsent: false
    }
  const expose = exposeOptions(target, property)
  return {
    request: directed(target, property, 'request'),
    response: directed(target, property, 'response'),
    visitsAbsent: expose !== undefined && isDirected(expose, 'request')
  }
}

function directed(target: Class, property: string, direction: Direction): DirectedTransformation {
  return { name: nameOf(target, property, direction), transform: transformOf(target, property, direction) }
}

/**
 * The name that `@Expose` gives. `@Exclude` takes precedence, and an excluded class exposes only what is marked.
 * class-transformer ignores both for a named property and for a subclass, and would leak what was excluded.
 */
function nameOf(target: Class, property: string, direction: Direction): string | undefined {
  const exclude = excludeMetadataOf(target, property)
  if (exclude !== undefined && isDirected(exclude.options, direction)) return undefined
  const expose = exposeOptions(target, property)
  // A property that is exposed to groups only does not travel without them.
  if (isForGroups(expose)) return undefined
  const isExposed = expose !== undefined && isDirected(expose, direction)
  if (!isExposed && isExcludedByDefault(target)) return undefined
  return isExposed ? (expose.name ?? property) : property
}

function exposeOptions(target: Class, property: string): (Directed & { readonly name?: string }) | undefined {
  const metadata = exposeMetadataOf(target, property)
  return metadata === undefined ? undefined : (metadata.options ?? {})
}

function isForGroups(options: Directed | undefined): boolean {
  return options?.groups !== undefined && options.groups.length > 0
}

function isExcludedByDefault(target: Class): boolean {
  const strategies = lineage(target).map((at) => strategyOf(at))
  return strategies.filter((strategy) => strategy !== 'none').at(-1) === 'excludeAll'
}

function transformOf(target: Class, property: string, direction: Direction): TransformFunction | undefined {
  const type = TYPES[direction]
  const found = transformsOf(target, property, direction).filter(({ options }) => !isForGroups(options))
  if (found.length === 0) return undefined
  return (given, obj) => {
    let value = given
    for (const { transformFn } of found) {
      value = transformFn({ value, key: property, obj, type, options: {} })
    }
    return value
  }
}
