import type { Readable } from 'node:stream'
import { expect } from 'chai'
import { declareBody } from '../../../src/http/body/declared-body.js'
import { compileBodyReader, RequestBody } from '../../../src/http/body/request-body.js'
import { FetchConnection, type Platform } from '../../../src/http/fetch/connection.js'
import { FetchExchange } from '../../../src/http/fetch/exchange.js'
import { parseType, Unknown } from '../../../src/record/type/type-expression.js'
import { expectWholeList, settled } from '../../support/whole-list.js'

const LIMIT = 20

/** What gives a body: counted pieces, or what a platform's server has framed, as a Buffer's memory or as an array. */
const READINGS: Readonly<Record<string, Platform | undefined>> = {
  counted: undefined,
  framed: { isBun: true, isDeno: false, makesArrays: false, guard: undefined },
  'framed, in arrays': { isBun: true, isDeno: false, makesArrays: true, guard: undefined }
}

const BODIES: Readonly<Record<string, Buffer>> = {
  JSON: Buffer.from('{"a":"é"}'),
  nothing: Buffer.from(''),
  'no JSON': Buffer.from('{"a":'),
  'a byte order mark': Buffer.from('\ufeff{"a":1}'),
  'two byte order marks': Buffer.from('\ufeff\ufeff{}'),
  'a replacement character': Buffer.from('"\ufffd"'),
  'a byte that is not UTF-8': Buffer.from([0x22, 0xff, 0x22]),
  'a truncated sequence of three bytes': Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22]),
  'half of a surrogate pair': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  'as many bytes as the limit': Buffer.from(`"${'a'.repeat(LIMIT - 2)}"`),
  'one byte above the limit': Buffer.from(`"${'a'.repeat(LIMIT - 1)}"`)
}

const USES: Readonly<Record<string, (body: RequestBody) => unknown>> = {
  bytes: async (body) => (await body.bytes()).toString('latin1'),
  'bytes, which are a Buffer': async (body) => Buffer.isBuffer(await body.bytes()),
  text: (body) => body.text(),
  'as declared': (body) => {
    const read = compileBodyReader(declareBody(parseType(Unknown, 'here'), undefined, 'here', true), 'strip')
    return read(body, {} as never, ({ value, faults }) => value ?? faults)
  },
  'whenRead that throws': (body) =>
    body.whenRead(() => {
      throw new Error('of the use')
    }),
  'whenRead, then again, then bytes': async (body) => {
    const first = await body.whenRead((bytes) => bytes.length)
    return [first, await body.whenRead((bytes) => bytes.length), (await body.bytes()).length]
  },
  'whenRead twice at once, and bytes': (body) =>
    Promise.all([
      body.whenRead((bytes) => bytes.length),
      body.whenRead((bytes) => bytes.length),
      body.bytes().then(({ length }) => length)
    ]),
  'whenRead, and a stream at once': async (body) => {
    const read = body.whenRead((bytes) => bytes.length)
    const streamed = collected(body.stream())
    return [await read, await streamed]
  }
}

async function collected(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

function bodyOf(content: Buffer, platform: Platform | undefined): RequestBody {
  const exchange = exchangeOf(content, platform)
  give(exchange)
  return new RequestBody(exchange, LIMIT)
}

function give(exchange: FetchExchange): void {
  exchange.whenGiven(
    () => {},
    () => {}
  )
}

function exchangeOf(content: Buffer, platform: Platform | undefined, init: RequestInit = {}): FetchExchange {
  const length = { 'content-type': 'application/json', 'content-length': String(content.length) }
  const headers = { ...length, ...(init.headers as Record<string, string>) }
  const request = new Request('http://a.example/', { ...init, method: 'POST', body: content, headers })
  const ofServer = Object.assign(request, { bytes: async () => new Uint8Array(await request.arrayBuffer()) })
  const server = platform && { requestIP: () => ({ address: '203.0.113.9' }) }
  const connection = new FetchConnection(server, server, platform)
  return new FetchExchange(ofServer, connection, { forget: () => {} })
}

const brief = (text: string): string => text.replace(/ \{"name": "\w+", "status": (\d+).*$/, ' $1')

describe('The body of a request without a connection', () => {
  it('is read as direct-body-list.txt says, however its platform gives it', async () => {
    const lines: string[] = []
    for (const [name, content] of Object.entries(BODIES)) {
      lines.push(`\n${name}`)
      for (const [use, run] of Object.entries(USES)) {
        const outcomes = new Map<string, string[]>()
        for (const [reading, platform] of Object.entries(READINGS)) {
          const outcome = brief(await settled(async () => run(bodyOf(content, platform))))
          outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), reading])
        }
        for (const [outcome, readings] of outcomes) {
          const where = outcomes.size === 1 ? '' : ` (${readings.join('; ')})`
          lines.push(`${use} → ${outcome}${where}`)
        }
      }
    }
    expectWholeList('http/fetch/direct-body-list.txt', lines)
  })

  for (const [reading, platform] of Object.entries(READINGS)) {
    it(`is left when its client goes, also where it could not be decompressed: ${reading}`, async () => {
      for (const coding of ['gzip', 'unknown', 'identity']) {
        const client = new AbortController()
        const headers = { 'content-encoding': coding }
        const exchange = exchangeOf(Buffer.from('abcde'), platform, { signal: client.signal, headers })
        // As the edge does it: the handler has begun to read by then.
        const reading = new RequestBody(exchange, LIMIT).bytes().catch(() => undefined)
        give(exchange)
        await reading
        client.abort()
        expect(exchange.isCut, coding).to.equal(true)
      }
    })
  }
})
