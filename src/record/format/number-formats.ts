import { checkDecorator } from '../library/base-decorators.js'
import type { TypeSchema } from '../type/schema.js'
import { FLOAT_MAXIMUM } from '../type/text-forms.js'
import type { Format } from './format.js'

/** A format of numbers: its bounds say all of it. */
export interface NumberFormat extends Format {
  /** The kinds of type that have it. */
  readonly kinds: readonly TypeSchema['kind'][]
}

function bounded(
  name: string,
  [minimum, maximum]: readonly [number, number],
  kinds: NumberFormat['kinds'] = ['integer']
): NumberFormat {
  const message = `must be from ${minimum} to ${maximum}`
  const isWithin = (value: unknown) => typeof value === 'number' && value >= minimum && value <= maximum
  return {
    kinds,
    decorate: (options) => checkDecorator(name, isWithin, message, options),
    keywords: { format: name, minimum, maximum },
    message,
    test: isWithin
  }
}

function annotated(name: string): NumberFormat {
  const message = 'must be a number'
  const isNumber = (value: unknown) => typeof value === 'number'
  return {
    kinds: ['integer', 'number'],
    decorate: (options) => checkDecorator(name, isNumber, message, options),
    keywords: { format: name },
    message,
    test: isNumber
  }
}

function ofBits(bits: number): readonly [number, number] {
  return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1]
}

const SAFE = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const
const LARGEST_SF_DECIMAL = 999_999_999_999.999

/** RFC 8941, section 3.3.2: twelve digits before the point, and three after it. */
function structuredDecimal(): NumberFormat {
  const isOne = (value: unknown) => typeof value === 'number' && /^-?[0-9]{1,12}(?:\.[0-9]{1,3})?$/.test(String(value))
  const name = 'sf-decimal'
  const message = 'must have at most 12 digits, and 3 after the point'
  return {
    kinds: ['integer', 'number'],
    decorate: (options) => checkDecorator(name, isOne, message, options),
    keywords: { format: name, minimum: -LARGEST_SF_DECIMAL, maximum: LARGEST_SF_DECIMAL, multipleOf: 0.001 },
    message,
    test: isOne
  }
}

/**
 * Every format of numbers in OpenAPI's registry. Those of 64 bits have the bounds of JavaScript's safe integers, as
 * `Integer` has; a text has them whole.
 */
export const NUMBER_FORMATS: Readonly<Record<NumberFormatName, NumberFormat>> = {
  decimal: annotated('decimal'),
  decimal128: annotated('decimal128'),
  double: bounded('double', [-Number.MAX_VALUE, Number.MAX_VALUE], ['integer', 'number']),
  'double-int': bounded('double-int', SAFE),
  float: bounded('float', [-FLOAT_MAXIMUM, FLOAT_MAXIMUM], ['integer', 'number']),
  int8: bounded('int8', ofBits(8)),
  int16: bounded('int16', ofBits(16)),
  int32: bounded('int32', ofBits(32)),
  int64: bounded('int64', SAFE),
  'sf-decimal': structuredDecimal(),
  'sf-integer': bounded('sf-integer', [-999_999_999_999_999, 999_999_999_999_999]),
  uint8: bounded('uint8', [0, 2 ** 8 - 1]),
  uint16: bounded('uint16', [0, 2 ** 16 - 1]),
  uint32: bounded('uint32', [0, 2 ** 32 - 1]),
  uint64: bounded('uint64', [0, Number.MAX_SAFE_INTEGER]),
  unixtime: annotated('unixtime')
}

/** The name of a format of numbers. */
export type NumberFormatName =
  | 'decimal'
  | 'decimal128'
  | 'double'
  | 'double-int'
  | 'float'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'sf-decimal'
  | 'sf-integer'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'unixtime'
