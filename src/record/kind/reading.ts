import { quoted } from '../program/program.js'
import type { FaultList } from '../type/fault-list.js'
import { type BinderSource, isJsonObject, type Reader } from '../type/reading-options.js'
import type { TypeSchema } from '../type/schema.js'
import type { JSONKind, ReaderCode, ValueCode } from './kind.js'

/** Reads a scalar: `read` returns undefined for a raw value that is not of the type. */
export function scalarReader(
  message: string,
  source: BinderSource,
  read: (raw: unknown) => unknown,
  rule = 'type'
): Reader {
  return (raw, faults) => {
    if (source === 'text' && typeof raw !== 'string') {
      faults.add('type', 'must be given once')
      return undefined
    }
    const value = read(raw)
    if (value === undefined) faults.add(rule, raw === null ? 'must not be null' : message)
    return value
  }
}

/** Whether the raw value is a list; if not, that is a fault. */
export function isList(raw: unknown, faults: FaultList): raw is readonly unknown[] {
  if (Array.isArray(raw)) return true
  faults.add('type', raw === null ? 'must not be null' : 'must be an array')
  return false
}

/** Whether the raw value is an object; if not, that is a fault. */
export function isObject(raw: unknown, faults: FaultList): raw is { [key: string]: unknown } {
  if (isJsonObject(raw)) return true
  faults.add('type', raw === null ? 'must not be null' : 'must be an object')
  return false
}

/** The raw list: text alone is a list of one. */
export function listOf(raw: unknown, source: BinderSource): unknown {
  return source === 'text' && typeof raw === 'string' ? [raw] : raw
}

/** The expression for {@link listOf}. */
export function listOfCode(raw: string, { source }: ReaderCode): string {
  return source === 'text' ? `(typeof ${raw} === 'string' ? [${raw}] : ${raw})` : raw
}

/** Code for a scalar whose raw value is kept. */
export function keptCode(raw: string, misfit: string): ValueCode {
  return { lines: [`if (${misfit}) break wrong`], value: raw }
}

/** Code for a scalar that is parsed from text. */
export function parsedCode(
  raw: string,
  parse: (text: string, format: never) => unknown,
  { program }: ReaderCode,
  format?: string
): ValueCode {
  const value = program.name()
  const call = `${program.constant(parse)}(${raw}${format === undefined ? '' : `, ${quoted(format)}`})`
  const misfit = `if (typeof ${raw} !== 'string') break wrong`
  return { lines: [misfit, `const ${value} = ${call}`, `if (${value} === undefined) break wrong`], value }
}

/** Code for a value that holds others: its closure reports a value that does not fit. */
export function heldCode(
  type: TypeSchema,
  raw: string,
  misfit: string,
  code: ReaderCode,
  linesFor: (out: string) => readonly string[]
): ValueCode {
  const out = code.program.name()
  return {
    lines: [
      `let ${out}`,
      `if (${misfit}) ${out} = ${code.closure(type, raw)}`,
      'else if (faults.enter()) {',
      ...linesFor(out),
      'faults.leave()',
      '}'
    ],
    value: out
  }
}

/** Code for a value within another: `enter` names its place in the faults from `at` on. */
export function memberCode({ lines, value }: ValueCode, set: (value: string) => string[], enter: string): string[] {
  return ['const at = faults.length', ...lines, ...set(value), `if (faults.length > at) faults.${enter}`]
}

/** Whether the values are texts, numbers or booleans. */
export function isScalarKind(kind: JSONKind): boolean {
  return kind === 'string' || kind === 'number' || kind === 'boolean'
}

/** What a raw value is in JSON; in text, all scalars are one. */
export function jsonKindOf(raw: unknown, source: BinderSource): JSONKind {
  if (Array.isArray(raw)) return 'array'
  const kind = typeof raw as JSONKind
  return source === 'text' && isScalarKind(kind) ? 'string' : kind
}
