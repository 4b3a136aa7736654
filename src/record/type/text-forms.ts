import type { IntegerSchema, NumberSchema } from './schema.js'

/**
 * The lexical contract of everything that arrives as text (path, query, header, cookie, form):
 * a text becomes a value only in the exact form that JSON has for the documented type.
 * `12abc`, `0x10`, `1e3`, `+1`, `01` and ` 5` are not integers; `1`, `yes` and `TRUE` are not booleans.
 */
const INTEGER = /^-?(?:0|[1-9]\d*)$/
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Parses an integer; undefined for any other text, and for one outside of the format's range. */
export function parseIntegerText(text: string, format: IntegerSchema['format']): number | undefined {
  if (!INTEGER.test(text)) return undefined
  const value = Number(text)
  return isIntegerOf(value, format) ? value : undefined
}

/** Parses a number; undefined for any other text, and for one outside of the format's range. */
export function parseNumberText(text: string, format: NumberSchema['format']): number | undefined {
  if (!NUMBER.test(text)) return undefined
  const value = Number(text)
  return isNumberOf(value, format) ? value : undefined
}

/** Parses `true` or `false`; undefined for any other text. */
export function parseBooleanText(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** Whether the value is an integer of the format; `int64` ends at JavaScript's safe integers. */
export function isIntegerOf(value: unknown, format: IntegerSchema['format']): value is number {
  // Only numbers may reach `|`, which would call valueOf and toString of anything else.
  return format === 'int32' ? typeof value === 'number' && value === (value | 0) : Number.isSafeInteger(value)
}

/** The largest finite value of IEEE 754's single precision. */
export const FLOAT_MAXIMUM = 3.4028234663852886e38

/** Whether the value is a finite number of the format's range. */
export function isNumberOf(value: unknown, format: NumberSchema['format']): value is number {
  if (!Number.isFinite(value)) return false
  return format === 'double' || Math.abs(value as number) <= FLOAT_MAXIMUM
}
