import { integer, itSaysOfSchemas, number } from '../comparison.js'

describe('changes of the bounds of numbers', () => {
  itSaysOfSchemas(
    'a lower maximum',
    { ...integer, maximum: 10 },
    { ...integer, maximum: 5 },
    'breaking maximum-lowered: has maximum 5, before maximum 10, e.g. 10',
    'compatible maximum-raised: has maximum 10, before maximum 5'
  )
  itSaysOfSchemas(
    'a minimum that is added',
    integer,
    { ...integer, minimum: 1 },
    'breaking minimum-raised: has minimum 1, before no minimum, e.g. 0',
    'compatible minimum-lowered: has no minimum, before minimum 1'
  )
  itSaysOfSchemas(
    'a minimum that becomes exclusive',
    { ...integer, minimum: 1 },
    { ...integer, exclusiveMinimum: 1 },
    'breaking minimum-raised: has minimum 1, exclusive, before minimum 1, e.g. 1',
    'compatible minimum-lowered: has minimum 1, before minimum 1, exclusive'
  )
  itSaysOfSchemas(
    'bounds of integers and a list of them',
    { ...integer, minimum: 1, maximum: 3 },
    { ...integer, enum: [1, 2, 3] }
  )
  itSaysOfSchemas(
    'a bound that an enum keeps',
    { ...integer, enum: [1, 2] },
    { ...integer, minimum: 2 },
    ['breaking enum-narrowed: can no longer be 1, e.g. 1', 'compatible enum-widened: is no longer limited to 1, 2'],
    ['breaking enum-narrowed: can now only be 1, 2, e.g. 12345', 'compatible enum-widened: can now be 1']
  )
})

describe('changes of multiples', () => {
  itSaysOfSchemas(
    'a multiple of 10 is one of 5',
    { ...integer, multipleOf: 10 },
    { ...integer, multipleOf: 5 },
    'compatible multiple-of-widened: has multipleOf 5, before multipleOf 10',
    'breaking multiple-of-narrowed: has multipleOf 10, before multipleOf 5, e.g. 5'
  )
  itSaysOfSchemas(
    'another multiple',
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 3 },
    'breaking multiple-of-changed: has multipleOf 3, before multipleOf 2, e.g. 2',
    'breaking multiple-of-changed: has multipleOf 2, before multipleOf 3, e.g. 3'
  )
  itSaysOfSchemas(
    'every integer is a multiple of a half',
    integer,
    { ...number, multipleOf: 0.5 },
    'compatible type-widened: is of type number, before integer',
    'breaking type-narrowed: is of type integer, before number, e.g. 0.5'
  )
  itSaysOfSchemas(
    'decimal fractions are compared as they are written',
    { ...number, multipleOf: 0.3 },
    { ...number, multipleOf: 0.1 },
    'compatible multiple-of-widened: has multipleOf 0.1, before multipleOf 0.3',
    'breaking multiple-of-narrowed: has multipleOf 0.3, before multipleOf 0.1, e.g. 1'
  )
})

describe('changes of the formats of numbers', () => {
  itSaysOfSchemas(
    'int32 is a range of int64',
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' },
    'compatible format-widened: has format int64, before format int32',
    'breaking format-narrowed: has format int32, before format int64, e.g. -9223372036854776000'
  )
  itSaysOfSchemas(
    'int32 and bounds that it has',
    { ...integer, format: 'int32' },
    { ...integer, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
  )
  itSaysOfSchemas(
    'whether digits beyond a precision are read is not said',
    number,
    { ...number, format: 'float' },
    'may-break format-narrowed: has format float, before no format',
    'compatible format-widened: has no format, before format float'
  )
  itSaysOfSchemas('a double is how most read a number', number, { ...number, format: 'double' })
})
