import { generateReader } from './generate/record-code.js'
import { canGenerateCode } from './program/program.js'
import { Compilation } from './read/compilation.js'
import { FaultList } from './type/fault-list.js'
import type { BinderSource, BindingOptions, Reader, Strictness } from './type/reading-options.js'
import type { TypeSchema } from './type/schema.js'

/** Reads a raw value: returns what was bound, or a list of faults that is not empty. */
export type Reading = (raw: unknown) => unknown

/**
 * Compiles the reading of a type. Generated code reads where it may; where something is wrong with a value it calls the
 * closure that reads this value alone, so that there is one wording.
 *
 * The closures are compiled at once; code is generated at the first use: an application has more types than its first
 * requests need.
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
  const closure = compilation.root(type, isOpen)
  compilation.finish()
  const generates = canGenerateCode && options.generatesCode !== false
  let read: Reader | undefined = generates ? undefined : closure
  return (raw) => {
    read ??= generateReader(type, compilation, closure)
    const faults = new FaultList()
    const value = read(raw, faults)
    return faults.isEmpty ? value : faults
  }
}
