import type { BinderSource, Direction, Reader, Strictness } from '../type/reading-options.js'
import type { TypeSchema, UnknownFields } from '../type/schema.js'

/** Compiles the readers of types, all for one way of reading. */
export interface ReaderCompiler {
  readonly source: BinderSource
  readonly strictness: Strictness
  readonly direction: Direction
  readonly unknownFields: UnknownFields
  /** What compiles the readers of defaults and examples: these are JSON, wherever the rest comes from. */
  readonly declared: ReaderCompiler
  reader(type: TypeSchema): Reader
  /** Does the work when all readers are compiled: a recursive record's own reader may not be yet. */
  afterwards(work: () => void): void
}
