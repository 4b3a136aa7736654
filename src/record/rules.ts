import { isIP } from 'class-validator'
import { documentedPattern } from './pattern.js'
import { charactersCheck, itemsCheck, limitCheck, type PlainCheck } from './plain-check.js'
import type { RuleKeywords, TypeSchema } from './schema.js'
import { SURE_EMAIL, SURE_ISO_DATE, SURE_URL, sure } from './sure-texts.js'

/** class-validator's own predicate of a constraint. */
export type Predicate = (value: unknown) => boolean

/** How one of class-validator's built-in constraints is told in the document and in a refusal. */
export interface RuleRow {
  /** The default message of class-validator, by which a built-in is told from a user's constraint of the same name. */
  readonly defaultMessage: string
  /** The rule's name in a fault; default: class-validator's. */
  readonly name?: string
  /** What JSON Schema can say; undefined where these arguments cannot be said. `type` is what the rule is about. */
  readonly keywords?: (
    constraints: readonly unknown[],
    type: TypeSchema,
    predicate: Predicate
  ) => RuleKeywords | undefined
  /** Decides in place of class-validator's predicate, where that differs from what the document says or costs more. */
  readonly check?: (constraints: readonly unknown[]) => PlainCheck | undefined
  /** The same, for what is no plain check. */
  readonly test?: (constraints: readonly unknown[], predicate: Predicate) => Predicate
  /** The reason of a refusal; default: class-validator's message without the property's name. */
  readonly reason?: (constraints: readonly unknown[]) => string
}

