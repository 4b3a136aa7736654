import { getEventListeners, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Context, Field, type InjectRequest, type Router, type Service } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { oneHandler, until } from '../support/one-handler.js'

async function* letters() {
  yield 'A'
  yield 'B'
}

describe('inject', () => {
  let echo: Service
  before(async () => {
    echo = await oneHandler(echoed)
  })
  const echoed = async (ctx: Context) => ({
    method: ctx.method,
    path: ctx.path,
    query: [...ctx.query],
    type: ctx.requestHeader('content-type'),
    trace: ctx.requestHeader('x-trace'),
    body: await ctx.bodyText()
  })

  it('makes a request without a socket, from a URL alone', async () => {
    const { statusCode, headers, body, rawBody, json } = await echo.inject('/?c=d')
    expect(statusCode).to.equal(200)
    expect(headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(headers['content-length']).to.equal(String(rawBody.length))
    expect(json()).to.deep.equal({ method: 'GET', path: '/', query: [['c', 'd']], body: '' })
    expect(JSON.parse(body)).to.deep.equal(json())
  })

  it('comes from this machine, or from the address that is given', async () => {
    const whence = await oneHandler((ctx) => ctx.ip)
    expect((await whence.inject('/')).json()).to.equal('127.0.0.1')
    expect((await whence.inject({ url: '/', remoteAddress: '203.0.113.7' })).json()).to.equal('203.0.113.7')
  })

  it('sends values of headers without the white space around them, as a server reads them', async () => {
    const seen = await oneHandler((ctx) => ({
      one: ctx.requestHeader('x-one'),
      list: ctx.requestHeader('x-list'),
      raw: ctx.request().rawHeaders.flatMap((text, index, raw) => (text === 'x-list' ? [raw[index + 1]] : []))
    }))
    const headers = { 'X-One': ' \t a  b \t ', 'x-list': [' 1 ', '\t2'], 'x-none': '  ', 'x-number': 5 }
    const { json } = await seen.inject({ url: '/', headers })
    expect(json()).to.deep.equal({ one: 'a  b', list: '1, 2', raw: ['1', '2'] })
    const server = createServer(seen.handler).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.end(
      'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-one: \t a  b \t \r\nx-list:  1 \r\nx-list: \t2\r\n\r\n'
    )
    const answer = (await socket.toArray()).join('')
    server.close()
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).to.deep.equal(json())
  })

  it('keeps the names of raw headers as they are written, as a server does', async () => {
    const raw = await oneHandler((ctx) => ctx.request().rawHeaders.filter((text) => /^x-/i.test(text)))
    const { json } = await raw.inject({ url: '/', headers: { 'X-Trace': 't', 'x-plain': 'p', 'X-LIST': ['1', '2'] } })
    expect(json()).to.deep.equal(['X-Trace', 'x-plain', 'X-LIST', 'X-LIST'])
  })

  it('sends method, headers and query', async () => {
    const { json } = await echo.inject({
      method: 'PUT',
      url: '/?a=1',
      headers: { 'X-Trace': 't' },
      query: { b: ['2', '3'], c: '4' }
    })
    expect(json()).to.deep.include({ method: 'PUT', trace: 't' })
    expect(json<{ query: unknown }>().query).to.deep.include.members([
      ['b', '2'],
      ['b', '3'],
      ['c', '4']
    ])
  })

  const bodies: readonly [what: string, body: unknown, sent: string, type: string | undefined][] = [
    ['an object, as JSON', { a: 'é' }, '{"a":"é"}', 'application/json'],
    ['a list, as JSON', [1], '[1]', 'application/json'],
    ['null, as JSON', null, 'null', 'application/json'],
    ['false, as JSON', false, 'false', 'application/json'],
    ['text, as it is', 'a=b', 'a=b', undefined],
    ['bytes, as they are', new Uint8Array([0x41, 0x42]), 'AB', undefined],
    ['another typed array, as its bytes', new Uint16Array(new Uint8Array([0x41, 0x42]).buffer), 'AB', undefined],
    ['a part of a buffer, as that part', new DataView(new Uint8Array([0x40, 0x41, 0x42]).buffer, 1), 'AB', undefined],
    ['an ArrayBuffer, as its bytes', new Uint8Array([0x41, 0x42]).buffer, 'AB', undefined],
    ['a stream, as it is', () => Readable.from(['A', 'B']), 'AB', undefined],
    ['a WHATWG stream, as it is', () => new Blob(['AB']).stream(), 'AB', undefined],
    ['an asynchronous iterable, as a stream', () => letters(), 'AB', undefined],
    ['a Blob, with its type', new Blob(['AB'], { type: 'text/csv' }), 'AB', 'text/csv'],
    ['a Blob without a type, as bytes', new Blob(['AB']), 'AB', undefined],
    ['a File, with its type', new File(['AB'], 'a.csv', { type: 'text/csv' }), 'AB', 'text/csv'],
    [
      'search parameters, urlencoded',
      new URLSearchParams({ a: 'é &' }),
      'a=%C3%A9+%26',
      'application/x-www-form-urlencoded;charset=UTF-8'
    ]
  ]
  for (const [what, body, sent, type] of bodies) {
    it(`sends ${what}, named body or payload`, async () => {
      const value = () => (typeof body === 'function' ? body() : body)
      for (const request of [{ body: value() }, { payload: value() }]) {
        const { json } = await echo.inject({ method: 'POST', url: '/', ...request })
        const seen = json<{ body: string; type?: string }>()
        expect([seen.body, seen.type]).to.deep.equal([sent, type])
      }
    })
  }

  it('sends a FormData as multipart, with its boundary and its files', async () => {
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('avatar', new Blob(['PNG'], { type: 'image/png' }), 'a.png')
    const { json } = await echo.inject({ method: 'POST', url: '/', body: form })
    const { body, type } = json<{ body: string; type: string }>()
    const read = await new Response(body, { headers: { 'content-type': type } }).formData()
    const avatar = read.get('avatar') as File
    expect([read.get('name'), avatar.name, avatar.type, await avatar.text()]).to.deep.equal([
      'Ada',
      'a.png',
      'image/png',
      'PNG'
    ])
  })

  it('sends a form under another content type that is given, for a spec of what is not supported', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const { json } = await echo.inject({ method: 'POST', url: '/', headers, body: new URLSearchParams({ a: '1' }) })
    expect(json()).to.deep.include({ type: 'text/plain', body: 'a=1' })
  })

  const foreign = { [Symbol.toStringTag]: 'FormData' }
  for (const [what, body, headers, fault] of [
    ['a promise', Promise.resolve({}), {}, 'is a promise; await it first'],
    ['a function', () => ({}), {}, 'is a function, which JSON has no form for; give a value'],
    [
      'a FormData of another library',
      foreign,
      {},
      "is a FormData that is not Node's own; make it by Node's global FormData"
    ],
    [
      'a FormData under a content type without its boundary',
      new FormData(),
      { 'Content-Type': 'multipart/form-data' },
      "is a FormData, which chooses its own boundary, and the content type is given as 'multipart/form-data'; leave out the header content-type"
    ]
  ] as const) {
    it(`does not send ${what}, and says what to give`, async () => {
      const failure = await echo.inject({ method: 'POST', url: '/', headers, body }).catch((error: Error) => error)
      expect(String(failure)).to.equal(`TypeError: The request: the body ${fault}`)
    })
  }

  it('leaves a content type that is given alone', async () => {
    const { json } = await echo.inject({
      method: 'POST',
      url: '/',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: {}
    })
    expect(json<{ type: string }>().type).to.equal('application/vnd.api+json')
  })

  it('drops what a handler of Node writes where HTTP sends no body', async () => {
    const handler = (req: IncomingMessage, res: ServerResponse) => {
      res.writeHead(Number(req.url?.slice(1)), { 'content-length': '4' })
      res.write('te')
      res.end('xt')
    }
    const service = await serviceOf([], { routes: (router) => router.get('/{status}', handler) })
    for (const [method, status, sent] of [
      ['GET', 200, 'text'],
      ['HEAD', 200, ''],
      ['GET', 204, ''],
      ['GET', 304, '']
    ] as const) {
      const { statusCode, body, rawBody, headers } = await service.inject({ method, url: `/${status}` })
      expect([statusCode, body, rawBody.length, headers['content-length']]).to.deep.equal([
        status,
        sent,
        sent.length,
        '4'
      ])
    }
  })

  it('answers HEAD and 204 without a body', async () => {
    const head = await echo.inject({ method: 'HEAD', url: '/' })
    expect([head.statusCode, head.body]).to.deep.equal([200, ''])
    const empty = await (await oneHandler((ctx) => ctx.noContent())).inject('/')
    expect([empty.statusCode, empty.body, empty.headers['content-length']]).to.deep.equal([204, '', undefined])
  })

  it('counts the limit of bodies as a server does', async () => {
    const small = await oneHandler(async (ctx) => ctx.bodyText(), { bodyLimit: 3 })
    expect((await small.inject({ method: 'POST', url: '/', body: '123' })).statusCode).to.equal(200)
    expect((await small.inject({ method: 'POST', url: '/', body: '1234' })).statusCode).to.equal(413)
    expect((await small.inject({ method: 'POST', url: '/', body: Readable.from(['12', '34']) })).statusCode).to.equal(
      413
    )
  })

  it('rejects where the handler cuts the connection', async () => {
    const cut = await oneHandler((ctx) => {
      ctx.handOver().destroy()
    })
    const failure = await cut.inject('/').catch((error: Error) => error)
    expect(failure).to.be.instanceOf(Error)
  })

  it('gives what was sent of a response that is cut after its head, and why', async () => {
    const failure = new Error('the disk failed')
    const handler = (_req: IncomingMessage, res: ServerResponse) => {
      res.writeHead(200, { 'content-type': 'text/plain' })
      res.write('begun')
      setImmediate(() => res.destroy(failure))
    }
    const service = await serviceOf([], { routes: (router) => router.get('/', handler) })
    const { statusCode, body, isCut, error, headers } = await service.inject('/')
    expect([statusCode, body, isCut, error]).to.deep.equal([200, 'begun', true, failure])
    expect(headers['content-type']).to.equal('text/plain')
  })

  const asked: readonly [what: string, request: InjectRequest, seen: object][] = [
    [
      'the query of the URL and that of the options',
      { url: '/?a=1', query: { b: ['2', 'c d'] } },
      {
        query: [
          ['a', '1'],
          ['b', '2'],
          ['b', 'c d']
        ]
      }
    ],
    ['a URL whose dot segments are resolved', { url: '/a/../?b=1' }, { path: '/', query: [['b', '1']] }],
    [
      'the body, where a payload is given as well',
      { url: '/', method: 'POST', body: 'a', payload: 'b' },
      { body: 'a' }
    ],
    ['zero, as JSON', { url: '/', method: 'POST', body: 0 }, { body: '0', type: 'application/json' }],
    ['a date, as JSON', { url: '/', method: 'POST', body: new Date(0) }, { body: '"1970-01-01T00:00:00.000Z"' }],
    ['no body, where it is undefined', { url: '/', method: 'POST', body: undefined }, { body: '' }]
  ]
  for (const [what, request, seen] of asked) {
    it(`sends ${what}`, async () => expect((await echo.inject(request)).json()).to.deep.include(seen))
  }

  it('leaves nothing on its signal, which may be that of many requests', async () => {
    const { signal } = new AbortController()
    const service = await oneHandler(() => 'fine')
    for (let count = 0; count < 3; count++) await service.inject({ url: '/', signal })
    expect(getEventListeners(signal, 'abort')).to.have.length(0)
  })

  it('ends a body that nothing has read, for what waits for its end', async () => {
    let hasEnded = false
    const service = await oneHandler((ctx) => {
      ctx.request().on('end', () => {
        hasEnded = true
      })
      return 'unread'
    })
    expect((await service.inject({ method: 'POST', url: '/', body: 'left' })).json()).to.equal('unread')
    await until(() => hasEnded)
  })

  it('sends several cookies as one header', async () => {
    const service = await oneHandler((ctx) => ctx.requestHeader('cookie'))
    const { json } = await service.inject({ url: '/', headers: { Cookie: ['a=1', 'b=2'] } })
    expect(json()).to.equal('a=1; b=2')
  })

  const wrong: readonly [request: unknown, fault: string][] = [
    [{ url: '/', signal: 5 }, 'the option signal is no AbortSignal; give `new AbortController().signal`'],
    [{ url: '/', streamTime: -1 }, 'the option streamTime is no number of milliseconds; give one, as 500'],
    [{ url: '/', urll: '/' }, "there is no option 'urll' (did you mean 'url'?); correct its name or remove it"],
    [{ url: '/', responseChecks: 'never' }, "the option responseChecks is 'never'; give 'off', 'report' or 'enforce'"],
    [null, 'the options are null; give an object'],
    [{}, "the option url is undefined; give a path, such as '/items'"]
  ]
  for (const [request, fault] of wrong) {
    it(`rejects ${JSON.stringify(request)}, and says what to give`, async () => {
      const failure = await echo.inject(request as InjectRequest).catch((error: unknown) => error)
      expect(String(failure)).to.equal(`TypeError: The request: ${fault}`)
    })
  }

  it('is cut by its signal: the handler sees its client go, and the promise rejects with the reason', async () => {
    const controller = new AbortController()
    let reason: unknown
    const service = await oneHandler(
      (ctx) =>
        new Promise((_resolve, reject) => {
          ctx.signal.addEventListener('abort', () => {
            reason = ctx.signal.reason
            reject(reason)
          })
          setImmediate(() => controller.abort(new Error('enough')))
        })
    )
    const failure = await service.inject({ url: '/', signal: controller.signal }).catch((error: unknown) => error)
    expect(String(failure)).to.equal('Error: enough')
    expect(reason).to.be.instanceOf(Error)
    const early = await service.inject({ url: '/', signal: AbortSignal.abort(new Error('before')) }).catch(String)
    expect(early).to.equal('Error: before')
  })

  it('has the beginning of a stream that never ends, after the time that is given', async () => {
    const service = await oneHandler((ctx) =>
      ctx.sse(
        (async function* () {
          yield 'first'
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
        })()
      )
    )
    const { statusCode, body, isCut } = await service.inject({ url: '/', streamTime: 20, responseChecks: 'off' })
    expect([statusCode, body, isCut]).to.deep.equal([200, 'data: first\n\n', true])
  })

  it('says why a response is a 500, and which rules a request breaks', async () => {
    class Item {
      @Field() name!: string
    }
    const failed = await (await oneHandler(() => Promise.reject(new Error('broken')))).inject('/')
    expect([failed.statusCode, failed.error?.message]).to.deep.equal([500, 'broken'])
    const routes = (router: Router) => router.postFunc('/', (ctx) => ctx.bindValidated(Item), { requestBody: Item })
    const service = await serviceOf([], { routes })
    const rejected = await service.inject({ method: 'POST', url: '/', body: { name: 5 } })
    expect(rejected.faults).to.deep.equal([{ in: 'body', path: 'name', rule: 'type', message: 'must be a string' }])
    const fine = await service.inject({ method: 'POST', url: '/', body: { name: 'a' } })
    expect([fine.statusCode, fine.error, fine.faults]).to.deep.equal([200, undefined, undefined])
  })

  it('checks responses as strictly as the document allows, unless the application or the request says otherwise', async () => {
    const route = { responses: { 200: { body: Number } } }
    const by = async (options: object, request: object) =>
      (await (await oneHandler(() => 'text', { route, ...options })).inject({ url: '/', ...request })).statusCode
    expect(await by({}, {})).to.equal(500)
    expect(await by({ responseChecks: 'report' }, {})).to.equal(200)
    expect(await by({}, { responseChecks: 'report' })).to.equal(200)
    expect(await by({ responseChecks: 'enforce' }, { responseChecks: 'off' })).to.equal(200)
    expect(await by({ responseChecks: 'off' }, { responseChecks: 'enforce' })).to.equal(500)
  })
})
