import { isObject } from '../kind/reading.js'
import type { Reader } from '../type/reading-options.js'
import type { RecordSchema } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'
import { compileRecord, type RecordParts } from './record-reader.js'

/** How a record is read: by its parts in turn, or by generated code that does the same and costs less. */
export class RecordReading {
  readonly schema: RecordSchema
  #own: Reader = () => undefined
  #parts: RecordParts | undefined
  /** Set where code was generated. */
  generated: Reader | undefined

  constructor(schema: RecordSchema) {
    this.schema = schema
  }

  /** @param isOpen whether unknown keys are accepted, whatever the record says */
  compile(compilation: ReaderCompiler, isOpen = false): void {
    this.#parts = compileRecord(this.schema, compilation, isOpen)
    this.#own = recordReader(this.#parts)
  }

  get parts(): RecordParts {
    return this.#parts as RecordParts
  }

  /** What needs no generated code. */
  get own(): Reader {
    return this.#own
  }

  readonly reader: Reader = (raw, faults) => (this.generated ?? this.#own)(raw, faults)
}

/** The reader of a record: it builds an instance, field by field, from the declared own keys. */
function recordReader({ construct, fields, omitted, checks, checkKeys }: RecordParts): Reader {
  const readers = [...fields.map(({ read }) => read), ...omitted]
  return (raw, faults) => {
    if (!isObject(raw, faults) || !faults.enter()) return undefined
    const record = construct()
    const start = faults.length
    for (const read of readers) read(raw, record, faults)
    // A rule about the whole record is not checked on half of one.
    if (faults.length === start) for (const check of checks) check(raw, record, faults)
    if (checkKeys !== undefined) checkKeys(raw, faults)
    faults.leave()
    return record
  }
}
