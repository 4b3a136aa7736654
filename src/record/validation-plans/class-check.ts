import type { ValidationError } from 'class-validator'
import type { ClassPlan, NestedPlan, PropertyPlan, PropertyTests } from './class-plan.js'
import type { Predicate } from './value-tests.js'

/** Thrown if class-validator itself must validate an object: it has a part that plans do not cover. */
export const NEEDS_LIBRARY: unique symbol = Symbol('needs class-validator')

/** The errors so far; undefined while there are none, so that valid values cost nothing. */
export type Errors = ValidationError[] | undefined

/** Returns the errors of an object of one class. */
export type ClassCheck = (object: object, validation: Validating) => Errors

/** The validation that a check is part of: its options, and what a check calls where its tests do not accept a value. */
export interface Validating {
  readonly isSync: boolean
  readonly isWhitelist: boolean
  readonly forbidsUnknown: boolean
  /** The check of a nested object; undefined for a collection, for what is not an object, and for one without a class. */
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
  addParent(object: object, value: unknown, property: string, children: Errors, errors: Errors): Errors
  unknown(object: object): ValidationError
}

/** class-validator's lists of a class's metadata. They grow if decorators are applied later. */
export type MetadataLists = readonly (readonly unknown[])[]

/** The check of a class, of closures. */
export function compileCheck(plan: ClassPlan, lists: MetadataLists): ClassCheck {
  const lengths = lists.map(({ length }) => length)
  const properties = plan.properties.map(propertyCheck)
  return (object, validation) => {
    if (lists.some(({ length }, index) => length !== lengths[index])) return validation.recheck(object)
    if (plan.needsLibrary || (plan.isAsync && !validation.isSync)) throw NEEDS_LIBRARY
    if (plan.isEmpty && validation.forbidsUnknown) return [validation.unknown(object)]
    let errors = validation.isWhitelist ? validation.checkKeys(object, plan) : undefined
    for (const check of properties) errors = check(object, validation, errors)
    return errors
  }
}

type PropertyCheck = (object: object, validation: Validating, errors: Errors) => Errors

function propertyCheck(plan: PropertyPlan): PropertyCheck {
  const { property, tests, nested } = plan
  const holds = tests && allOf(tests)
  return (object, validation, errors) => {
    const value = (object as { readonly [property: string]: unknown })[property]
    if (!holds?.(value)) return validation.checkProperty(object, value, plan, errors)
    if (nested === undefined || value === undefined || (value === null && tests?.isOptional)) return errors
    return checkNested(object, value, plan, nested, validation, errors)
  }
}

function allOf({ isOptional, whole, each }: PropertyTests): Predicate {
  const all = whole.map(({ holds }) => holds)
  const ofItems = each.map(({ holds }) => holds)
  return (value) => {
    if (isOptional && (value === undefined || value === null)) return true
    for (const holds of all) if (!holds(value)) return false
    return ofItems.length === 0 || (Array.isArray(value) && holdForEach(ofItems, value))
  }
}

function holdForEach(predicates: readonly Predicate[], items: readonly unknown[]): boolean {
  for (const item of items) for (const holds of predicates) if (!holds(item)) return false
  return true
}

function checkNested(
  object: object,
  value: unknown,
  plan: PropertyPlan,
  nested: NestedPlan,
  validation: Validating,
  errors: Errors
): Errors {
  let children: Errors
  if (Array.isArray(value)) {
    const { length } = value
    for (let index = 0; index < length; index++) {
      const item: unknown = value[index]
      if (item === undefined) continue
      const check = validation.checkOf(item)
      if (check === undefined) children = validation.checkItem(value, item, String(index), nested, children)
      else children = validation.addParent(value, item, String(index), check(item as object, validation), children)
    }
  } else {
    const check = validation.checkOf(value)
    if (check === undefined) return validation.checkProperty(object, value, plan, errors)
    children = check(value as object, validation)
  }
  return validation.addParent(object, value, plan.property, children, errors)
}
