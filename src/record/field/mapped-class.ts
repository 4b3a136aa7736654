import { SetupError } from '../../errors.js'
import { type Class, type ConcreteClass, copyEmittedType, isClass, lineage } from '../../metadata.js'
import { IsOptional } from '../library/base-decorators.js'
import { type MetadataMap, metadataMaps } from '../library/class-transformer.js'
import { IsDefined } from '../library/decorators.js'
import { entryOf } from '../library/map-entry.js'
import { getMetadataStorage, type ValidationMetadata } from '../library/metadata-storage.js'
import { joinCopies } from '../library/storage-join.js'
import { transformedProperties } from '../library/transformation-metadata.js'
import { metadataOf } from '../library/validation-metadata.js'
import { appliedByField } from './applied-metadata.js'
import { type FieldDeclaration, type FieldOptions, noProgress, ownFields } from './field-declaration.js'
import { Record, recordOptions } from './record.js'
import { hasFieldsAlone, registerField, registerFields } from './registration.js'

const mapped = new WeakSet<Class>()

/** Whether the class was made of others, and not written. */
export function isMapped(target: Class): boolean {
  return mapped.has(target)
}

/** How a class is made of others. */
export interface Mapping {
  /** The name of the new class. */
  readonly name: string
  /** The properties that are copied; default: all of them. */
  readonly keeps?: (property: string) => boolean
  readonly presence?: Presence
}

/** The properties that the decorators of a class and its ancestors declare. */
export function declaredProperties(source: Class): Set<string> {
  return new Set([...declarationsOf(source).keys(), ...validatedProperties(source)])
}

/**
 * Creates a class from others, with their fields, rules, descriptions and metadata; the others are not changed. If
 * several have a property, that of the last counts.
 */
export function mapClasses(sources: readonly Class[], { name, keeps = () => true, presence = 'same' }: Mapping): Class {
  const parts = sources.map((source, index) => {
    const taken = new Set(sources.slice(index + 1).flatMap((later) => [...declaredProperties(later)]))
    const properties = [...declaredProperties(source)].filter((property) => keeps(property) && !taken.has(property))
    return { source: source as ConcreteClass, properties }
  })
  // An initial value looks like one that was sent, and an update must not change what was not sent.
  const initialized = presence === 'optional' ? [] : parts
  const target = class {
    constructor() {
      for (const { source, properties } of initialized) initialize(this, source, properties)
    }
  }
  Object.defineProperty(target, 'name', { value: name })
  for (const { source, properties } of parts) copyFields(source, target, properties, presence)
  const options = sources.map((source) => recordOptions(source))
  const own = options.findLast((each) => (each.unknownFields ?? each.additionalProperties) !== undefined)
  if (own?.unknownFields !== undefined) Record({ unknownFields: own.unknownFields })(target)
  else if (own !== undefined) Record({ additionalProperties: own.additionalProperties })(target)
  mapped.add(target)
  return target
}

function initialize(target: object, source: ConcreteClass, properties: readonly string[]): void {
  let made: object
  try {
    made = new source()
  } catch {
    return // its constructor needs arguments, so there are no initial values to copy
  }
  const declarations = declarationsOf(source)
  for (const property of properties) {
    const found = Object.getOwnPropertyDescriptor(made, property)
    if (found !== undefined) Object.defineProperty(target, property, found)
    else if (declarations.get(property)?.isAutoAccessor === true)
      Reflect.set(target, property, Reflect.get(made, property))
  }
}

function copyFields(source: Class, target: Class, properties: readonly string[], presence: Presence): void {
  const isPlain = hasFieldsAlone(source)
  if (!isPlain) registerFields(source)
  const kept = new Set(properties)
  copyTransformation(source, target, (property) => kept.has(property))
  const declarations = declarationsOf(source)
  for (const property of properties) {
    const declaration = declarations.get(property)
    // The value of an `accessor` is in a private property, which only instances of its own class have.
    if (declaration?.isAutoAccessor !== true) copyAccessor(source, target, property)
    if (declaration === undefined) declarePresence(target, property, presence)
    else {
      const progress = { ...noProgress(), given: declaration.progress.given }
      const copy = { ...declaration, options: presentAs(presence, copiedOptions(declaration)), progress }
      registerField(target, copy)
    }
    if (!isPlain) copyValidation(source, target, property, presence)
    for (const at of lineage(source)) copyEmittedType(at.prototype, target.prototype, property)
  }
}

