import { type Class, copyEmittedType, lineage } from '../../metadata.js'
import { defaultMetadataStorage } from '../library/class-transformer.js'
import { getMetadataStorage, IsDefined, IsOptional } from '../library/class-validator.js'
import { transformedProperties } from '../library/transformation.js'
import { metadataOf, type ValidationMetadata } from '../library/validation-metadata.js'
import { appliedByField } from './field-decorators.js'

/** Whether the properties of a class may, must, or may as before be absent in the class that is made of it. */
export type Presence = 'optional' | 'required' | 'same'

/** The properties that class-validator's and class-transformer's decorators declare for the class and its ancestors. */
export function validatedProperties(source: Class): string[] {
  const validated = metadataOf(source).map(({ propertyName }) => propertyName)
  return [...new Set([...validated, ...transformedProperties(source)])]
}

/**
 * Copies what class-validator's own decorators left for a property. What `@Field` left is not among it: declaring the
 * field again says that.
 */
export function carryValidation(source: Class, target: Class, property: string, presence: Presence): void {
  const storage = getMetadataStorage()
  for (const metadata of metadataOf(source)) {
    if (metadata.propertyName !== property || appliedByField(metadata) !== undefined) continue
    const isOptional = (metadata as { name?: string }).name === 'isOptional'
    if (isOptional && presence === 'required') continue
    storage.addValidationMetadata({ ...metadata, target } as ValidationMetadata)
  }
  for (const at of lineage(source)) copyEmittedType(at.prototype, target.prototype, property)
}

/** Says of a property that class-validator's decorators alone declare whether it may be absent. */
export function declarePresence(target: Class, property: string, presence: Presence): void {
  if (presence === 'optional') IsOptional()(target.prototype, property)
  if (presence === 'required') IsDefined()(target.prototype, property)
}

/** class-transformer's metadata: by class, then by property; undefined is the class as a whole. */
type Metadata<T> = Map<unknown, Map<string | undefined, T>>

interface TransformerStorage {
  readonly _typeMetadatas: Metadata<object>
  readonly _exposeMetadatas: Metadata<object>
  readonly _excludeMetadatas: Metadata<object>
  readonly _transformMetadatas: Metadata<object[]>
}

/** Copies what class-transformer's decorators left for the class as a whole and for its properties. */
export function carryTransformation(source: Class, target: Class, keeps: (property: string) => boolean): void {
  const storage = defaultMetadataStorage as unknown as TransformerStorage
  for (const kind of ['_typeMetadatas', '_exposeMetadatas', '_excludeMetadatas'] as const) {
    carry(storage[kind], source, target, keeps, (metadata) => ({ ...metadata, target }))
  }
  carry(storage._transformMetadatas, source, target, keeps, (list) => list.map((entry) => ({ ...entry, target })))
}

function carry<T>(
  metadata: Metadata<T>,
  source: Class,
  target: Class,
  keeps: (property: string) => boolean,
  copy: (found: T) => T
): void {
  const carried = metadata.get(target) ?? new Map<string | undefined, T>()
  for (const at of lineage(source)) {
    for (const [property, found] of metadata.get(at) ?? []) {
      if (property === undefined || keeps(property)) carried.set(property, copy(found))
    }
  }
  if (carried.size > 0) metadata.set(target, carried)
}
