import { fieldStep } from '../type/fault-list.js'

/** A value that JSON cannot carry; its message names the way to it. */
export class SerializationError extends Error {
  override readonly name = 'SerializationError'
  /** The way to the value: `lines[3].createdAt`; empty for the whole. */
  readonly path: string

  constructor(path: string, reason: string) {
    super(`${path === '' ? 'The value' : `The value at '${path}'`} cannot be written as JSON: ${reason}`)
    this.path = path
  }
}

/** What is wrong with a value, and the steps to it, innermost first: made on the way out, so that only a failure pays. */
export class Failure {
  readonly reason: string
  readonly #steps: string[] = []

  constructor(reason: string) {
    this.reason = reason
  }

  within(step: string): this {
    this.#steps.push(step)
    return this
  }

  get path(): string {
    return this.#steps.reverse().join('').replace(/^\./, '')
  }
}

/** The step into a member of this name. */
export function stepTo(name: string): string {
  const { text, isName } = fieldStep(name)
  return isName ? `.${text}` : text
}
