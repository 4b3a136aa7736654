import { expect } from 'chai'
import { type Context, type Service } from 'fieldstone'
import { inChunks, streamedPost } from '../support/chunked-body.js'
import { BOUNDARY } from '../support/multipart.js'
import { oneHandler } from '../support/one-handler.js'

/** A text as its name and value; a file as its name, file name, media type and content. */
type Part = readonly [name: string, value: string] | readonly [string, string | null, string, string]

async function partsOf(ctx: Context): Promise<Part[]> {
  const parts: Part[] = []
  for await (const part of ctx.bodyParts()) {
    if (part.kind === 'text') parts.push([part.name, part.value])
    else {
      const content = Buffer.concat(await part.stream.toArray()).toString('latin1')
      parts.push([part.name, part.filename ?? null, part.contentType, content])
    }
  }
  return parts
}

const head = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`
const part = (name: string, content: string, more = '') => `--${BOUNDARY}\r\n${head(name, more)}\r\n\r\n${content}\r\n`
const END = `--${BOUNDARY}--`

const MALFORMED = 'The multipart body is malformed or ends early'
const NO_DISPOSITION = 'A part of the form has no well-formed Content-Disposition of form-data'

describe('A multipart form', () => {
  let service: Service
  before(async () => {
    service = await oneHandler(partsOf, { responseChecks: 'off' })
  })

  /** The parts of a body in chunks of this size, or why it is rejected. */
  async function read(body: Buffer, size = body.length + 1, boundary = BOUNDARY): Promise<Part[] | string> {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const response = await service.fetch(streamedPost('http://a/', inChunks(body, size), headers))
    const result = (await response.json()) as Part[] & { detail: string }
    return response.status === 200 ? result : result.detail
  }

  const cases: readonly (readonly [what: string, body: string, result: readonly Part[] | string])[] = [
    [
      'of texts',
      `${part('a', '1')}${part('b', '')}${END}`,
      [
        ['a', '1'],
        ['b', '']
      ]
    ],
    ['of no parts', END, []],
    [
      'with a preamble and an epilogue',
      `some\r\n--x-\r\n${part('a', '1')}${END}\r\nrest\r\n${part('b', '')}`,
      [['a', '1']]
    ],
    [
      'with a text of line ends and dashes',
      `${part('a', '\r\n\r\n--\r\r\n--x-\r\n--x-2\r')}${END}`,
      [['a', '\r\n\r\n--\r\r\n--x-\r\n--x-2\r']]
    ],
    ['with blanks after its boundaries', `--x-1 \t \r\n${head('a')}\r\n\r\n1\r\n--x-1-- \t`, [['a', '1']]],
    ['with 256 blanks after a boundary', `--x-1${' '.repeat(256)}\r\n${head('a')}\r\n\r\n1\r\n${END}`, [['a', '1']]],
    ['with 257 blanks after a boundary', `--x-1${' '.repeat(257)}\r\n${head('a')}\r\n\r\n1\r\n${END}`, MALFORMED],
    [
      'with a file',
      `${part('f', '\0\xff', '; filename="a/b.png"\r\nContent-Type: Image/PNG')}${END}`,
      [['f', 'b.png', 'image/png', '\0\xff']]
    ],
    [
      'with other headers and folded ones',
      `--x-1\r\nX-A: 1\r\nContent-Disposition: form-data;\r\n name="a"\r\nContent-Type: text/csv; charset=utf-8\r\n\r\n1\r\n${END}`,
      [['a', null, 'text/csv', '1']]
    ],
    [
      'with headers after the sixteenth, which count no more',
      `--x-1\r\n${head('a')}\r\n${'X: 1\r\n'.repeat(15)}Content-Type: a/b\r\n\r\n1\r\n${END}`,
      [['a', '1']]
    ],
    [
      'with a line in a head that is no header, after which none counts',
      `--x-1\r\n${head('a')}\r\nX\r\nContent-Type: a/b\r\n\r\n1\r\n${END}`,
      [['a', '1']]
    ],
    [
      'with a head of 8,192 bytes',
      `--x-1\r\n${head('a')}\r\nX: ${'x'.repeat(8_192 - head('a').length - 5)}\r\n\r\n1\r\n${END}`,
      [['a', '1']]
    ],
    [
      'with a longer head',
      `--x-1\r\n${head('a')}\r\nX: ${'x'.repeat(8_193 - head('a').length - 5)}\r\n\r\n1\r\n${END}`,
      MALFORMED
    ],
    ['with a head without end', `--x-1\r\nX: ${'x'.repeat(20_000)}`, MALFORMED],
    ['with a boundary in a head', `--x-1\r\n${head('a')}\r\n--x-1: 1\r\n\r\n1\r\n${END}`, MALFORMED],
    ['with a boundary in place of a head', `--x-1\r\n${part('a', '1')}${END}`, MALFORMED],
    ['with a boundary in place of a content', `--x-1\r\n${head('a')}\r\n\r\n${part('b', '1')}${END}`, MALFORMED],
    ['with a part without a head', `--x-1\r\n\r\n1\r\n${END}`, NO_DISPOSITION],
    ['with a head of other headers', `--x-1\r\nX: y\r\n\r\n1\r\n${END}`, NO_DISPOSITION],
    ['with two dispositions', `--x-1\r\n${head('a')}\r\n${head('b')}\r\n\r\n1\r\n${END}`, NO_DISPOSITION],
    ['with one dash after a boundary', `${part('a', '1')}--x-1-\r\n`, MALFORMED],
    ['with a line feed alone after a boundary', `--x-1\n${head('a')}\r\n\r\n1\r\n${END}`, MALFORMED],
    ['with something else after a boundary', `--x-12\r\n${head('a')}\r\n\r\n1\r\n${END}`, MALFORMED],
    ['without a last boundary', part('a', '1'), MALFORMED],
    ['that ends after its last boundary', `${part('a', '1')}--x-1`, MALFORMED],
    ['that ends in a head', `${part('a', '1')}--x-1\r\nContent-Disp`, MALFORMED],
    ['of other text', 'a', MALFORMED]
  ]
  for (const [what, body, result] of cases) {
    it(`${what} is ${typeof result === 'string' ? 'rejected' : 'read'}, however it is cut into chunks`, async () => {
      const bytes = Buffer.from(body, 'latin1')
      for (const size of [1, 2, 3, 5, 7, 64, 1000, bytes.length + 1]) {
        expect(await read(bytes, size), `chunks of ${size}`).to.deep.equal(result)
      }
    })
  }

  it('is the same when it is cut at any one place', async () => {
    const body = Buffer.from(`x\r\n${part('a', 'one\r\n--x-')}${part('b', '2', '; filename="b"')}--x-1-- \r\n`)
    const whole = await read(body)
    expect(whole).to.deep.equal([
      ['a', 'one\r\n--x-'],
      ['b', 'b', 'text/plain', '2']
    ])
    for (let cut = 1; cut < body.length; cut++) expect(await read(body, cut), `cut at ${cut}`).to.deep.equal(whole)
  })

  it('cannot have a boundary of more than 70 characters', async () => {
    expect(await read(Buffer.from(END), 10, 'x'.repeat(71))).to.equal(
      'The boundary of the multipart body is missing or malformed'
    )
  })

  it('may be made to slow its reader down, and is read nevertheless: bytes one by one, texts like the boundary', async () => {
    // Where each chunk were searched with all before it, these would take many minutes.
    const long = 'a'.repeat(70)
    const file = '; filename="x"'
    const hostile: readonly (readonly [boundary: string, content: string, size: number])[] = [
      [long, 'a'.repeat(60_000), 1],
      [long, `\r\n--${long.slice(1)}b`.repeat(800), 1],
      [BOUNDARY, '\r\n--x-'.repeat(60_000), 7]
    ]
    for (const [boundary, content, size] of hostile) {
      const body = Buffer.from(`--${boundary}\r\n${head('a', file)}\r\n\r\n${content}\r\n--${boundary}--`)
      const [found] = (await read(body, size, boundary)) as Part[]
      expect(found?.[3] === content).to.equal(true)
    }
  })

  describe('has parts whose head', () => {
    async function readHead(disposition: string, more = ''): Promise<Part | string | undefined> {
      const result = await read(Buffer.from(`--x-1\r\nContent-Disposition: ${disposition}${more}\r\n\r\nx\r\n${END}`))
      return typeof result === 'string' ? result : result[0]
    }

    const filenames: readonly (readonly [written: string, filename: string | null])[] = [
      ['filename="a.png"', 'a.png'],
      ['filename=a.png', 'a.png'],
      ['filename=""', null],
      ['filename="Zoë 漢字.png"', 'Zoë 漢字.png'],
      ['filename="a;b=c.png"', 'a;b=c.png'],
      ['filename="a \\"b\\" c.png"', 'a "b" c.png'],
      ['filename="100%22.png"', '100%22.png'],
      ['filename="../../etc/passwd"', 'passwd'],
      ['filename="C:\\dir\\x.png"', 'x.png'],
      ['filename="C:\\\\dir\\\\x.png"', 'x.png'],
      ['filename="a\\"', null],
      ['filename=".."', null],
      ['filename="dir/."', null],
      ['filename="x.png"; filename*=UTF-8\'\'Zo%C3%AB.png', 'Zoë.png'],
      ["filename*=UTF-8'en'a%2Fb.png", 'b.png'],
      ['filename="x.png"; filename*=UTF-8\'\'%zz', 'x.png']
    ]
    for (const [written, filename] of filenames) {
      it(`has ${written} names the file ${filename ?? 'not at all'}`, async () => {
        expect(await readHead(`form-data; name="f"; ${written}`)).to.deep.equal(['f', filename, 'text/plain', 'x'])
      })
    }

    it('has a file name in another charset, or none, is of a text', async () => {
      expect(await readHead("form-data; name=f; filename*=latin1''x")).to.deep.equal(['f', 'x'])
      expect(await readHead('form-data; name=f')).to.deep.equal(['f', 'x'])
    })

    const names: readonly (readonly [written: string, name: string])[] = [
      ['name="a b"', 'a b'],
      ['name=a', 'a'],
      ['NAME="a"', 'a'],
      ['name = "a"', 'a'],
      ['x=1; name="ä[]";', 'ä[]'],
      ['name="a\\"b"', 'a"b'],
      ['name=', '']
    ]
    for (const [written, name] of names) {
      it(`has ${written} is named ${JSON.stringify(name)}`, async () => {
        expect(await readHead(`Form-Data ; ${written}`)).to.deep.equal([name, 'x'])
      })
    }

    const types: readonly (readonly [written: string, type: string])[] = [
      ['IMAGE/PNG', 'image/png'],
      [' a/b ;c', 'a/b'],
      ['application/json', 'application/json']
    ]
    for (const [written, type] of types) {
      it(`has the media type ${JSON.stringify(written)} is a file of ${type}, with or without a file name`, async () => {
        const more = `\r\nContent-Type: ${written}`
        expect(await readHead('form-data; name=a', more)).to.deep.equal(['a', null, type, 'x'])
      })
    }

    for (const disposition of [
      ...['', 'form-data', 'attachment; name="a"', 'form-data; name="a', 'form-data; name="a" x', 'form-data name="a"'],
      ...[
        'form-data; name="a"; name="b"',
        'form-data; name="a"; filename="x"; FILENAME="y"',
        'form-data; filename="a"'
      ],
      ...['form-data; name="a\0"', 'form-data; name="a"; filename="b\0.png"']
    ]) {
      it(`has ${JSON.stringify(disposition)} is rejected`, async () => {
        expect(await readHead(disposition)).to.be.a('string')
      })
    }
  })
})
