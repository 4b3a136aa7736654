import { Readable } from 'node:stream'
import { expect } from 'chai'
import { FetchBody } from '../../../src/http/fetch/body.js'
import { FetchConnection, type Platform, platformOf } from '../../../src/http/fetch/connection.js'
import { FetchExchange } from '../../../src/http/fetch/exchange.js'
import { canHaveBody, headOf } from '../../../src/http/fetch/head.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { injectedBody } from '../../../src/http/fetch/injected-body.js'
import { FetchSocket } from '../../../src/http/fetch/socket.js'
import { CONTEXT } from '../../../src/http/lifetime/direct-exchange.js'
import { BEHIND, BUN, framing, GUARD, OLD_BUN, OTHER_DENO, pieces, withArrays } from '../../support/fetch-platforms.js'
import { calls, expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

const tooLarge = (limit: number) => new Error(`larger than ${limit}`)

const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request('http://a.example/b?c#d', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const REQUESTS: Readonly<Record<string, () => Request>> = {
  GET: () => new Request('http://a.example/'),
  'DELETE without a body': () => new Request('http://a.example', { method: 'DELETE' }),
  'a text': () => post('abcde'),
  'no text': () => post(''),
  pieces: () => post(pieces('ab', '', 'cde', 'f')),
  'no pieces': () => post(pieces()),
  'a body that fails': () => post(pieces('ab', new Error('of the body'))),
  'a body that fails at once': () => post(pieces(new Error('of the body'))),
  'a declared length': () => post('abcde', { 'content-length': '5' }),
  'a declared length that is too large': () => post('abcde', { 'content-length': '7' }),
  'a length that was sent twice': () => post('abcde', { 'content-length': '5, 5' }),
  'a false length': () => post(pieces('abcd', 'efgh'), { 'content-length': '2' })
}

/** All bytes of a body or of an exchange. */
function bytesOf(read: FetchBody | FetchExchange, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = { arrived: resolve, failed: reject }
    if (read instanceof FetchBody) read.read(limit, tooLarge, reader)
    else read.readBody(limit, tooLarge, reader)
  })
}

type Use = (body: FetchBody, said: string[]) => Promise<unknown>
const USES: Readonly<Record<string, Use>> = {
  'bytes up to 6': (body) => bytesOf(body, 6),
  'bytes up to 5': (body) => bytesOf(body, 5),
  'bytes up to 4': (body) => bytesOf(body, 4),
  'chunk by chunk': async (body) => {
    const chunks: string[] = []
    for (;;) {
      const chunk = await body.next()
      if (chunk === undefined) return [...chunks, String(await body.next())]
      chunks.push(chunk.toString())
    }
  },
  'bytes while they are cancelled': async (body) => {
    const bytes = bytesOf(body, 6)
    body.cancel('enough')
    return bytes
  },
  'a chunk, then cancelled': async (body) => {
    const first = String(await body.next())
    body.cancel()
    return [first, String(await body.next())]
  },
  'bytes that are looked at': async (body) => {
    const bytes = bytesOf(body, 6)
    const { reading, isTaken, isFramed } = body
    return [await reading, isTaken, isFramed, await bytes]
  }
}

const state = (body: FetchBody) =>
  [
    ...(body.isArriving ? ['arriving'] : []),
    ...(body.isTaken ? ['taken'] : []),
    ...(body.reading === undefined ? [] : ['being read']),
    ...(body.isFramed ? ['framed'] : [])
  ].join(', ')

/** Lines of what names come to; those with the same outcome are one. */
function grouped(outcomes: readonly (readonly [name: string, outcome: string])[]): string[] {
  const groups = new Map<string, string[]>()
  for (const [name, text] of outcomes) groups.set(text, [...(groups.get(text) ?? []), name])
  return [...groups].map(([text, names]) => `  ${names.join(', ')} → ${text}`)
}

