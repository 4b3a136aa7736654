import { type Class, lineage } from '../../metadata.js'
import {
  type Directed,
  type ExposeMetadata,
  type MetadataMap,
  metadataMaps,
  type TransformMetadata,
  type TypeMetadata
} from './class-transformer.js'

/**
 * The metadata of class-transformer's decorators, found as its own storage finds it. The maps are read at each use: another copy
 * of Fieldstone may replace them when it joins the copies of class-transformer.
 */

/** Of the directions of class-transformer: from JSON, and to JSON. */
export type Direction = 'request' | 'response'

/** `@Type` of a property, of the class or the nearest ancestor that has one. */
export function typeMetadataOf(target: Class, property: string): TypeMetadata | undefined {
  return nearest(metadataMaps._typeMetadatas, target, property)
}

/** `@Expose` of a property, of the class or the nearest ancestor that has one. */
export function exposeMetadataOf(target: Class, property: string): ExposeMetadata | undefined {
  return nearest(metadataMaps._exposeMetadatas, target, property)
}

/** `@Exclude` of a property, of the class or the nearest ancestor that has one. */
export function excludeMetadataOf(target: Class, property: string): ExposeMetadata | undefined {
  return nearest(metadataMaps._excludeMetadatas, target, property)
}

function nearest<T>(map: MetadataMap<T>, target: Class, property: string): T | undefined {
  for (const at of lineage(target).reverse()) {
    const found = map.get(at)?.get(property)
    if (found !== undefined) return found
  }
  return undefined
}

/** Each `@Transform` of a property in a direction, in the order in which they are called. */
export function transformsOf(target: Class, property: string, direction: Direction): TransformMetadata[] {
  const [own = [], ...inherited] = lineage(target)
    .reverse()
    .map((at) => metadataMaps._transformMetadatas.get(at)?.get(property) ?? [])
  return [...inherited.flat().reverse(), ...[...own].reverse()].filter(({ options }) => isDirected(options, direction))
}

/** Whether the class itself exposes or excludes everything. */
export function strategyOf(target: Class): 'none' | 'excludeAll' | 'exposeAll' {
  const isExcluded = metadataMaps._excludeMetadatas.get(target)?.has(undefined) === true
  const isExposed = metadataMaps._exposeMetadatas.get(target)?.has(undefined) === true
  if (isExcluded === isExposed) return 'none'
  return isExcluded ? 'excludeAll' : 'exposeAll'
}

/** Whether a declaration applies to a direction: with both restrictions or none, to both. */
export function isDirected(options: Directed | undefined, direction: Direction): boolean {
  const { toClassOnly = false, toPlainOnly = false } = options ?? {}
  return toClassOnly === toPlainOnly || (direction === 'request' ? toClassOnly : toPlainOnly)
}
