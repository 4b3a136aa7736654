import type { ClassValidatorError } from '../../errors.js'
import type { ClassPlan, NestedPlan, PropertyPlan } from './class-plan.js'

/** Thrown if class-validator itself must validate an object: it has a part that plans do not cover. */
export const NEEDS_LIBRARY: unique symbol = Symbol('needs class-validator')

/** The errors so far; undefined while there are none, so that valid values cost nothing. */
export type Errors = ClassValidatorError[] | undefined

/** Returns the errors of an object of one class. */
export type ClassCheck = (object: object, validation: Validating) => Errors

/**
 * The validation that a check is part of: its options, and what a check calls where its tests do not accept a value.
 */
export interface Validating {
  readonly isSync: boolean
  readonly isWhitelist: boolean
  readonly forbidsUnknown: boolean
  /**
   * The check of a nested object; undefined for a collection, for what is not an object, and for one without a class.
   */
  checkOf(value: unknown): ClassCheck | undefined
  /** Checks an object whose class was decorated after its check was made. */
  recheck(object: object): Errors
  /** Removes or reports the keys that are not declared. */
  checkKeys(object: object, plan: ClassPlan): Errors
  /** Does all that class-validator does about a property. */
  checkProperty(object: object, value: unknown, plan: PropertyPlan, errors: Errors): Errors
  /** The same for an item of a nested list. */
  checkItem(list: object, item: unknown, key: string, plan: NestedPlan, errors: Errors): Errors
  /** Adds the error of a value with errors within. */
  addParent(object: object, value: unknown, property: string, children: ClassValidatorError[], errors: Errors): Errors
  unknown(object: object): ClassValidatorError
}

/** class-validator's lists of a class's metadata. They grow if decorators are applied later. */
export type MetadataLists = readonly (readonly unknown[])[]

/** The check of a class without generated code: the validation does the whole work. */
export function compileCheck(plan: ClassPlan, lists: MetadataLists): ClassCheck {
  const lengths = lists.map(({ length }) => length)
  return (object, validation) => {
    if (lists.some(({ length }, index) => length !== lengths[index])) return validation.recheck(object)
    if (plan.needsLibrary) throw NEEDS_LIBRARY
    if (plan.isEmpty && validation.forbidsUnknown) return [validation.unknown(object)]
    let errors = validation.isWhitelist ? validation.checkKeys(object, plan) : undefined
    for (const property of plan.properties) {
      const value = (object as { readonly [property: string]: unknown })[property.property]
      errors = validation.checkProperty(object, value, property, errors)
    }
    return errors
  }
}
