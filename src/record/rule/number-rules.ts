import { LATITUDE, LONGITUDE } from '../format/pattern.js'
import { isMultipleOf } from '../type/decimal.js'
import { limitCheck } from '../type/plain-check.js'
import type { RuleKeywords, TypeSchema } from '../type/schema.js'
import { onlyLimit, type RuleRow, type RuleRows } from './rule-row.js'

function bound(keyword: string, limit: unknown): RuleKeywords | undefined {
  return Number.isFinite(limit) ? { [keyword]: limit } : undefined
}

/** The constraints of numbers. */
export const NUMBER_RULES: RuleRows = {
  min: {
    defaultMessage: '$property must not be less than $constraint1',
    limit: onlyLimit,
    name: 'minimum',
    about: 'number',
    keywords: ([minimum]) => bound('minimum', minimum),
    message: ([minimum]) => `must be at least ${minimum}`,
    check: ([minimum]) => limitCheck('atLeast', minimum)
  },
  max: {
    defaultMessage: '$property must not be greater than $constraint1',
    limit: onlyLimit,
    name: 'maximum',
    about: 'number',
    keywords: ([maximum]) => bound('maximum', maximum),
    message: ([maximum]) => `must be at most ${maximum}`,
    check: ([maximum]) => limitCheck('atMost', maximum)
  },
  isPositive: {
    defaultMessage: '$property must be a positive number',
    limit: () => 0,
    name: 'exclusiveMinimum',
    about: 'number',
    keywords: () => ({ exclusiveMinimum: 0 }),
    message: () => 'must be greater than 0',
    check: () => limitCheck('above', 0)
  },
  isNegative: {
    defaultMessage: '$property must be a negative number',
    limit: () => 0,
    name: 'exclusiveMaximum',
    about: 'number',
    keywords: () => ({ exclusiveMaximum: 0 }),
    message: () => 'must be less than 0',
    check: () => limitCheck('below', 0)
  },
  isDivisibleBy: {
    defaultMessage: '$property must be divisible by $constraint1',
    limit: onlyLimit,
    name: 'multipleOf',
    about: 'number',
    // class-validator divides by the integer part of its argument.
    keywords: ([divisor]) => (isWhole(divisor) ? { multipleOf: divisor } : undefined),
    message: ([divisor]) => `must be a multiple of ${divisor}`,
    test: ([divisor], predicate) => (isWhole(divisor) ? (value) => isMultipleOf(value, divisor) : predicate)
  },
  isLatitude: degrees('latitude', 90, LATITUDE),
  isLongitude: degrees('longitude', 180, LONGITUDE)
}

function isWhole(divisor: unknown): divisor is number {
  return Number.isSafeInteger(divisor) && (divisor as number) > 0
}

/**
 * A number or its text. class-validator matches a pair of texts, and so accepts `5,junk` as a latitude and rejects
 * 1e-7.
 */
function degrees(name: string, limit: number, text: string): RuleRow {
  const regex = new RegExp(`^${text}$`, 'u')
  return {
    defaultMessage: `$property must be a ${name} string or number`,
    keywords: (_constraints, type) => {
      const kinds = new Set(kindsOf(type))
      const number = { minimum: -limit, maximum: limit }
      if (kinds.has('other')) {
        return {
          anyOf: [
            { type: 'number', ...number },
            { type: 'string', pattern: regex.source }
          ]
        }
      }
      // Each keyword applies to its own type only.
      return { ...(kinds.has('number') && number), ...(kinds.has('string') && { pattern: regex.source }) }
    },
    acceptsMore: (value) => typeof value === 'number' && String(value).includes('e'),
    test: () => (value) =>
      typeof value === 'number' ? Math.abs(value) <= limit : typeof value === 'string' && regex.test(value)
  }
}

function kindsOf(type: TypeSchema): ('string' | 'number' | 'other')[] {
  if (type.kind === 'string') return ['string']
  if (type.kind === 'integer' || type.kind === 'number') return ['number']
  return type.kind === 'union' ? type.members.flatMap(kindsOf) : ['other']
}
