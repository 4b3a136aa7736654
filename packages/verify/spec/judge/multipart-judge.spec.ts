import { expect } from 'chai'
import { inShort, judgeOf, openApi, published, wire } from '../../../../spec/support/published.js'
import { contentTypeOf, type FormPart, formOf, writeForm } from '../../src/wire/multipart.js'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1')
const binary = { type: 'string', format: 'binary' }
const schema = {
  type: 'object',
  required: ['title', 'picture'],
  properties: {
    title: { type: 'string', maxLength: 5 },
    count: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    picture: { ...binary, maxLength: 20 },
    pages: { type: 'array', items: binary, maxItems: 2 },
    sheet: { contentMediaType: 'text/csv' },
    note: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }
  },
  additionalProperties: false
}
const encoding = { picture: { contentType: 'image/png, image/svg+xml; x=y' }, pages: { contentType: 'image/*' } }
const content = { 'multipart/form-data': { schema, encoding } }

function text(name: string, value: string): FormPart {
  return { name, filename: undefined, contentType: undefined, content: Buffer.from(value) }
}

function file(name: string, members: Partial<FormPart> = {}): FormPart {
  return { name, filename: 'a.png', contentType: 'image/png', content: PNG, ...members }
}

const VALID_PARTS = [text('title', 'a'), file('picture')]

/** The verdict on a body of `POST /form`. */
async function verdict(body: Uint8Array, contentType: string, responses: object = {}): Promise<string> {
  const { judge } = await published({ '/form': { post: { requestBody: { required: true, content }, responses } } })
  return inShort(judge.judge(wire('POST /form', { 'content-type': contentType }, body)))
}

function ofParts(parts: readonly FormPart[], responses?: object): Promise<string> {
  const form = formOf(parts)
  return verdict(writeForm(form), contentTypeOf(form), responses)
}

