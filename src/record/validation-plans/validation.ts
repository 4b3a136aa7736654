import type { ValidatorOptions } from 'class-validator'
import type { ClassValidatorError } from '../../errors.js'
import type { ValidationArguments } from '../library/metadata-storage.js'
import { newValidationError } from '../library/validator.js'
import { type ClassCheck, type Errors, NEEDS_LIBRARY, type Validating } from './class-check.js'
import type { ClassPlan, Constraint, NestedPlan, PropertyPlan, Rule, ValidationMetadata } from './class-plan.js'
import type { ClassPlans } from './class-plans.js'
import { add, Finding, makeError, type Shown } from './finding.js'
import { fixedMessage, type Message, replaceTokens } from './message.js'

/** Thrown if a constraint returned a promise without a declaration: the next time class-validator is called at once. */
const RETURNED_PROMISE: unique symbol = Symbol('returned a promise')

/**
 * Validates objects as class-validator's executor does, by the checks of their classes, with one set of options. Errors
 * are only created for invalid values, so that valid ones cost nothing. The order of everything, and every argument of
 * a user's function, is the executor's.
 */
export class Validation implements Validating, Shown {
  readonly isSync: boolean
  readonly isWhitelist: boolean
  readonly forbidsUnknown: boolean
  readonly showsTarget: boolean
  readonly showsValue: boolean
  readonly #plans: ClassPlans
  readonly #options: ValidatorOptions
  readonly #stopsEarly: boolean

  constructor(plans: ClassPlans, options: ValidatorOptions, isSync: boolean) {
    this.#plans = plans
    this.#options = options
    this.isSync = isSync
    this.isWhitelist = Boolean(options.whitelist)
    this.forbidsUnknown = options.forbidUnknownValues !== false
    this.#stopsEarly = Boolean(options.stopAtFirstError)
    const { target, value } = options.validationError || {}
    this.showsTarget = target === undefined || target === true
    this.showsValue = value === undefined || value === true
  }

  /** @throws NEEDS_LIBRARY */
  errorsOf(object: object): ClassValidatorError[] {
    this.#plans.refresh()
    if (!this.isSync && this.#plans.returnedPromise(object)) throw NEEDS_LIBRARY
    try {
      return this.#check(object) ?? []
    } catch (error) {
      if (error !== RETURNED_PROMISE) throw error
      this.#plans.rememberPromise(object)
      throw NEEDS_LIBRARY
    }
  }

  #check(object: object): Errors {
    const check = this.#plans.checkOf(object)
    if (check === undefined) throw NEEDS_LIBRARY
    return check(object, this)
  }

  checkOf(value: unknown): ClassCheck | undefined {
    return value instanceof Object && !isCollection(value) ? this.#plans.checkOf(value) : undefined
  }

  recheck(object: object): Errors {
    this.#plans.forget()
    return this.#check(object)
  }

  unknown(object: object): ClassValidatorError {
    const error = newValidationError()
    if (this.showsTarget) error.target = object
    error.value = undefined
    error.property = undefined as never
    error.children = []
    error.constraints = { unknownValue: 'an unknown value was passed to the validate function' }
    return error
  }

  checkKeys(object: { [key: string]: unknown }, { grouped }: ClassPlan): Errors {
    const unknown = Object.keys(object).filter((key) => !grouped[key] || grouped[key]?.length === 0)
    if (unknown.length === 0) return undefined
    if (!this.#options.forbidNonWhitelisted) {
      for (const key of unknown) delete object[key]
      return undefined
    }
    return unknown.map((key) => {
      const error = makeError(this, object, object[key], key, undefined as never)
      error.constraints = { whitelistValidation: `property ${key} should not exist` }
      return error
    })
  }

  addParent(object: object, value: unknown, property: string, children: ClassValidatorError[], errors: Errors): Errors {
    return add(makeError(this, object, value, property, children), errors)
  }

  checkProperty(object: object, value: unknown, plan: PropertyPlan, errors: Errors): Errors {
    const { property, conditions } = plan
    if (conditions.length > 0) {
      let holds = true
      for (const condition of conditions) if (!condition(object, value)) holds = false
      if (!holds) return errors
    }
    const finding = new Finding(this, object, value, property)
    this.#checkRules(plan.defined, finding)
    finding.addContexts(plan.definedContexts)
    if (!this.#isSkipped(value)) {
      this.#checkRules(plan.rules, finding)
      if (plan.nested !== undefined) this.#checkNested(plan.nested, finding)
      finding.addContexts(plan.contexts)
    }
    return finding.addTo(errors)
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
        if (constraint.isAsync && this.isSync) continue
        if (this.#stopsEarly && finding.hasConstraints) continue
        if (!this.#holds(metadata, constraint, finding)) this.#addMessage(object, metadata, constraint, finding)
      }
    }
  }

