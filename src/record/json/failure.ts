import { fieldStep } from '../type/fault-path.js'

/** Why a value has no form in JSON, and the steps to it, innermost first: added on the way out, so that only a failure pays. */
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
