import type { IntegerSchema, NumberSchema } from './schema.js'

/**
 * The lexical contract of everything that arrives as text (path, query, header, cookie, form):
 * a string becomes a value only in the exact form that JSON has for the documented type.
 * `12abc`, `0x10`, `1e3`, `+1`, `01` and ` 5` are no integers; `1`, `yes` and `TRUE` are no booleans.
 */
const INTEGER = /^-?(?:0|[1-9]\d*)$/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Reads an integer; undefined when the text is none or lies outside of its format's range. */
export function parseIntegerText(text: string, format: IntegerSchema['format']): number | undefined {
  if (!INTEGER.test(text)) return undefined
  const value = Number(text)
  return isIntegerOf(value, format) ? value : undefined
}

/** Reads a number; undefined when the text is none or lies outside of its format's range. */
export function parseNumberText(text: string, format: NumberSchema['format']): number | undefined {
  if (!NUMBER.test(text)) return undefined
  const value = Number(text)
  return isNumberOf(value, format) ? value : undefined
}

/** Reads `true` or `false`; undefined for anything else. */
export function parseBooleanText(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** Whether the value is an integer of the format; `int64` ends at JavaScript's safe integers. */
export function isIntegerOf(value: unknown, format: IntegerSchema['format']): value is number {
  // Whatever is no number must not reach `|`, which would call its valueOf and toString.
  return format === 'int32' ? typeof value === 'number' && value === (value | 0) : Number.isSafeInteger(value)
}

const FLOAT_MAXIMUM = 3.4028234663852886e38

/** Whether the value is a finite number of the format's range. */
export function isNumberOf(value: unknown, format: NumberSchema['format']): value is number {
  if (!Number.isFinite(value)) return false
  return format === 'double' || Math.abs(value as number) <= FLOAT_MAXIMUM
}
