import { Readable } from 'node:stream'
import { deflateSync, gzipSync } from 'node:zlib'
import { DateOnly, Field, Integer } from 'fieldstone'
import { declareBody } from '../../../src/http/body/declared-body.js'
import { BodyTypes, JSON_TYPES, RECORD_TYPES } from '../../../src/http/body/media-types.js'
import { compileBodyReader, RequestBody, readBody } from '../../../src/http/body/request-body.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { expectWholeList, outcome, settled } from '../../support/whole-list.js'

class Data {
  @Field(() => String, { minLength: 2 }) name!: string
  @Field(() => Integer, { optional: true }) count?: number
}

/** What a request has beside its headers. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly chunks?: readonly (string | Buffer)[]
  /** Headers as they came, where one came twice. */
  readonly raw?: readonly string[]
  /** Whether the content comes in a later turn. */
  readonly isLate?: boolean
  /** How it ends: whole, cut by the client, with an error, or never. */
  readonly end?: 'whole' | 'cut' | 'error' | 'open'
  /** What was done with it before. */
  readonly before?: 'read' | 'begun' | 'destroyed' | 'decoded'
  /** What other code has kept of it. */
  readonly kept?: Readonly<Record<string, unknown>>
}

type Incoming = ConstructorParameters<typeof RequestBody>[0] & Readable

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A request as node:http gives it, without a connection. */
async function requestOf({
  headers = {},
  chunks = [],
  raw,
  isLate,
  end = 'whole',
  before,
  kept
}: Sent): Promise<Incoming> {
  const rawHeaders = raw ?? Object.entries(headers).flat()
  const req = Object.assign(new Readable({ read() {} }), { headers, rawHeaders, complete: false, ...kept })
  req.on('error', () => {})
  const arrive = () => {
    for (const chunk of chunks) req.push(chunk)
    if (end === 'whole') {
      req.complete = true
      req.push(null)
    } else if (end === 'cut') setImmediate(() => req.destroy())
    else if (end === 'error') setImmediate(() => req.destroy(new Error('the connection failed')))
  }
  if (isLate) setImmediate(arrive)
  else arrive()
  if (before === 'decoded') req.setEncoding('utf8')
  if (before === 'destroyed') req.destroy()
  if (before === 'read') await req.toArray()
  if (before === 'begun') {
    req.once('data', () => {})
    await turn()
    req.pause()
  }
  return req as unknown as Incoming
}

const JSON_HEADERS = { 'content-type': 'application/json' }
const sized = (text: string | Buffer, type?: string, more: Record<string, string> = {}): Sent => ({
  headers: {
    ...(type !== undefined && { 'content-type': type }),
    'content-length': String(Buffer.byteLength(text)),
    ...more
  },
  chunks: text.length === 0 ? [] : [text]
})
const chunked = (type: string | undefined, ...chunks: (string | Buffer)[]): Sent => ({
  headers: { ...(type !== undefined && { 'content-type': type }), 'transfer-encoding': 'chunked' },
  chunks
})
const DATA = '{"name":"Ada","count":3}'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x-1'
const packed = gzipSync(DATA)

