import { enumValues } from '../type/type-expression.js'
import { areScalarJson, isScalarJson, list, onlyLimit, type Predicate, type RuleRows } from './rule-row.js'

/** The constraints that compare a value with others, or check whether there is one. */
export const COMPARISON_RULES: RuleRows = {
  equals: {
    defaultMessage: '$property must be equal to $constraint1',
    limit: onlyLimit,
    name: 'const',
    keywords: ([value]) => (isScalarJson(value) ? { enum: [value] } : undefined),
    message: ([value]) => `must be ${JSON.stringify(value)}`
  },
  notEquals: {
    defaultMessage: '$property should not be equal to $constraint1',
    limit: onlyLimit,
    name: 'not',
    keywords: ([value]) => (isScalarJson(value) ? { not: { enum: [value] } } : undefined),
    message: ([value]) => `must not be ${JSON.stringify(value)}`
  },
  isIn: {
    defaultMessage: '$property must be one of the following values: $constraint1',
    name: 'enum',
    keywords: ([values]) => (areScalarJson(values) && values.length > 0 ? { enum: values } : undefined),
    test: ([values], predicate) => setOf(values)?.isIn ?? predicate,
    message: ([values]) => `must be one of ${listOrNone(values)}`
  },
  isNotIn: {
    defaultMessage: '$property should not be one of the following values: $constraint1',
    name: 'not',
    keywords: ([values]) => (!areScalarJson(values) ? undefined : values.length > 0 ? { not: { enum: values } } : {}),
    test: ([values], predicate) => setOf(values)?.isNotIn ?? predicate,
    message: ([values]) => `must not be one of ${list(values)}`
  },
  isEnum: {
    defaultMessage: '$property must be one of the following values: $constraint2',
    name: 'enum',
    keywords: ([members]) => {
      const values = membersOf(members)
      return areScalarJson(values) && values.length > 0 ? { enum: values } : undefined
    },
    // class-validator accepts the name of a numeric member as a value.
    test: ([members]) => {
      const values = new Set(membersOf(members))
      return (value) => values.has(value)
    },
    message: ([members]) => `must be one of ${listOrNone(membersOf(members))}`
  },
  isDefined: {
    defaultMessage: '$property should not be null or undefined',
    name: 'type',
    keywords: () => ({ not: { enum: [null] } }),
    message: () => 'must not be null'
  },
  isNotEmpty: {
    defaultMessage: '$property should not be empty',
    // It rejects '', and also null and undefined, which most types reject anyway.
    keywords: (_constraints, { kind }) => {
      if (kind === 'string') return { minLength: 1 }
      if (kind === 'any') return { not: { enum: ['', null] } }
      return kind === 'enum' || kind === 'union' ? { not: { enum: [''] } } : {}
    },
    message: () => 'must not be empty'
  },
  isEmpty: {
    defaultMessage: '$property must be empty',
    keywords: (_constraints, { kind }) => {
      if (kind === 'string') return { maxLength: 0 }
      if (kind === 'any') return { enum: ['', null] }
      return kind === 'enum' || kind === 'union' ? { enum: [''] } : { not: {} }
    }
  }
}

function listOrNone(values: unknown): string {
  return Array.isArray(values) && values.length > 0 ? list(values) : 'no values'
}

function membersOf(members: unknown): unknown[] {
  return enumValues((members ?? {}) as Readonly<Record<string, string | number>>)
}

/**
 * A long list as a set: class-validator compares each value, and so each item of a client's list, with the whole list.
 */
function setOf(values: unknown): { isIn: Predicate; isNotIn: Predicate } | undefined {
  if (!areScalarJson(values) || values.length <= 8) return undefined
  const set = new Set(values)
  return { isIn: (value) => set.has(value), isNotIn: (value) => !set.has(value) }
}
