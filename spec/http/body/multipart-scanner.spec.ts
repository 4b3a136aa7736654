import { expect } from 'chai'
import { MultipartScanner } from '../../../src/http/body/multipart-scanner.js'

const BOUNDARY = 'x-1'

/** What the scanner makes of a body in such chunks: name, file name, type and content of each part, or the error. */
function scan(body: Buffer, chunkSize: number, boundary = BOUNDARY): unknown {
  const parts: unknown[][] = []
  let content: Buffer[] = []
  let isOpen = false
  const scanner = new MultipartScanner(boundary, {
    begin({ name, filename, contentType }) {
      if (isOpen) throw new Error('a part begins in another one')
      isOpen = true
      content = []
      parts.push([name, filename, contentType])
    },
    content(bytes, start, end) {
      if (!isOpen || start >= end) throw new Error('content outside of a part, or of no bytes')
      content.push(bytes.subarray(start, end))
    },
    finish() {
      if (!isOpen) throw new Error('no part is open')
      isOpen = false
      // The bytes are read at the end of the part alone: the scanner must not have written over them.
      parts.at(-1)?.push(Buffer.concat(content).toString('latin1'))
    }
  })
  try {
    for (let at = 0; at < body.length; at += chunkSize) scanner.write(body.subarray(at, at + chunkSize))
    scanner.end()
  } catch (error) {
    return (error as Error).message
  }
  return parts
}