const REQUESTS: Readonly<Record<string, Sent>> = {
  'no body': {},
  'no body, but a type': { headers: JSON_HEADERS },
  'an empty body': sized('', 'application/json'),
  'empty chunks': chunked('application/json'),
  'empty chunks without a type': chunked(undefined),
  'bytes without a type': sized('abc'),
  JSON: sized(DATA, 'application/json'),
  'JSON with a charset': sized(DATA, 'application/json; charset=utf-8'),
  'JSON with another spelling': sized(DATA, 'Application/JSON;Charset="UTF8"'),
  'JSON in Latin-1': sized(DATA, 'application/json; charset=latin1'),
  'JSON of another name': sized(DATA, 'application/vnd.a+json'),
  'JSON in chunks': chunked('application/json', '{"name":', '"Ada"', '}'),
  'late JSON': { ...sized(DATA, 'application/json'), isLate: true },
  'late chunks': { ...chunked('application/json', '{"name":', '"Ada"}'), isLate: true },
  'JSON after a byte order mark': sized(`\ufeff${DATA}`, 'application/json'),
  'broken JSON': sized('{"name":', 'application/json'),
  'wrong JSON': sized('{"name":"A","count":"3"}', 'application/json'),
  'no UTF-8': sized(Buffer.from([0x22, 0xff, 0x22]), 'application/json'),
  'U+FFFD itself': sized('{"name":"\ufffd\ufffd"}', 'application/json'),
  '60 bytes': sized('x'.repeat(60), 'text/plain'),
  '61 bytes': sized('x'.repeat(61), 'text/plain'),
  '61 bytes in chunks': chunked('text/plain', 'x'.repeat(60), 'x'),
  '60 bytes in chunks': chunked('text/plain', 'x'.repeat(30), 'x'.repeat(29), 'x'),
  'a text that is not UTF-8': sized(Buffer.from([0xff]), 'text/plain'),
  'a text in Latin-1': sized('a', 'text/plain; charset=iso-8859-1'),
  'a date': sized('2024-05-17', 'text/plain'),
  'a form': sized('name=Ada&count=3', FORM),
  'a form of nothing': sized('', FORM),
  'a broken form': sized('name=%zz', FORM),
  'a form that is not UTF-8': sized(Buffer.from([0x61, 0x3d, 0xff]), FORM),
  'a form in parts': sized('--x-1--', MULTIPART),
  'a form in parts without a boundary': sized('--x-1--', 'multipart/form-data'),
  'a form in parts with a wrong boundary': sized('--x-1--', 'multipart/form-data; boundary="a\\"b"'),
  'a form in parts of no bytes': sized('', MULTIPART),
  'a form in no chunks': chunked(MULTIPART),
  'a late form in no chunks': { ...chunked(MULTIPART), isLate: true },
  'a late form in chunks': { ...chunked(MULTIPART, '--x-1--'), isLate: true },
  'another type': sized('a,b', 'text/csv'),
  'another type without a body': { headers: { 'content-type': 'text/csv' } },
  'no media type': sized(DATA, 'json'),
  'two types': {
    ...sized(DATA, 'application/json'),
    raw: ['Content-Type', 'application/json', 'content-type', 'text/csv']
  },
  gzip: sized(packed, 'application/json', { 'content-encoding': 'gzip' }),
  'gzip in pieces': {
    headers: { ...JSON_HEADERS, 'content-encoding': 'x-gzip', 'transfer-encoding': 'chunked' },
    chunks: [packed.subarray(0, 9), packed.subarray(9)]
  },
  'gzip of deflate': sized(gzipSync(deflateSync(DATA)), 'application/json', { 'content-encoding': 'deflate, gzip' }),
  'no gzip': sized(DATA, 'application/json', { 'content-encoding': 'gzip' }),
  'gzip of 61 bytes': sized(gzipSync('x'.repeat(61)), 'text/plain', { 'content-encoding': 'gzip' }),
  'an unknown coding': sized(DATA, 'application/json', { 'content-encoding': 'zstd' }),
  'no coding': sized(DATA, 'application/json', { 'content-encoding': 'identity' }),
  'a cut body': { ...sized(DATA, 'application/json'), chunks: ['{"name"'], end: 'cut' },
  'a cut body in chunks': { ...chunked('application/json', '{"na'), end: 'cut' },
  'cut gzip': {
    ...sized(packed, 'application/json', { 'content-encoding': 'gzip' }),
    chunks: [packed.subarray(0, 9)],
    end: 'cut'
  },
  'a connection that fails': { ...chunked('application/json', '{"na'), end: 'error' },
  'a body that was read': { ...sized(DATA, 'application/json'), before: 'read' },
  'a body that was begun': { ...chunked('application/json', '{"name":', '"Ada"}'), before: 'begun' },
  'a body that is read as text': { ...sized(DATA, 'application/json'), before: 'decoded' },
  'chunks that are read as text': { ...chunked('application/json', '{"name":"', 'é�A', 'da"}'), before: 'decoded' },
  'a body that was kept as no text': { ...chunked('text/plain'), before: 'read', kept: { body: '' } },
  'a body whose connection is gone': { ...sized(DATA, 'application/json'), before: 'destroyed', end: 'open' },
  'a body that was parsed': { ...sized(DATA, 'application/json'), before: 'read', kept: { body: { name: 'kept' } } },
  'a body that was parsed, not read': { ...sized(DATA, 'application/json'), kept: { body: { name: 'kept' } } },
  'a body that was kept as text': {
    ...sized(DATA, 'application/json'),
    before: 'read',
    kept: { body: '{"name":"text"}' }
  },
  'a body that was kept as bytes': {
    ...sized(DATA, 'application/json'),
    before: 'read',
    kept: { body: Buffer.from('{"name":"bytes"}') }
  },
  'a body that was kept beside': {
    ...sized(DATA, 'application/json'),
    before: 'read',
    kept: { body: { name: 'kept' }, rawBody: Buffer.from('raw') }
  },
  'a wrong length': { ...sized(DATA, 'application/json'), headers: { ...JSON_HEADERS, 'content-length': '5' } }
}

