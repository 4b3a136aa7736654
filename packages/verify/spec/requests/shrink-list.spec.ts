import { digested } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { readDocument } from '../../src/document/published-document.js'
import { type BodyPart, type RequestParts } from '../../src/requests/request-parts.js'
import { simplerRequests } from '../../src/requests/shrink.js'
import { JsonText } from '../../src/wire/json-text.js'
import { contentTypeOf, type FormPart, type MultipartForm } from '../../src/wire/multipart.js'

const [operation] = readDocument(openApi({ '/items/{id}/{other}': { post: { responses: {} } } })).operations
const EMPTY: RequestParts = {
  operation: operation!,
  method: 'POST',
  path: {},
  rawPath: undefined,
  query: [],
  headers: [],
  cookies: [],
  contentType: undefined,
  body: undefined
}

const json = (value: unknown): BodyPart => ({ kind: 'json', value })
const digits = (count: number) => Array.from({ length: count }, (_, index) => index % 10).join('')

const TEXTS = ['', 'a', 'b', '1', '7', 'ab', 'x9', 'xyz', 'aaaa', 'ü😀e\u0301', digits(10), 'z'.repeat(49), digits(130)]
const PATHS = ['a', 'x', '..a', 'a.', '.x.', 'xyz', '\u0000', 'a/b']
const NUMBERS = [0, 1, -1, -0, 2, -7, 9, 10, 0.5, 2.5, 123.75, -99.5, 1e21]
const LISTS = [[], [1], [1, 1], [7, 'x', null], [1, 2, 3, 4], [1, 2, 3, 4, 5], [[[]]], [{ b: 2 }], Array(41).fill(1)]
const OBJECTS = [
  {},
  { a: 1 },
  { a: 'xy', b: 25 },
  JSON.parse('{"__proto__":{"x":1},"constructor":7}'),
  { list: [5], deep: { deeper: { text: 'ab' } } },
  { form: new JsonText('1.50'), flag: true, none: null }
]

const part = (members: Partial<FormPart>, text = ''): FormPart => ({
  name: 'p',
  filename: undefined,
  contentType: undefined,
  content: Buffer.from(text),
  ...members
})
const file = { filename: 'my file.png', contentType: 'image/png; name=x' }
const formOf = (parts: readonly FormPart[], more: Partial<MultipartForm> = {}): MultipartForm => ({
  boundary: 'b',
  parts,
  ...more
})
const bytes = (length: number) => ({ content: Uint8Array.from({ length }, () => 0xff) })
const FORMS: Readonly<Record<string, MultipartForm>> = {
  'without parts': formOf([]),
  'with text around it': formOf([], { around: { preamble: 'before', epilogue: '' } }),
  'that is cut': formOf([part({}, 'xyz')], { cut: 4 }),
  'of one text': formOf([part({}, 'x2')]),
  'of a part with a head': formOf([part({ head: 'Content-Disposition: form-data; name="p"\r\nX: 1' })]),
  'of a file': formOf([part(file, 'xy')]),
  'of a file with a plain name': formOf([part({ filename: 'a', contentType: 'image/png' })]),
  'of a file without a type': formOf([part({ filename: 'b' })]),
  'of a typed text': formOf([part({ contentType: 'text/plain' }, 'a')]),
  'of bytes': formOf([part(bytes(9))]),
  'of one byte': formOf([part(bytes(1))]),
  'of a long text': formOf([part({}, 'x'.repeat(1999))]),
  'of a text that is as long as bytes may be': formOf([part({}, 'x'.repeat(2000))]),
  'of three parts': formOf(['1', '2', '3'].map((text) => part({ name: text }))),
  'of four parts': formOf(['1', '2', '3', '4'].map((text) => part({ name: text }))),
  'of five parts': formOf(['1', '2', '3', '4', '5'].map((text) => part({ name: text }))),
  'of many parts': formOf(Array.from({ length: 42 }, (_, index) => part({ name: `n${index}` }, index > 37 ? 'x' : '')))
}

/** What is listed of a request: the parts that it has, in short. */
function shortly({ operation: _, method, rawPath, body, ...parts }: RequestParts): string {
  const own = Object.entries(parts).filter(([, value]) => value !== undefined && Object.keys(value).length > 0)
  const text = [...own.map(([name, value]) => `${name} ${shown(value)}`), ...(body ? [bodyOf(body)] : [])].join(' ')
  if (text === '') return 'nothing'
  return text.length <= 160 ? text : `${text.slice(0, 110)} …${text.length}… ${text.slice(-20)}`
}

function bodyOf(body: BodyPart): string {
  if (body.kind === 'bytes') return `bytes of ${body.bytes.length}`
  if (body.kind === 'text') return `text ${shown(body.text)}`
  if (body.kind === 'json') return `json ${shown(body.value)}`
  const { parts, around, cut } = body.form
  const named = parts.map(({ name, filename, contentType, head, content }) => {
    const isLong = content.length > 60
    const own = [filename, contentType, head?.length].map((each) => (each === undefined ? '' : shown(each)))
    return `${name}(${own.join(',')}) ${isLong ? content.length : shown(Buffer.from(content).toString('latin1'))}`
  })
  const more = [around === undefined ? '' : ' around', cut === undefined ? '' : ' cut']
  return `form ${body.form.boundary} ${named.length > 6 ? `${named.length}: ${named[0]} … ${named.at(-1)}` : named.join('; ')}${more.join('')}`
}

describe('The simpler requests that are tried in place of one that shows a finding', () => {
  it('are those of shrink-list.txt, in their order', () => {
    const lines: string[] = []
    const list = (request: Partial<RequestParts>, count = 14) => {
      const whole = { ...EMPTY, ...request }
      lines.push(
        `\n${shortly(whole)}`,
        ...digested(
          [...simplerRequests(whole)].map((each) => `  ${shortly(each)}`),
          count
        )
      )
    }
    list({})
    for (const id of PATHS) list({ path: { id } })
    for (const text of TEXTS) list({ query: [{ name: 'q', text }] })
    list({ query: [{ raw: 'a=b' }, { name: 'q', text: 'x' }, { raw: '%zz' }] })
    list({ headers: [['x-a', 'a b c']], cookies: [['c', ' z ']] })
    list({
      headers: [
        ['x-a', ''],
        ['x-b', 'y']
      ],
      cookies: [
        ['c', 'a'],
        ['d', 'b']
      ]
    })
    list({ path: { id: 'x', other: 'y' } })
    list({ contentType: 'text/plain' })
    list({ contentType: 'text/plain; charset=utf-8' })
    list({ contentType: 'text/plain; charset=utf-8', body: { kind: 'text', text: 'xy' } })
    list({ contentType: ';', body: { kind: 'text', text: '' } })
    list({ contentType: 'image/png', body: { kind: 'bytes', bytes: Buffer.from('xyz') } })
    for (const value of [...NUMBERS, ...LISTS, ...OBJECTS, true, null, 'xy', new JsonText('1.0')])
      list({ body: json(value) })
    for (const [title, form] of Object.entries(FORMS)) {
      lines.push(`\nA form ${title}:`)
      list({ contentType: contentTypeOf(form), body: { kind: 'multipart', form } })
    }
    list({ contentType: 'multipart/form-data; boundary=other', body: { kind: 'multipart', form: formOf([]) } })
    // Of a large body the length counts alone.
    const [first] = simplerRequests({ ...EMPTY, body: { kind: 'text', text: 'a'.repeat(2_000_001) } })
    lines.push(`\nfirst of a large text: ${shortly(first as RequestParts)}`)
    expectWholeList('verify/requests/shrink-list.txt', lines)
  })
})
