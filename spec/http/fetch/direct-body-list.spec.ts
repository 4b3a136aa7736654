import type { Readable } from 'node:stream'
import { expect } from 'chai'
import { BadRequest, Unknown } from 'fieldstone'
import { declareBody } from '../../../src/http/body/declared-body.js'
import { compileBodyReader, RequestBody, readBody } from '../../../src/http/body/request-body.js'
import { FetchConnection } from '../../../src/http/fetch/connection.js'
import { FetchExchange } from '../../../src/http/fetch/exchange.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { BUN, DENO, framing, OLD_BUN, OTHER_DENO, servedByDeno, withArrays } from '../../support/fetch-platforms.js'
import { unhandledRejections } from '../../support/unhandled-rejections.js'
import { expectWholeList, settled } from '../../support/whole-list.js'

const LIMIT = 20

/** What gives a body: counted pieces, or a platform's server, framed, as a Buffer's memory or as an array, or at once. */
const READINGS: Readonly<Record<string, FetchConnection>> = {
  counted: new FetchConnection(undefined),
  framed: framing(OLD_BUN),
  'framed, in arrays': framing(BUN),
  'there already': new FetchConnection(undefined, undefined, DENO)
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

const lengthIs = ({ length }: Uint8Array, name: string) => `${name} ${length}`

const USES: Readonly<Record<string, (body: RequestBody) => unknown>> = {
  bytes: async (body) => (await body.bytes()).toString('latin1'),
  'bytes, which are a Buffer': async (body) => Buffer.isBuffer(await body.bytes()),
  text: (body) => body.text(),
  'as declared': (body) => {
    const read = compileBodyReader(declareBody(parseType(Unknown, 'here'), undefined, 'here', true), 'strip')
    return readBody(
      read(({ value, faults }) => value ?? faults),
      body,
      {} as never,
      undefined
    )
  },
  'whenRead that throws': (body) =>
    body.whenRead(() => {
      throw new Error('of the use')
    }, undefined),
  'whenRead, then again, then bytes': async (body) => {
    const first = await body.whenRead(lengthIs, 'first')
    return [first, await body.whenRead(lengthIs, 'second'), (await body.bytes()).length]
  },
  'whenRead twice at once, and bytes': (body) =>
    Promise.all([
      body.whenRead(lengthIs, 'first'),
      body.whenRead(lengthIs, 'second'),
      body.bytes().then(({ length }) => length)
    ]),
  'whenRead, and a stream at once': async (body) => {
    const read = body.whenRead(lengthIs, 'read')
    const streamed = collected(body.stream())
    return [await read, await streamed]
  }
}

async function collected(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

function bodyOf(content: Buffer, connection: FetchConnection): RequestBody {
  const exchange = exchangeOf(content, connection)
  give(exchange)
  return new RequestBody(exchange, LIMIT)
}

function give(exchange: FetchExchange): void {
  exchange.whenGiven(
    () => {},
    () => {}
  )
}

/** @param isClosed whether the Headers of the request can be read no more, and its body neither */
function exchangeOf(
  content: Buffer,
  connection: FetchConnection,
  init: RequestInit = {},
  isClosed = false
): FetchExchange {
  const length = { 'content-type': 'application/json', 'content-length': String(content.length) }
  const headers = { ...length, ...(init.headers as Record<string, string>) }
  const request = new Request('http://a.example/', { ...init, method: 'POST', body: content, headers })
  const served = servedByDeno(withArrays(request), isClosed ? undefined : content)
  if (isClosed) Object.defineProperty(served, 'headers', { value: { get: () => BadRequest.throw('closed') } })
  return new FetchExchange(served, connection, { forget: () => {} })
}

const brief = (text: string): string => text.replace(/ \{"name": "\w+", "status": (\d+).*$/, ' $1')

describe('The body of a request without a connection', () => {
  it('is read as direct-body-list.txt says, however its platform gives it', async () => {
    const lines: string[] = []
    for (const [name, content] of Object.entries(BODIES)) {
      lines.push(`\n${name}`)
      for (const [use, run] of Object.entries(USES)) {
        const outcomes = new Map<string, string[]>()
        for (const [reading, connection] of Object.entries(READINGS)) {
          const outcome = brief(await settled(async () => run(bodyOf(content, connection))))
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

  for (const [reading, connection] of Object.entries(READINGS)) {
    it(`is left when its client goes, also where it could not be decompressed: ${reading}`, async () => {
      for (const coding of ['gzip', 'unknown', 'identity']) {
        const client = new AbortController()
        const headers = { 'content-encoding': coding }
        const exchange = exchangeOf(Buffer.from('abcde'), connection, { signal: client.signal, headers })
        // As the edge does it: the handler has begun to read by then.
        const reading = new RequestBody(exchange, LIMIT).bytes().catch(() => undefined)
        give(exchange)
        await reading
        client.abort()
        expect(exchange.isCut, coding).to.equal(true)
      }
    })
  }

  for (const [reading, platform] of Object.entries({ 'there already': DENO, 'framed by Deno': OTHER_DENO })) {
    it(`that is shorter than its length was cut by its client, and is given to nobody: ${reading}`, async () => {
      const connection = new FetchConnection(undefined, undefined, platform)
      const exchange = exchangeOf(Buffer.from('{}'), connection, { headers: { 'content-length': '3' } })
      give(exchange)
      const said = await settled(async () => new RequestBody(exchange, LIMIT).whenRead(lengthIs, 'read'))
      expect(said).to.match(/RequestAborted/)
      expect(exchange.isCut).to.equal(true)
    })

    it(`of a request that its server has closed fails as that of a client that has gone: ${reading}`, async () => {
      const exchange = exchangeOf(Buffer.from('{}'), new FetchConnection(undefined, undefined, platform), {}, true)
      give(exchange)
      expect(await settled(async () => new RequestBody(exchange, LIMIT).bytes())).to.match(/RequestAborted/)
    })
  }

  it('has its type read without the Headers of its request where nothing reads them later', () => {
    const exchange = exchangeOf(Buffer.from('{}'), new FetchConnection(undefined, undefined, DENO), {}, true)
    const read = [true, false].map((isRequestKept) => new RequestBody(exchange, LIMIT, isRequestKept).isPlainJson)
    expect(read).to.deep.equal([false, true])
  })

  it('that fails leaves nothing unhandled where a stream of it is not read', async () => {
    const unhandled = await unhandledRejections(async () => {
      for (const connection of Object.values(READINGS)) {
        const body = bodyOf(BODIES['one byte above the limit'] as Buffer, connection)
        const read = settled(async () => body.whenRead(lengthIs, 'read'))
        body.stream()
        await read
      }
    })
    expect(unhandled).to.deep.equal([])
  })
})
