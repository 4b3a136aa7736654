import { documentedPattern } from '../format/pattern.js'
import { counted } from '../type/counted.js'
import { charactersCheck, hasCodePoints } from '../type/plain-check.js'
import { FAST_ISO_DATE, fastCheck } from './fast-patterns.js'
import { byteLength, isStrong, type PasswordNeeds } from './one-pass-checks.js'
import {
  brokenLimit,
  type Constraints,
  isCount,
  literalPattern,
  onlyLimit,
  option,
  partialPattern,
  pattern,
  type RuleRows,
  undocumented
} from './rule-row.js'

const ALPHANUMERIC = '^[A-Za-z0-9]+$'
const ALPHA = '^[A-Za-z]+$'
/** validator.js has one expression for all of English. */
const isEnglish = ([locale]: Constraints) =>
  locale === undefined || locale === null || /^en-[A-Z]{2}$/.test(`${locale}`)

/** From validator.js: the characters of Latin, Katakana and Hangul in half width. */
const HALF_WIDTH = String.raw`\u0020-\u007E\uFF61-\uFF9F\uFFA0-\uFFDC\uFFE8-\uFFEE0-9a-zA-Z`

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:[12]\d|0[1-9]|3[01])`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[zZ]|[-+](?:[01]\d|2[0-3]):[0-5]\d)`

/** The constraints of text in general: its length, its characters, what it contains; dates and numbers. */
export const TEXT_RULES: RuleRows = {
  minLength: {
    defaultMessage: '$property must be longer than or equal to $constraint1 characters',
    limit: onlyLimit,
    about: 'string',
    keywords: ([minimum]) => (isCount(minimum) ? { minLength: minimum } : undefined),
    message: ([minimum]) => `must be at least ${counted(minimum, 'character')} long`,
    check: ([minimum]) => charactersCheck(minimum)
  },
  maxLength: {
    defaultMessage: '$property must be shorter than or equal to $constraint1 characters',
    limit: onlyLimit,
    about: 'string',
    keywords: ([maximum]) => (isCount(maximum) ? { maxLength: maximum } : undefined),
    message: ([maximum]) => `must be at most ${counted(maximum, 'character')} long`,
    check: ([maximum]) => charactersCheck(0, maximum)
  },
  isLength: {
    defaultMessage: '$property must be longer than or equal to $constraint1 characters',
    limit: (constraints, value) => brokenLimit(constraints, !hasCodePoints(value, Number(constraints[0] ?? 0))),
    name: 'length',
    about: 'string',
    keywords: ([minimum, maximum]) => {
      const least = minimum ?? 0
      if (!isCount(least) || (maximum !== undefined && !isCount(maximum))) return undefined
      return maximum === undefined ? { minLength: least } : { minLength: least, maxLength: maximum }
    },
    message: (bounds) => lengthMessage(bounds, 'character'),
    check: ([minimum, maximum]) => charactersCheck(minimum ?? 0, maximum)
  },
  isByteLength: {
    defaultMessage: "$property's byte length must fall into ($constraint1, $constraint2) range",
    limit: (constraints, value) => brokenLimit(constraints, (byteLength(String(value)) ?? 0) < Number(constraints[0])),
    about: 'string',
    // A character takes one to four bytes in UTF-8.
    keywords: ([minimum, maximum]) =>
      isCount(minimum) && (maximum === undefined || isCount(maximum))
        ? { minLength: Math.ceil(minimum / 4), ...(maximum !== undefined && { maxLength: maximum }) }
        : undefined,
    isPartial: true,
    test: ([minimum, maximum], predicate) => {
      if (!isCount(minimum) || !(maximum === undefined || isCount(maximum))) return predicate
      return (value) => {
        // Each unit takes at least one byte.
        if (typeof value !== 'string' || value.length > (maximum ?? value.length)) return false
        const bytes = byteLength(value)
        return bytes !== undefined && bytes >= minimum && bytes <= (maximum ?? bytes)
      }
    },
    message: (bounds) => lengthMessage(bounds, 'byte')
  },
  matches: {
    defaultMessage: '$property must match $constraint1 regular expression',
    name: 'pattern',
    about: 'string',
    keywords: ([given, flags]) => {
      const regex = documentedPattern(given, flags)
      return regex === undefined ? undefined : { pattern: regex.source }
    },
    message: ([given, flags]) => `must match ${given instanceof RegExp ? given : `/${given}/${flags ?? ''}`}`,
    check: ([given, flags]) => {
      const regex = documentedPattern(given, flags)
      return regex && { kind: 'pattern', pattern: regex }
    }
  },
  contains: {
    defaultMessage: '$property must contain a $constraint1 string',
    limit: onlyLimit,
    about: 'string',
    keywords: ([seed]) => {
      const literal = literalPattern(String(seed))
      return literal === undefined ? undefined : { pattern: literal }
    },
    message: ([seed]) => `must contain ${JSON.stringify(seed)}`
  },
  notContains: {
    defaultMessage: '$property should not contain a $constraint1 string',
    limit: onlyLimit,
    about: 'string',
    keywords: ([seed]) => {
      const literal = literalPattern(String(seed))
      return literal === undefined ? undefined : { not: { pattern: literal } }
    },
    message: ([seed]) => `must not contain ${JSON.stringify(seed)}`
  },
  isAlphanumeric: {
    ...pattern('$property must contain only letters and numbers', {
      name: 'format',
      format: 'alphanumeric',
      pattern: (constraints) => (isEnglish(constraints) ? ALPHANUMERIC : undefined),
      message: () => 'must contain only letters and digits'
    }),
    check: (constraints) => (isEnglish(constraints) ? fastCheck(ALPHANUMERIC) : undefined)
  },
  isAlpha: {
    ...pattern('$property must contain only letters (a-zA-Z)', {
      name: 'format',
      format: 'alpha',
      pattern: (constraints) => (isEnglish(constraints) ? ALPHA : undefined),
      message: () => 'must contain only letters'
    }),
    check: (constraints) => (isEnglish(constraints) ? fastCheck(ALPHA) : undefined)
  },
  isAscii: pattern('$property must contain only ASCII characters', { pattern: '^[\\x00-\\x7F]+$' }),
  isMultibyte: pattern('$property must contain one or more multibyte chars', { pattern: '[^\\x00-\\x7F]' }),
  isSurrogatePair: pattern('$property must contain any surrogate pairs chars', { pattern: '[\\u{10000}-\\u{10FFFF}]' }),
  isFullWidth: pattern('$property must contain a full-width characters', { pattern: `[^${HALF_WIDTH}]` }),
  isHalfWidth: pattern('$property must contain a half-width characters', { pattern: `[${HALF_WIDTH}]` }),
  isVariableWidth: {
    defaultMessage: '$property must contain a full-width and half-width characters',
    about: 'string',
    keywords: () => ({ allOf: [{ pattern: `[^${HALF_WIDTH}]` }, { pattern: `[${HALF_WIDTH}]` }] })
  },
  // Which letters have another case depends on the version of Unicode, so no shared expression has all of them.
  isLowercase: partialPattern('$property must be a lowercase string', { pattern: '^[^A-Z]*$' }),
  isUppercase: partialPattern('$property must be uppercase', { pattern: '^[^a-z]*$' }),
  isBooleanString: {
    defaultMessage: '$property must be a boolean string',
    about: 'string',
    keywords: () => ({ enum: ['true', 'false', '1', '0'] })
  },
  isNumberString: pattern('$property must be a number string', {
    pattern: ([options]) =>
      option(options, 'no_symbols') === true
        ? '^[0-9]+$'
        : option(options, 'locale') === undefined
          ? String.raw`^[+-]?(?:[0-9]*\.)?[0-9]+$`
          : undefined
  }),
  isDecimal: pattern('$property is not a valid decimal number.', {
    pattern: decimalPattern,
    message: () => 'must be a decimal number'
  }),
  isHexadecimal: pattern('$property must be a hexadecimal number', { pattern: '^(?:0[xXhH])?[0-9A-Fa-f]+$' }),
  isOctal: pattern('$property must be valid octal number', { pattern: '^(?:0[oO])?[0-7]+$' }),
  isJson: partialPattern('$property must be a json string', { pattern: '^[ \\t\\n\\r]*[\\[{]' }),
  isMilitaryTime: pattern('$property must be a valid representation of military time in the format HH:MM', {
    pattern: '^(?:[01]\\d|2[0-3]):?[0-5]\\d$'
  }),
  isRFC3339: pattern('$property must be RFC 3339 date', { pattern: `^${DATE}[ tT]${TIME}$` }),
  isDateString: isoDate(),
  isIso8601: isoDate(),
  isTimeZone: undocumented('$property must be a valid IANA time-zone'),
  isStrongPassword: {
    defaultMessage: '$property is not strong enough',
    about: 'string',
    keywords: ([options]) => {
      const minimum = passwordLength(options)
      return minimum === undefined ? undefined : { minLength: minimum }
    },
    isPartial: true,
    test: ([options], predicate) => {
      const minimum = passwordLength(options)
      const needs = passwordNeeds(options)
      if (minimum === undefined || needs === undefined) return predicate
      return (value) => typeof value === 'string' && hasCodePoints(value, minimum) && isStrong(value, needs)
    }
  }
}

