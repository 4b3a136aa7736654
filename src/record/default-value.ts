import { SetupError } from '../errors.js'
import { FaultList } from './fault-list.js'
import type { Compilation } from './reader.js'
import { typeOfField } from './reading.js'
import { checkRules, isInline } from './rule-check.js'
import type { FieldSchema, RecordSchema } from './schema.js'

/** Makes the value of an absent field. */
export type DefaultMaker = (faults: FaultList) => unknown

/**
 * A default stands as JSON: it is bound like a value that was sent, anew each time so that no two records share it.
 * Undefined where the field has none.
 *
 * @throws SetupError FIELD_OPTION_INVALID, when the compilation finishes and the default breaks the field's own
 * declaration.
 */
export function compileDefault(
  schema: RecordSchema,
  field: FieldSchema,
  compilation: Compilation
): DefaultMaker | undefined {
  const given = field.default
  if (given === undefined) return undefined
  const read = compilation.defaultReader(typeOfField(field))
  // Two defaults of one recursive record would else branch without end.
  const make: DefaultMaker = (faults) => (faults.isFull ? undefined : read(given, faults))
  compilation.afterwards(() => {
    const faults = new FaultList()
    const value = make(faults)
    const rules = field.rules.filter(isInline).filter((rule) => !rule.readsRecord)
    if (faults.isEmpty) checkRules(rules, value, given, {}, faults)
    const [fault] = faults.at('body')
    if (fault === undefined) return
    throw new SetupError(
      'FIELD_OPTION_INVALID',
      `the default ${fault.path} ${fault.message}`.replace('  ', ' '),
      `${schema.class.name}.${field.property}`,
      'give a default that the field accepts'
    )
  })
  return make
}
