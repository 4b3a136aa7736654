import { FaultList } from '../fault-list.js'
import { type Acceptor, Compilation } from '../reader.js'
import type { BinderSource, BindingOptions, Strictness } from '../reading.js'
import type { TypeSchema } from '../schema.js'
import { generateAcceptor } from './acceptor-code.js'
import { canGenerateCode } from './program.js'
import { REFUSED } from './refused.js'

/** Reads a raw value: answers what was bound, or a list of faults that is not empty. */
export type Reading = (raw: unknown) => unknown

/**
 * Compiles the reading of a type. Where it may, generated code accepts what is sound; what it refuses is read again by
 * the readers, which alone tell what is wrong: so there is one wording, however a value was read.
 *
 * The readers are compiled at once and the code is generated when it is first needed: an application has more types
 * than its first requests ask for.
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
  let accept: Acceptor | undefined
  return (raw) => {
    accept ??= generateAcceptor(type, compilation, read, isOpen)
    const value = accept(raw, 0)
    return value === REFUSED ? tell(raw) : value
  }
}