function lengthMessage([minimum, maximum]: Constraints, noun: string): string {
  if (maximum === undefined) return `must be at least ${counted(minimum, noun)} long`
  return `must be ${minimum === maximum ? '' : `${minimum ?? 0} to `}${counted(maximum, noun)} long`
}

function isoDate() {
  return {
    ...partialPattern('$property must be a valid ISO 8601 date string', { pattern: '^[+-]?\\d{4}' }),
    check: () => FAST_ISO_DATE
  }
}

function passwordLength(options: unknown): number | undefined {
  if (option(options, 'returnScore') === true) return undefined
  const minimum = option(options, 'minLength') ?? 8
  return isCount(minimum) ? minimum : undefined
}

function passwordNeeds(options: unknown): PasswordNeeds | undefined {
  const needs = {
    minLowercase: option(options, 'minLowercase') ?? 1,
    minUppercase: option(options, 'minUppercase') ?? 1,
    minNumbers: option(options, 'minNumbers') ?? 1,
    minSymbols: option(options, 'minSymbols') ?? 1
  }
  return Object.values(needs).every(isCount) ? (needs as PasswordNeeds) : undefined
}

function decimalPattern([options]: Constraints): string | undefined {
  const digits = String(option(options, 'decimal_digits') ?? '1,')
  if ((option(options, 'locale') ?? 'en-US') !== 'en-US' || !/^\d{1,3}(?:,\d{0,3})?$/.test(digits)) return undefined
  const fraction = `\\.[0-9]{${digits}}`
  return option(options, 'force_decimal') === true
    ? `^[-+]?[0-9]*${fraction}$`
    : `^[-+]?(?:[0-9]+(?:${fraction})?|${fraction})$`
}
