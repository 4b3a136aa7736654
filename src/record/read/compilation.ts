import type { Class } from '../../metadata.js'
import { type Candidate, type JSONKind, memberFor, type Reading } from '../kind/kind.js'
import { READING } from '../kinds/kinds.js'
import { describeType, jsonKinds } from '../kinds/type-facts.js'
import { recordSchemaOf } from '../model/registry.js'
import type { BinderSource, BindingOptions, Direction, Reader, Strictness } from '../type/reading-options.js'
import type { TypeSchema, UnknownFields } from '../type/schema.js'
import { RecordReading } from './compiled-record.js'
import type { ReaderCompiler } from './reader-compiler.js'
import { compileCandidates } from './union-candidates.js'

/** Compiles the readers of what one type reaches; each record once. */
export class Compilation implements ReaderCompiler, Reading {
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
    if (strictness !== 'types') this.#choosing = this
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
    return memberFor(READING, type).closure(type, this)
  }

  /** Where presence is not checked, any object would do for the first record: there another compilation chooses. */
  get choosing(): Compilation {
    this.#choosing ??= new Compilation(this.source, 'rules', this)
    return this.#choosing
  }

  candidates(members: readonly TypeSchema[]): (raw: unknown) => readonly Candidate[] {
    return compileCandidates(members, this)
  }

  readonly describe = describeType

  jsonKinds(type: TypeSchema): ReadonlySet<JSONKind> {
    return jsonKinds(type, this.source)
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

  /** The root record, where unknown keys are accepted in it. */
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
