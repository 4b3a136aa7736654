import type { FaultList } from '../type/fault-list.js'
import { travels } from '../type/reading-options.js'
import type { RecordSchema } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'

/**
 * Compiles the check for keys that may not be in a record. What is for requests alone must never be in a response, so it
 * is always rejected there. Undefined where every key is accepted.
 */
export function compileKeyCheck(
  { fields, unknownFields }: RecordSchema,
  compilation: ReaderCompiler,
  isOpen: boolean
): ((raw: object, faults: FaultList) => void) | undefined {
  const { direction } = compilation
  const isClosed = !isOpen && (unknownFields ?? compilation.unknownFields) === 'reject'
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
