import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import {
  Application,
  Body,
  bootstrap,
  type Context,
  Controller,
  Ctx,
  Field,
  Get,
  Post,
  Query,
  Returns,
  type Service
} from 'fieldstone'
import type { FindCall } from '../../../src/http/exchange/value-call.js'
import { FetchCall } from '../../../src/http/fetch/call.js'
import { FetchConnection } from '../../../src/http/fetch/connection.js'
import { FetchExchange } from '../../../src/http/fetch/exchange.js'
import { InFlight } from '../../../src/http/fetch/in-flight.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { BUN, DENO, framing, OLD_BUN, servedByDeno } from '../../support/fetch-platforms.js'
import { until } from '../../support/one-handler.js'
import { RecordingLogger } from '../../support/recording-logger.js'

class Item {
  @Field() name!: string
}

@Controller('/items')
class Items {
  @Get()
  @Returns(200, Item)
  first(@Query('name', { optional: true }) name?: string): Item {
    return { name: name ?? 'first' }
  }

  @Post({ bodyLimit: 40 })
  @Returns(201, Item)
  create(@Body() item: Item): Item {
    calls.push(item.name)
    if (item.name === 'broken') throw new TypeError('internal')
    return item
  }

  @Get('/with-context')
  @Returns(200, Item)
  withContext(@Ctx() { path }: Context): Item {
    return { name: path }
  }

  @Post('/unread')
  @Returns(200, Item)
  unread(@Query('name', { optional: true }) name?: string): Item {
    return { name: name ?? 'first' }
  }
}

/** The names that the method was called with. */
const calls: string[] = []

/** What is done with a request whose body the platform reads. */
interface Steps {
  readonly path?: string
  readonly method?: string
  /** The body, or why it fails. */
  readonly body?: string | Uint8Array | Error
  /** Its declared length, where that is another one. */
  readonly length?: number
  /** Before the body comes. */
  readonly leave?: boolean
  readonly stop?: boolean
  /** Before the request comes. */
  readonly left?: boolean
}

const CASES: Readonly<Record<string, Steps>> = {
  'no body': { method: 'GET' },
  'a body that comes whole': { body: '{"name":"whole"}' },
  'a body that is not valid': { body: '{"name":1}' },
  'a body that is no JSON': { body: '{"name":' },
  'bytes that are not UTF-8': { body: Uint8Array.of(0x7b, 0x22, 0xf0, 0x9f, 0x98, 0x22, 0x7d) },
  'a method that fails': { body: '{"name":"broken"}' },
  'a body that nothing reads': { path: '/items/unread', body: '{"name":"left"}' },
  'a declared length above the limit': { body: '{"name":"long"}', length: 41 },
  'more bytes than were declared, above the limit': { body: `{"name":"${'x'.repeat(40)}"}`, length: 20 },
  'fewer bytes than were declared': { body: '{"name":"short"}', length: 30 },
  'no declared length': { body: '{"name":"free"}', length: Number.NaN },
  'a client that leaves': { body: new Error('gone'), length: 20, leave: true },
  'a body that fails while the client is there': { body: new Error('gone'), length: 20 },
  'a client that has left, and a body that comes whole': { body: '{"name":"whole"}', left: true },
  'a client that has left, and a body that is not valid': { body: '{"name":1}', left: true },
  'a client that has left, and a method that fails': { body: '{"name":"broken"}', left: true }
}

/** How the platform gives the body. */
const CONNECTIONS: Readonly<Record<string, () => FetchConnection>> = {
  'as an array': () => framing(BUN),
  'as a buffer': () => framing(OLD_BUN),
  'of a client that the server does not know any more': () => {
    const peers = [{ address: '203.0.113.9' }]
    return new FetchConnection({ requestIP: () => peers.pop() ?? null }, undefined, BUN)
  },
  'there already': () => new FetchConnection(undefined, undefined, DENO)
}

