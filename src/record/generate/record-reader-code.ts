import type { Class } from '../../metadata.js'
import { isScalar } from '../kinds/type-facts.js'
import type { Compilation } from '../read/compilation.js'
import type { RecordReading } from '../read/compiled-record.js'
import type { FieldReader } from '../read/record-reader.js'
import type { Reader } from '../type/reading-options.js'
import type { FieldSchema, TypeSchema } from '../type/schema.js'
import { fieldCode } from './field-code.js'
import { nestedCode } from './nested-code.js'
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
  const { program } = code
  const names = new Map(records.map((record) => [record, program.name()]))
  const nameOf = (target: Class) => names.get(compilation.record(target))
  for (const [record, name] of names) program.define(readerCode(name, record, code, nameOf))
  const entries = [...names].map(([{ own }, name]) => entryCode(name, program.constant(own)))
  const readers = program.build<Reader[]>(`[${entries.join(',\n')}]`)
  for (const [index, record] of records.entries()) record.generated = readers[index]
}

/** Properties are read without asking whether they are the object's own. */
function entryCode(name: string, own: string): string {
  return `(raw, faults) => {
for (const key in Object.prototype) return ${own}(raw, faults)
return ${name}(raw, faults)
}`
}

/** The function that reads a record: `(raw, faults) => instance`. */
function readerCode(
  name: string,
  { schema, parts, own }: RecordReading,
  code: ReadingCode,
  nameOf: (target: Class) => string | undefined
): string {
  const { program } = code
  const byParts = `return ${program.constant(own)}(raw, faults)`
  const fields = parts.fields.map(({ field, read }) => partCode(field, read, code, nameOf))
  const run = (part: object) => `${program.constant(part)}(raw, record, faults)`
  const construct =
    code.compilation.direction === 'request'
      ? `new ${program.constant(schema.class)}()`
      : `${program.constant(parts.construct)}()`
  return [
    `function ${name}(raw, faults) {`,
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
}

/** A part of that function: it loads the raw value, and reads it after all are loaded. */
export interface PartCode {
  readonly load: readonly string[]
  readonly read: readonly string[]
}

function partCode(
  field: FieldSchema,
  read: FieldReader,
  code: ReadingCode,
  nameOf: (target: Class) => string | undefined
): PartCode {
  const byReader = `${code.program.constant(read)}(raw, record, faults)`
  const { condition, transform } = field
  if ((condition ?? transform) !== undefined) return { load: [], read: [byReader] }
  // What holds others is read by their readers at once, lest each level of a deep body is tried before it is read.
  if (!isFlat(field.type)) return nestedCode(field, byReader, code, nameOf) ?? { load: [], read: [byReader] }
  const { read: load, check, assign } = fieldCode(field, code)
  return { load: [load], read: ['sound: {', 'wrong: {', ...check, assign, 'break sound', '}', byReader, '}'] }
}

function isFlat(type: TypeSchema): boolean {
  return isScalar(type.kind === 'array' ? type.items : type)
}