describe("the judge of a form's parts", () => {
  const cases: readonly (readonly [title: string, verdict: string, parts: readonly FormPart[]])[] = [
    ['a text and a file', 'valid', VALID_PARTS],
    ['a file without its text', 'invalid body required', [file('picture')]],
    ['a text without its file', 'invalid body required', [text('title', 'a')]],
    ['a long text', 'invalid body title maxLength', [text('title', 'abcdef'), file('picture')]],
    ['a text that is no integer', 'invalid body count type', [...VALID_PARTS, text('count', 'x')]],
    ['an integer', 'valid', [...VALID_PARTS, text('count', '5')]],
    ['an integer in another form', 'invalid body count type', [...VALID_PARTS, text('count', '1e0')]],
    ['a text twice', 'invalid body title repeated', [...VALID_PARTS, text('title', 'b')]],
    ['a file twice', 'invalid body picture repeated', [...VALID_PARTS, file('picture')]],
    ['a list of texts', 'valid', [...VALID_PARTS, text('tags', 'b'), text('tags', 'c')]],
    [
      'a list of files',
      'valid',
      [...VALID_PARTS, file('pages'), file('pages', { contentType: 'image/webp', content: Buffer.from('RIFF') })]
    ],
    ['too many files', 'invalid body pages maxItems', [...VALID_PARTS, file('pages'), file('pages'), file('pages')]],
    [
      'a file of exactly the size',
      'valid',
      [text('title', 'a'), file('picture', { content: Buffer.concat([PNG, Buffer.alloc(20 - PNG.length, 0xff)]) })]
    ],
    [
      'a file one byte too large',
      'invalid body picture maxLength',
      [text('title', 'a'), file('picture', { content: Buffer.concat([PNG, Buffer.alloc(21 - PNG.length, 0xff)]) })]
    ],
    [
      'a type that is not listed',
      'invalid body picture contentType',
      [text('title', 'a'), file('picture', { contentType: 'image/jpeg' })]
    ],
    [
      'no type where types are listed',
      'invalid body picture contentType',
      [text('title', 'a'), file('picture', { contentType: undefined })]
    ],
    [
      'a type out of the range',
      'invalid body pages contentType',
      [...VALID_PARTS, file('pages', { contentType: 'text/html' })]
    ],
    [
      'only the beginning of a type',
      'invalid body pages contentType',
      [...VALID_PARTS, file('pages', { contentType: 'image/' })]
    ],
    ['a type in upper case', 'valid', [text('title', 'a'), file('picture', { contentType: 'IMAGE/PNG' })]],
    ['a parameter of a type', 'open', [text('title', 'a'), file('picture', { contentType: 'image/png; x=y' })]],
    [
      'content that is not of its type',
      'open',
      [text('title', 'a'), file('picture', { content: Buffer.from('text') })]
    ],
    ['an empty file', 'open', [text('title', 'a'), file('picture', { content: Buffer.alloc(0) })]],
    [
      'a file that was not chosen',
      'open',
      [text('title', 'a'), file('picture', { filename: '', content: Buffer.alloc(0) })]
    ],
    ['a file without a name', 'open', [text('title', 'a'), file('picture', { filename: undefined })]],
    [
      'a file whose types are not listed',
      'valid',
      [...VALID_PARTS, file('sheet', { contentType: 'text/csv', content: Buffer.from('a,b') })]
    ],
    ['a file name in another script', 'valid', [text('title', 'a'), file('picture', { filename: 'Zoë 漢字 "x".png' })]],
    ['a file name with a backslash', 'valid', [text('title', 'a'), file('picture', { filename: 'C:\\x.png' })]],
    ['a file name that ends in a backslash', 'valid', [text('title', 'a'), file('picture', { filename: 'x\\' })]],
    [
      'a file in place of a text',
      'open',
      [file('title', { contentType: 'text/plain', content: Buffer.from('a') }), file('picture')]
    ],
    [
      'a text that is not UTF-8',
      'invalid body title utf8',
      [{ ...text('title', ''), content: Uint8Array.of(0xff) }, file('picture')]
    ],
    ['JSON', 'valid', [...VALID_PARTS, { ...text('note', '{"a":1}'), contentType: 'application/json' }]],
    [
      'JSON that breaks its schema',
      'invalid body note.a type',
      [...VALID_PARTS, { ...text('note', '{"a":""}'), contentType: 'application/json' }]
    ],
    [
      'broken JSON',
      'invalid body note json',
      [...VALID_PARTS, { ...text('note', '{'), contentType: 'application/json' }]
    ],
    ['JSON as plain text', 'open', [...VALID_PARTS, text('note', '{"a":1}')]],
    ['an unknown part', 'invalid body additionalProperties', [...VALID_PARTS, text('other', 'x')]],
    ['another order', 'valid', [...VALID_PARTS].reverse()],
    [
      'content with a line like a boundary',
      'valid',
      [text('title', 'a'), file('picture', { content: Buffer.concat([PNG, Buffer.from('\r\n--')]) })]
    ],
    ['nothing', 'invalid body required', []]
  ]
  for (const [title, expected, parts] of cases) {
    it(`calls ${title} ${expected}`, async () => {
      expect(await ofParts(parts)).to.equal(expected)
    })
  }

  describe('where the document says what is too much', () => {
    const limits = { bodyLimit: 40, uploads: { requestSize: 2000, fileSize: 30, files: 2, fields: 2, parts: 4 } }
    const schema = {
      properties: { t: { type: 'array' }, f: { type: 'array', items: binary }, own: { ...binary, maxLength: 50 } }
    }
    const sized = (name: string, size: number) => file(name, { contentType: 'x/y', content: Buffer.alloc(size) })
    const cases: readonly (readonly [title: string, verdict: string, parts: readonly FormPart[]])[] = [
      ['as many files', 'valid', [sized('f', 30), sized('f', 1)]],
      ['a file more', 'invalid body size', [sized('f', 1), sized('f', 1), sized('f', 1)]],
      ['a file that is larger', 'invalid body size', [sized('f', 31)]],
      ['a larger file that has a limit of its own', 'valid', [sized('own', 50)]],
      ['a file above its own limit', 'invalid body own maxLength', [sized('own', 51)]],
      ['as many texts', 'valid', [text('t', 'x'.repeat(39)), text('t', 'y')]],
      ['a text more', 'invalid body size', [text('t', ''), text('t', ''), text('t', '')]],
      ['texts that are larger together', 'invalid body size', [text('t', 'x'.repeat(40)), text('t', 'y')]],
      ['a large text that the document does not name', 'valid', [text('other', 'x'.repeat(100))]],
      ['as many parts', 'valid', Array(4).fill(text('other', ''))],
      ['a part more', 'invalid body size', Array(5).fill(text('other', ''))],
      ['a form that is too large', 'invalid body size', [text('other', 'x'.repeat(2000))]]
    ]
    for (const [title, expected, parts] of cases) {
      it(`calls ${title} ${expected}`, async () => {
        const form = formOf(parts)
        const post = {
          requestBody: {
            content: { 'multipart/form-data': { schema } },
            'x-body-limits': { uploads: { files: limits.uploads.files } }
          },
          responses: { 413: { description: 'too large' } }
        }
        const document = {
          ...openApi({ '/form': { post } }),
          'x-body-limits': { ...limits, uploads: { ...limits.uploads, files: 99 } }
        }
        const judge = await judgeOf(document)
        expect(
          inShort(judge.judge(wire('POST /form', { 'content-type': contentTypeOf(form) }, writeForm(form))))
        ).to.equal(expected)
      })
    }

    it('holds any other body against the limit of bodies', async () => {
      const post = { requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } }, responses: {} }
      const judge = await judgeOf({ ...openApi({ '/text': { post } }), 'x-body-limits': limits })
      const judged = [40, 41].map((size) =>
        inShort(judge.judge(wire('POST /text', { 'content-type': 'text/plain' }, 'x'.repeat(size))))
      )
      expect(judged).to.deep.equal(['valid', 'invalid body size'])
    })
  })

  it('leaves open whether many files are accepted where a 413 is documented', async () => {
    const content = { 'multipart/form-data': { schema: { properties: { files: { type: 'array', items: binary } } } } }
    const form = formOf(Array(30).fill(file('files')))
    const judged = async (responses: object) => {
      const { judge } = await published({ '/form': { post: { requestBody: { content }, responses } } })
      return inShort(judge.judge(wire('POST /form', { 'content-type': contentTypeOf(form) }, writeForm(form))))
    }
    expect(await judged({})).to.equal('valid')
    expect(await judged({ 413: { description: 'too large' } })).to.equal('open')
  })
})

