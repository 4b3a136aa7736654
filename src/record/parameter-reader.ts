import { memberFor } from './kinds/kind.js'
import { FACTS } from './kinds/kinds.js'
import type { FieldSchema } from './type/schema.js'

/** A field's value from its text; undefined for a text that breaks its type or its rules. */
export type TextAcceptor = (text: string) => unknown

const NO_RECORD = Object.freeze({})

/**
 * Compiles what accepts the text of a field alone, without the record that it is a field of. It accepts what the field's
 * binder accepts, and reports no faults. Undefined for a field that only its binder can read.
 */
export function compileTextAcceptor({
  type,
  rules,
  nullable,
  condition,
  transform,
  access
}: FieldSchema): TextAcceptor | undefined {
  const isAlone = rules.every(
    ({ each, stage, readsRecord, readsRawValue }) =>
      !each && stage === undefined && !readsRecord && readsRawValue !== true
  )
  const isPlain = !nullable && (condition ?? transform ?? access) === undefined
  const parse = isAlone && isPlain ? memberFor(FACTS, type).parser?.(type) : undefined
  if (parse === undefined || rules.length === 0) return parse
  const tests = rules.map((rule) => rule.test)
  return (text) => {
    const value = parse(text)
    if (value === undefined) return undefined
    for (const test of tests) if (!test(value, NO_RECORD)) return undefined
    return value
  }
}
