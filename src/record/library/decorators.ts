import { checkDecorator } from './base-decorators.js'
import type { ValidationOptions } from './metadata-storage.js'

/**
 * The decorators of class-validator that `@Field` applies, with the same names, arguments, messages and verdicts, so that
 * `validate` and whatever reads the metadata find what they know.
 */
type Decorate = (options?: ValidationOptions) => PropertyDecorator

function builtIn(
  name: string,
  constraints: unknown[] | undefined,
  message: string,
  test: (value: unknown) => boolean
): Decorate {
  return (options) => checkDecorator(name, test, message, options, constraints)
}

/** A rule of texts. */
export function textRule(
  name: string,
  constraints: unknown[],
  message: string,
  test: (text: string) => boolean
): Decorate {
  return builtIn(name, constraints, message, (value) => typeof value === 'string' && test(value))
}

function numberRule(name: string, limit: number, message: string, test: (value: number) => boolean): Decorate {
  return builtIn(name, [limit], message, (value) => typeof value === 'number' && test(value))
}

function listRule(name: string, limit: number, message: string, test: (length: number) => boolean): Decorate {
  return builtIn(name, [limit], message, (value) => Array.isArray(value) && test(value.length))
}

export const IsDefined = builtIn('isDefined', undefined, 'should not be null or undefined', (value) => value != null)

export const IsArray = builtIn('isArray', undefined, 'must be an array', Array.isArray)

export const IsBoolean = builtIn(
  'isBoolean',
  undefined,
  'must be a boolean value',
  (value) => typeof value === 'boolean' || value instanceof Boolean
)

export const IsDate = builtIn(
  'isDate',
  undefined,
  'must be a Date instance',
  (value) => value instanceof Date && !Number.isNaN(value.getTime())
)

export const IsInt = builtIn('isInt', undefined, 'must be an integer number', Number.isInteger)

export const IsNumber = (options?: ValidationOptions): PropertyDecorator =>
  builtIn('isNumber', [{}], 'must be a number conforming to the specified constraints', Number.isFinite)(options)

export const IsObject = builtIn(
  'isObject',
  undefined,
  'must be an object',
  (value) => (typeof value === 'object' || typeof value === 'function') && value !== null && !Array.isArray(value)
)

export const IsString = builtIn(
  'isString',
  undefined,
  'must be a string',
  (value) => typeof value === 'string' || value instanceof String
)

export function IsIn(values: readonly unknown[], options?: ValidationOptions): PropertyDecorator {
  const message = 'must be one of the following values: $constraint1'
  return builtIn('isIn', [values], message, (value) => values.includes(value) && !Number.isNaN(value))(options)
}

export const Min = (least: number, options?: ValidationOptions): PropertyDecorator =>
  numberRule('min', least, 'must not be less than $constraint1', (value) => value >= least)(options)

export const Max = (most: number, options?: ValidationOptions): PropertyDecorator =>
  numberRule('max', most, 'must not be greater than $constraint1', (value) => value <= most)(options)

export const ArrayMinSize = (least: number, options?: ValidationOptions): PropertyDecorator =>
  listRule('arrayMinSize', least, 'must contain at least $constraint1 elements', (length) => length >= least)(options)

export const ArrayMaxSize = (most: number, options?: ValidationOptions): PropertyDecorator =>
  listRule('arrayMaxSize', most, 'must contain no more than $constraint1 elements', (length) => length <= most)(options)

export const MinLength = (least: number, options?: ValidationOptions): PropertyDecorator =>
  textRule(
    'minLength',
    [least],
    'must be longer than or equal to $constraint1 characters',
    (text) => charactersOf(text) >= least
  )(options)

export const MaxLength = (most: number, options?: ValidationOptions): PropertyDecorator =>
  textRule(
    'maxLength',
    [most],
    'must be shorter than or equal to $constraint1 characters',
    (text) => charactersOf(text) <= most
  )(options)

export const Matches = (pattern: RegExp, options?: ValidationOptions): PropertyDecorator =>
  textRule(
    'matches',
    [pattern, undefined],
    'must match $constraint1 regular expression',
    (text) => text.match(pattern) !== null
  )(options)

/** As validator.js counts: code points, without those that only choose how the character before them looks. */
function charactersOf(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g) ?? []
  const presentations = text.match(/(?!\uFE0F|\uFE0E)[\s\S](?:\uFE0F|\uFE0E)/g) ?? []
  return text.length - pairs.length - presentations.length
}
