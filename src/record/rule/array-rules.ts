import { isHeldOtherwise, isScalar } from '../kinds/type-facts.js'
import { counted } from '../type/counted.js'
import { itemsCheck } from '../type/plain-check.js'
import type { RuleKeywords, TypeSchema } from '../type/schema.js'
import { partsOf } from '../type/type-records.js'
import { areScalarJson, isCount, list, onlyLimit, type RuleRows } from './rule-row.js'
import { hasIdentifier } from './unique-items.js'

/** The constraints of lists. */
export const ARRAY_RULES: RuleRows = {
  arrayMinSize: {
    defaultMessage: '$property must contain at least $constraint1 elements',
    limit: onlyLimit,
    name: 'minItems',
    about: 'array',
    keywords: ([minimum]) => (isCount(minimum) ? { minItems: minimum } : undefined),
    message: ([minimum]) => `must have at least ${counted(minimum, 'item')}`,
    check: ([minimum]) => itemsCheck(minimum)
  },
  arrayMaxSize: {
    defaultMessage: '$property must contain no more than $constraint1 elements',
    limit: onlyLimit,
    name: 'maxItems',
    about: 'array',
    keywords: ([maximum]) => (isCount(maximum) ? { maxItems: maximum } : undefined),
    message: ([maximum]) => `must have at most ${counted(maximum, 'item')}`,
    check: ([maximum]) => itemsCheck(0, maximum)
  },
  arrayNotEmpty: {
    defaultMessage: '$property should not be empty',
    limit: () => 1,
    name: 'minItems',
    about: 'array',
    keywords: () => ({ minItems: 1 }),
    message: () => 'must have at least 1 item',
    check: () => itemsCheck(1)
  },
  arrayContains: {
    defaultMessage: '$property must contain $constraint1 values',
    about: 'array',
    // `contains` is unknown to OpenAPI 3.0: not all of the items are something else.
    keywords: ([values], type) =>
      keywordsOf(values, type, (known) => ({
        allOf: known.map((value) => ({ not: { items: { not: { enum: [value] } } } }))
      })),
    message: ([values]) => `must contain ${Array.isArray(values) ? list(values) : values}`
  },
  arrayNotContains: {
    defaultMessage: '$property should not contain $constraint1 values',
    about: 'array',
    keywords: ([values], type) =>
      keywordsOf(values, type, (known) => ({ allOf: [{ items: { not: { enum: known } } }] })),
    message: ([values]) => `must not contain ${Array.isArray(values) ? list(values) : values}`
  },
  arrayUnique: {
    defaultMessage: "All $property's elements must be unique",
    name: 'uniqueItems',
    about: 'array',
    // This compares objects by identity, and JSON Schema by their contents.
    keywords: (_constraints, type, predicate) =>
      hasScalarItems(type) && !hasIdentifier(predicate) ? { uniqueItems: true } : undefined,
    message: () => 'must not hold the same item twice'
  }
}

function keywordsOf(
  values: unknown,
  type: TypeSchema,
  make: (values: readonly unknown[]) => RuleKeywords
): RuleKeywords | undefined {
  if (!areScalarJson(values) || hasDates(type)) return undefined
  return values.length === 0 ? {} : make(values)
}

function hasDates(type: TypeSchema): boolean {
  return isHeldOtherwise(type) || partsOf(type).some(hasDates)
}

function hasScalarItems(type: TypeSchema): boolean {
  if (type.kind !== 'array') return false
  const item = type.items.kind === 'nullable' ? type.items.type : type.items
  return item.kind !== 'union' && isScalar(item) && !isHeldOtherwise(item)
}
