/**
 * Whether the text has `minimum` to `maximum` characters, counted as Unicode code points as JSON Schema does
 * (2020-12 validation, section 6.3.1). A lone surrogate counts as one.
 *
 * class-validator's predicates count `☂` with a variation selector as one character and would accept or refuse texts
 * that the document does not.
 */
export function hasCodePoints(text: unknown, minimum: number, maximum = Number.POSITIVE_INFINITY): boolean {
  if (typeof text !== 'string') return false
  // A code point takes one or two units, so that most texts need not be counted.
  const units = text.length
  if (units < minimum || units > maximum * 2) return false
  if (units >= minimum * 2 && units <= maximum) return true
  const length = codePoints(text)
  return length >= minimum && length <= maximum
}

function codePoints(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if (isBetween(text.charCodeAt(at), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff)) {
      length--
      at++
    }
  }
  return length
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last
}
