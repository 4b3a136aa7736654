import { type Acceptor, generateAcceptor } from './generate/acceptor-code.js'
import { isAcceptable } from './generate/record-code.js'
import { generateRecordReaders } from './generate/record-reader-code.js'
import { REFUSED } from './generate/refused.js'
import { recordSchemaOf } from './model/registry.js'
import { canGenerateCode } from './program/program.js'
import { Compilation } from './read/compilation.js'
import { FaultList } from './type/fault-list.js'
import type { BinderSource, BindingOptions, Strictness } from './type/reading-options.js'
import type { TypeSchema } from './type/schema.js'

/** Reads a raw value: answers what was bound, or a list of faults that is not empty. */
export type Reading = (raw: unknown) => unknown

/**
 * Compiles the reading of a type. Where it may, generated code accepts what is sound; what it refuses is read again by
 * the readers, which alone tell what is wrong: so there is one wording, however a value was read.
 *
 * The readers are compiled at once; code is generated when it is first needed, that of the readers when something is
 * first refused: an application has more types than its first requests ask for.
 *
 * @param isOpen whether the type itself, if it is a record, lets unknown keys be
 * @throws SetupError or BootstrapError when a record cannot be bound, or a default or an example breaks its field's own
 * declaration.
 */
export function compileReading(
  type: TypeSchema,
  source: BinderSource,
  strictness: Strictness,
  options: BindingOptions = {},
  isOpen = false
): Reading {
  const compilation = new Compilation(source, strictness, options)
  const read = compilation.root(type, isOpen)
  compilation.finish()
  const tell = (raw: unknown): unknown => {
    const faults = new FaultList()
    const value = read(raw, faults)
    return faults.isEmpty ? value : faults
  }
  if (!canGenerateCode || options.generatesCode === false) return tell
  let hasReaders = false
  const tellByCode = (raw: unknown): unknown => {
    if (!hasReaders) generateRecordReaders(compilation)
    hasReaders = true
    return tell(raw)
  }
  if (type.kind === 'record' && !isAcceptable(recordSchemaOf(type.class))) return tellByCode
  let accept: Acceptor | undefined
  return (raw) => {
    accept ??= generateAcceptor(type, compilation, read, isOpen)
    const value = accept(raw, 0)
    return value === REFUSED ? tellByCode(raw) : value
  }
}
