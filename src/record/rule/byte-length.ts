/**
 * The number of bytes of a text in UTF-8; undefined where half of a character stands alone, which has none. validator.js
 * writes the text as a URI and splits that: a third of a second for a megabyte.
 */
export function byteLength(text: string): number | undefined {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3
    else {
      const next = text.charCodeAt(at + 1)
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return undefined
      bytes += 4
      at += 1
    }
  }
  return bytes
}
