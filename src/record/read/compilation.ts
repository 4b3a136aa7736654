import type { Class } from '../../metadata.js'
import { fileReader } from '../field/file-fields.js'
import { recordSchemaOf } from '../model/registry.js'
import type { BinderSource, BindingOptions, Direction, Reader, Strictness } from '../type/reading-options.js'
import type { TypeSchema, UnionSchema, UnknownFields } from '../type/schema.js'
import { RecordReading } from './compiled-record.js'
import type { ReaderCompiler } from './reader-compiler.js'
import { discriminatedReader, unionReader } from './union-reader.js'
import { arrayReader, booleanReader, dateReader, enumReader, integerReader, mapReader, nullableReader, numberReader, readAny, readAnyText, stringReader, timestampReader, tupleReader } from './value-readers.js'

/** Compiles the readers of what one type reaches; each record once. */
export class Compilation implements ReaderCompiler {
  readonly source: BinderSource
  readonly strictness: Strictness
  readonly direction: Direction
  readonly unknownFields: UnknownFields
  readonly #records = new Map<Class, RecordReading>()
  #open: RecordReading | undefined
  readonly #pending: (() => void)[] = []
  #declared: Compilation | undefined
  #choosing: Compilation | undefined

  constructor(source: BinderSource, strictness: Strictness, options: BindingOptions = {}) {
    const { direction = 'request', unknownFields = 'strip' } = options
    this.source = source
    this.strictness = strictness
    this.direction = direction
    this.unknownFields = unknownFields
    if (direction === 'declared') this.#declared = this
    if (strictness === 'rules') this.#choosing = this
  }

  /**
   * The reader of the type that all others are reached from.
   *
   * @param isOpen whether the type itself, if it is a record, lets unknown keys be
   */
  root(type: TypeSchema, isOpen: boolean): Reader {
    if (!isOpen || type.kind !== 'record') return this.reader(type)
    this.#open = new RecordReading(recordSchemaOf(type.class))
    this.#open.compile(this, true)
    return this.#open.reader
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
      case 'date':
        return dateReader(source)
      case 'enum':
        return enumReader(type, source)
      case 'any':
        return source === 'text' ? readAnyText : readAny
      case 'file':
        return fileReader(type)
      case 'nullable':
        return nullableReader(this.reader(type.type))
      case 'array':
        return arrayReader(this.reader(type.items), source)
      case 'tuple':
        return tupleReader(
          type.items.map((item) => this.reader(item)),
          source
        )
      case 'union':
        return this.#unionReader(type)
      case 'map':
        return mapReader(this.reader(type.values))
      case 'record':
        return this.record(type.class).reader
    }
  }

  #unionReader({ members, discriminator }: UnionSchema): Reader {
    if (discriminator !== undefined) {
      const records = discriminator.mapping.map((entry) => this.reader({ kind: 'record', class: entry.class }))
      return discriminatedReader(discriminator, records)
    }
    // Where presence is not checked, any object would do for the first record.
    this.#choosing ??= new Compilation(this.source, 'rules', this)
    const readBy = (compilation: Compilation) => members.map((type) => ({ type, read: compilation.reader(type) }))
    const own = readBy(this)
    return unionReader(own, this.source, this === this.#choosing ? own : readBy(this.#choosing))
  }

  /** What compiles the defaults and examples: they stand as JSON, wherever the rest comes from. */
  get declared(): Compilation {
    this.#declared ??= new Compilation('json', 'rules', { direction: 'declared', unknownFields: this.unknownFields })
    return this.#declared
  }

  /** Does the work when all readers are there: a recursive record's own reader may not be yet. */
  afterwards(work: () => void): void {
    this.#pending.push(work)
  }

  /** The reading of a record, compiled at the first call. */
  record(target: Class): RecordReading {
    const known = this.#records.get(target)
    if (known !== undefined) return known
    const record = new RecordReading(recordSchemaOf(target))
    // A recursive record meets itself here, before its reader is compiled.
    this.#records.set(target, record)
    record.compile(this)
    return record
  }

  /** The record that unknown keys are let be in, if the root is such a one. */
  get open(): RecordReading | undefined {
    return this.#open
  }

  /** Every record that was compiled. */
  get records(): readonly RecordReading[] {
    return [...(this.#open === undefined ? [] : [this.#open]), ...this.#records.values()]
  }

  /**
   * Does what was left for afterwards.
   *
   * @throws BootstrapError when a default or an example breaks its field's own declaration.
   */
  finish(): void {
    for (const work of this.#pending.splice(0)) work()
    if (this.#choosing !== this) this.#choosing?.finish()
  }
}
