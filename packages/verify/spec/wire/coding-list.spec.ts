import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expectWholeList, settled, shown } from '../../../../spec/support/whole-list.js'
import { decoded } from '../../src/wire/content-coding.js'

const TEXT = Buffer.from('A text that is not short, is not short.')
const BODIES: Readonly<Record<string, Uint8Array>> = {
  nothing: Buffer.alloc(0),
  'the text': TEXT,
  gzip: gzipSync(TEXT),
  deflate: deflateSync(TEXT),
  'raw deflate': deflateRawSync(TEXT),
  br: brotliCompressSync(TEXT),
  'gzip in br': brotliCompressSync(gzipSync(TEXT)),
  'half a gzip': gzipSync(TEXT).subarray(0, 20)
}

/** The header of a response, what its body is, and what the request accepts. */
const CASES: readonly (readonly [header: string | undefined, body: string, accepted?: string])[] = [
  ...Object.keys(BODIES).flatMap((body) =>
    [undefined, 'gzip', 'x-gzip', 'deflate', 'br', 'identity', 'zstd', 'odd', ''].map(
      (header) => [header, body] as const
    )
  ),
  ...['gzip, br', 'GZIP ,  BR', 'br, gzip', 'gzip,', 'toString', 'gzip, odd', 'compress, br'].map(
    (header) => [header, 'gzip in br'] as const
  ),
  ...[
    ...['gzip', 'GZIP', 'br', '*', '', 'identity', 'gzip;q=0', 'gzip; q=0.001', 'gzip ;Q = 1', '*;q=0', 'gzip, *;q=0'],
    ...['*;q=0, gzip', 'gzip;q=0, *', 'gzip;q=', 'x-gzip', 'br, gzip']
  ].map((accepted) => ['gzip', 'gzip', accepted] as const),
  ['identity', 'the text', 'gzip'],
  ['identity, gzip', 'gzip', 'br'],
  ['zstd', 'the text', 'gzip'],
  ['zstd', 'the text', 'zstd'],
  ['dcb', 'the text', '*'],
  ['gzip', 'half a gzip', 'br'],
  ['odd', 'gzip', 'br']
]

describe('The coding of a response', () => {
  it('is undone, and found wrong, as coding-list.txt says', async () => {
    const lines: string[] = []
    for (const [header, name, accepted] of CASES) {
      const body = BODIES[name] as Uint8Array
      const found = await settled(async () => {
        const { body: read, ...more } = await decoded(body, header, accepted, 1000)
        return [Buffer.from(read).equals(TEXT) ? 'the text' : read === body ? 'as it was' : 'something else', more]
      })
      lines.push(
        `${header ?? 'none'} of ${name}${accepted === undefined ? '' : `, accepted ${shown(accepted)}`}: ${found}`
      )
    }
    for (const longest of [TEXT.length - 1, TEXT.length]) {
      const { body, ...more } = await decoded(gzipSync(TEXT), 'gzip', 'br', longest)
      lines.push(`at most ${longest}: ${Buffer.from(body).equals(TEXT) ? 'the text' : 'as it was'} ${shown(more)}`)
    }
    // Where a decoder gives up depends on how the encoder of this Node wrote the bytes.
    const plain = lines.map((line) => line.replace(/^(deflate of .*decoded: )[^"]*/, '$1…'))
    expectWholeList('verify/wire/coding-list.txt', plain)
  })
})
