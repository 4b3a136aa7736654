import type { ValidationArguments, ValidationError, ValidatorOptions } from 'class-validator'
import { isClass } from '../../metadata.js'
import { ValidationError as ErrorOfLibrary } from '../class-validator.js'
import type { Acceptance } from './acceptance.js'
import type {
  ClassPlan,
  Constraint,
  Context,
  NestedPlan,
  PropertyPlan,
  Rule,
  ValidationMetadata
} from './class-plan.js'
import { type Message, replaceTokens } from './message.js'

/** Thrown where class-validator itself must look at an object: it has a part that plans do not cover. */
export const FOREIGN: unique symbol = Symbol('foreign')

/**
 * One validation of one object, as class-validator's executor does it, from plans of its classes. Errors are made when
 * something is wrong, so that what is right costs nothing; the order of everything, and every object that a user's
 * function gets, is the executor's.
 */
export class Validation {
  readonly #acceptance: Acceptance
  readonly #options: ValidatorOptions
  readonly #isSync: boolean
  readonly #forbidsUnknown: boolean
  readonly #stopsEarly: boolean
  readonly #tellsTarget: boolean
  readonly #tellsValue: boolean

  constructor(acceptance: Acceptance, options: ValidatorOptions, isSync: boolean) {
    this.#acceptance = acceptance
    this.#options = options
    this.#isSync = isSync
    this.#forbidsUnknown = options.forbidUnknownValues !== false
    this.#stopsEarly = Boolean(options.stopAtFirstError)
    const { target, value } = options.validationError || {}
    this.#tellsTarget = target === undefined || target === true
    this.#tellsValue = value === undefined || value === true
  }

