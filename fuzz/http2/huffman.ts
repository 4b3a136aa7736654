/**
 * How many bits each byte has in the Huffman code of HPACK (RFC 7541, appendix B), and the end of the string last. The
 * code is canonical: among codes of one length the order is that of the bytes, so the lengths are all of it.
 */
const LENGTHS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26, 30
]

const CODES = compile()

function compile(): ReadonlyMap<number, number> {
  const codes = new Map<number, number>()
  let code = 0
  for (let length = 5; length <= 30; length++) {
    for (const [symbol, own] of LENGTHS.entries()) if (own === length) codes.set(length * 0x4000_0000 + code++, symbol)
    code *= 2
  }
  return codes
}

/** Decodes a string; throws an Error for an unknown code. */
export function decodeHuffman(bytes: Buffer): string {
  let text = ''
  let code = 0
  let length = 0
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1)
      length++
      const symbol = CODES.get(length * 0x4000_0000 + code)
      if (symbol !== undefined) {
        text += String.fromCharCode(symbol)
        code = 0
        length = 0
      } else if (length > 30) throw new Error('a Huffman code that is none')
    }
  }
  if (length > 7 || code !== 2 ** length - 1) throw new Error('a Huffman string that ends in a code')
  return text
}
