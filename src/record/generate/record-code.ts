import { compileConstruction, type Instance } from '../model/record-construction.js'
import { compileChecks, type RecordCheck } from '../read/record-reader.js'
import { compileRefusedKeys } from '../read/unknown-fields.js'
import { DEPTH_LIMIT, type FaultList } from '../type/fault-list.js'
import { type Reader, travels } from '../type/reading-options.js'
import type { RecordSchema } from '../type/schema.js'
import { fieldCode, omittedCode } from './field-code.js'
import type { ReadingCode } from './reading-code.js'
import { readOrRefuse } from './refused.js'

/**
 * Whether a record can be bound without its reader. What a condition guards is read when the rest of the record is there
 * to be asked about, and transformations read all of it.
 */
export function isAcceptable({ fields }: RecordSchema): boolean {
  return fields.every(({ condition, transform }) => (condition ?? transform) === undefined)
}

/** The function that binds a record: `(raw, depth) => instance or REFUSED`. */
export function recordCode(
  name: string,
  schema: RecordSchema,
  code: ReadingCode,
  read: Reader,
  isOpen: boolean
): string {
  const { program, compilation } = code
  const byReader = `return ${code.asked(read, 'raw', 'depth')}`
  const head = `function ${name}(raw, depth) {`
  if (!isAcceptable(schema)) {
    code.asksReaders = true
    return [head, byReader, '}'].join('\n')
  }
  const { direction } = compilation
  const fields = schema.fields.filter((field) => travels(field, direction))
  const codes = fields.map((field) => fieldCode(field, code))
  const isJson = code.source === 'json'
  const construct =
    direction === 'request'
      ? `new ${program.constant(schema.class)}()`
      : `${program.constant(compileConstruction(schema, direction))}()`
  const omitted = direction === 'request' ? schema.fields.filter((field) => !travels(field, direction)) : []
  return [
    head,
    `if (typeof raw !== 'object' || raw === null${isJson ? '' : ' || Array.isArray(raw)'}) return REFUSED`,
    ...codes.map(({ read: line }) => line),
    // After the properties were read the optimiser knows the object's shape, and this costs nothing.
    ...(isJson ? [`if (Object.getPrototypeOf(raw) !== Object.prototype) { ${byReader} }`] : []),
    `if (depth >= ${DEPTH_LIMIT}) return REFUSED`,
    ...codes.flatMap(({ check }) => check),
    ...refusalCode(schema, code, isOpen),
    `const record = ${construct}`,
    ...codes.map(({ assign }) => assign),
    ...omitted.flatMap((field) => omittedCode(field, code)),
    ...fields.flatMap((field) => compileChecks(field, compilation)).map((check) => checkCode(check, code)),
    'return record',
    '}'
  ].join('\n')
}

/** Refuses keys that no field declares, where that is to be. */
function refusalCode(schema: RecordSchema, code: ReadingCode, isOpen: boolean): string[] {
  const isRefused = compileRefusedKeys(schema, code.compilation, isOpen)
  if (isRefused === undefined) return []
  const isClean = (raw: object): boolean => !Object.keys(raw).some(isRefused)
  return [`if (!${code.program.constant(isClean)}(raw)) return REFUSED`]
}

/** Rules about the whole record are asked when the instance is there. */
function checkCode(check: RecordCheck, { program }: ReadingCode): string {
  const read = (raw: Instance, record: Instance) => (_raw: unknown, faults: FaultList) => check(raw, record, faults)
  const holds = (raw: Instance, record: Instance, depth: number) => readOrRefuse(read(raw, record), raw, depth)
  return `if (${program.constant(holds)}(raw, record, depth + 1) === REFUSED) return REFUSED`
}
