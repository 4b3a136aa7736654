import { SetupError } from '../../errors.js'
import { type Class, type ConcreteClass, isClass, lineage } from '../../metadata.js'
import { joinCopies } from '../library/class-transformer.js'
import { declareField, type FieldDeclaration, type FieldOptions, ownFields } from './field-declaration.js'
import { applyFieldRules } from './field-decorators.js'
import {
  carryTransformation,
  carryValidation,
  declarePresence,
  type Presence,
  validatedProperties
} from './inherited-decorators.js'
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
