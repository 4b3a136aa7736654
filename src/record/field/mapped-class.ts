import { SetupError } from '../../errors.js'
import { type Class, type ConcreteClass, copyEmittedType, isClass, lineage } from '../../metadata.js'
import { defaultMetadataStorage, joinCopies } from '../library/class-transformer.js'
import { getMetadataStorage, IsDefined, IsOptional } from '../library/class-validator.js'
import { transformedProperties } from '../library/transformation-metadata.js'
import { metadataOf, type ValidationMetadata } from '../library/validation-metadata.js'
import { declareField, type FieldDeclaration, type FieldOptions, ownFields } from './field-declaration.js'
import { appliedByField, applyFieldRules } from './field-decorators.js'
import { Record, recordOptions } from './record.js'

/** What is made of a record. */
export interface Mapping {
  /** The name of the class that is made. */
  readonly name: string
  /** The properties that are taken over; default: all of them. */
  readonly keeps?: (property: string) => boolean
  readonly presence?: Presence
}

/** The properties that the decorators of a class and its ancestors declare. */
export function declaredProperties(source: Class): Set<string> {
  return new Set([...declarationsOf(source).keys(), ...validatedProperties(source)])
}

/**
 * Makes a class of others, with their fields, rules, descriptions and metadata; the others are not changed. Where
 * several have a property, the last one's counts.
 */
export function mapClasses(sources: readonly Class[], { name, keeps = () => true, presence = 'same' }: Mapping): Class {
  const parts = sources.map((source, index) => {
    const taken = new Set(sources.slice(index + 1).flatMap((later) => [...declaredProperties(later)]))
    const properties = [...declaredProperties(source)].filter((property) => keeps(property) && !taken.has(property))
    return { source: source as ConcreteClass, properties }
  })
  // A value that an initialiser would give stands for one that was sent: no update shall be made of those.
  const initialised = presence === 'optional' ? [] : parts
  const target = class {
    constructor() {
      for (const { source, properties } of initialised) initialise(this, source, properties)
    }
  }
  Object.defineProperty(target, 'name', { value: name })
  for (const { source, properties } of parts) carryFields(source, target, properties, presence)
  const unknownFields = sources.map((source) => recordOptions(source).unknownFields)
  const own = unknownFields.filter((option) => option !== undefined).at(-1)
  if (own !== undefined) Record({ unknownFields: own })(target)
  return target
}

function initialise(target: object, source: ConcreteClass, properties: readonly string[]): void {
  let made: object
  try {
    made = new source()
  } catch {
    return // it wants arguments, so there is nothing to take over
  }
  for (const property of properties) {
    const found = Object.getOwnPropertyDescriptor(made, property)
    if (found !== undefined) Object.defineProperty(target, property, found)
  }
}

function carryFields(source: Class, target: Class, properties: readonly string[], presence: Presence): void {
  const kept = new Set(properties)
  carryTransformation(source, target, (property) => kept.has(property))
  const declarations = declarationsOf(source)
  for (const property of properties) {
    carryAccessor(source, target, property)
    const declaration = declarations.get(property)
    if (declaration === undefined) declarePresence(target, property, presence)
    else {
      const carried = { ...declaration, options: presentAs(presence, declaration.options) }
      declareField(target, carried)
      applyFieldRules(target, carried)
    }
    carryValidation(source, target, property, presence)
  }
}

/** The field declarations of a class and its ancestors; the nearest counts. */
function declarationsOf(source: Class): Map<string, FieldDeclaration> {
  const declarations = lineage(source).flatMap((at) => ownFields(at))
  return new Map(declarations.map((declaration) => [declaration.property, declaration]))
}

function presentAs(presence: Presence, options: FieldOptions): FieldOptions {
  return presence === 'same' ? options : { ...options, optional: presence === 'optional', default: undefined }
}

function carryAccessor(source: Class, target: Class, property: string): void {
  for (const at of lineage(source)) {
    const found = Object.getOwnPropertyDescriptor(at.prototype, property)
    if (found?.get !== undefined || found?.set !== undefined) Object.defineProperty(target.prototype, property, found)
  }
}

/** @throws SetupError RECORD_INVALID for what is no record. */
export function assertRecord(source: unknown, by: string): asserts source is Class {
  joinCopies()
  if (isClass(source) && declaredProperties(source).size > 0) return
  const what =
    source === undefined
      ? 'it was given undefined (a circular import, or an `import type`, leaves nothing at run time)'
      : `${isClass(source) ? `${source.name || 'the class'} declares no field` : 'it was given no class'}`
  throw new SetupError('RECORD_INVALID', what, by, 'give it a class whose properties are decorated')
}

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
