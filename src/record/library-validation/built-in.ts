import type { ValidationArguments } from 'class-validator'
import type { AppliedRule } from '../field-decorators.js'
import type { SureCheck } from '../plain-check.js'
import { SURE_EMAIL, SURE_ISO_DATE, SURE_URL } from '../sure-texts.js'

/** A predicate that reads nothing but the value. */
export type Predicate = (value: unknown) => boolean

interface BuiltIn {
  /** By which a built-in is told from a user's constraint of the same name. */
  readonly message: string
  /**
   * What decides in place of class-validator's predicate, with the same result. `ask` is that predicate. Undefined where
   * these arguments are better left to it.
   */
  readonly predicate: (constraints: readonly unknown[], ask: Predicate) => Predicate | undefined
}

const is = (message: string, predicate: Predicate): BuiltIn => ({ message, predicate: () => predicate })

const BUILT_INS: Readonly<Record<string, BuiltIn>> = {
  isDefined: is('should not be null or undefined', (value) => value !== undefined && value !== null),
  isNotEmpty: is('should not be empty', (value) => value !== '' && value !== null && value !== undefined),
  isString: is('must be a string', (value) => typeof value === 'string' || value instanceof String),
  isBoolean: is('must be a boolean value', (value) => typeof value === 'boolean' || value instanceof Boolean),
  isInt: is('must be an integer number', (value) => Number.isInteger(value)),
  isArray: is('must be an array', (value) => Array.isArray(value)),
  isDate: is('must be a Date instance', (value) => value instanceof Date && !Number.isNaN(value.getTime())),
  isPositive: is('must be a positive number', (value) => typeof value === 'number' && value > 0),
  isNegative: is('must be a negative number', (value) => typeof value === 'number' && value < 0),
  isObject: is(
    'must be an object',
    (value) => value != null && (typeof value === 'object' || typeof value === 'function') && !Array.isArray(value)
  ),
  arrayNotEmpty: is('should not be empty', (value) => Array.isArray(value) && value.length > 0),
  isNumber: {
    message: 'must be a number conforming to the specified constraints',
    predicate: ([options = {}]) =>
      typeof options === 'object' && options !== null && Object.keys(options).length === 0 ? Number.isFinite : undefined
  },
  min: {
    message: 'must not be less than $constraint1',
    predicate: ([limit]) =>
      typeof limit === 'number' ? (value) => typeof value === 'number' && value >= limit : undefined
  },
  max: {
    message: 'must not be greater than $constraint1',
    predicate: ([limit]) =>
      typeof limit === 'number' ? (value) => typeof value === 'number' && value <= limit : undefined
  },
  arrayMinSize: {
    message: 'must contain at least $constraint1 elements',
    predicate: ([size]) =>
      typeof size === 'number' ? (value) => Array.isArray(value) && value.length >= size : undefined
  },
  arrayMaxSize: {
    message: 'must contain no more than $constraint1 elements',
    predicate: ([size]) =>
      typeof size === 'number' ? (value) => Array.isArray(value) && value.length <= size : undefined
  },
  isIn: {
    message: 'must be one of the following values: $constraint1',
    predicate: (_constraints, ask) => ask
  },
  minLength: {
    message: 'must be longer than or equal to $constraint1 characters',
    predicate: ([minimum], ask) => withLength(minimum, undefined, ask)
  },
  maxLength: {
    message: 'must be shorter than or equal to $constraint1 characters',
    predicate: ([maximum], ask) => withLength(0, maximum, ask)
  },
  isLength: {
    message: 'must be longer than or equal to $constraint1 characters',
    predicate: ([minimum, maximum], ask) => withLength(minimum ?? 0, maximum, ask)
  },
  matches: {
    message: 'must match $constraint1 regular expression',
    predicate: ([pattern], ask) =>
      pattern instanceof RegExp && !pattern.global && !pattern.sticky
        ? (value) => typeof value === 'string' && pattern.test(value)
        : ask
  },
  isAlphanumeric: {
    message: 'must contain only letters and numbers',
    predicate: ([locale], ask) => (locale === undefined ? surely(/^[A-Za-z0-9]+$/, ask) : ask)
  },
  isAlpha: {
    message: 'must contain only letters (a-zA-Z)',
    predicate: ([locale], ask) => (locale === undefined ? surely(/^[A-Za-z]+$/, ask) : ask)
  },
  isUuid: {
    message: 'must be a UUID',
    predicate: ([version], ask) =>
      version === undefined || version === '4' || version === 4 ? surely(UUID_4, ask) : ask
  },
  isEmail: {
    message: 'must be an email',
    predicate: ([options], ask) => (options === undefined ? sure(SURE_EMAIL, ask) : ask)
  },
  isUrl: {
    message: 'must be a URL address',
    predicate: ([options], ask) => (options === undefined ? sure(SURE_URL, ask) : ask)
  },
  isDateString: {
    message: 'must be a valid ISO 8601 date string',
    predicate: (_constraints, ask) => sure(SURE_ISO_DATE, ask)
  },
  isIso8601: {
    message: 'must be a valid ISO 8601 date string',
    predicate: (_constraints, ask) => sure(SURE_ISO_DATE, ask)
  }
}

