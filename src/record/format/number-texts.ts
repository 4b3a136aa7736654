/** Numbers that are written as texts, because JSON's readers would round them. */

/** A whole number, without leading zeros. */
export const WHOLE = '^(?:0|-?[1-9][0-9]*)$'

/** RFC 8259's number without an exponent. */
export const DECIMAL = '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$'

/** RFC 8259's number. */
export const NUMBER = '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[Ee][+\\-]?[0-9]+)?$'

const NUMBER_PARTS = /^-?(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[Ee]([+-]?[0-9]+))?$/

/** Whether IEEE 754's decimal128 holds the number without rounding: 34 digits, and an exponent of 6144 at most. */
export function isDecimal128(text: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER_PARTS.exec(text) ?? []
  if (whole === '' || exponent.length > 8) return false
  const digits = trimmed(whole + fraction)
  if (digits.text === '') return true
  const least = Number(exponent) - fraction.length + digits.dropped
  return digits.text.length <= 34 && least >= -6176 && least + digits.text.length - 1 <= 6144
}

/** The digits without zeros around them, and how many were dropped at the end. */
function trimmed(digits: string): { readonly text: string; readonly dropped: number } {
  let [start, end] = [0, digits.length]
  while (start < end && digits[start] === '0') start++
  while (end > start && digits[end - 1] === '0') end--
  return { text: digits.slice(start, end), dropped: digits.length - end }
}

/** Whether the whole number, which {@link WHOLE} matches, is within two's complement of 64 bits, or without a sign. */
export function isOf64Bits(text: string, isSigned: boolean): boolean {
  // BigInt takes quadratic time.
  if (text.length > 20) return false
  const value = BigInt(text)
  return isSigned ? value === BigInt.asIntN(64, value) : value === BigInt.asUintN(64, value)
}