const LIMIT = 60
const TYPES = new BodyTypes(['application/json', FORM, 'multipart/form-data', 'text/plain'])
const readMultipart = async (_body: unknown, boundary: string) => `the form between ${boundary}`

async function collected(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString()
}

/** The calls of a reader that gets a body as it comes. */
function flowing(body: RequestBody, limit: number): Promise<string> {
  return new Promise((resolve) => {
    const said: string[] = []
    body.flow(limit).start({
      chunk: (bytes) => said.push(bytes.toString()),
      end: () => resolve(`${said.join('|')} end`),
      fail: (error) => resolve(`${said.join('|')} fails: ${error.message}`)
    })
  })
}

/** What can be done with a body. */
const USES: Readonly<Record<string, (body: RequestBody) => unknown>> = {
  bytes: async (body) => (await body.bytes()).toString(),
  text: (body) => body.text(),
  'stream()': (body) => collected(body.stream()),
  'stream(10)': (body) => collected(body.stream(10)),
  'flow(60)': (body) => flowing(body, LIMIT),
  'flow(10)': (body) => flowing(body, 10),
  whenRead: (body) => body.whenRead((bytes, how) => `${how} ${bytes}`, 'used'),
  'whenRead that throws': (body) =>
    body.whenRead(() => {
      throw new Error('of the use')
    }, undefined),
  arrived: async (body) => String(await body.sent()),
  'decode JSON': (body) => body.decode(JSON_TYPES),
  'decode a record': (body) => body.decode(RECORD_TYPES),
  'decode any': (body) => body.decode(TYPES, readMultipart),
  'decode without forms': (body) => body.decode(TYPES),
  decodeIfAny: (body) => body.decodeIfAny(TYPES, readMultipart),
  check: (body) => body.check(JSON_TYPES),
  plain: (body) => [body.isPlainJson, body.mayHaveContent]
}

/** What is done after something else was done. */
const AGAIN: Readonly<Record<string, readonly (keyof typeof USES)[]>> = {
  'bytes twice': ['bytes', 'bytes'],
  'bytes, then a stream': ['bytes', 'stream()'],
  'bytes, then a flow': ['bytes', 'flow(60)'],
  'bytes, then whenRead': ['bytes', 'whenRead'],
  'whenRead twice': ['whenRead', 'whenRead'],
  'whenRead, then bytes': ['whenRead', 'bytes'],
  'whenRead, then a stream': ['whenRead', 'stream()'],
  'whenRead, then a flow': ['whenRead', 'flow(60)'],
  'a stream, then bytes': ['stream()', 'bytes'],
  'a stream, then a stream': ['stream()', 'stream()'],
  'a flow, then whenRead': ['flow(60)', 'whenRead'],
  'a flow, then a flow': ['flow(60)', 'flow(60)']
}

