import type { ValidationArguments } from '../library/metadata-storage.js'
import type { Constraints } from './rule-row.js'

/** Thrown where a function reads what the functions of class-validator's own decorators do not. */
const READS_MORE: unique symbol = Symbol('reads more than the value')

export function readsMore(error: unknown): boolean {
  return error === READS_MORE
}

/**
 * The arguments of a constraint for a function that reads none but those of its decorator. At the reading of any other it
 * throws; see {@link readsMore}.
 */
export function valueArguments(constraints: Constraints): ValidationArguments {
  return new ValueArguments(constraints) as unknown as ValidationArguments
}

class ValueArguments {
  readonly constraints: Constraints

  constructor(constraints: Constraints) {
    this.constraints = constraints
  }

  get value(): never {
    throw READS_MORE
  }

  get object(): never {
    throw READS_MORE
  }

  get property(): never {
    throw READS_MORE
  }

  get targetName(): never {
    throw READS_MORE
  }
}

/** Whether a value is a text of more than this number of units. */
export function isLonger(value: unknown, longest: number | undefined): boolean {
  return longest !== undefined && typeof value === 'string' && value.length > longest
}
