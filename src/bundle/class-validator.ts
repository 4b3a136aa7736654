import { provideFunctions } from '../parts/provided.js'
import { overriddenSchema } from '../record/json-schema/schema-override.js'
import { inferType } from '../record/model/inferred-type.js'
import { compileClassValidatorCheck } from '../record/read/async-rules.js'
import { RULES } from '../record/rule/built-in-rules.js'
import { recognizedRule } from '../record/rule/recognized-rule.js'
import { faultNameOf } from '../record/rule/rule-names.js'
import { compileTree } from '../record/validation-tree.js'
import './patterns.js'

// With patterns, which their rules have. Imported by applications that are bundled, for rules by class-validator's decorators, and its errors (`error.tree`).
provideFunctions('class-validator', {
  RULES,
  compileClassValidatorCheck,
  compileTree,
  faultNameOf,
  inferType,
  overriddenSchema,
  recognizedRule
})
