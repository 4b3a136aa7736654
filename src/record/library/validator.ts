import parts from './class-validator-validator.cjs'

/** What class-validator itself validates by. */
export const { Validator, ValidationError } = parts
