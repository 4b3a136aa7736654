import type { Class } from '../../metadata.js'
import { quoted } from '../program/program.js'
import { asksNullOf, valueRulesOf } from '../read/record-reader.js'
import { DEPTH_LIMIT, fieldStep } from '../type/fault-list.js'
import { checkRules } from '../type/rule-check.js'
import type { FieldSchema, TypeSchema } from '../type/schema.js'
import { loadCode } from './field-code.js'
import type { ReadingCode } from './reading-code.js'
import type { PartCode } from './record-reader-code.js'

/**
 * The code of a field that holds a record or a list of them, in the reader of a record: it calls their readers without
 * any of its own in between. Undefined for other fields.
 *
 * @param byReader the statement that leaves the field to its own reader
 * @param nameOf the generated reader of a record
 */
export function nestedCode(
  field: FieldSchema,
  byReader: string,
  code: ReadingCode,
  nameOf: (target: Class) => string | undefined
): PartCode | undefined {
  const { program, compilation, source } = code
  const { type, nullable, messages } = field
  const isList = type.kind === 'array'
  const reader = recordReaderOf(isList ? type.items : type, nullable && !isList, nameOf)
  // In text a list of one may stand without its list; and what users tell of a type is told by the field's reader.
  if (reader === undefined || messages !== undefined || (isList && source === 'text')) return undefined
  const raw = program.name()
  const rules = valueRulesOf(field, compilation)
  const asked = [program.constant(rules), 'out', source === 'json' ? raw : 'out', 'record', 'faults', asksNullOf(field)]
  const read = isList ? listCode(raw, reader) : [`const out = ${reader(raw)}`]
  return {
    load: [loadCode(field, raw, code)],
    read: [
      `if (${isList ? `!Array.isArray(${raw}) || depth + 1 >= ${DEPTH_LIMIT}` : `${raw} === undefined`}) ${byReader}`,
      'else {',
      'const from = faults.length',
      ...read,
      `record[${quoted(field.property)}] = out`,
      ...(rules.length === 0
        ? []
        : [`if (faults.length === from) ${program.constant(checkRules)}(${asked.join(', ')})`]),
      `if (faults.length > from) faults.enterStep(${program.constant(fieldStep(field.name))}, from)`,
      '}'
    ]
  }
}

/** Reads a record by the generated reader: an expression. */
function recordReaderOf(
  type: TypeSchema,
  isNullable: boolean,
  nameOf: (target: Class) => string | undefined
): ((raw: string) => string) | undefined {
  if (type.kind === 'nullable' && !isNullable) return recordReaderOf(type.type, true, nameOf)
  const name = type.kind === 'record' ? nameOf(type.class) : undefined
  if (name === undefined) return undefined
  return (raw) => `${isNullable ? `${raw} === null ? null : ` : ''}${name}(${raw}, faults)`
}

function listCode(raw: string, reader: (raw: string) => string): string[] {
  return [
    'const out = []',
    'faults.enter()',
    `for (let index = 0; index < ${raw}.length && !faults.isFull; index++) {`,
    'const at = faults.length',
    `const item = ${raw}[index]`,
    `out.push(${reader('item')})`,
    'if (faults.length > at) faults.enterItem(index, at)',
    '}',
    'faults.leave()'
  ]
}
