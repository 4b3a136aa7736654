import { ARRAY_RULES } from './rules/array-rules.js'
import { COMPARISON_RULES } from './rules/comparison-rules.js'
import { IDENTIFIER_RULES } from './rules/identifier-rules.js'
import { NETWORK_RULES } from './rules/network-rules.js'
import { NUMBER_RULES } from './rules/number-rules.js'
import type { RuleRows } from './rules/rule-row.js'
import { TEXT_RULES } from './rules/text-rules.js'
import { DATE_RULES, TYPE_RULES } from './rules/type-rules.js'

/** Every built-in constraint of class-validator, by its own name. */
export const RULES: RuleRows = {
  ...TYPE_RULES,
  ...DATE_RULES,
  ...COMPARISON_RULES,
  ...NUMBER_RULES,
  ...ARRAY_RULES,
  ...TEXT_RULES,
  ...NETWORK_RULES,
  ...IDENTIFIER_RULES
}
