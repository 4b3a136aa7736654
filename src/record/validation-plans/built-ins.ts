import { FAST_EMAIL, FAST_ISO_DATE, FAST_URL } from '../rule/fast-patterns.js'
import { isLongLocale } from '../rule/locale.js'
import { type FastCheck, itemsCheck, limitCheck, type PlainCheck } from '../type/plain-check.js'
import { checkTest, lengthTest, type Predicate, SHORT, type ValueTest } from './value-tests.js'

/** One of class-validator's own constraints. */
export interface BuiltIn {
  /**
   * Distinguishes a built-in from a user's constraint of the same name. A message without `$property` begins with it.
   */
  readonly message: string
  /** Whether it has several messages, chosen by the value; `message` is then that of an empty value. */
  readonly choosesMessage?: true
  /**
   * Replaces class-validator's predicate, with the same results. Undefined if these arguments are better left to it.
   *
   * @param predicate class-validator's own
   */
  readonly test: (constraints: readonly unknown[], predicate: Predicate) => ValueTest | undefined
}

const is = (message: string, holds: Predicate, code?: (value: string) => string): BuiltIn => ({
  message,
  test: () => ({ holds, code })
})

const isChecked = (
  message: string,
  checkOf: (constraints: readonly unknown[]) => PlainCheck | undefined,
  usesPredicate = false
): BuiltIn => ({
  message,
  test: (constraints, predicate) => {
    const check = checkOf(constraints)
    if (check !== undefined) return checkTest(check, predicate)
    return usesPredicate ? { holds: predicate } : undefined
  }
})

const hasLength = (
  message: string,
  boundsOf: (constraints: readonly unknown[]) => readonly [minimum: unknown, maximum: unknown]
): BuiltIn => ({
  message,
  test: (constraints, predicate) => lengthTest(...boundsOf(constraints), predicate)
})

const byPredicate = (message: string): BuiltIn => ({
  message,
  test: (_constraints, predicate) => ({ holds: predicate })
})

const isIso = (message: string): BuiltIn => isChecked(message, () => FAST_ISO_DATE)

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
const PREDICATES: Readonly<Record<string, string>> = {
  arrayUnique: "All $property's elements must be unique",
  contains: 'must contain a $constraint1 string',
  equals: 'must be equal to $constraint1',
  isBase64: 'must be base64 encoded',
  isBooleanString: 'must be a boolean string',
  isCreditCard: 'must be a credit card',
  isCurrency: 'must be a currency',
  isDecimal: 'is not a valid decimal number.',
  isDivisibleBy: 'must be divisible by $constraint1',
  isEmpty: 'must be empty',
  isEnum: 'must be one of the following values: $constraint2',
  isFqdn: 'must be a valid domain name',
  isHexColor: 'must be a hexadecimal color',
  isIp: 'must be an ip address',
  isJson: 'must be a json string',
  isJwt: 'must be a jwt string',
  isLatitude: 'must be a latitude string or number',
  isLongitude: 'must be a longitude string or number',
  isLowercase: 'must be a lowercase string',
  isMobilePhone: 'must be a phone number',
  isMongoId: 'must be a mongodb id',
  isNotIn: 'should not be one of the following values: $constraint1',
  isNumberString: 'must be a number string',
  isPhoneNumber: 'must be a valid phone number',
  isPort: 'must be a port',
  isSemVer: 'must be a Semantic Versioning Specification',
  isTimeZone: 'must be a valid IANA time-zone',
  isUppercase: 'must be uppercase',
  notContains: 'should not contain a $constraint1 string',
  notEquals: 'should not be equal to $constraint1'
}

