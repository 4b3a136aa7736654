import { number } from './frames.js'
import { decodeHuffman } from './huffman.js'

type Field = readonly [name: string, value: string]

/** RFC 7541, appendix A. */
const STATIC: readonly Field[] = [
  [':authority', ''],
  [':method', 'GET'],
  [':method', 'POST'],
  [':path', '/'],
  [':path', '/index.html'],
  [':scheme', 'http'],
  [':scheme', 'https'],
  [':status', '200'],
  [':status', '204'],
  [':status', '206'],
  [':status', '304'],
  [':status', '400'],
  [':status', '404'],
  [':status', '500'],
  ['accept-charset', ''],
  ['accept-encoding', 'gzip, deflate'],
  ['accept-language', ''],
  ['accept-ranges', ''],
  ['accept', ''],
  ['access-control-allow-origin', ''],
  ['age', ''],
  ['allow', ''],
  ['authorization', ''],
  ['cache-control', ''],
  ['content-disposition', ''],
  ['content-encoding', ''],
  ['content-language', ''],
  ['content-length', ''],
  ['content-location', ''],
  ['content-range', ''],
  ['content-type', ''],
  ['cookie', ''],
  ['date', ''],
  ['etag', ''],
  ['expect', ''],
  ['expires', ''],
  ['from', ''],
  ['host', ''],
  ['if-match', ''],
  ['if-modified-since', ''],
  ['if-none-match', ''],
  ['if-range', ''],
  ['if-unmodified-since', ''],
  ['last-modified', ''],
  ['link', ''],
  ['location', ''],
  ['max-forwards', ''],
  ['proxy-authenticate', ''],
  ['proxy-authorization', ''],
  ['range', ''],
  ['referer', ''],
  ['refresh', ''],
  ['retry-after', ''],
  ['server', ''],
  ['set-cookie', ''],
  ['strict-transport-security', ''],
  ['transfer-encoding', ''],
  ['user-agent', ''],
  ['vary', ''],
  ['via', ''],
  ['www-authenticate', '']
]

/** A header block of literals without indexing and without Huffman's code (RFC 7541 section 6.2.2). */
export function encodeFields(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `\0${text(name)}${text(value)}`).join('')
}

function text(value: string): string {
  if (value.length < 127) return number(value.length, 1) + value
  let rest = value.length - 127
  let length = '\x7f'
  for (; rest >= 128; rest = Math.floor(rest / 128)) length += String.fromCharCode((rest % 128) + 128)
  return length + String.fromCharCode(rest) + value
}

/** Decodes the header blocks of one connection, in their order (RFC 7541). Throws an Error for what is malformed. */
export class FieldDecoder {
  readonly #dynamic: Field[] = []
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  decode(block: Buffer): Field[] {
    this.#bytes = block
    this.#at = 0
    const fields: Field[] = []
    while (this.#at < block.length) {
      const first = block[this.#at] as number
      if (first >= 128) fields.push(this.#indexed(this.#integer(7)))
      else if (first >= 64) {
        const field = this.#literal(6)
        // No table of ours is larger than 4,096 bytes, of at least 32 an entry: those behind are out of use.
        this.#dynamic.unshift(field)
        this.#dynamic.length = Math.min(this.#dynamic.length, 128)
        fields.push(field)
      } else if (first >= 32) this.#integer(5)
      else fields.push(this.#literal(4))
    }
    return fields
  }

  #literal(prefix: number): Field {
    const index = this.#integer(prefix)
    const name = index === 0 ? this.#string() : this.#indexed(index)[0]
    return [name, this.#string()]
  }

  #indexed(index: number): Field {
    const field = index <= STATIC.length ? STATIC[index - 1] : this.#dynamic[index - STATIC.length - 1]
    if (field === undefined) throw new Error(`an index ${index} that is none`)
    return field
  }

  #string(): string {
    const isCoded = ((this.#bytes[this.#at] as number) & 128) !== 0
    const length = this.#integer(7)
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    if (bytes.length < length) throw new Error('a string that is cut')
    this.#at += length
    return isCoded ? decodeHuffman(bytes) : bytes.toString('latin1')
  }

  #integer(prefix: number): number {
    const most = 2 ** prefix - 1
    let value = (this.#bytes[this.#at++] ?? 0) & most
    if (value < most) return value
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined || factor > 2 ** 28) throw new Error('an integer that is cut')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
}
