import { types } from 'node:util'
import { Failure } from './failure.js'
import { isPromise, promiseFailure } from './promises.js'

/** A value that is not of its declared type and would show what nothing declares. Nothing of it is written. */
export class TypeMismatch extends Failure {
  /**
   * @param declared the type in words
   * @param form what the value says that it is in JSON, where that is not itself
   */
  constructor(value: unknown, declared: string, form = value) {
    const whose = Object.is(form, value) ? 'it is' : `it is ${kindOf(value)}, which in JSON is`
    super(`${whose} ${kindOf(form)} where ${declared} is declared`)
  }
}

/** What an object itself says that it is in JSON: an ObjectId or Decimal is text. */
function jsonOf(value: object): unknown {
  if (isPromise(value)) throw promiseFailure(value)
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON !== 'function') return value
  if (value instanceof Date) return dateTime(value)
  const form: unknown = toJSON.call(value, '')
  if (isObject(form) && isPromise(form)) throw promiseFailure(form)
  return typeof form === 'bigint' ? safeNumber(form) : form
}

/** Whether JSON.stringify leaves the value out. */
export function hasNoForm(value: unknown): boolean {
  switch (typeof value) {
    case 'undefined':
    case 'symbol':
      return true
    case 'function':
      return !hasToJSON(value)
    default:
      return false
  }
}

/** Whether JSON.stringify calls a method of the value for its form. */
export function hasToJSON(value: unknown): boolean {
  return isObject(value) && typeof (value as { toJSON?: unknown }).toJSON === 'function'
}

/** Any value as JSON.stringify can take it. */
export function anyForm(value: unknown): unknown {
  if (isObject(value)) return jsonOf(value)
  return typeof value === 'bigint' ? safeNumber(value) : value
}

/**
 * The text, number or boolean that a value is in JSON where such is declared.
 *
 * @param declared the type in words
 * @throws TypeMismatch
 */
export function scalarForm(value: unknown, declared: string): unknown {
  if (value instanceof Date) return dateTime(value)
  const own = anyForm(value)
  if (!isObject(own)) return own
  const form = unboxed(own)
  if (!isObject(form)) return form
  throw new TypeMismatch(value, declared, form)
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** As JSON.stringify takes objects that hold one scalar (ECMA-262, SerializeJSONProperty). */
function unboxed(value: object): unknown {
  if (value instanceof Date) return dateTime(value)
  if (types.isStringObject(value)) return String(value)
  if (types.isNumberObject(value)) return Number(value)
  if (types.isBooleanObject(value)) return Boolean.prototype.valueOf.call(value)
  return types.isBigIntObject(value) ? safeNumber(BigInt.prototype.valueOf.call(value)) : value
}

/** RFC 3339, section 5.6: the largest offset that a date-time has, in minutes. */
const LARGEST_OFFSET = 23 * 60 + 59

/** The RFC 3339 date-time of a Date. */
function dateTime(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new Failure('it is an invalid Date')
  const year = date.getUTCFullYear()
  // RFC 3339, section 5.6: a year has four digits.
  if (year >= 0 && year <= 9999) return date.toISOString()
  // The first and the last day that a request can have, by an offset, are beyond these years in UTC.
  const [offset, minutes] = year < 0 ? ['+23:59', LARGEST_OFFSET] : ['-23:59', -LARGEST_OFFSET]
  const local = new Date(date.getTime() + minutes * 60_000)
  const localYear = local.getUTCFullYear()
  if (localYear >= 0 && localYear <= 9999) return local.toISOString().replace('Z', offset)
  throw new Failure(`it is a Date of the year ${year}, and RFC 3339 has the years 0 to 9999`)
}

function safeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Failure(`it is the bigint ${value}, beyond the safe integers`)
  return number
}

/** The kind of a value in words that show nothing of it. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `a ${typeof value}`
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name
  return typeof name !== 'string' || name === '' || name === 'Object' ? 'an object' : `an object of the class ${name}`
}
