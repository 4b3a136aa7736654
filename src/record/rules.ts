import type { RuleKeywords, TypeSchema } from './schema.js'

/** How one of class-validator's built-in constraints is told in the document and in a refusal. */
export interface RuleRow {
  /** The default message of class-validator, by which a built-in is told from a user's constraint of the same name. */
  readonly defaultMessage: string
  /** The rule's name in a fault; default: class-validator's. */
  readonly name?: string
  /** What JSON Schema can say; undefined where these arguments cannot be said. */
  readonly keywords?: (constraints: readonly unknown[], kind: TypeSchema['kind']) => RuleKeywords | undefined
  /** The reason of a refusal; default: class-validator's message without the property's name. */
  readonly reason?: (constraints: readonly unknown[]) => string
}

const count = (value: unknown, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`
const list = (values: unknown) => (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')
const isJson = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const allJson = (values: unknown) => Array.isArray(values) && values.every(isJson)

/** `pattern` has no flags: an expression with flags that change what it accepts cannot be told. */
function patternKeywords(constraints: readonly unknown[]): RuleKeywords | undefined {
  const [pattern, modifiers] = constraints
  if (pattern instanceof RegExp) return /[^du]/.test(pattern.flags) ? undefined : { pattern: pattern.source }
  if (typeof pattern !== 'string' || (typeof modifiers === 'string' && /[^du]/.test(modifiers))) return undefined
  return { pattern }
}

/** The rows, by class-validator's name of the constraint. */
export const RULES: Readonly<Record<string, RuleRow>> = {
  minLength: {
    defaultMessage: '$property must be longer than or equal to $constraint1 characters',
    keywords: ([minimum]) => ({ minLength: minimum }),
    reason: ([minimum]) => `must be at least ${count(minimum, 'character')} long`
  },
  maxLength: {
    defaultMessage: '$property must be shorter than or equal to $constraint1 characters',
    keywords: ([maximum]) => ({ maxLength: maximum }),
    reason: ([maximum]) => `must be at most ${count(maximum, 'character')} long`
  },
  isLength: {
    defaultMessage: '$property must be longer than or equal to $constraint1 characters',
    name: 'length',
    keywords: ([minimum, maximum]) =>
      maximum === undefined ? { minLength: minimum } : { minLength: minimum, maxLength: maximum },
    reason: ([minimum, maximum]) =>
      maximum === undefined
        ? `must be at least ${count(minimum, 'character')} long`
        : `must be ${minimum} to ${count(maximum, 'character')} long`
  },
  matches: {
    defaultMessage: '$property must match $constraint1 regular expression',
    name: 'pattern',
    keywords: patternKeywords,
    reason: ([pattern]) => `must match ${pattern instanceof RegExp ? pattern : `/${pattern}/`}`
  },
  min: {
    defaultMessage: '$property must not be less than $constraint1',
    name: 'minimum',
    keywords: ([minimum]) => ({ minimum }),
    reason: ([minimum]) => `must be at least ${minimum}`
  },
  max: {
    defaultMessage: '$property must not be greater than $constraint1',
    name: 'maximum',
    keywords: ([maximum]) => ({ maximum }),
    reason: ([maximum]) => `must be at most ${maximum}`
  },
  isPositive: {
    defaultMessage: '$property must be a positive number',
    name: 'exclusiveMinimum',
    keywords: () => ({ exclusiveMinimum: 0 }),
    reason: () => 'must be greater than 0'
  },
  isNegative: {
    defaultMessage: '$property must be a negative number',
    name: 'exclusiveMaximum',
    keywords: () => ({ exclusiveMaximum: 0 }),
    reason: () => 'must be less than 0'
  },
  isDivisibleBy: {
    defaultMessage: '$property must be divisible by $constraint1',
    name: 'multipleOf',
    // class-validator divides by the integer part of its argument.
    keywords: ([divisor]) => (Number.isInteger(divisor) ? { multipleOf: divisor } : undefined),
    reason: ([divisor]) => `must be a multiple of ${divisor}`
  },
  arrayMinSize: {
    defaultMessage: '$property must contain at least $constraint1 elements',
    name: 'minItems',
    keywords: ([minimum]) => ({ minItems: minimum }),
    reason: ([minimum]) => `must have at least ${count(minimum, 'item')}`
  },
  arrayMaxSize: {
    defaultMessage: '$property must contain no more than $constraint1 elements',
    name: 'maxItems',
    keywords: ([maximum]) => ({ maxItems: maximum }),
    reason: ([maximum]) => `must have at most ${count(maximum, 'item')}`
  },
  arrayNotEmpty: {
    defaultMessage: '$property should not be empty',
    name: 'minItems',
    keywords: () => ({ minItems: 1 }),
    reason: () => 'must have at least 1 item'
  },
  arrayUnique: {
    defaultMessage: "All $property's elements must be unique",
    name: 'uniqueItems',
    keywords: () => ({ uniqueItems: true }),
    reason: () => 'must not hold the same item twice'
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
    keywords: (_constraints, kind) => (kind === 'string' ? { minLength: 1 } : kind === 'any' ? undefined : {}),
    reason: () => 'must not be empty'
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
    reason: () => 'must be an email address'
  },
  isUuid: {
    defaultMessage: '$property must be a UUID',
    name: 'format',
    keywords: () => ({ format: 'uuid' }),
    reason: ([version]) => (/^\d$/.test(String(version)) ? `must be a UUID of version ${version}` : 'must be a UUID')
  },
  isAlphanumeric: {
    defaultMessage: '$property must contain only letters and numbers',
    name: 'format',
    keywords: ([locale]) =>
      locale === undefined || locale === 'en-US' ? { format: 'alphanumeric', pattern: '^[A-Za-z0-9]+$' } : undefined,
    reason: () => 'must contain only letters and digits'
  },
  isAlpha: {
    defaultMessage: '$property must contain only letters (a-zA-Z)',
    name: 'format',
    keywords: ([locale]) =>
      locale === undefined || locale === 'en-US' ? { format: 'alpha', pattern: '^[A-Za-z]+$' } : undefined,
    reason: () => 'must contain only letters'
  },
  isIp: {
    defaultMessage: '$property must be an ip address',
    name: 'format',
    keywords: ([version]) =>
      String(version) === '4' ? { format: 'ipv4' } : String(version) === '6' ? { format: 'ipv6' } : undefined,
    reason: ([version]) => `must be an IP${version === undefined ? '' : `v${version}`} address`
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