const CONNECTIONS: readonly unknown[] = [
  undefined,
  null,
  'a',
  {},
  { remoteAddress: '203.0.113.7' },
  { remoteAddress: 5 },
  { remoteAddr: { hostname: '203.0.113.8' } },
  { remoteAddr: null },
  { remoteAddr: { hostname: '203.0.113.8' }, remoteAddress: '203.0.113.7' },
  { requestIP: () => ({ address: '203.0.113.9' }) },
  { requestIP: () => null },
  { requestIP: '203.0.113.9' }
]

const OTHER: unique symbol = Symbol('other')

const PLATFORMS: Readonly<Record<string, Platform>> = {
  Node: platformOf(globalThis),
  Bun: BUN,
  'an old Bun': OLD_BUN,
  Deno: OTHER_DENO,
  'Deno without a guard': { ...OTHER_DENO, deno: { request: undefined, guard: undefined } }
}

/** What an exchange says at the steps of its way, and to its edge. */
function exchanged(
  request: Request,
  steps: (exchange: FetchExchange, say: (what: unknown) => void) => unknown,
  connection = new FetchConnection({ remoteAddress: '203.0.113.7' })
) {
  const said: string[] = []
  const say = (what: unknown) => said.push(shown(what))
  const exchange = new FetchExchange(request, connection, { forget: () => said.push('forgotten') })
  exchange.whenGiven(
    (response) => said.push(`given ${response.status} ${response.statusText} ${shown([...response.headers])}`),
    (error) => said.push(`rejected: ${error.message}`)
  )
  return {
    said,
    done: Promise.resolve(steps(exchange, say)).then(() => new Promise((resolve) => setImmediate(resolve)))
  }
}

