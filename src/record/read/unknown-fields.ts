import { propertyMessage } from '../rule/field-rules.js'
import type { FaultList } from '../type/fault-list.js'
import { travels } from '../type/reading-options.js'
import type { RecordSchema } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'

/**
 * Compiles the check of a record's keys: which there are, and how many. Undefined where there is nothing to check.
 *
 * @param isOpen whether unknown keys are accepted, whatever the record says
 */
export function compileKeyChecks(
  schema: RecordSchema,
  compilation: ReaderCompiler,
  isOpen: boolean
): KeyCheck | undefined {
  const checks = [compileKeyCheck(schema, compilation, isOpen), compileCount(schema, compilation)]
  const [first, second] = checks.filter((check) => check !== undefined)
  if (first === undefined || second === undefined) return first
  return (raw, faults) => {
    first(raw, faults)
    second(raw, faults)
  }
}

/** Reports what is wrong with the keys of an object. */
type KeyCheck = (raw: object, faults: FaultList) => void

function compileCount(
  { minProperties, maxProperties }: RecordSchema,
  { strictness }: ReaderCompiler
): KeyCheck | undefined {
  if (strictness !== 'rules' || (minProperties ?? maxProperties) === undefined) return undefined
  return (raw, faults) => {
    const keys = Object.keys(raw).length
    if (minProperties !== undefined && keys < minProperties) {
      faults.add('minProperties', propertyMessage('minProperties', minProperties), minProperties)
    }
    if (maxProperties !== undefined && keys > maxProperties) {
      faults.add('maxProperties', propertyMessage('maxProperties', maxProperties), maxProperties)
    }
  }
}

/**
 * Compiles the reading of the keys that no field declares, where they are part of the record: each becomes a property of the
 * instance, whatever the class has of its name.
 */
export function compileAdditional(
  { additional, fields }: RecordSchema,
  compilation: ReaderCompiler
): ((raw: { [key: string]: unknown }, record: object, faults: FaultList) => void) | undefined {
  if (additional === undefined) return undefined
  const known = new Set(fields.map(({ name }) => name))
  const read = compilation.reader(additional)
  return (raw, record, faults) => {
    for (const key of Object.keys(raw)) {
      if (known.has(key) || raw[key] === undefined) continue
      if (faults.isFull) return
      const start = faults.length
      const value = read(raw[key], faults)
      if (faults.length > start) faults.enterField(key, start)
      else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true })
    }
  }
}

/**
 * Compiles the check for keys that may not be in a record. What is for requests alone must never be in a response, so it
 * is always rejected there. Undefined where every key is accepted.
 */
function compileKeyCheck(
  { fields, unknownFields, additional }: RecordSchema,
  compilation: ReaderCompiler,
  isOpen: boolean
): KeyCheck | undefined {
  const { direction } = compilation
  const isClosed = !isOpen && additional === undefined && (unknownFields ?? compilation.unknownFields) === 'reject'
  const known = new Set(fields.filter((field) => travels(field, direction)).map(({ name }) => name))
  const omitted = new Map(fields.filter(({ name }) => !known.has(name)).map(({ name, access }) => [name, access]))
  if (!isClosed && (direction !== 'response' || omitted.size === 0)) return undefined
  return (raw, faults) => {
    for (const key of Object.keys(raw)) {
      const access = omitted.get(key)
      if (known.has(key) || (!isClosed && access === undefined)) continue
      if (faults.isFull) return
      const start = faults.length
      if (access === undefined) faults.add('additionalProperties', 'is not a field of this record')
      else faults.add(access, access === 'readOnly' ? 'is read-only' : 'is write-only')
      faults.enterField(key, start)
    }
  }
}
