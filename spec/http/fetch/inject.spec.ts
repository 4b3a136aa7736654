import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { inject } from '../../../src/http/fetch/inject.js'
import { oneHandler } from '../../support/one-handler.js'

async function* letters() {
  yield 'A'
  yield 'B'
}

describe('inject', () => {
  const echo = oneHandler(async (ctx) => ({
    method: ctx.method,
    path: ctx.path,
    query: [...ctx.query],
    type: ctx.requestHeader('content-type'),
    trace: ctx.requestHeader('x-trace'),
    body: await ctx.bodyText()
  }))

  it('makes a request without a socket, from a URL alone', async () => {
    const { statusCode, headers, body, rawBody, json } = await inject(echo, '/a%20b?c=d')
    expect(statusCode).to.equal(200)
    expect(headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(headers['content-length']).to.equal(String(rawBody.length))
    expect(json()).to.deep.equal({ method: 'GET', path: '/a b', query: [['c', 'd']], body: '' })
    expect(JSON.parse(body)).to.deep.equal(json())
  })

  it('comes from this machine, or from the address that is given', async () => {
    const whence = oneHandler((ctx) => ctx.ip)
    expect((await inject(whence, '/')).json()).to.equal('127.0.0.1')
    expect((await inject(whence, { url: '/', remoteAddress: '203.0.113.7' })).json()).to.equal('203.0.113.7')
  })

  it('sends values of headers without the white space around them, as a server reads them', async () => {
    const seen = oneHandler((ctx) => ({
      one: ctx.requestHeader('x-one'),
      list: ctx.requestHeader('x-list'),
      raw: ctx.request().rawHeaders.flatMap((text, index, raw) => (text === 'x-list' ? [raw[index + 1]] : []))
    }))
    const headers = { 'X-One': ' \t a  b \t ', 'x-list': [' 1 ', '\t2'], 'x-none': '  ', 'x-number': 5 }
    const { json } = await inject(seen, { url: '/', headers })
    expect(json()).to.deep.equal({ one: 'a  b', list: '1, 2', raw: ['1', '2'] })
    const server = createServer(seen).listen(0, '127.0.0.1')
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
    const raw = oneHandler((ctx) => ctx.request().rawHeaders.filter((text) => /^x-/i.test(text)))
    const { json } = await inject(raw, { url: '/', headers: { 'X-Trace': 't', 'x-plain': 'p', 'X-LIST': ['1', '2'] } })
    expect(json()).to.deep.equal(['X-Trace', 'x-plain', 'X-LIST', 'X-LIST'])
  })

  it('sends method, headers and query', async () => {
    const { json } = await inject(echo, {
      method: 'PUT',
      url: '/x?a=1',
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
        const { json } = await inject(echo, { method: 'POST', url: '/', ...request })
        const seen = json<{ body: string; type?: string }>()
        expect([seen.body, seen.type]).to.deep.equal([sent, type])
      }
    })
  }

  it('sends a FormData as multipart, with its boundary and its files', async () => {
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('avatar', new Blob(['PNG'], { type: 'image/png' }), 'a.png')
    const { json } = await inject(echo, { method: 'POST', url: '/', body: form })
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
    const { json } = await inject(echo, { method: 'POST', url: '/', headers, body: new URLSearchParams({ a: '1' }) })
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
      const failure = await inject(echo, { method: 'POST', url: '/', headers, body }).catch((error: Error) => error)
      expect(String(failure)).to.equal(`TypeError: The request: the body ${fault}`)
    })
  }

  it('leaves a content type that is given alone', async () => {
    const { json } = await inject(echo, {
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
    for (const [method, status, sent] of [
      ['GET', 200, 'text'],
      ['HEAD', 200, ''],
      ['GET', 204, ''],
      ['GET', 304, '']
    ] as const) {
      const { statusCode, body, rawBody, headers } = await inject(handler, { method, url: `/${status}` })
      expect([statusCode, body, rawBody.length, headers['content-length']]).to.deep.equal([
        status,
        sent,
        sent.length,
        '4'
      ])
    }
  })

  it('answers HEAD and 204 without a body', async () => {
    const head = await inject(echo, { method: 'HEAD', url: '/' })
    expect([head.statusCode, head.body]).to.deep.equal([200, ''])
    const empty = await inject(
      oneHandler((ctx) => ctx.noContent()),
      '/'
    )
    expect([empty.statusCode, empty.body, empty.headers['content-length']]).to.deep.equal([204, '', undefined])
  })

  it('counts the limit of bodies as a server does', async () => {
    const small = oneHandler(async (ctx) => ctx.bodyText(), { bodyLimit: 3 })
    expect((await inject(small, { method: 'POST', url: '/', body: '123' })).statusCode).to.equal(200)
    expect((await inject(small, { method: 'POST', url: '/', body: '1234' })).statusCode).to.equal(413)
    expect((await inject(small, { method: 'POST', url: '/', body: Readable.from(['12', '34']) })).statusCode).to.equal(
      413
    )
  })

  it('rejects where the handler cuts the connection', async () => {
    const cut = oneHandler((ctx) => {
      ctx.handOver().destroy()
    })
    const failure = await inject(cut, '/').catch((error: Error) => error)
    expect(failure).to.be.instanceOf(Error)
  })

  it('gives what was sent of a response that is cut after its head, and why', async () => {
    const failure = new Error('the disk failed')
    const handler = (_req: IncomingMessage, res: ServerResponse) => {
      res.writeHead(200, { 'content-type': 'text/plain' })
      res.write('begun')
      setImmediate(() => res.destroy(failure))
    }
    const { statusCode, body, isCut, error, headers } = await inject(handler, '/')
    expect([statusCode, body, isCut, error]).to.deep.equal([200, 'begun', true, failure])
    expect(headers['content-type']).to.equal('text/plain')
  })
})
