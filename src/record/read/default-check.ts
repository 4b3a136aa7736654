import { SetupError, SetupErrors } from '../../errors.js'
import { FaultList } from '../type/fault-list.js'
import { typeOfField } from '../type/reading-options.js'
import { checkRules, isInline } from '../type/rule-check.js'
import type { FieldSchema, RecordSchema, Rule } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'

/** The options of a field that are JSON values. */
const DECLARED = ['default', 'example'] as const

/** Whether the record has examples, or any of its fields a default or an example. */
export function hasDeclaredValues(schema: RecordSchema): boolean {
  return schema.examples !== undefined || schema.fields.some((field) => declaredValues(field).length > 0)
}

function declaredValues(field: FieldSchema): [kind: (typeof DECLARED)[number], value: unknown][] {
  const single = DECLARED.map((kind): [typeof kind, unknown] => [kind, field[kind]])
  const listed = (field.examples ?? []).map((value): ['example', unknown] => ['example', value])
  return [...single, ...listed].filter(([, value]) => value !== undefined)
}

/**
 * Checks the defaults and examples of a record's fields: a document that shows a value which its own schema rejects
 * is wrong.
 *
 * @param compilation one of declared values
 * @throws BootstrapError of FIELD_OPTION_INVALID for each that breaks its field's own declaration
 */
export function checkDeclaredValues(schema: RecordSchema, compilation: ReaderCompiler): void {
  const errors = new SetupErrors()
  for (const field of schema.fields) {
    for (const [kind, value] of declaredValues(field)) {
      errors.attempt(() => checkValue(schema, field, kind, value, compilation))
    }
  }
  for (const example of schema.examples ?? []) {
    const whole = { type: { kind: 'record', class: schema.class }, nullable: false, rules: [] } as const
    const fault = faultOf(whole, example, compilation)
    if (fault === undefined) continue
    const remedy = 'give an example that the record accepts'
    errors.add(
      new SetupError('FIELD_OPTION_INVALID', `the example ${fault}`, `@Record of ${schema.class.name}`, remedy)
    )
  }
  errors.throwIfAny()
}

function checkValue(
  schema: RecordSchema,
  field: FieldSchema,
  kind: (typeof DECLARED)[number],
  value: unknown,
  compilation: ReaderCompiler
): void {
  const { condition } = field
  // An absent field gets its default whether or not the condition holds, and it must be of the type then, too.
  const checked = kind === 'default' && condition !== undefined ? { ...condition, nullable: false, rules: [] } : field
  const fault = faultOf(checked, value, compilation)
  if (fault === undefined) return
  throw new SetupError(
    'FIELD_OPTION_INVALID',
    `the ${kind} ${fault}`,
    `${schema.class.name}.${field.property}`,
    `give ${kind === 'example' ? 'an' : 'a'} ${kind} that the field accepts`
  )
}

/** Why a field rejects a JSON value: `[0].sku is required`; undefined where it does not. */
export function faultOf(
  field: Pick<FieldSchema, 'type' | 'nullable' | 'rules'>,
  given: unknown,
  compilation: ReaderCompiler
): string | undefined {
  const faults = new FaultList()
  const value = compilation.reader(typeOfField(field))(given, faults)
  const rules = field.rules
    .filter(isInline)
    .filter((rule) => !rule.judgesRecord)
    .map(withoutRecord)
  if (faults.isEmpty) checkRules(rules, value, given, {}, faults)
  const [fault] = faults.at('body')
  if (fault?.rule === 'depth') return 'nests without end'
  return fault === undefined ? undefined : `${fault.path} ${fault.message}`.trim()
}

/** A message that may read the record has none to read here. */
function withoutRecord(rule: Rule): Rule {
  return rule.readsRecord ? { ...rule, message: () => `breaks the rule ${rule.name}` } : rule
}