const count = (value: unknown, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`
const list = (values: unknown) => (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')
const isJson = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
const allJson = (values: unknown) => Array.isArray(values) && values.every(isJson)

/** The rows, by class-validator's name of the constraint. */
export const RULES: Readonly<Record<string, RuleRow>> = {
  minLength: {
    defaultMessage: '$property must be longer than or equal to $constraint1 characters',
    keywords: ([minimum]) => ({ minLength: minimum }),
    reason: ([minimum]) => `must be at least ${count(minimum, 'character')} long`,
    check: ([minimum]) => charactersCheck(minimum)
  },
  maxLength: {
    defaultMessage: '$property must be shorter than or equal to $constraint1 characters',
    keywords: ([maximum]) => ({ maxLength: maximum }),
    reason: ([maximum]) => `must be at most ${count(maximum, 'character')} long`,
    check: ([maximum]) => charactersCheck(0, maximum)
  },
  isLength: {
    defaultMessage: '$property must be longer than or equal to $constraint1 characters',
    name: 'length',
    keywords: ([minimum, maximum]) => {
      const least = { minLength: minimum ?? 0 }
      return maximum === undefined ? least : { ...least, maxLength: maximum }
    },
    reason: ([minimum, maximum]) =>
      maximum === undefined
        ? `must be at least ${count(minimum, 'character')} long`
        : `must be ${minimum ?? 0} to ${count(maximum, 'character')} long`,
    check: ([minimum, maximum]) => charactersCheck(minimum ?? 0, maximum)
  },
  matches: {
    defaultMessage: '$property must match $constraint1 regular expression',
    name: 'pattern',
    keywords: ([pattern, flags]) => {
      const regex = documentedPattern(pattern, flags)
      return regex === undefined ? undefined : { pattern: regex.source }
    },
    reason: ([pattern, flags]) => `must match ${pattern instanceof RegExp ? pattern : `/${pattern}/${flags ?? ''}`}`,
    check: ([pattern, flags]) => {
      const regex = documentedPattern(pattern, flags)
      return regex && { kind: 'pattern', pattern: regex }
    }
  },
  min: {
    defaultMessage: '$property must not be less than $constraint1',
    name: 'minimum',
    keywords: ([minimum]) => ({ minimum }),
    reason: ([minimum]) => `must be at least ${minimum}`,
    check: ([minimum]) => limitCheck('atLeast', minimum)
  },
  max: {
    defaultMessage: '$property must not be greater than $constraint1',
    name: 'maximum',
    keywords: ([maximum]) => ({ maximum }),
    reason: ([maximum]) => `must be at most ${maximum}`,
    check: ([maximum]) => limitCheck('atMost', maximum)
  },
  isPositive: {
    defaultMessage: '$property must be a positive number',
    name: 'exclusiveMinimum',
    keywords: () => ({ exclusiveMinimum: 0 }),
    reason: () => 'must be greater than 0',
    check: () => limitCheck('above', 0)
  },
  isNegative: {
    defaultMessage: '$property must be a negative number',
    name: 'exclusiveMaximum',
    keywords: () => ({ exclusiveMaximum: 0 }),
    reason: () => 'must be less than 0',
    check: () => limitCheck('below', 0)
  },
  isDivisibleBy: {
    defaultMessage: '$property must be divisible by $constraint1',
    name: 'multipleOf',
    // class-validator divides by the integer part of its argument.
    keywords: ([divisor]) =>
      Number.isInteger(divisor) && (divisor as number) > 0 ? { multipleOf: divisor } : undefined,
    reason: ([divisor]) => `must be a multiple of ${divisor}`
  },
  arrayMinSize: {
    defaultMessage: '$property must contain at least $constraint1 elements',
    name: 'minItems',
    keywords: ([minimum]) => ({ minItems: minimum }),
    reason: ([minimum]) => `must have at least ${count(minimum, 'item')}`,
    check: ([minimum]) => itemsCheck(minimum)
  },
  arrayMaxSize: {
    defaultMessage: '$property must contain no more than $constraint1 elements',
    name: 'maxItems',
    keywords: ([maximum]) => ({ maxItems: maximum }),
    reason: ([maximum]) => `must have at most ${count(maximum, 'item')}`,
    check: ([maximum]) => itemsCheck(0, maximum)
  },
  arrayNotEmpty: {
    defaultMessage: '$property should not be empty',
    name: 'minItems',
    keywords: () => ({ minItems: 1 }),
    reason: () => 'must have at least 1 item',
    check: () => itemsCheck(1)
  },
  arrayUnique: {
    defaultMessage: "All $property's elements must be unique",
    name: 'uniqueItems',
    // Objects are told apart by identity here, and by their contents in JSON Schema.
    keywords: (_constraints, type, predicate) =>
      type.kind === 'array' && isScalar(type.items) && !hasIdentifier(predicate) ? { uniqueItems: true } : undefined,
    reason: () => 'must not hold the same item twice',
    // class-validator takes quadratic time: seconds for a list of 1 MiB.
    test: (_constraints, predicate) =>
      hasIdentifier(predicate)
        ? predicate
        : (value) => Array.isArray(value) && new Set(value as unknown[]).size === value.length
  },
  isIn: {
    defaultMessage: '$property must be one of the following values: $constraint1',
    name: 'enum',
    keywords: ([values]) => (allJson(values) ? { enum: values } : undefined),
    reason: ([values]) => `must be one of ${list(values)}`
  },
  isNotIn: {
    defaultMessage: '$property should not be one of the following values: $constraint1',
    name: 'not',
    keywords: ([values]) => (allJson(values) ? { not: { enum: values } } : undefined),
    reason: ([values]) => `must not be one of ${list(values)}`
  },
  isEnum: {
    defaultMessage: '$property must be one of the following values: $constraint2',
    name: 'enum',
    keywords: ([object]) => ({ enum: Object.values(object as object) }),
    reason: ([object]) => `must be one of ${list(Object.values(object as object))}`
  },
  equals: {
    defaultMessage: '$property must be equal to $constraint1',
    name: 'const',
    keywords: ([value]) => (isJson(value) ? { enum: [value] } : undefined),
    reason: ([value]) => `must be ${JSON.stringify(value)}`
  },
  notEquals: {
    defaultMessage: '$property should not be equal to $constraint1',
    name: 'not',
    keywords: ([value]) => (isJson(value) ? { not: { enum: [value] } } : undefined),
    reason: ([value]) => `must not be ${JSON.stringify(value)}`
  },
  isNotEmpty: {
    defaultMessage: '$property should not be empty',
    // '' is refused, and so are null and undefined, which the type refuses already.
    keywords: (_constraints, { kind }) => (kind === 'string' ? { minLength: 1 } : kind === 'any' ? undefined : {}),
    reason: () => 'must not be empty'
  },
  isDefined: {
    defaultMessage: '$property should not be null or undefined',
    name: 'type',
    keywords: () => ({ not: { enum: [null] } }),
    reason: () => 'must not be null'
  },
  isByteLength: {
    defaultMessage: "$property's byte length must fall into ($constraint1, $constraint2) range",
    reason: ([minimum, maximum]) =>
      maximum === undefined
        ? `must be at least ${count(minimum, 'byte')} long`
        : `must be ${minimum} to ${count(maximum, 'byte')} long`
  },
  contains: {
    defaultMessage: '$property must contain a $constraint1 string',
    keywords: ([seed]) => ({ pattern: escapePattern(String(seed)) }),
    reason: ([seed]) => `must contain ${JSON.stringify(seed)}`
  },
  isEmail: {
    defaultMessage: '$property must be an email',
    name: 'format',
    keywords: ([options]) => (options === undefined || isEmptyObject(options) ? { format: 'email' } : undefined),
    reason: () => 'must be an email address',
    check: ([options]) => (options === undefined || isEmptyObject(options) ? SURE_EMAIL : undefined)
  },
  isUuid: {
    defaultMessage: '$property must be a UUID',
    name: 'format',
    keywords: ([version]) => (isUUIDVersion(version) ? { format: 'uuid', pattern: uuidPattern(version) } : undefined),
    reason: ([version]) => (/^\d$/.test(String(version)) ? `must be a UUID of version ${version}` : 'must be a UUID'),
    check: ([version]) => (isUUIDVersion(version) ? sure(uuidPattern(version)) : undefined)
  },
  isUrl: {
    defaultMessage: '$property must be a URL address',
    check: ([options]) => (hasPlainURLOptions(options) ? SURE_URL : undefined)
  },
  isDateString: {
    defaultMessage: '$property must be a valid ISO 8601 date string',
    check: () => SURE_ISO_DATE
  },
  isIso8601: {
    defaultMessage: '$property must be a valid ISO 8601 date string',
    check: () => SURE_ISO_DATE
  },
  isAlphanumeric: {
    defaultMessage: '$property must contain only letters and numbers',
    name: 'format',
    keywords: ([locale]) =>
      locale === undefined || locale === 'en-US' ? { format: 'alphanumeric', pattern: '^[A-Za-z0-9]+$' } : undefined,
    reason: () => 'must contain only letters and digits',
    check: ([locale]) => (locale === undefined || locale === 'en-US' ? sure('^[A-Za-z0-9]+$') : undefined)
  },
  isAlpha: {
    defaultMessage: '$property must contain only letters (a-zA-Z)',
    name: 'format',
    keywords: ([locale]) =>
      locale === undefined || locale === 'en-US' ? { format: 'alpha', pattern: '^[A-Za-z]+$' } : undefined,
    reason: () => 'must contain only letters',
    check: ([locale]) => (locale === undefined || locale === 'en-US' ? sure('^[A-Za-z]+$') : undefined)
  },
  isIp: {
    defaultMessage: '$property must be an ip address',
    name: 'format',
    keywords: ([version]) =>
      String(version) === '4' ? { format: 'ipv4' } : String(version) === '6' ? { format: 'ipv6' } : undefined,
    reason: ([version]) => `must be an IP${version === undefined ? '' : `v${version}`} address`,
    // A zone index (`fe80::1%eth0`) is no part of JSON Schema's ipv6 (RFC 4291).
    test: ([version], predicate) =>
      String(version) === '6' ? (value) => isIP(value, 6) && !(value as string).includes('%') : predicate
  }
}

/** Whether it is one version; class-validator takes a list of them, too. */
function isUUIDVersion(version: unknown): boolean {
  return version === undefined || (!Array.isArray(version) && /^(?:[1-8]|all|loose|nil|max)$/.test(String(version)))
}

/** Whether only options of isURL are set that no sure text depends on. */
function hasPlainURLOptions(options: unknown): boolean {
  return Object.keys(options ?? {}).every((name) => name === 'require_protocol' || name === 'require_tld')
}

/** As validator.js has them, by version. */
function uuidPattern(version: unknown): string {
  const hex = '[0-9A-Fa-f]'
  const variant = `[89ABab]${hex}{3}-${hex}{12}`
  if (version === 'loose') return `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$`
  if (/^[1-8]$/.test(String(version))) return `^${hex}{8}-${hex}{4}-${version}${hex}{3}-${variant}$`
  const nil = '00000000-0000-0000-0000-000000000000'
  if (version === 'nil') return `^${nil}$`
  const max = '[Ff]{8}-[Ff]{4}-[Ff]{4}-[Ff]{4}-[Ff]{12}'
  if (version === 'max') return `^${max}$`
  return `^(?:${hex}{8}-${hex}{4}-[1-8]${hex}{3}-${variant}|${nil}|${max})$`
}

function isScalar(type: TypeSchema): boolean {
  const { kind } = type.kind === 'nullable' ? type.type : type
  return kind === 'string' || kind === 'integer' || kind === 'number' || kind === 'boolean' || kind === 'enum'
}

const UNTOUCHABLE: ProxyHandler<object> = new Proxy(
  {},
  {
    get() {
      throw new TypeError('touched')
    }
  }
)

/**
 * Whether ArrayUnique was given a function that identifies an item. It leaves no trace in the metadata, so the
 * predicate is asked about items that only such a function would look at, or would take for one.
 */
function hasIdentifier(predicate: Predicate): boolean {
  try {
    const objects = [new Proxy({}, UNTOUCHABLE), new Proxy({}, UNTOUCHABLE)]
    return ![objects, ['a', 'A', ' a', 'a ', 'b', ''], [0, 1, -1, 1.5, 2, 10]].every((items) => predicate(items))
  } catch {
    return true
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
