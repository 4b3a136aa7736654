import { absenceOf } from '../kinds/type-facts.js'
import type { FaultList } from '../type/fault-list.js'
import { typeOfField } from '../type/reading-options.js'
import type { FieldSchema } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'

/** Makes the value of an absent field. */
export type DefaultMaker = (faults: FaultList) => unknown

/**
 * A default is declared as JSON: it is bound like a value that was sent, each time again, so that no two records share it.
 * Undefined where the field has none, and in a response.
 */
export function compileDefault(field: FieldSchema, compilation: ReaderCompiler): DefaultMaker | undefined {
  const given = field.default
  // A response contains what was written, defaults too.
  if (compilation.direction === 'response') return undefined
  if (given === undefined) return compileForeignDefault(field, compilation)
  const read = compilation.declared.reader(field.condition?.type ?? typeOfField(field))
  // Two defaults of one recursive record would otherwise branch forever.
  return (faults) => (faults.isFull ? undefined : read(given, faults))
}

/** The default that a schema of another library gives to what is absent. */
function compileForeignDefault(field: FieldSchema, compilation: ReaderCompiler): DefaultMaker | undefined {
  if (field.required || absenceOf(field.type) !== 'default') return undefined
  const read = compilation.reader(typeOfField(field))
  return (faults) => read(undefined, faults)
}
