import { FAST_EMAIL, FAST_ISO_DATE, FAST_URL } from '../rule/fast-patterns.js'
import { isLongLocale } from '../rule/locale.js'
import { rejectingOnce } from '../rule/rule-row.js'
import { type FastCheck, itemsCheck, limitCheck, type PlainCheck } from '../type/plain-check.js'
import { checkTest, lengthTest, type Predicate, SHORT, type ValueTest } from './value-tests.js'

/** One of class-validator's own constraints. */
export interface BuiltIn {
  /** Whether it has several messages, chosen by the value; the default message is then that of an empty value. */
  readonly choosesMessage?: true
  /**
   * Replaces class-validator's predicate, with the same results. Undefined if these arguments are better left to it.
   *
   * @param predicate class-validator's own
   */
  readonly test: (constraints: readonly unknown[], predicate: Predicate) => ValueTest | undefined
}

const is = (holds: Predicate, code?: (value: string) => string): BuiltIn => ({ test: () => ({ holds, code }) })

const isChecked = (
  checkOf: (constraints: readonly unknown[]) => PlainCheck | undefined,
  usesPredicate = false
): BuiltIn => ({
  test: (constraints, predicate) => {
    const check = checkOf(constraints)
    if (check !== undefined) return checkTest(check, predicate)
    return usesPredicate ? { holds: rejectingOnce(predicate) } : undefined
  }
})

const hasLength = (
  boundsOf: (constraints: readonly unknown[]) => readonly [minimum: unknown, maximum: unknown]
): BuiltIn => ({ test: (constraints, predicate) => lengthTest(...boundsOf(constraints), predicate) })

const BY_PREDICATE: BuiltIn = { test: (_constraints, predicate) => ({ holds: rejectingOnce(predicate) }) }

const ISO_DATE = isChecked(() => FAST_ISO_DATE)

const UUID_4 = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$/

/** A fast check for the default locale or version, which may also be named. */
const fastByDefault =
  (pattern: RegExp, ...versions: readonly unknown[]) =>
  ([version]: readonly unknown[]): FastCheck | undefined =>
    version === undefined || versions.includes(version) ? { kind: 'fast', pattern, maxLength: SHORT } : undefined

/** A fast check if there are no options. */
const fastWithoutOptions =
  (check: FastCheck) =>
  ([options]: readonly unknown[]): FastCheck | undefined =>
    options === undefined ? check : undefined

/** Those that are called as they are; they read only the value and their arguments. */
const PREDICATES = (
  'arrayUnique contains equals isBase64 isBooleanString isCreditCard isCurrency isDecimal isDivisibleBy ' +
  'isEmpty isEnum isFqdn isHexColor isIp isJson isJwt isLatitude isLongitude isLowercase isMobilePhone ' +
  'isMongoId isNotIn isNumberString isPhoneNumber isPort isSemVer isTimeZone isUppercase notContains ' +
  'notEquals'
).split(' ')

/** class-validator's constraints that read only the value and their arguments, by name. */
export const BUILT_INS: Readonly<Record<string, BuiltIn>> = {
  isDefined: is(
    (value) => value !== undefined && value !== null,
    (value) => `${value} !== undefined && ${value} !== null`
  ),
  isNotEmpty: is(
    (value) => value !== '' && value !== null && value !== undefined,
    // Reading the length is faster than comparing texts.
    (value) => `(typeof ${value} === 'string' ? ${value}.length > 0 : ${value} !== null && ${value} !== undefined)`
  ),
  isString: is(
    (value) => typeof value === 'string' || value instanceof String,
    (value) => `typeof ${value} === 'string'`
  ),
  isBoolean: is(
    (value) => typeof value === 'boolean' || value instanceof Boolean,
    (value) => `typeof ${value} === 'boolean'`
  ),
  isInt: is(
    (value) => Number.isInteger(value),
    (value) => `Number.isInteger(${value})`
  ),
  isArray: is(
    (value) => Array.isArray(value),
    (value) => `Array.isArray(${value})`
  ),
  isDate: is((value) => value instanceof Date && !Number.isNaN(value.getTime())),
  isPositive: isChecked(() => ({ kind: 'above', limit: 0 })),
  isNegative: isChecked(() => ({ kind: 'below', limit: 0 })),
  isObject: is(
    (value) => value != null && (typeof value === 'object' || typeof value === 'function') && !Array.isArray(value),
    (value) => `typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`
  ),
  arrayNotEmpty: isChecked(() => itemsCheck(1)),
  isNumber: {
    test: ([options = {}]) =>
      typeof options === 'object' && options !== null && Object.keys(options).length === 0
        ? { holds: Number.isFinite, code: (value) => `Number.isFinite(${value})` }
        : undefined
  },
  min: isChecked(([limit]) => limitCheck('atLeast', limit)),
  max: isChecked(([limit]) => limitCheck('atMost', limit)),
  arrayMinSize: isChecked(([size]) => (typeof size === 'number' ? itemsCheck(size) : undefined)),
  arrayMaxSize: isChecked(([size]) => (typeof size === 'number' ? itemsCheck(undefined, size) : undefined)),
  isIn: {
    test: ([values], predicate) => ({
      holds: predicate,
      code: Array.isArray(values)
        ? (value, program) => `${program.constant(values)}.indexOf(${value}) !== -1`
        : undefined
    })
  },
  minLength: hasLength(([minimum]) => [minimum, undefined]),
  maxLength: hasLength(([maximum]) => [0, maximum]),
  isLength: {
    ...hasLength(([minimum, maximum]) => [minimum ?? 0, maximum]),
    choosesMessage: true
  },
  matches: isChecked(
    ([pattern]) =>
      pattern instanceof RegExp && !pattern.global && !pattern.sticky ? { kind: 'pattern', pattern } : undefined,
    true
  ),
  isAlphanumeric: isChecked(fastByDefault(/^[A-Za-z0-9]+$/), true),
  isAlpha: isChecked(fastByDefault(/^[A-Za-z]+$/), true),
  isUuid: isChecked(fastByDefault(UUID_4, '4', 4), true),
  isEmail: isChecked(fastWithoutOptions(FAST_EMAIL), true),
  isUrl: isChecked(fastWithoutOptions(FAST_URL), true),
  isLocale: {
    // class-validator takes quadratic time.
    test: (_constraints, predicate) => ({
      holds: (value) => (typeof value === 'string' && value.length > 100 ? isLongLocale(value) : predicate(value))
    })
  },
  isDateString: ISO_DATE,
  isIso8601: ISO_DATE,
  ...Object.fromEntries(PREDICATES.map((name) => [name, BY_PREDICATE]))
}