  #holds(metadata: ValidationMetadata, { test, instance }: Constraint, { object, value }: Finding): boolean {
    if (!metadata.each || !(Array.isArray(value) || value instanceof Set || value instanceof Map)) {
      if (test !== undefined) return test.holds(value)
      return this.#settled(instance().validate(value, argumentsOf(object, value, metadata)))
    }
    const items: unknown[] = Array.isArray(value) ? value : [...value.values()]
    if (test !== undefined) return items.every(test.holds)
    const args = argumentsOf(object, value, metadata)
    const results = items.map((item) => instance().validate(item, args))
    if (results.some(isPromise)) return results.map((result) => this.#settled(result)).every(() => true)
    return results.every(Boolean)
  }

  /** A synchronous validation ignores the result of a promise. */
  #settled(result: unknown): boolean {
    if (!isPromise(result)) return Boolean(result)
    result.then(undefined, () => undefined)
    if (!this.isSync) throw RETURNED_PROMISE
    return true
  }

  #checkNested(plan: NestedPlan, finding: Finding): void {
    const { value } = finding
    if (value === undefined) return
    for (const metadata of plan.metadatas) {
      if (this.#stopsEarly && finding.hasConstraints) continue
      if (Array.isArray(value)) {
        // forEach skips holes, as class-validator does.
        value.forEach((item, index) => {
          this.#addItem(value, item, index.toString(), plan, finding)
        })
      } else if (value instanceof Set) {
        Array.from(value).forEach((item, index) => {
          this.#addItem(value, item, index.toString(), plan, finding)
        })
      } else if (value instanceof Map) {
        value.forEach((item, key) => {
          this.#addItem(value, item, key.toString(), plan, finding)
        })
      } else if (value instanceof Object) {
        for (const error of this.#check(value) ?? []) finding.children = add(error, finding.children)
      } else this.#addMessage(metadata.target as object, metadata, undefined, finding)
    }
  }

  #addItem(list: object, item: unknown, key: string, plan: NestedPlan, finding: Finding): void {
    finding.children = this.checkItem(list, item, key, plan, finding.children)
  }

  checkItem(list: object, item: unknown, key: string, plan: NestedPlan, errors: Errors): Errors {
    const finding = new Finding(this, list, item, key)
    if (!this.#isSkipped(item)) {
      this.#checkNested(plan, finding)
      finding.addContexts(plan.contexts)
    }
    return finding.addTo(errors)
  }

  #addMessage(
    object: object,
    metadata: ValidationMetadata,
    constraint: Constraint | undefined,
    finding: Finding
  ): void {
    const type = constraint?.type ?? metadata.type
    const isDefault = !metadata.message && !this.#options.dismissDefaultMessages
    const fixed = constraint?.fixedMessage
    if (fixed !== undefined && metadata.message === fixed.message && (metadata.message || isDefault)) {
      finding.add(type, fixed.text)
      return
    }
    const args = argumentsOf(object, finding.value, metadata)
    if (isDefault && constraint !== undefined) finding.add(type, defaultText(metadata, constraint, args))
    else finding.add(type, replaceTokens(metadata.message || '', args))
  }
}

function defaultText(metadata: ValidationMetadata, constraint: Constraint, args: ValidationArguments) {
  const instance = constraint.instance()
  const message: Message = typeof instance.defaultMessage === 'function' ? instance.defaultMessage(args) : ''
  const known = constraint.texts?.get(message as string)
  if (known !== undefined) return known
  const fixed = constraint.texts && fixedMessage(metadata, message as string)
  if (fixed === undefined) return replaceTokens(message, args)
  constraint.texts?.set(message as string, fixed.text)
  return fixed.text
}

function isCollection(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Set || value instanceof Map
}

function argumentsOf(object: object, value: unknown, metadata: ValidationMetadata): ValidationArguments {
  return {
    // What has no class is left to class-validator.
    targetName: object.constructor.name,
    property: metadata.propertyName,
    object,
    value,
    constraints: metadata.constraints
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return value !== null && typeof value === 'object' && typeof (value as { then?: unknown }).then === 'function'
}