describe('A request by fetch that is one object', () => {
  for (const [name, connection] of Object.entries(CONNECTIONS)) {
    for (const [title, steps] of Object.entries(CASES)) {
      it(`is responded to and counted as one with an exchange, the body ${name}: ${title}`, async () => {
        expect(await outcome(steps, connection(), true)).to.deep.equal(await outcome(steps, connection(), false))
      })
    }
  }

  for (const [title, body] of Object.entries({ 'has come': '{"name":"late"}', 'has failed': new Error('gone') })) {
    it(`is responded to with 503, and calls no method, when its body ${title} after the deadline of a stop`, async () => {
      const [response, isFinished, , called, log] = await outcome({ body, length: 15, stop: true }, framing(BUN), true)
      expect(response).to.match(/^503 /)
      expect([isFinished, called, log]).to.deep.equal([true, [], []])
    })
  }

  it('is waited for by a stop until its body has come, and has its own response then', async () => {
    const service = await started(new RecordingLogger())
    const inFlight = new InFlight()
    let come = (): void => {}
    const coming = new Promise<void>((resolve) => {
      come = resolve
    })
    const request = requestOf({ body: '{"name":"in time"}' }, new AbortController().signal, () => coming)
    inFlight.begin()
    const response = respond(service, request, framing(BUN), inFlight, true)
    const order: string[] = []
    const finished = inFlight.finish(60_000).then(() => order.push('finished'))
    await new Promise(setImmediate)
    order.push('come')
    come()
    expect(await (await response).json()).to.deep.equal({ name: 'in time' })
    await finished
    expect(order).to.deep.equal(['come', 'finished'])
    // What has come is not counted among those that a later deadline leaves.
    inFlight.begin()
    inFlight.begin()
    const never = requestOf({ body: '{"name":"never"}' }, new AbortController().signal, () => new Promise(() => {}))
    void respond(service, never, framing(BUN), inFlight, true)
    let isFinished = false
    const second = inFlight.finish(1).then(() => {
      isFinished = true
    })
    await until(() => inFlight.isOver)
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    expect(isFinished).to.equal(false)
    inFlight.end()
    await second
  })

  it('is of the opening of the service in which it came, also when the service was opened again', async () => {
    const service = await started(new RecordingLogger())
    const server = new FetchServer(service.handler, service.router.findCall)
    const comes: (() => void)[] = []
    const answer = (name: string): Promise<Response> => {
      const coming = new Promise<void>((resolve) => comes.push(resolve))
      return server.answer(requestOf({ body: JSON.stringify({ name }) }, new AbortController().signal, () => coming))
    }
    const { frames } = FetchConnection.prototype
    FetchConnection.prototype.frames = () => true
    try {
      const first = answer('first')
      await server.close({ deadline: 1 })
      server.open()
      const second = answer('second')
      for (const come of comes) come()
      expect([(await first).status, (await second).status]).to.deep.equal([503, 201])
    } finally {
      FetchConnection.prototype.frames = frames
    }
  })

  it('is what service.fetch makes of a request that takes values alone, and of no other', async () => {
    const service = await started(new RecordingLogger())
    const { run } = FetchCall.prototype
    let made = 0
    FetchCall.prototype.run = function (this: FetchCall) {
      made += 1
      run.call(this)
    }
    try {
      const content = { body: '{"name":"a"}', headers: { 'content-type': 'application/json' } }
      await service.fetch(new Request('http://localhost/items', { method: 'POST', ...content }))
      await service.fetch(new Request('http://localhost/items'))
      expect(made).to.equal(2)
      await service.fetch(new Request('http://localhost/items', { method: 'HEAD' }))
      await service.fetch(new Request('http://localhost/items', { method: 'PUT', ...content }))
      await service.fetch(new Request('http://localhost/items/with-context'))
      expect(made).to.equal(2)
    } finally {
      FetchCall.prototype.run = run
    }
  })

  it('is looked for only in a service that has such routes', async () => {
    const options = { title: 'Items', version: '1', logger: new RecordingLogger(), controllers: [Items] }
    const { router } = await bootstrap(new Application({ ...options, accessLog: 'debug' }))
    expect(router.findCall).to.equal(undefined)
  })

  it('makes no exchange for a body that comes whole', async () => {
    const service = await started(new RecordingLogger())
    let made = 0
    class Counted extends FetchCall {
      protected override get exchange(): FetchExchange {
        made += 1
        return super.exchange
      }
    }
    const request = requestOf({ body: '{"name":"whole"}' }, new AbortController().signal, () => Promise.resolve())
    const found = foundFor(service, request)
    const response = await new Counted(found, request, 'POST', framing(BUN), new InFlight()).respond()
    expect([response.status, await response.json(), made]).to.deep.equal([201, { name: 'whole' }, 0])
  })
})