describe("the judge of a form's syntax", () => {
  const TYPE = 'multipart/form-data; boundary=b'
  const TITLE = 'Content-Disposition: form-data; name="title"\r\n\r\na'
  const PICTURE =
    'Content-Disposition: form-data; name="picture"; filename="a"\r\nContent-Type: image/svg+xml\r\n\r\n<svg/>'
  const body = `--b\r\n${TITLE}\r\n--b\r\n${PICTURE}\r\n--b--\r\n`
  const cases: readonly (readonly [title: string, verdict: string, body: string, contentType?: string])[] = [
    ['a plain form', 'valid', body],
    ['a form without a line break at its end', 'valid', body.slice(0, -2)],
    ['a preamble and an epilogue', 'valid', `before\r\n${body}after`],
    ['a quoted boundary', 'valid', body, 'multipart/form-data; boundary="b"'],
    ['a boundary in another case of letters', 'valid', body, 'Multipart/Form-Data;BOUNDARY=b'],
    ['no boundary', 'invalid content-type boundary', body, 'multipart/form-data'],
    ['an empty boundary', 'invalid content-type boundary', body, 'multipart/form-data; boundary='],
    ['two boundaries', 'invalid content-type boundary', body, `${TYPE}; boundary=c`],
    ['another boundary', 'invalid body multipart', body, 'multipart/form-data; boundary=c'],
    ['another multipart type', 'invalid content-type content', body, 'multipart/mixed; boundary=b'],
    ['a form that is cut off', 'invalid body multipart', body.slice(0, 60)],
    ['a form without its closing boundary', 'invalid body multipart', body.slice(0, -7)],
    ['a closing boundary that is cut off', 'invalid body multipart', body.slice(0, -3)],
    [
      'a line that begins like the boundary',
      'invalid body a line that only begins like the boundary',
      body.replace('\r\n--b\r\n', '\r\n--bb\r\n')
    ],
    ['spaces after a boundary', 'open', body.replace('--b\r\n', '--b  \r\n')],
    ['header names in lower case', 'valid', body.replace('Content-D', 'content-d')],
    ['a name without quotes', 'valid', body.replace('"title"', 'title')],
    ['another header', 'valid', body.replace(TITLE, `X-Other: 1\r\n${TITLE}`)],
    ['a folded header', 'open', body.replace('; name="title"', ';\r\n name="title"')],
    ['a file name in the form of RFC 5987', 'open', body.replace('name="a"', `name="a"; filename*=UTF-8''%C3%AB`)],
    ['a content-transfer-encoding', 'open', body.replace(TITLE, `Content-Transfer-Encoding: 8bit\r\n${TITLE}`)],
    ['no name', 'invalid body a part without a name', body.replace('; name="title"', '')],
    ['two names', 'invalid body a name of a part twice', body.replace('name="title"', 'name="title"; name="x"')],
    [
      'another disposition',
      'invalid body a part without a well-formed content-disposition of form-data',
      body.replace('form-data', 'attachment')
    ],
    ['a malformed header', 'open', body.replace(TITLE, `malformed\r\n${TITLE}`)],
    ['a NUL in a file name', 'invalid body a NUL in the head of a part', body.replace('="a"', '="a\0"')],
    [
      'a part without an empty line',
      'invalid body a part without an empty line after its head',
      body.replace('\r\n\r\na', '\r\na')
    ]
  ]
  for (const [title, expected, bytes, contentType = TYPE] of cases) {
    it(`calls ${title} ${expected}`, async () => {
      expect(await verdict(Buffer.from(bytes), contentType)).to.equal(expected)
    })
  }

  it('calls forms that some readers accept unusual, and forms that are cut off invalid', async () => {
    const { judge } = await published({ '/form': { post: { requestBody: { content }, responses: {} } } })
    const unusual = (bytes: string) => {
      const judged = judge.judge(wire('POST /form', { 'content-type': TYPE }, bytes))
      return judged.kind === 'invalid' && judged.faults.every(({ isUnusual }) => isUnusual === true)
    }
    expect(unusual(body.replace('form-data', 'attachment'))).to.equal(true)
    expect(unusual(body.slice(0, 60))).to.equal(false)
  })
})
