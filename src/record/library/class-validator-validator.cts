/**
 * What class-validator itself validates by, from its own files as in `class-validator-parts.cts`. Apart from these, since
 * records of `@Field` alone need none of it.
 */
export = {
  Validator: (
    require('class-validator/cjs/validation/Validator.js') as Pick<typeof import('class-validator'), 'Validator'>
  ).Validator,
  ValidationError: (
    require('class-validator/cjs/validation/ValidationError.js') as Pick<
      typeof import('class-validator'),
      'ValidationError'
    >
  ).ValidationError
}
