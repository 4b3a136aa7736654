import type { Compilation } from '../read/compilation.js'
import type { RecordReading } from '../read/compiled-record.js'
import type { Reader } from '../type/reading-options.js'
import type { TypeSchema } from '../type/schema.js'
import { fieldCode } from './field-code.js'
import { ReadingCode } from './reading-code.js'

/**
 * Generates the reader of a type, and those of all records that it reaches, for closures that read these.
 *
 * @param closure what reads the type without generated code
 */
export function generateReader(type: TypeSchema, compilation: Compilation, closure: Reader): Reader {
  const code = new ReadingCode(compilation)
  const { program } = code
  const { records, open } = compilation
  for (const record of records) program.define(recordCode(record, code))
  const { lines, value } =
    open === undefined ? code.held(type, 'raw') : { lines: [], value: `${code.functionOf(open)}(raw, faults)` }
  const root = entryCode(closure, lines, value, code)
  const entries = records.map((record) => entryCode(record.own, [], `${code.functionOf(record)}(raw, faults)`, code))
  const [reader, ...readers] = program.build<Reader[]>(`[${[root, ...entries].join(',\n')}]`)
  for (const [index, record] of records.entries()) record.generated = readers[index]
  return reader as Reader
}

/**
 * The functions read properties without checking that they are the object's own: it is an object that JSON.parse made.
 * So they must not run while Object.prototype has keys that it should not have.
 */
function entryCode(closure: Reader, lines: readonly string[], value: string, { program }: ReadingCode): string {
  return [
    '(raw, faults) => {',
    `for (const key in Object.prototype) return ${program.constant(closure)}(raw, faults)`,
    ...lines,
    `return ${value}`,
    '}'
  ].join('\n')
}

/** The function that reads a record: `(raw, faults) => instance`. */
function recordCode(record: RecordReading, code: ReadingCode): string {
  const { schema, parts, own } = record
  const { program, compilation, source } = code
  const byClosure = `return ${program.constant(own)}(raw, faults)`
  const fields = parts.fields.map(({ field, read }) => fieldCode(field, read, code))
  const run = (part: object) => `${program.constant(part)}(raw, record, faults)`
  const construct =
    compilation.direction === 'request'
      ? `new ${program.constant(schema.class)}()`
      : `${program.constant(parts.construct)}()`
  return [
    `function ${code.functionOf(record)}(raw, faults) {`,
    `if (typeof raw !== 'object' || raw === null${source === 'json' ? '' : ' || Array.isArray(raw)'}) ${byClosure}`,
    ...fields.flatMap(({ load }) => load),
    // After the properties were read the optimiser knows the object's shape, and this costs nothing.
    ...(source === 'json' ? [`if (Object.getPrototypeOf(raw) !== Object.prototype) ${byClosure}`] : []),
    'if (!faults.enter()) return undefined',
    'const start = faults.length',
    `const record = ${construct}`,
    ...fields.flatMap(({ read }) => read),
    ...parts.omitted.map(run),
    ...(parts.checks.length === 0 ? [] : ['if (faults.length === start) {', ...parts.checks.map(run), '}']),
    ...(parts.checkKeys === undefined ? [] : [`${program.constant(parts.checkKeys)}(raw, faults)`]),
    'faults.leave()',
    'return record',
    '}'
  ].join('\n')
}