const REPLY = { status: 200, contentType: 'text/plain', body: 'abc' }
const STEPS: Readonly<Record<string, (exchange: FetchExchange, say: (what: unknown) => void) => unknown>> = {
  'a reply': (exchange, say) => {
    say([exchange.headersSent, exchange.statusCode, exchange.destroyed, exchange.writableEnded])
    say(exchange.write(REPLY))
    say([exchange.headersSent, exchange.statusCode, exchange.destroyed, exchange.writableEnded, exchange.isNode])
  },
  'bytes without a type': (exchange, say) =>
    say(exchange.write({ ...REPLY, contentType: undefined, body: Buffer.from('ä') })),
  'a text without a type': (exchange, say) => say(exchange.write({ ...REPLY, contentType: undefined, body: 'ä' })),
  'a text with a type that was set': (exchange, say) => {
    exchange.setHeader('content-type', 'text/own')
    say(exchange.write({ ...REPLY, body: 'ä' }))
  },
  'no bytes': (exchange, say) => say(exchange.write({ ...REPLY, body: '' })),
  ...Object.fromEntries(
    [201, 204, 205, 304, 404].map((status) => [
      `status ${status}`,
      (exchange: FetchExchange, say: (what: unknown) => void) => {
        for (const name of ['content-type', 'content-length', 'x-a']) exchange.setHeader(name, '5')
        say(exchange.write({ ...REPLY, status }))
      }
    ])
  ),
  'a whole head': (exchange, say) =>
    say(exchange.write({ ...REPLY, status: 401, head: ['www-authenticate', 'Basic', 'content-length', 3] })),
  'headers of the request that other code has changed': (exchange, say) => {
    exchange.headers['x-own'] = 'mine'
    delete exchange.headers.host
    say([exchange.header('x-own'), exchange.header('host'), exchange.header(':path')])
    exchange.write(REPLY)
  },
  headers: (exchange, say) => {
    say([exchange.getHeaderNames(), exchange.hasHeader('x-a'), exchange.getHeader('x-a')])
    exchange.removeHeader('x-a')
    exchange.setHeader('X-A', 'b')
    exchange.setHeader('x-list', ['c', 'd'])
    exchange.setHeader('set-cookie', ['a=1', 'b=2'])
    exchange.setHeader('x-gone', 5)
    exchange.removeHeader('x-gone')
    exchange.setHeader('transfer-encoding', 'chunked')
    say([exchange.getHeaderNames(), exchange.hasHeader('x-a'), exchange.getHeader('x-list')])
    say(outcome(() => exchange.setHeader('a b', 'c')))
    exchange.write(REPLY)
  },
  'it is over': (exchange, say) => {
    exchange.whenOver((isSent) => say(`over ${isSent}`))
    exchange.whenOver((isSent) => say(`over as well ${isSent}`))
    exchange.write(REPLY)
    exchange.whenOver((isSent) => say(`over later ${isSent}`))
    say('written')
  },
  'given up': (exchange, say) => {
    exchange.whenOver((isSent) => say(`over ${isSent}`))
    exchange.giveUp(new Response(null, { status: 503 }))
    exchange.giveUp(new Response(null, { status: 500 }))
    say([exchange.isCut, exchange.write(REPLY)])
    exchange.whenOver((isSent) => say(`over later ${isSent}`))
  },
  'given up after the reply': (exchange, say) => {
    exchange.write(REPLY)
    exchange.giveUp(new Response(null, { status: 503 }))
    say(exchange.isCut)
  },
  'status 413 alone': (exchange, say) => say(exchange.write({ ...REPLY, status: 413 })),
  ...Object.fromEntries(
    [399, 400, 408, 413].map((status) => [
      `the end of the connection by ${status}`,
      (exchange: FetchExchange, say: (what: unknown) => void) => {
        exchange.setHeader('connection', 'close')
        say(exchange.write({ ...REPLY, status }))
      }
    ])
  ),
  'it is left': async (exchange, say) => {
    exchange.whenOver((isSent) => say(`over ${isSent}`))
    const { socket } = exchange
    say([socket.remoteAddress, socket.encrypted, exchange.socket === socket])
    exchange.write({ ...REPLY, status: 399 })
    exchange.watch()
  },
  "Node's messages and their end": async (exchange, say) => {
    exchange.whenOver((isSent) => say(`over ${isSent}`))
    exchange.res.on('close', () => say('closed'))
    exchange.whenOver((isSent) => say(`over, too ${isSent}`))
    exchange.res.writeHead(200, { connection: 'close' }).end('a')
    exchange.socket.on('close', () => say('the socket is closed'))
  },
  "Node's messages that are cut": async (exchange, say) => {
    exchange.res.on('error', () => undefined).destroy()
    exchange.socket.on('close', () => say('the socket is closed'))
    say([exchange.headersSent, exchange.statusCode, exchange.destroyed, exchange.writableEnded])
  },
  "Node's messages": async (exchange, say) => {
    exchange.setHeader('x-a', 'b')
    const { req, res } = exchange
    say([exchange.isNode, exchange.req === req, exchange.res === res, res.getHeader('x-a')])
    say(exchange.write(REPLY))
    exchange.setHeader('x-c', 'd')
    exchange.removeHeader('x-a')
    say([exchange.getHeaderNames(), exchange.hasHeader('x-c'), exchange.getHeader('x-c')])
    res.statusCode = 202
    res.end('abc')
    await new Promise((resolve) => res.once('close', resolve))
    say([exchange.headersSent, exchange.statusCode, exchange.destroyed, exchange.writableEnded])
  },
  "Node's messages after the reply": (exchange, say) => {
    exchange.write({ ...REPLY, status: 201 })
    const { res } = exchange
    say([res.headersSent, res.statusCode, res.writableEnded, outcome(() => res.setHeader('a', 'b'))])
  },
  "Node's messages of one that was given up": async (exchange, say) => {
    exchange.giveUp(new Response(null, { status: 503 }))
    say([exchange.req.destroyed, exchange.res.destroyed, exchange.socket.destroyed])
  },
  "Node's messages that are given up": async (exchange, say) => {
    exchange.res.on('close', () => say('closed'))
    exchange.giveUp(new Response(null, { status: 503 }))
    await new Promise((resolve) => setImmediate(resolve))
    say([exchange.req.destroyed, exchange.res.destroyed, exchange.socket.destroyed])
  }
}

/** A signal that says who listens to it. */
class Signal {
  aborted = false
  readonly #say: (what: string) => void
  readonly #listeners = new Set<() => void>()

  constructor(say: (what: string) => void) {
    this.#say = say
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.add(listener)
    this.#say(`${type} is awaited`)
  }