/** The field declarations of a class and its ancestors by property; that of the nearest class counts. */
function declarationsOf(source: Class): Map<string, FieldDeclaration> {
  const declarations = lineage(source).flatMap((at) => ownFields(at))
  return new Map(declarations.map((declaration) => [declaration.property, declaration]))
}

/** Without the decorators of `rules`, whose metadata is copied; with those that are wrong, so that they are reported. */
function copiedOptions({ options, progress }: FieldDeclaration): FieldOptions {
  if (options.rules === undefined || progress.fault !== undefined) return options
  const { rules, ...others } = options
  return others
}

function presentAs(presence: Presence, options: FieldOptions): FieldOptions {
  if (presence === 'same') return options
  const { required: _required, ...messages } = options.messages ?? {}
  const isOptional = presence === 'optional'
  const kept = isOptional && options.messages !== undefined ? { messages } : {}
  return { ...options, ...kept, optional: isOptional, default: undefined }
}

function copyAccessor(source: Class, target: Class, property: string): void {
  for (const at of lineage(source)) {
    const found = Object.getOwnPropertyDescriptor(at.prototype, property)
    if (found?.get !== undefined || found?.set !== undefined) Object.defineProperty(target.prototype, property, found)
  }
}

/** @throws SetupError RECORD_INVALID for what is not a record */
export function assertRecord(source: unknown, by: string): asserts source is Class {
  joinCopies()
  if (isClass(source) && declaredProperties(source).size > 0) return
  let what = 'the argument is not a class'
  if (source === undefined)
    what = 'the argument is undefined (a circular import or `import type` leaves no class at run time)'
  else if (isClass(source)) what = `${source.name || 'the class'} declares no field`
  throw new SetupError('RECORD_INVALID', what, by, 'pass a class with decorated properties')
}

/** Whether the copied properties are optional, required, or as they are in the source. */
export type Presence = 'optional' | 'required' | 'same'

/** The properties that class-validator's and class-transformer's decorators name in the class and its ancestors. */
function validatedProperties(source: Class): string[] {
  const validated = hasFieldsAlone(source) ? [] : metadataOf(source).map(({ propertyName }) => propertyName)
  return [...new Set([...validated, ...transformedProperties(source)])]
}

/**
 * Copies the metadata of a property that is from class-validator's own decorators. That from `@Field` is not copied:
 * the new class declares the field again.
 */
function copyValidation(source: Class, target: Class, property: string, presence: Presence): void {
  const storage = getMetadataStorage()
  for (const metadata of metadataOf(source)) {
    if (metadata.propertyName !== property || appliedByField(metadata) !== undefined) continue
    const isOptional = (metadata as { name?: string }).name === 'isOptional'
    if (isOptional && presence === 'required') continue
    storage.addValidationMetadata({ ...metadata, target } as ValidationMetadata)
  }
}

/** Declares whether a property without `@Field` may be absent. */
function declarePresence(target: Class, property: string, presence: Presence): void {
  if (presence === 'optional') IsOptional()(target.prototype, property)
  if (presence === 'required') IsDefined()(target.prototype, property)
}

/** Copies class-transformer's metadata of the class as a whole and of its properties. */
function copyTransformation(source: Class, target: Class, keeps: (property: string) => boolean): void {
  const { _typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas } = metadataMaps
  for (const map of [_typeMetadatas, _exposeMetadatas, _excludeMetadatas] as MetadataMap<object>[]) {
    copyMetadata(map, source, target, keeps, (metadata) => ({ ...metadata, target }))
  }
  copyMetadata(_transformMetadatas, source, target, keeps, (list) => list.map((entry) => ({ ...entry, target })))
}

function copyMetadata<T>(
  metadata: MetadataMap<T>,
  source: Class,
  target: Class,
  keeps: (property: string) => boolean,
  copy: (found: T) => T
): void {
  const copies = entryOf(metadata, target) ?? new Map<string | undefined, T>()
  for (const at of lineage(source)) {
    for (const [property, found] of entryOf(metadata, at) ?? []) {
      if (property === undefined || keeps(property)) copies.set(property, copy(found))
    }
  }
  if (copies.size > 0) metadata.set(target, copies)
}
