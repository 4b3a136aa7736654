import { isScalar } from '../json-kinds.js'
import type { Compilation } from '../reader.js'
import type { Reader } from '../reading.js'
import type { FieldReader } from '../record-reader.js'
import type { RecordReading } from '../record-reading.js'
import type { FieldSchema, TypeSchema } from '../schema.js'
import { fieldCode } from './field-code.js'
import { ReadingCode } from './reading-code.js'

/**
 * Generates the readers of all records that were compiled: a field that is sound is bound by generated code, and only
 * where it is not, its own reader tells what is wrong. So what is refused is read little more than once, and there is one
 * wording, however a value was read.
 */
export function generateRecordReaders(compilation: Compilation): void {
  const records = compilation.records.filter(({ generated }) => generated === undefined)
  if (records.length === 0) return
  const code = new ReadingCode(compilation, 'break wrong')
  const names = records.map((record) => defineReader(record, code))
  const readers = code.program.build<Reader[]>(`[${names.join(', ')}]`)
  for (const [index, record] of records.entries()) record.generated = readers[index]
}

/** The function that reads a record: `(raw, faults) => instance`. */
function defineReader({ schema, parts, own }: RecordReading, code: ReadingCode): string {
  const { program } = code
  const name = program.name()
  const byParts = `return ${program.constant(own)}(raw, faults)`
  const fields = parts.fields.map(({ field, read }) => readerCode(field, read, code))
  const run = (part: object) => `${program.constant(part)}(raw, record, faults)`
  const construct =
    code.compilation.direction === 'request'
      ? `new ${program.constant(schema.class)}()`
      : `${program.constant(parts.construct)}()`
  program.define(
    [
      `function ${name}(raw, faults) {`,
      // Properties are read without asking whether they are the object's own.
      `for (const key in Object.prototype) ${byParts}`,
      `if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) ${byParts}`,
      ...fields.flatMap(({ load }) => load),
      ...(code.source === 'json' ? [`if (Object.getPrototypeOf(raw) !== Object.prototype) ${byParts}`] : []),
      'const depth = faults.depth',
      'if (!faults.enter()) return undefined',
      'const start = faults.length',
      `const record = ${construct}`,
      ...fields.flatMap(({ read }) => read),
      ...parts.omitted.map(run),
      ...(parts.checks.length === 0 ? [] : ['if (faults.length === start) {', ...parts.checks.map(run), '}']),
      ...(parts.refuseKeys === undefined ? [] : [`${program.constant(parts.refuseKeys)}(raw, faults)`]),
      'faults.leave()',
      'return record',
      '}'
    ].join('\n')
  )
  return name
}

function readerCode(field: FieldSchema, read: FieldReader, code: ReadingCode) {
  const byReader = `${code.program.constant(read)}(raw, record, faults)`
  const { condition, transform } = field
  // Records are read by their own readers at once, lest each level of a deep body is tried before it is read.
  if ((condition ?? transform) !== undefined || !isFlat(field.type)) return { load: [], read: [byReader] }
  const { read: load, check, assign } = fieldCode(field, code)
  return { load: [load], read: ['sound: {', 'wrong: {', ...check, assign, 'break sound', '}', byReader, '}'] }
}

function isFlat(type: TypeSchema): boolean {
  return isScalar(type.kind === 'array' ? type.items : type)
}
