import type { ValidationError } from 'class-validator'
import { ValidationError as ErrorOfLibrary } from '../library/class-validator.js'
import type { Errors } from './class-check.js'
import type { Context } from './class-plan.js'

/** What of an object an error shows. */
export interface Shown {
  readonly tellsTarget: boolean
  readonly tellsValue: boolean
}

/** An error with its keys in class-validator's order; without constraints, as it leaves one that has only children. */
export function makeError(
  { tellsTarget, tellsValue }: Shown,
  object: object,
  value: unknown,
  property: string,
  children: ValidationError[]
): ValidationError {
  const error = new ErrorOfLibrary()
  if (tellsTarget) error.target = object
  if (tellsValue) error.value = value
  error.property = property
  error.children = children
  return error
}

export function add(error: ValidationError, errors: Errors): ValidationError[] {
  if (errors === undefined) return [error]
  errors.push(error)
  return errors
}

/** What is wrong with one property; the error is made with the first thing that is. */
export class Finding {
  readonly object: object
  readonly value: unknown
  children: Errors = undefined
  readonly #shown: Shown
  readonly #property: string
  #error: ValidationError | undefined = undefined

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

  /** Adds the error, if there is one, as class-validator leaves it when it has stripped what is empty. */
  addTo(errors: Errors): Errors {
    if (this.children !== undefined) {
      if (this.#error === undefined)
        this.#error = makeError(this.#shown, this.object, this.value, this.#property, this.children)
      else this.#error.children = this.children
    }
    return this.#error === undefined ? errors : add(this.#error, errors)
  }
}
