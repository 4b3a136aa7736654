import { ARRAY_RULES } from './array-rules.js'
import { COMPARISON_RULES } from './comparison-rules.js'
import { IDENTIFIER_RULES } from './identifier-rules.js'
import { NETWORK_RULES } from './network-rules.js'
import { NUMBER_RULES } from './number-rules.js'
import type { RuleRows } from './rule-row.js'
import { TEXT_RULES } from './text-rules.js'
import { DATE_RULES, TYPE_RULES } from './type-rules.js'

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