/** class-validator's constraints that read only the value and their arguments, by name. */
export const BUILT_INS: Readonly<Record<string, BuiltIn>> = {
  isDefined: is(
    'should not be null or undefined',
    (value) => value !== undefined && value !== null,
    (value) => `${value} !== undefined && ${value} !== null`
  ),
  isNotEmpty: is(
    'should not be empty',
    (value) => value !== '' && value !== null && value !== undefined,
    // Reading the length is faster than comparing texts.
    (value) => `(typeof ${value} === 'string' ? ${value}.length > 0 : ${value} !== null && ${value} !== undefined)`
  ),
  isString: is(
    'must be a string',
    (value) => typeof value === 'string' || value instanceof String,
    (value) => `typeof ${value} === 'string'`
  ),
  isBoolean: is(
    'must be a boolean value',
    (value) => typeof value === 'boolean' || value instanceof Boolean,
    (value) => `typeof ${value} === 'boolean'`
  ),
  isInt: is(
    'must be an integer number',
    (value) => Number.isInteger(value),
    (value) => `Number.isInteger(${value})`
  ),
  isArray: is(
    'must be an array',
    (value) => Array.isArray(value),
    (value) => `Array.isArray(${value})`
  ),
  isDate: is('must be a Date instance', (value) => value instanceof Date && !Number.isNaN(value.getTime())),
  isPositive: isChecked('must be a positive number', () => ({ kind: 'above', limit: 0 })),
  isNegative: isChecked('must be a negative number', () => ({ kind: 'below', limit: 0 })),
  isObject: is(
    'must be an object',
    (value) => value != null && (typeof value === 'object' || typeof value === 'function') && !Array.isArray(value),
    (value) => `typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`
  ),
  arrayNotEmpty: isChecked('should not be empty', () => itemsCheck(1)),
  isNumber: {
    message: 'must be a number conforming to the specified constraints',
    test: ([options = {}]) =>
      typeof options === 'object' && options !== null && Object.keys(options).length === 0
        ? { holds: Number.isFinite, code: (value) => `Number.isFinite(${value})` }
        : undefined
  },
  min: isChecked('must not be less than $constraint1', ([limit]) => limitCheck('atLeast', limit)),
  max: isChecked('must not be greater than $constraint1', ([limit]) => limitCheck('atMost', limit)),
  arrayMinSize: isChecked('must contain at least $constraint1 elements', ([size]) =>
    typeof size === 'number' ? itemsCheck(size) : undefined
  ),
  arrayMaxSize: isChecked('must contain no more than $constraint1 elements', ([size]) =>
    typeof size === 'number' ? itemsCheck(0, size) : undefined
  ),
  isIn: {
    message: 'must be one of the following values: $constraint1',
    test: ([values], predicate) => ({
      holds: predicate,
      code: Array.isArray(values)
        ? (value, program) => `${program.constant(values)}.indexOf(${value}) !== -1`
        : undefined
    })
  },
  minLength: hasLength('must be longer than or equal to $constraint1 characters', ([minimum]) => [minimum, undefined]),
  maxLength: hasLength('must be shorter than or equal to $constraint1 characters', ([maximum]) => [0, maximum]),
  isLength: {
    ...hasLength('must be longer than or equal to $constraint1 characters', ([minimum, maximum]) => [
      minimum ?? 0,
      maximum
    ]),
    choosesMessage: true
  },
  matches: isChecked(
    'must match $constraint1 regular expression',
    ([pattern]) =>
      pattern instanceof RegExp && !pattern.global && !pattern.sticky ? { kind: 'pattern', pattern } : undefined,
    true
  ),
  isAlphanumeric: isChecked('must contain only letters and numbers', fastByDefault(/^[A-Za-z0-9]+$/), true),
  isAlpha: isChecked('must contain only letters (a-zA-Z)', fastByDefault(/^[A-Za-z]+$/), true),
  isUuid: isChecked('must be a UUID', fastByDefault(UUID_4, '4', 4), true),
  isEmail: isChecked('must be an email', fastWithoutOptions(FAST_EMAIL), true),
  isUrl: isChecked('must be a URL address', fastWithoutOptions(FAST_URL), true),
  isLocale: {
    message: 'must be locale',
    // class-validator takes quadratic time.
    test: (_constraints, predicate) => ({
      holds: (value) => (typeof value === 'string' && value.length > 100 ? isLongLocale(value) : predicate(value))
    })
  },
  isDateString: isIso('must be a valid ISO 8601 date string'),
  isIso8601: isIso('must be a valid ISO 8601 date string'),
  ...Object.fromEntries(Object.entries(PREDICATES).map(([name, message]) => [name, byPredicate(message)]))
}
