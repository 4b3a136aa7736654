import type { ValidatorOptions } from 'class-validator'
import { type Class, isClass } from '../../metadata.js'
import type { Predicate } from './built-in.js'
import type { ClassPlan, ClassPlans } from './class-plan.js'

type Members = { readonly [property: string]: unknown }

/**
 * Whether class-validator's own predicates find nothing wrong with an object. Then neither does the whole validation,
 * which is left to tell what is wrong; and since no function of a user is called, nobody sees that values are looked at
 * twice.
 */
export class Acceptance {
  readonly #plans: ClassPlans
  readonly #isWhitelist: boolean
  readonly #forbidsUnknown: boolean
  #lastClass: Class | undefined = undefined
  #lastPlan: ClassPlan | undefined = undefined

  readonly #skips: boolean

  constructor(plans: ClassPlans, options: ValidatorOptions) {
    this.#plans = plans
    this.#isWhitelist = Boolean(options.whitelist)
    this.#forbidsUnknown = options.forbidUnknownValues !== false
    this.#skips = Boolean(
      options.skipMissingProperties || options.skipNullProperties || options.skipUndefinedProperties
    )
  }

  /** Whether nothing is wrong; false where that cannot be told without class-validator's whole procedure. */
  accepts(object: object): boolean {
    const target: unknown = object.constructor
    return isClass(target) && !this.#skips && this.#acceptsObject(object, this.planOf(target))
  }

  /** The same of an object that holds no others to be looked into, lest each level of a deep one is tried anew. */
  acceptsFlat(object: object, plan: ClassPlan): boolean {
    return plan.isFlat && !this.#skips && this.#acceptsObject(object, plan)
  }

  /** The plan of a class; the items of a list are mostly of one. */
  planOf(target: Class): ClassPlan {
    if (this.#lastClass !== target || this.#lastPlan === undefined) {
      this.#lastPlan = this.#plans.of(target)
      this.#lastClass = target
    }
    return this.#lastPlan
  }

  #acceptsObject(object: object, plan: ClassPlan): boolean {
    if (plan.plain === undefined || (plan.isEmpty && this.#forbidsUnknown)) return false
    if (this.#isWhitelist && Object.keys(object).some((key) => !plan.grouped[key]?.length)) return false
    for (const { property, isOptional, predicates, each, isNested } of plan.plain) {
      const value = (object as Members)[property]
      if (isOptional && (value === undefined || value === null)) continue
      for (const holds of predicates) if (!holds(value)) return false
      if (each.length > 0 && !acceptsEach(value, each)) return false
      if (isNested && !this.#acceptsNested(value)) return false
    }
    return true
  }

  #acceptsNested(value: unknown): boolean {
    if (value === undefined) return true
    if (!Array.isArray(value)) return isPlainObject(value) && this.accepts(value)
    for (const item of value) if (!this.#acceptsNested(item)) return false
    return true
  }
}

function acceptsEach(value: unknown, each: readonly Predicate[]): boolean {
  if (!Array.isArray(value)) return !isCollection(value) && each.every((holds) => holds(value))
  for (const item of value) for (const holds of each) if (!holds(item)) return false
  return true
}

function isPlainObject(value: unknown): value is object {
  return value instanceof Object && !isCollection(value)
}

function isCollection(value: unknown): boolean {
  return value instanceof Set || value instanceof Map
}