const brief = (text: string): string =>
  text.replace(
    / \{"name": "\w+", "status": (\d+).*?, "headers": (\{.*?\}|undefined).*$/,
    (_all, status, headers) => ` ${status}${headers === 'undefined' ? '' : ` ${headers}`}`
  )

/** Lines of what names come to; those with the same outcome are one. */
function grouped(outcomes: readonly (readonly [name: string, outcome: string])[]): string[] {
  const groups = new Map<string, string[]>()
  for (const [name, text] of outcomes) groups.set(text, [...(groups.get(text) ?? []), name])
  return [...groups].map(([text, names]) => `${names.join(', ')} → ${text}`)
}

describe('The body of a request', () => {
  it('is read, streamed and decoded as request-list.txt says', async () => {
    const lines: string[] = []
    for (const [name, sent] of Object.entries(REQUESTS)) {
      const outcomes = await Promise.all(
        Object.entries(USES).map(async ([use, run]) => {
          const body = new RequestBody(await requestOf(sent), LIMIT)
          return [use, brief(await settled(async () => run(body)))] as const
        })
      )
      lines.push(`\n${name}`, ...grouped(outcomes))
    }
    for (const name of ['JSON', 'JSON in chunks', 'late JSON', 'gzip', 'no gzip', '61 bytes'] as const) {
      const outcomes = await Promise.all(
        Object.entries(AGAIN).map(async ([title, uses]) => {
          const body = new RequestBody(await requestOf(REQUESTS[name] as Sent), LIMIT)
          let last = ''
          for (const use of uses) last = brief(await settled(async () => USES[use]?.(body)))
          return [title, last] as const
        })
      )
      lines.push(`\n${name}, a second time`, ...grouped(outcomes))
    }
    expectWholeList('http/body/request-list.txt', lines)
  })

  it('is bound to a declared type as reader-list.txt says', async () => {
    const lines: string[] = []
    const forms = { multipart: () => async (_body: unknown, boundary: string) => ({ name: boundary }) }
    const declared: readonly (readonly [title: string, type: unknown, consumes: unknown])[] = [
      ['a record', Data, undefined],
      ['a record in three formats', Data, ['application/json', FORM, 'multipart/form-data']],
      ['a form', Data, FORM],
      ['a text', String, 'text/plain'],
      ['a date', DateOnly, ['text/plain', 'application/json']],
      ['bytes', Buffer, 'text/*'],
      ['anything of JSON', Object, undefined]
    ]
    for (const [title, expression, consumes] of declared) {
      for (const isRequired of [true, false]) {
        const type = outcome(() => parseType(expression, 'here'))
        if (type.startsWith('throws')) continue
        const declaration = declareBody(parseType(expression, 'here'), consumes, 'here', isRequired)
        const read = compileBodyReader(
          declaration,
          isRequired ? 'reject' : 'strip'
        )<string>(({ value, faults }, context) =>
          faults === undefined
            ? { value, of: context }
            : faults.map(({ path, rule, message }) => `${path} ${rule}: ${message}`)
        )
        const outcomes = await Promise.all(
          Object.entries(REQUESTS).map(async ([name, sent]) => {
            const body = new RequestBody(await requestOf(sent), LIMIT)
            const text = await settled(async () => readBody(read, body, forms as never, name))
            // What is used belongs to the request that it was read with.
            return [name, brief(text.replace(JSON.stringify(name), 'it'))] as const
          })
        )
        lines.push(`\n${title}${isRequired ? '' : ', or nothing'}`, ...grouped(outcomes))
      }
    }
    expectWholeList('http/body/reader-list.txt', lines)
  })
})
