import type { Class } from '../../metadata.js'
import type { Program } from '../program/program.js'
import { settingCode } from '../program/property-setting.js'
import type { Reader } from '../type/reading-options.js'
import type { TypeSchema } from '../type/schema.js'
import type { Compilation } from './compilation.js'
import type { RecordReading } from './compiled-record.js'
import { type FieldCode, fieldCode } from './field-code.js'
import { ReadingCode } from './reading-code.js'
import type { RecordParts } from './record-reader.js'

/**
 * The most fields that one function reads. What the engine's optimiser takes grows with their square and more: for one function of
 * 128 fields a processor was busy for 14 seconds, of 200 for more than a minute.
 */
const FIELDS_OF_FUNCTION = 32

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
  const { program, source } = code
  const byClosure = `return ${program.constant(own)}(raw, faults)`
  const { load, read } = fieldsCode(parts, code)
  const run = (part: object) => `${program.constant(part)}(raw, record, faults)`
  return [
    `function ${code.functionOf(record)}(raw, faults) {`,
    `if (typeof raw !== 'object' || raw === null${source === 'json' ? '' : ' || Array.isArray(raw)'}) ${byClosure}`,
    ...load,
    // After the properties were read the optimiser knows the object's shape, and this costs nothing.
    ...(source === 'json' ? [`if (Object.getPrototypeOf(raw) !== Object.prototype) ${byClosure}`] : []),
    'if (!faults.enter()) return undefined',
    'const start = faults.length',
    `const record = ${constructionCode(parts, schema.class, program)}`,
    ...read,
    ...parts.omitted.map(run),
    ...(parts.checks.length === 0 ? [] : ['if (faults.length === start) {', ...parts.checks.map(run), '}']),
    ...(parts.checkKeys === undefined ? [] : [`${program.constant(parts.checkKeys)}(raw, faults)`]),
    'faults.leave()',
    'return record',
    '}'
  ].join('\n')
}

/** The code of all fields; where they are many, it calls functions that read some of them each. */
function fieldsCode({ fields }: RecordParts, code: ReadingCode): FieldCode {
  const codes = fields.map(({ field, read }, index) =>
    fieldCode(field, read, settingCode('record', field.property, index, code.program), code)
  )
  // A transformation may change the raw object: what it changes is seen by the fields behind it, as class-transformer has it.
  const isInTurn = fields.some(({ field }) => field.transform !== undefined)
  const join = isInTurn ? inTurn : together
  if (codes.length <= FIELDS_OF_FUNCTION) return join(codes)
  const calls: string[] = []
  for (let from = 0; from < codes.length; from += FIELDS_OF_FUNCTION) {
    const { load, read } = join(codes.slice(from, from + FIELDS_OF_FUNCTION))
    const name = code.program.name()
    code.program.define([`function ${name}(raw, record, faults) {`, ...load, ...read, '}'].join('\n'))
    calls.push(`${name}(raw, record, faults)`)
  }
  return { load: [], read: calls }
}

/** First loads all raw values, then reads them. */
function together(codes: readonly FieldCode[]): FieldCode {
  return { load: codes.flatMap(({ load }) => load), read: codes.flatMap(({ read }) => read) }
}

/** Loads each raw value where it is read. */
function inTurn(codes: readonly FieldCode[]): FieldCode {
  return { load: [], read: codes.flatMap(({ load, read }) => [...load, ...read]) }
}

function constructionCode({ construction, construct }: RecordParts, target: Class, program: Program): string {
  return construction === 'constructor' ? `new ${program.constant(target)}()` : `${program.constant(construct)}()`
}