const UUID_4 = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$/

/** Longer texts are left to class-validator, so that no text is looked at twice. */
const SHORT = 64

/** What such texts are counted as is their length; a text with surrogates or variation selectors is counted otherwise. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0xd800) return false
  return true
}

function withLength(minimum: unknown, maximum: unknown, ask: Predicate): Predicate {
  if (typeof minimum !== 'number' || (maximum !== undefined && typeof maximum !== 'number')) return ask
  // validator.js takes a minimum that is not a number for none.
  if (Number.isNaN(minimum)) return ask
  const most = maximum ?? Number.POSITIVE_INFINITY
  return (value) => {
    if (typeof value !== 'string' || value.length > SHORT || !isPlain(value)) return ask(value)
    return value.length >= minimum && value.length <= most
  }
}

function surely(pattern: RegExp, ask: Predicate): Predicate {
  return (value) => (typeof value === 'string' && value.length <= SHORT && pattern.test(value)) || ask(value)
}

function sure({ pattern, longest, needs = '' }: SureCheck, ask: Predicate): Predicate {
  return (value) => {
    if (typeof value !== 'string') return ask(value)
    if (value.length <= longest && pattern.test(value)) return true
    // isEmail throws at a lone surrogate.
    if (value.length <= SHORT && !value.includes(needs) && isPlain(value)) return false
    return ask(value)
  }
}

/** What class-validator knows of a constraint: its name, its arguments, and the object that decides. */
export interface ConstraintFacts {
  readonly name: string | undefined
  readonly constraints: readonly unknown[] | undefined
  readonly instance: {
    validate(value: unknown, args?: ValidationArguments): unknown
    defaultMessage?(args?: ValidationArguments): string
  }
}

/**
 * The predicate of a constraint that reads the value alone because it is class-validator's own, or was applied by
 * `@Field`; undefined for any other.
 */
export function builtInPredicate(facts: ConstraintFacts, applied: AppliedRule | undefined): Predicate | undefined {
  const { constraints = [], instance } = facts
  const ask: Predicate = (value) => Boolean(instance.validate(value, { constraints } as never))
  const check = typeof applied === 'object' ? applied.rule.check : undefined
  if (check?.kind === 'sure') return sure(check, ask)
  return ownPredicate(facts) ?? (applied && ask)
}

function ownPredicate({ name, constraints = [], instance }: ConstraintFacts): Predicate | undefined {
  if (name === undefined || !Object.hasOwn(BUILT_INS, name) || instance.constructor.name !== 'CustomConstraint')
    return undefined
  const builtIn = BUILT_INS[name] as BuiltIn
  const args = {
    constraints,
    property: '',
    targetName: '',
    object: {},
    value: undefined
  } as unknown as ValidationArguments
  try {
    const told = instance.defaultMessage?.(args)
    if (told !== `$property ${builtIn.message}` && told !== `each value in $property ${builtIn.message}`)
      return undefined
  } catch {
    return undefined
  }
  return builtIn.predicate(constraints, (value) => instance.validate(value, args) as boolean)
}
