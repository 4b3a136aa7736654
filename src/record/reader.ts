import { fileReader } from './file-type.js'
import type { BinderSource, Reader, Strictness } from './reading.js'
import { compileRecordReader } from './record-reader.js'
import { recordSchemaOf } from './registry.js'
import type { TypeSchema } from './schema.js'
import {
  arrayReader,
  booleanReader,
  enumReader,
  integerReader,
  mapReader,
  nullableReader,
  numberReader,
  readAny,
  stringReader,
  timestampReader
} from './value-readers.js'

/**
 * Compiles the reader of a type; each record that it reaches is compiled once.
 *
 * @throws SetupError when a record cannot be bound, or a default breaks its field's own declaration.
 */
export function compileReader(type: TypeSchema, source: BinderSource, strictness: Strictness): Reader {
  const compilation = new Compilation(source, strictness)
  const read = compilation.reader(type)
  compilation.finish()
  return read
}

/** Compiles what one type reaches. */
export class Compilation {
  readonly source: BinderSource
  readonly strictness: Strictness
  readonly #records = new Map<unknown, Reader>()
  readonly #pending: (() => void)[] = []
  /** Defaults stand as JSON wherever the rest comes from; undefined where this compilation reads them itself. */
  readonly #defaults: Compilation | undefined

  constructor(source: BinderSource, strictness: Strictness) {
    this.source = source
    this.strictness = strictness
    this.#defaults = source === 'json' && strictness === 'rules' ? undefined : new Compilation('json', 'rules')
  }

  reader(type: TypeSchema): Reader {
    const { source } = this
    switch (type.kind) {
      case 'string':
        return stringReader(source)
      case 'integer':
        return integerReader(type, source)
      case 'number':
        return numberReader(type, source)
      case 'boolean':
        return booleanReader(source)
      case 'timestamp':
        return timestampReader(source)
      case 'enum':
        return enumReader(type, source)
      case 'any':
        return readAny
      case 'file':
        return fileReader(type)
      case 'nullable':
        return nullableReader(this.reader(type.type))
      case 'array':
        return arrayReader(this.reader(type.items), source)
      case 'map':
        return mapReader(this.reader(type.values))
      case 'record': {
        const known = this.#records.get(type.class)
        if (known !== undefined) return known
        // A recursive record meets itself here, before its reader is compiled.
        let read: Reader | undefined
        const late: Reader = (raw, faults) => (read as Reader)(raw, faults)
        this.#records.set(type.class, late)
        read = compileRecordReader(recordSchemaOf(type.class), this)
        return late
      }
    }
  }

  /** The reader of a default of the type. */
  defaultReader(type: TypeSchema): Reader {
    return (this.#defaults ?? this).reader(type)
  }

  /** Does the work when all readers are there: a recursive record's own reader may not be yet. */
  afterwards(work: () => void): void {
    this.#pending.push(work)
  }

  finish(): void {
    this.#defaults?.finish()
    for (const work of this.#pending) work()
  }
}
