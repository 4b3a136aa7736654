import { type Fault, ValidationError } from '../../errors.js'

/**
 * A refusal that a handler of the framework's own returns instead of throwing: throwing costs more than all the rest of
 * an answer, and an attacker chooses how often. A layer around the handler meets it as the error that it stands for.
 */
export class RejectedInput {
  readonly faults: readonly Fault[]
  readonly #tree: (() => ValidationError['tree']) | undefined

  constructor(faults: readonly Fault[], tree?: () => ValidationError['tree']) {
    this.faults = faults
    this.#tree = tree
  }

  /** The same as an error. */
  get error(): ValidationError {
    return new ValidationError(this.faults, this.#tree)
  }
}
