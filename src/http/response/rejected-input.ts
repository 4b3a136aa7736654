import { type Fault, ValidationError } from '../../errors.js'

/**
 * The faults of a request, which a handler of the framework's own returns instead of throwing: throwing costs more than all
 * the rest of a response, and an attacker chooses how often. Middleware around the handler gets it as its error.
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