  /**
   * @param isTried whether the object was not accepted before
   * @throws FOREIGN
   */
  validate(object: object, errors: ValidationError[], isTried = false): void {
    const target: unknown = object.constructor
    if (!isClass(target)) throw FOREIGN
    const plan = this.#acceptance.planOf(target)
    if (plan.isForeign || (plan.isAsync && !this.#isSync)) throw FOREIGN
    if (plan.isEmpty && this.#forbidsUnknown) {
      errors.push(this.#unknown(object))
      return
    }
    // Where one item of a list is wrong, the others cost little.
    if (!isTried && this.#acceptance.acceptsFlat(object, plan)) return
    if (this.#options.whitelist) this.#checkKeys(object as { [key: string]: unknown }, plan, errors)
    for (const property of plan.properties) {
      this.#checkProperty(object, (object as { [key: string]: unknown })[property.property], property, errors)
    }
  }

  #unknown(object: object): ValidationError {
    const error = new ErrorOfLibrary()
    if (this.#tellsTarget) error.target = object
    error.value = undefined
    error.property = undefined as never
    error.children = []
    error.constraints = { unknownValue: 'an unknown value was passed to the validate function' }
    return error
  }

  #checkKeys(object: { [key: string]: unknown }, { grouped }: ClassPlan, errors: ValidationError[]): void {
    const unknown = Object.keys(object).filter((key) => !grouped[key] || grouped[key]?.length === 0)
    if (!this.#options.forbidNonWhitelisted) {
      for (const key of unknown) delete object[key]
      return
    }
    for (const key of unknown) {
      const error = this.#error(object, object[key], key)
      error.constraints = { whitelistValidation: `property ${key} should not exist` }
      error.children = undefined
      errors.push(error)
    }
  }

  #error(object: object, value: unknown, property: string): ValidationError {
    const error = new ErrorOfLibrary()
    if (this.#tellsTarget) error.target = object
    if (this.#tellsValue) error.value = value
    error.property = property
    error.children = []
    error.constraints = {}
    return error
  }

  #checkProperty(object: object, value: unknown, plan: PropertyPlan, errors: ValidationError[]): void {
    const { property, conditions } = plan
    if (conditions.length > 0) {
      let holds = true
      for (const condition of conditions) if (!condition(object, value)) holds = false
      if (!holds) return
    }
    const finding = new Finding(this, object, value, property)
    this.#checkRules(plan.defined, finding)
    finding.addContexts(plan.definedContexts)
    if (!this.#isSkipped(value)) {
      this.#checkRules(plan.rules, finding)
      if (plan.nested !== undefined) this.#checkNested(plan.nested, finding)
      finding.addContexts(plan.contexts)
    }
    finding.tell(errors)
  }

  #isSkipped(value: unknown): boolean {
    const { skipUndefinedProperties, skipNullProperties, skipMissingProperties } = this.#options
    if (value === undefined) return skipUndefinedProperties === true || skipMissingProperties === true
    return value === null && (skipNullProperties === true || skipMissingProperties === true)
  }

  #checkRules(rules: readonly Rule[], finding: Finding): void {
    const { object, value } = finding
    for (const { metadata, constraints } of rules) {
      if (metadata.validateIf && !metadata.validateIf(object, value)) continue
      for (const constraint of constraints) {
        if (constraint.isAsync && this.#isSync) continue
        if (this.#stopsEarly && finding.hasConstraints) continue
        if (!this.#holds(metadata, constraint, finding)) this.#tell(object, metadata, constraint, finding)
      }
    }
  }

  #holds(metadata: ValidationMetadata, { predicate, instance }: Constraint, { object, value }: Finding): boolean {
    if (!metadata.each || !(Array.isArray(value) || value instanceof Set || value instanceof Map)) {
      if (predicate !== undefined) return predicate(value)
      return this.#settled(instance().validate(value, argumentsOf(object, value, metadata)))
    }
    const items: unknown[] = Array.isArray(value) ? value : [...value.values()]
    if (predicate !== undefined) return items.every(predicate)
    const args = argumentsOf(object, value, metadata)
    const results = items.map((item) => instance().validate(item, args))
    if (results.some(isPromise)) return results.map((result) => this.#settled(result)).every(() => true)
    return results.every(Boolean)
  }

  /** What a promise comes to matters nowhere in a synchronous validation. */
  #settled(result: unknown): boolean {
    if (!isPromise(result)) return Boolean(result)
    result.then(undefined, () => undefined)
    if (!this.#isSync) throw FOREIGN
    return true
  }

  #checkNested(plan: NestedPlan, finding: Finding): void {
    const { value } = finding
    if (value === undefined) return
    for (const metadata of plan.metadatas) {
      if (this.#stopsEarly && finding.hasConstraints) continue
      if (Array.isArray(value)) {
        // As forEach does it: not the holes.
        value.forEach((item, index) => {
          this.#checkItem(value, item, index.toString(), plan, finding.children)
        })
      } else if (value instanceof Set) {
        Array.from(value).forEach((item, index) => {
          this.#checkItem(value, item, index.toString(), plan, finding.children)
        })
      } else if (value instanceof Map) {
        value.forEach((item, key) => {
          this.#checkItem(value, item, key.toString(), plan, finding.children)
        })
      } else if (value instanceof Object) this.validate(value, finding.children)
      else this.#tell(metadata.target as object, metadata, undefined, finding)
    }
  }

  #checkItem(list: object, item: unknown, key: string, plan: NestedPlan, errors: ValidationError[]): void {
    const finding = new Finding(this, list, item, key)
    this.#checkItemDeep(item, plan, finding)
    finding.tell(errors)
  }

  #checkItemDeep(item: unknown, plan: NestedPlan, finding: Finding): void {
    if (this.#isSkipped(item)) return
    this.#checkNested(plan, finding)
    finding.addContexts(plan.contexts)
  }

  #tell(object: object, metadata: ValidationMetadata, constraint: Constraint | undefined, finding: Finding): void {
    const { value } = finding
    const args = argumentsOf(object, value, metadata)
    let message: Message = metadata.message || ''
    if (!metadata.message && !this.#options.dismissDefaultMessages && constraint !== undefined) {
      const instance = constraint.instance()
      if (typeof instance.defaultMessage === 'function') message = instance.defaultMessage(args)
    }
    finding.add(constraint?.type ?? metadata.type, replaceTokens(message, args))
  }

  /** Made by a finding when something is wrong. */
  makeError(object: object, value: unknown, property: string): ValidationError {
    return this.#error(object, value, property)
  }
}

/** What is wrong with one property; the error is made with the first thing that is. */
class Finding {
  readonly object: object
  readonly value: unknown
  readonly #validation: Validation
  readonly #property: string
  #error: ValidationError | undefined = undefined
  #children: ValidationError[] | undefined = undefined

  constructor(validation: Validation, object: object, value: unknown, property: string) {
    this.#validation = validation
    this.object = object
    this.value = value
    this.#property = property
  }

  get hasConstraints(): boolean {
    return this.#error !== undefined
  }

  get children(): ValidationError[] {
    this.#children ??= []
    return this.#children
  }

  add(type: string, message: string | undefined): void {
    this.#error ??= this.#validation.makeError(this.object, this.value, this.#property)
    ;(this.#error.constraints as { [type: string]: unknown })[type] = message
  }

  addContexts(contexts: readonly Context[]): void {
    if (this.#error === undefined) return
    for (const { type, context } of contexts) {
      if (!this.#error.constraints?.[type]) continue
      this.#error.contexts ??= {}
      this.#error.contexts[type] = Object.assign(this.#error.contexts[type] || {}, context)
    }
  }

  /** Adds the error, if there is one, as class-validator leaves it when it has stripped what is empty. */
  tell(errors: ValidationError[]): void {
    const children = this.#children
    if (children !== undefined && children.length > 0) {
      if (this.#error === undefined) {
        this.#error = this.#validation.makeError(this.object, this.value, this.#property)
        delete this.#error.constraints
      }
      this.#error.children = children
    }
    if (this.#error !== undefined) errors.push(this.#error)
  }
}

function argumentsOf(object: object, value: unknown, metadata: ValidationMetadata): ValidationArguments {
  return {
    targetName: (object.constructor ? object.constructor.name : undefined) as string,
    property: metadata.propertyName,
    object,
    value,
    constraints: metadata.constraints
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return value !== null && typeof value === 'object' && typeof (value as { then?: unknown }).then === 'function'
}