const head = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`
const part = (name: string, content: string, more = '') => `--${BOUNDARY}\r\n${head(name, more)}\r\n\r\n${content}\r\n`
const END = `--${BOUNDARY}--`
const MALFORMED = 'The multipart body is malformed or ends early'

describe('a form that is scanned', () => {
  const cases: readonly (readonly [what: string, body: string, result: unknown])[] = [
    [
      'has texts',
      `${part('a', '1')}${part('b', '')}${END}`,
      [
        ['a', undefined, 'text/plain', '1'],
        ['b', undefined, 'text/plain', '']
      ]
    ],
    ['has no parts', END, []],
    [
      'has a preamble and an epilogue',
      `some\r\n--x-\r\n${part('a', '1')}${END}\r\nrest\r\n${part('b', '')}`,
      [['a', undefined, 'text/plain', '1']]
    ],
    [
      'has a text of line ends and dashes',
      `${part('a', '\r\n\r\n--\r\r\n--x-\r\n--x-2\r')}${END}`,
      [['a', undefined, 'text/plain', '\r\n\r\n--\r\r\n--x-\r\n--x-2\r']]
    ],
    [
      'has blanks after its boundaries',
      `--x-1 \t \r\n${head('a')}\r\n\r\n1\r\n--x-1-- \t`,
      [['a', undefined, 'text/plain', '1']]
    ],
    [
      'has 256 blanks after a boundary',
      `--x-1${' '.repeat(256)}\r\n${head('a')}\r\n\r\n1\r\n${END}`,
      [['a', undefined, 'text/plain', '1']]
    ],
    ['has 257 blanks after a boundary', `--x-1${' '.repeat(257)}\r\n${head('a')}\r\n\r\n1\r\n${END}`, MALFORMED],
    [
      'has a file',
      `${part('f', '\0\xff', '; filename="a/b.png"\r\nContent-Type: Image/PNG')}${END}`,
      [['f', 'b.png', 'image/png', '\0\xff']]
    ],
    [
      'has other headers and folded ones',
      `--x-1\r\nX-A: 1\r\nContent-Disposition: form-data;\r\n name="a"\r\nContent-Type: text/csv; charset=utf-8\r\n\r\n1\r\n${END}`,
      [['a', undefined, 'text/csv', '1']]
    ],
    [
      'has headers after the sixteenth, which count no more',
      `--x-1\r\n${head('a')}\r\n${'X: 1\r\n'.repeat(15)}Content-Type: a/b\r\n\r\n1\r\n${END}`,
      [['a', undefined, 'text/plain', '1']]
    ],
    [
      'has a line in a head that is no header, after which none counts',
      `--x-1\r\n${head('a')}\r\nX\r\nContent-Type: a/b\r\n\r\n1\r\n${END}`,
      [['a', undefined, 'text/plain', '1']]
    ],
    [
      'has a head of 8,192 bytes',
      `--x-1\r\n${head('a')}\r\nX: ${'x'.repeat(8_192 - head('a').length - 5)}\r\n\r\n1\r\n${END}`,
      [['a', undefined, 'text/plain', '1']]
    ],
    [
      'has a longer head',
      `--x-1\r\n${head('a')}\r\nX: ${'x'.repeat(8_193 - head('a').length - 5)}\r\n\r\n1\r\n${END}`,
      MALFORMED
    ],
    ['has a head without end', `--x-1\r\nX: ${'x'.repeat(20_000)}`, MALFORMED],
    ['has a boundary in a head', `--x-1\r\n${head('a')}\r\n--x-1: 1\r\n\r\n1\r\n${END}`, MALFORMED],
    ['has a boundary in place of a head', `--x-1\r\n${part('a', '1')}${END}`, MALFORMED],
    [
      'has a head whose empty line begins the next boundary',
      `--x-1\r\n${head('a')}\r\n\r\n${part('b', '1')}${END}`,
      MALFORMED
    ],
    [
      'has a part without a head',
      `--x-1\r\n\r\n1\r\n${END}`,
      'A part of the form has no well-formed Content-Disposition of form-data'
    ],
    ['has one dash after a boundary', `${part('a', '1')}--x-1-\r\n`, MALFORMED],
    ['has a line feed alone after a boundary', `--x-1\n${head('a')}\r\n\r\n1\r\n${END}`, MALFORMED],
    ['has something else after a boundary', `--x-12\r\n${head('a')}\r\n\r\n1\r\n${END}`, MALFORMED],
    ['has no last boundary', part('a', '1'), MALFORMED],
    ['ends after its last boundary', `${part('a', '1')}--x-1`, MALFORMED],
    ['ends in a head', `${part('a', '1')}--x-1\r\nContent-Disp`, MALFORMED],
    ['has no bytes', '', MALFORMED]
  ]
  for (const [what, body, result] of cases) {
    it(`${what}: the same however it is cut into chunks`, () => {
      const bytes = Buffer.from(body, 'latin1')
      for (const size of [1, 2, 3, 5, 7, 64, 1000, bytes.length + 1]) {
        expect(scan(bytes, size), `chunks of ${size}`).to.deep.equal(result)
      }
    })
  }

  it('is the same when it is cut at any one place', () => {
    const body = Buffer.from(`x\r\n${part('a', 'one\r\n--x-')}${part('b', '2', '; filename="b"')}--x-1-- \r\n`)
    const whole = scan(body, body.length)
    expect(whole).to.have.length(2)
    for (let cut = 1; cut < body.length; cut++) {
      const parts: string[] = []
      const scanner = new MultipartScanner(BOUNDARY, {
        begin: ({ name }) => parts.push(name),
        content: (bytes, start, end) =>
          parts.push(`${parts.pop()}=${bytes.toString('latin1', start, end)}`.replace(/=(?=.*=)/s, '')),
        finish: () => {}
      })
      scanner.write(body.subarray(0, cut))
      scanner.write(body.subarray(cut))
      scanner.end()
      expect(
        parts.map((text) => text.replaceAll('=', '')),
        `cut at ${cut}`
      ).to.deep.equal(['aone\r\n--x-', 'b2'])
    }
  })

  it('takes no longer for each byte of a large body than of a small one, whatever its bytes and chunks are', () => {
    // Counted, not timed: what is searched and copied again is what could grow.
    const long = 'a'.repeat(70)
    const hostile: readonly (readonly [string, (size: number) => Buffer, number])[] = [
      [long, (size) => Buffer.from(`--${long}\r\n${head('a')}\r\n\r\n${'a'.repeat(size)}\r\n--${long}--`), 1],
      [
        long,
        (size) =>
          Buffer.from(`--${long}\r\n${head('a')}\r\n\r\n${`\r\n--${long.slice(1)}b`.repeat(size / 74)}\r\n--${long}--`),
        1
      ],
      [BOUNDARY, (size) => Buffer.from(`${part('a', '\r\n--x-'.repeat(size / 6))}${END}`), 7],
      [BOUNDARY, (size) => Buffer.from(`${part('a', '').repeat(size / 60)}${END}`), 1]
    ]
    for (const [boundary, bodyOf, chunkSize] of hostile) {
      const copied = (size: number) => {
        const body = bodyOf(size)
        const { copy } = Buffer.prototype
        let count = 0
        Buffer.prototype.copy = function (this: Buffer, target: Uint8Array, ...range: (number | undefined)[]) {
          const bytes = copy.call(this, target, ...range)
          count += bytes
          return bytes
        }
        try {
          expect(scan(body, chunkSize, boundary)).to.be.an('array')
        } finally {
          Buffer.prototype.copy = copy
        }
        return count / body.length
      }
      expect(copied(120_000)).to.be.below(1.2 * copied(12_000) + 1)
    }
  })
})