function foundFor(service: Service, { method, url }: Request): NonNullable<ReturnType<FindCall>> {
  const found = service.router.findCall?.(method, new URL(url).pathname)
  if (found === undefined) throw new Error(`${method} ${url} takes a context`)
  return found
}

function started(logger: RecordingLogger): Promise<Service> {
  const options = { title: 'Items', version: '1', logger, controllers: [Items] }
  return bootstrap(new Application({ ...options, responseChecks: 'off' }))
}

/** The response, whether nothing is in flight then, whether the body was taken or cancelled, what the method was called with, and what was logged. */
async function outcome(steps: Steps, connection: FetchConnection, isCall: boolean): Promise<unknown[]> {
  const logger = new RecordingLogger()
  const service = await started(logger)
  const client = new AbortController()
  let come: () => void = () => {}
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  if (steps.left) client.abort()
  const request = requestOf(steps, client.signal, () => coming)
  calls.length = 0
  const inFlight = new InFlight()
  inFlight.begin()
  const response = respond(service, request, connection, inFlight, isCall).then(told, String)
  if (steps.stop) await inFlight.finish(1)
  if (steps.leave) client.abort()
  come()
  const text = await response
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  const isFinished = await Promise.race([inFlight.finish(1).then(() => true), new Promise(setImmediate)])
  await service.close()
  return [text, isFinished, request.bodyUsed, [...calls], logger.entries.map(({ message }) => message)]
}

function respond(
  service: Service,
  request: Request,
  connection: FetchConnection,
  inFlight: InFlight,
  isCall: boolean
): Promise<Response> {
  if (isCall) {
    return new FetchCall(foundFor(service, request), request, request.method, connection, inFlight).respond()
  }
  const exchange = new FetchExchange(request, connection, inFlight)
  service.handler(exchange as unknown as IncomingMessage, exchange as unknown as ServerResponse)
  return inFlight.responseOf(exchange)
}

async function told(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`
}

/** A request whose bytes come when that is said. */
function requestOf(
  { path = '/items', method = 'POST', body, length }: Steps,
  signal: AbortSignal,
  coming: () => Promise<void>
): Request {
  const content =
    typeof body === 'string' ? Buffer.from(body) : body instanceof Error ? Buffer.from('{"name":"failing"}') : body
  const headers: Record<string, string> = content === undefined ? {} : { 'content-type': 'application/json' }
  if (content !== undefined && !Number.isNaN(length)) headers['content-length'] = String(length ?? content.byteLength)
  const request = new Request(`http://localhost${path}`, { method, body: content ?? null, headers, signal })
  const bytes = async (): Promise<Uint8Array> => {
    await coming()
    if (body instanceof Error) throw body
    return new Uint8Array(content ?? [])
  }
  Object.defineProperty(request, 'bytes', { value: bytes })
  Object.defineProperty(request, 'arrayBuffer', { value: async () => (await bytes()).buffer })
  return servedByDeno(request, body instanceof Error ? undefined : content)
}
