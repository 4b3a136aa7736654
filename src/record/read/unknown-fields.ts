import type { FaultList } from '../type/fault-list.js'
import { type Direction, travels } from '../type/reading-options.js'
import type { RecordSchema } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'

/** What is for requests alone must never leave, so there it is always refused. Undefined where every key may stand. */
export function compileRefusedKeys(
  schema: RecordSchema,
  compilation: ReaderCompiler,
  isOpen: boolean
): ((key: string) => boolean) | undefined {
  const { direction, unknownFields } = compilation
  const isClosed = !isOpen && (schema.unknownFields ?? unknownFields) === 'reject'
  if (!isClosed && (direction !== 'response' || schema.fields.every((field) => travels(field, direction)))) {
    return undefined
  }
  const { known, omitted } = keysOf(schema, direction)
  return (key) => !known.has(key) && (isClosed || omitted.has(key))
}

function keysOf({ fields }: RecordSchema, direction: Direction) {
  const known = new Set(fields.filter((field) => travels(field, direction)).map(({ name }) => name))
  const omitted = new Map(fields.filter(({ name }) => !known.has(name)).map(({ name, access }) => [name, access]))
  return { known, omitted }
}

/** The same as what tells each such key. */
export function compileRefusal(
  schema: RecordSchema,
  compilation: ReaderCompiler,
  isOpen: boolean
): ((raw: object, faults: FaultList) => void) | undefined {
  const isRefused = compileRefusedKeys(schema, compilation, isOpen)
  if (isRefused === undefined) return undefined
  const { omitted } = keysOf(schema, compilation.direction)
  return (raw, faults) => {
    for (const key of Object.keys(raw)) {
      if (!isRefused(key)) continue
      if (faults.isFull) return
      const start = faults.length
      const access = omitted.get(key)
      if (access === undefined) faults.add('additionalProperties', 'is not a field of this record')
      else faults.add(access, access === 'readOnly' ? 'is read-only' : 'is write-only')
      faults.enterField(key, start)
    }
  }
}