  removeEventListener(type: string, listener: () => void): void {
    if (this.#listeners.delete(listener)) this.#say(`${type} is awaited no longer`)
  }

  fire(): void {
    this.aborted = true
    for (const listener of [...this.#listeners]) listener()
  }
}

interface Client {
  readonly signal: Signal
  readonly exchange: FetchExchange
  readonly say: (what: unknown) => void
  /** Who asked for the response gets it now. */
  give(): void
}

const turns = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What becomes of requests whose client leaves, or whose body fails. */
const LEAVING: Readonly<Record<string, (client: Client) => unknown>> = {
  'a reply at once': ({ exchange, give }) => {
    exchange.write(REPLY)
    give()
    exchange.watch()
  },
  'a reply later': async ({ exchange, give, signal }) => {
    give()
    exchange.watch()
    await turns()
    exchange.write(REPLY)
    signal.fire()
    exchange.watch()
  },
  'it left before': ({ give, signal, exchange }) => {
    signal.aborted = true
    give()
    exchange.write(REPLY)
  },
  'it leaves': ({ give, signal, exchange, say }) => {
    exchange.whenOver((isSent) => say(`over ${isSent}`))
    give()
    signal.fire()
    exchange.giveUp(new Response(null, { status: 503 }))
    say([exchange.isCut, exchange.destroyed, exchange.headersSent])
  },
  'it leaves while its body is read': async ({ give, signal, exchange, say }) => {
    const bytes = bytesOf(exchange, 100).catch((error: Error) => say(error))
    give()
    await turns()
    signal.fire()
    await bytes
  },
  'its body is too large': async ({ give, exchange, say }) => {
    await bytesOf(exchange, 1).catch((error: Error) => say(error))
    give()
    const isWritten = exchange.write({ ...REPLY, status: 413 })
    say(isWritten)
    if (!isWritten) say(exchange.write({ ...REPLY, status: 200 }))
  },
  'its body is read': async ({ give, exchange, say }) => {
    say((await bytesOf(exchange, 100).catch((error: Error) => error)).toString())
    give()
    say(exchange.write({ ...REPLY, status: 413 }))
  },
  'its body is read, for Node’s messages': async ({ give, exchange, say }) => {
    exchange[CONTEXT] = 'the context'
    say((await bytesOf(exchange, 100).catch((error: Error) => error)).toString())
    give()
    const { req, res } = exchange
    say([(req as never as { [CONTEXT]: unknown })[CONTEXT], req.complete])
    req.on('end', () => say('the request has ended')).on('error', (error) => say(error))
    res.on('error', () => undefined)
    if (!req.destroyed) res.end('a')
  },
  'its body is being read, for Node’s messages': async ({ give, exchange, say }) => {
    const bytes = bytesOf(exchange, 100).catch((error: Error) => error)
    give()
    const { req, res } = exchange
    req.on('data', (chunk: Buffer) => say(`data ${chunk}`))
    req.on('end', () => say('the request has ended')).on('error', (error) => say(error))
    say(String(await bytes))
    await turns()
    res.on('error', () => undefined)
    if (!res.destroyed) res.end('a')
  },
  'its body is above the limit, for Node’s messages': async ({ give, exchange, say }) => {
    const bytes = bytesOf(exchange, 1).catch((error: Error) => error)
    give()
    const { req, res } = exchange
    req.on('data', (chunk: Buffer) => say(`data ${chunk}`))
    req.on('end', () => say('the request has ended')).on('error', (error) => say(error))
    say(String(await bytes))
    await turns()
    res.on('error', () => undefined)
    if (!res.destroyed) res.end('a')
  },
  'Node’s messages, and it leaves': async ({ give, exchange, say, signal }) => {
    const { req, res } = exchange
    req.on('error', (error) => say(error))
    res.on('error', (error) => say(error))
    give()
    signal.fire()
    await turns()
    say([req.destroyed, res.destroyed, exchange.socket.destroyed])
  },
  'Node’s messages, and it leaves when all was sent': async ({ give, exchange, signal, say }) => {
    give()
    exchange.res.end('a')
    await turns()
    signal.fire()
    say(exchange.socket.destroyed)
  },
  'Node’s messages whose body is partly read': async ({ give, exchange, say }) => {
    give()
    exchange.req.on('error', (error) => say(error))
    exchange.req.once('readable', () => say(`some ${exchange.req.read()}`))
    await turns()
    exchange.res.on('error', () => undefined).end('a')
  },
  'a head and what was set': ({ give, exchange }) => {
    exchange.setHeader('x-a', 'b')
    exchange.setHeader('transfer-encoding', 'chunked')
    exchange.write({ ...REPLY, head: ['content-type', 'a/b', 'content-length', 3, 'x-c', 'd'] })
    give()
  },
  'what was set and removed': ({ give, exchange }) => {
    exchange.setHeader('x-a', 'b')
    exchange.removeHeader('x-a')
    exchange.write(REPLY)
    give()
  },
  'what was set without a type': ({ give, exchange }) => {
    exchange.setHeader('x-a', 'b')
    exchange.write({ ...REPLY, contentType: undefined })
    give()
  },
  'an end without content': ({ give, exchange }) => {
    exchange.setHeader('transfer-encoding', 'chunked')
    exchange.write({ ...REPLY, status: 204 })
    give()
  },
  'an answer to the end of it': ({ give, exchange, say }) => {
    exchange.whenOver(() => {
      exchange.whenOver((isSent) => say(`over at last ${isSent}`))
      say('over')
    })
    exchange.write(REPLY)
    give()
  }
}

/** What sends a request, and what is said of it. */
async function left(
  init: RequestInit,
  body: readonly (string | Error)[] | undefined,
  connection: FetchConnection,
  steps: (client: Client) => unknown
) {
  const said: string[] = []
  const say = (what: unknown) => said.push(typeof what === 'string' ? what : shown(what))
  const source = body && pieces(...body)
  const request = new Request('http://a/b', { ...init, ...(source && { body: source, duplex: 'half' }) } as RequestInit)
  const stream = request.body
  if (stream !== null) {
    const cancel = stream.cancel.bind(stream)
    stream.cancel = (reason) => {
      say(`the body is cancelled: ${reason}`)
      return cancel(reason)
    }
  }
  const signal = new Signal(say)
  // Not every platform has signals.
  Object.defineProperty(request, 'signal', { value: init.signal === null ? undefined : signal })
  const exchange = new FetchExchange(request, connection, { forget: () => say('forgotten') })
  const given: Response[] = []
  const give = () =>
    exchange.whenGiven(
      (response) => {
        say(`given ${response.status} ${shown([...response.headers])}`)
        given.push(response)
      },
      (error) => say(`rejected: ${error.message}`)
    )
  await steps({ signal, exchange, say, give })
  await turns()
  for (const response of given) say(`content ${await settled(() => response.text())}`)
  say(request.bodyUsed ? 'the body was read' : 'the body was not read')
  return said.join(' | ')
}

describe('Requests without a connection', () => {
  it('are read and responded to as fetch-list.txt says', async () => {
    const lines: string[] = []
    const counting = () => new FetchConnection(undefined)
    const bodies = Object.entries(REQUESTS).flatMap(([name, request]) => {
      const isFramed = name.includes('length') || name === 'a text'
      if (!isFramed) return [[name, request, counting] as const]
      return [
        [name, request, counting] as const,
        [`${name}, framed`, request, () => framing()] as const,
        [`${name}, framed, in arrays`, () => withArrays(request()), () => framing(BUN)] as const
      ]
    })
    bodies.push([
      'a body that fails, framed',
      () => post(pieces('ab', new Error('of the body')), { 'content-length': '5' }),
      () => framing()
    ])
    for (const [name, request, connection] of bodies) {
      const outcomes = await Promise.all(
        Object.entries(USES).map(async ([title, use]) => {
          const said: string[] = []
          const body = new FetchBody(request(), connection(), { bodyFailed: () => void said.push('failed') })
          const before = state(body)
          const text = await settled(async () => {
            const read = await use(body, said)
            return Buffer.isBuffer(read) ? read.toString() : read
          })
          body.cancel()
          return [title, `${before}; ${[text, ...said].join(' ')}; ${state(body)}`] as const
        })
      )
      lines.push(`\nthe body: ${name}`, ...grouped(outcomes))
    }
    const targets = [
      ...[
        'http://a.example',
        'http://a.example/',
        'https://a.example:8443/b?c',
        'http://a/?b',
        'http://[::1]:80/a#b',
        'http://a/#b?c'
      ],
      ...['http://u:p@a/b', 'http://a/b//c/../d']
    ]
    lines.push('\ntargets')
    for (const target of targets) {
      const exchange = new FetchExchange(new Request(target.replace('u:p@', '')), new FetchConnection(undefined), {
        forget: () => {}
      })
      lines.push(
        `${target} → ${shown([exchange.url, exchange.header('host'), exchange.headers.host, exchange.socket.encrypted])}`
      )
    }
    const sent = [
      () => new Request('http://a/'),
      () => post('abc'),
      () => post('abc', { 'content-length': '3', host: 'b', 'x-a': '1' }),
      () => post('abc', { 'transfer-encoding': 'gzip' })
    ]
    for (const request of sent) {
      const names = ['host', 'x-a', 'transfer-encoding', 'content-length', ':path', 'a b', 'content-type']
      const [first, second] = [0, 1].map((reading) => {
        const exchange = new FetchExchange(request(), new FetchConnection(undefined), { forget: () => {} })
        if (reading === 1) void exchange.headers
        return shown([names.map((name) => exchange.header(name)), exchange.rawHeaders])
      })
      lines.push(`headers ${first}${first === second ? '' : ` or, read as a whole, ${second}`}`)
    }
    lines.push('\nconnections')
    for (const given of CONNECTIONS) {
      const outcomes = Object.entries(PLATFORMS).map(([name, platform]) => {
        const connection = new FetchConnection(given as object, undefined, platform)
        const requests = [
          post('abc', { 'content-length': '3' }),
          Object.assign(post('abc', { 'content-length': '3' }), { [GUARD]: 'immutable' }),
          Object.assign(post('abc', { 'content-length': '3' }), { [GUARD]: 'request' }),
          Object.assign(post('abc', { 'transfer-encoding': 'chunked' }), { [GUARD]: 'immutable' })
        ]
        const framed = requests.map((request) => connection.frames(request))
        const calling = new FetchConnection(given as object, given, platform)
        const framedByCaller = requests.map((request) => calling.frames(request))
        const seen = shown([connection.addressOf(post('abc')), connection.isServer, framed])
        return [name, `${seen}, itself calling ${shown(framedByCaller)}`] as const
      })
      lines.push(shown(given), ...grouped(outcomes))
    }
    class DenosRequest {
      [GUARD] = 'request';
      [BEHIND] = {}
    }
    class ArrayRequest {
      bytes() {}
    }
    class OtherRequest {
      [OTHER] = 'immutable'
    }
    lines.push(
      ...calls('platformOf', platformOf as never, [
        [{ Request: DenosRequest }],
        [{ Request: DenosRequest, Deno: 1 }],
        [{ Request: OtherRequest, Deno: 1 }],
        [{ Request: DenosRequest, Bun: 1 }],
        [{ Request: ArrayRequest, Bun: 1 }],
        [{ Request: ArrayRequest }]
      ])
    )
    const socket = new FetchSocket('203.0.113.7', true)
    socket.on('close', () => lines.push('the socket is closed'))
    lines.push(shown([socket.remoteAddress, socket.readable, socket.writable, socket.destroyed]))
    lines.push(
      shown([
        socket.destroy() === socket,
        socket.destroy() === socket,
        socket.readable,
        socket.writable,
        socket.destroyed
      ])
    )
    lines.push(
      ...calls('headOf', headOf, [
        ...[
          ['GET', 200, 'OK'],
          ['HEAD', 200, ''],
          [undefined, 204, 'a\tb'],
          ['GET', 205, ''],
          ['GET', 304, ''],
          ['GET', 599, '\x80ÿ']
        ],
        ...[
          ['GET', 199, ''],
          ['GET', 600, ''],
          ['GET', 200.5, ''],
          ['GET', 200, 'a\nb'],
          ['GET', 200, 'ā'],
          ['GET', 200, '\x7f']
        ]
      ] as never),
      ...calls('canHaveBody', canHaveBody, [
        ['HEAD', 200],
        ['GET', 200],
        ['GET', 204],
        ['GET', 205],
        ['GET', 304],
        [undefined, 404]
      ])
    )
    for (const [name, steps] of Object.entries(STEPS)) {
      for (const request of [new Request('http://a/'), post(pieces('ab', 'cd'))]) {
        const { said, done } = exchanged(request, steps)
        await done
        lines.push(`${name} to ${request.method}: ${said.join(' | ')}`)
      }
      const { said, done } = exchanged(new Request('http://a/'), steps, framing())
      await done
      lines.push(`${name} by Bun's server: ${said.join(' | ')}`)
    }
    lines.push('\nheads that are known')
    for (const [status, contentType, body] of [
      [200, 'a/b', 'a'],
      [200, 'a/b', 'b'],
      [200, 'c/d', 'c'],
      [201, 'c/d', 'c'],
      [200, 'c/d', ''],
      [200, undefined, 'd'],
      [200, 'c/d', Buffer.from('e')]
    ] as const) {
      const { said, done } = exchanged(
        new Request('http://a/'),
        (exchange) => {
          exchange.write({ status, contentType, body })
          exchange.response?.text().then((text) => said.push(shown(text)))
        },
        framing()
      )
      await done
      lines.push(said.join(' | '))
    }
    expectWholeList('http/fetch/fetch-list.txt', lines)
  })

  it('know the host when their platform has closed the request, as Deno does at the end of a response', () => {
    const request = new Request('http://shop.example:81/items')
    const exchange = new FetchExchange(request, new FetchConnection(undefined), { forget: () => {} })
    expect(exchange.url).to.equal('/items')
    Object.defineProperty(request, 'url', {
      get: () => {
        throw new TypeError('the request is closed')
      }
    })
    expect(exchange.header('host')).to.equal('shop.example:81')
  })

  it('end with their clients and bodies as leaving-list.txt says', async () => {
    const lines: string[] = []
    const five = { 'content-length': '4' }
    const kinds = [
      ['GET', { method: 'GET' }, undefined],
      ['HEAD', { method: 'HEAD' }, undefined],
      ['DELETE without a body', { method: 'DELETE' }, undefined],
      ['POST', { method: 'POST' }, ['ab', 'cd']],
      ['POST with a length', { method: 'POST', headers: five }, ['ab', 'cd']],
      ['POST that fails', { method: 'POST', headers: five }, ['ab', new Error('of the body')]],
      [
        'POST that fails without a signal',
        { method: 'POST', headers: five, signal: null },
        ['ab', new Error('of the body')]
      ]
    ] as const
    for (const [name, steps] of Object.entries(LEAVING)) {
      const outcomes: (readonly [string, string])[] = []
      for (const [kind, init, body] of kinds) {
        outcomes.push([kind, await left(init, body, new FetchConnection(undefined), steps)])
        if (body !== undefined) outcomes.push([`${kind} that is framed`, await left(init, body, framing(), steps)])
      }
      lines.push(`\n${name}`, ...grouped(outcomes))
    }
    expectWholeList('http/fetch/leaving-list.txt', lines)
  })

  it('are injected with bodies and options as inject-list.txt says', async () => {
    const form = new FormData()
    form.append('a', 'b')
    const bytes = Buffer.from('xabcx').subarray(1, 4)
    const bodies: readonly unknown[] = [
      ...[undefined, null, '', 'text', 0, true, {}, [1], bytes, new Uint16Array([1]), new Uint8Array([1, 2]).buffer],
      ...[
        new URLSearchParams({ a: 'b c' }),
        new Blob(['ab'], { type: 'image/png' }),
        new Blob(['ab']),
        new File(['a'], 'b', { type: 'a/b' })
      ],
      ...[form, Promise.resolve(1), () => 1, Symbol('s'), 5n, { toJSON: () => undefined }],
      ...[{ [Symbol.toStringTag]: 'FormData' }, { [Symbol.toStringTag]: 'URLSearchParams' }, new Date(0)]
    ]
    const lines = ['\ninjectedBody']
    for (const given of [undefined, 'text/csv', ' Multipart/form-data']) {
      for (const body of given === undefined ? bodies : [form, { a: 1 }]) {
        const text = await settled(async () => {
          const { payload, contentType } = await injectedBody(body, given)
          const stream = payload instanceof Readable ? 'a stream' : payload
          const boundary = /boundary=(.*)$/.exec(contentType ?? '')?.[1] ?? '\0'
          const isText = Buffer.isBuffer(stream) && boundary !== '\0'
          return [
            isText ? String(stream).replaceAll(boundary, '(boundary)') : stream,
            contentType?.replace(boundary, '(boundary)')
          ]
        })
        lines.push(
          `${Object.prototype.toString.call(body)} ${shown(body)}${given === undefined ? '' : ` as ${given}`} → ${text}`
        )
      }
    }
    const sources = [Readable.from(['a']), pieces('a'), (async function* () {})()]
    for (const source of sources) {
      const { payload, contentType } = await injectedBody(source, undefined)
      lines.push(`a source → ${payload instanceof Readable} ${payload === source} ${contentType}`)
    }
    lines.push('\ninject')
    const echo = (
      req: Readable & { method: string; url: string; rawHeaders: string[]; headers: object },
      res: { end(text: string): void; setHeader(name: string, value: unknown): void }
    ) => {
      res.setHeader('x-list', ['a', 'b'])
      res.setHeader('x-number', 5)
      const { 'user-agent': _agent, host: _host, ...headers } = req.headers as Record<string, string>
      req
        .toArray()
        .then((chunks) =>
          res.end(
            JSON.stringify([
              req.method,
              req.url,
              headers,
              req.rawHeaders.filter((text) => /^x-/i.test(text)),
              chunks.join('')
            ])
          )
        )
    }
    const aborted = AbortSignal.abort(new Error('aborted before'))
    const requests: readonly unknown[] = [
      ...[
        '/',
        '/a?b=c',
        { url: '/a/../b' },
        { url: '/', method: 'HEAD' },
        { url: '/', query: { a: ['1', '2'], b: 'c d' } }
      ],
      ...[
        { url: '/a?b=c', query: { d: 'e' } },
        { url: '/', method: 'POST', body: { a: 1 } },
        { url: '/', method: 'POST', payload: 'a' }
      ],
      ...[
        { url: '/', method: 'POST', body: 'a', payload: 'b' },
        { url: '/', method: 'POST', body: { a: 1 }, headers: { 'Content-Type': 'a/b' } }
      ],
      ...[{ url: '/', headers: { 'X-A': ' b ', 'x-c': ['d', ' e'], Cookie: ['a=1', 'b=2'], 'x-n': 5 } }],
      ...[
        { url: '/', signal: aborted },
        { url: '/', signal: 5 },
        { url: '/', signal: null },
        { url: '/', streamTime: -1 },
        { url: '/', streamTime: 'a' }
      ],
      ...[{ url: '/', streamTime: 0 }, { url: '/', urll: '/' }, { url: '/', responseChecks: 'never' }, null, {}]
    ]
    for (const request of requests) {
      const text = await settled(async () => {
        const { statusCode, headers, body, isCut, error, faults, rawBody } = await inject(
          echo as never,
          request as never
        )
        const { date, connection, 'transfer-encoding': _coding, 'content-length': _length, ...rest } = headers
        return [statusCode, rest, body, rawBody.length === Buffer.byteLength(body), isCut, error, faults]
      })
      lines.push(`${shown(request)} → ${text.replaceAll('"', '')}`)
    }
    expectWholeList('http/fetch/inject-list.txt', lines)
  })
})
