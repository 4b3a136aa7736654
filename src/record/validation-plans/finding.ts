import type { ClassValidatorError } from '../../errors.js'
import { newValidationError } from '../library/validator.js'
import type { Errors } from './class-check.js'
import type { Context } from './class-plan.js'

/** Which parts of an object an error contains. */
export interface Shown {
  readonly showsTarget: boolean
  readonly showsValue: boolean
}

/** An error with its keys in class-validator's order, without constraints, as for one that has only children. */
export function makeError(
  { showsTarget, showsValue }: Shown,
  object: object,
  value: unknown,
  property: string,
  children: ClassValidatorError[]
): ClassValidatorError {
  const error = newValidationError()
  if (showsTarget) error.target = object
  if (showsValue) error.value = value
  error.property = property
  error.children = children
  return error
}

export function add(error: ClassValidatorError, errors: Errors): ClassValidatorError[] {
  if (errors === undefined) return [error]
  errors.push(error)
  return errors
}

/** The error of one property, which is created with its first message. */
export class Finding {
  readonly object: object
  readonly value: unknown
  children: Errors = undefined
  readonly #shown: Shown
  readonly #property: string
  #error: ClassValidatorError | undefined = undefined

  constructor(shown: Shown, object: object, value: unknown, property: string) {
    this.#shown = shown
    this.object = object
    this.value = value
    this.#property = property
  }

  get hasConstraints(): boolean {
    return this.#error !== undefined
  }

  add(type: string, message: string | undefined): void {
    if (this.#error === undefined) {
      this.#error = makeError(this.#shown, this.object, this.value, this.#property, [])
      this.#error.constraints = {}
    }
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

  /** Adds the error, if there is one, without the empty parts that class-validator strips. */
  addTo(errors: Errors): Errors {
    if (this.children !== undefined) {
      if (this.#error === undefined)
        this.#error = makeError(this.#shown, this.object, this.value, this.#property, this.children)
      else this.#error.children = this.children
    }
    return this.#error === undefined ? errors : add(this.#error, errors)
  }
}
