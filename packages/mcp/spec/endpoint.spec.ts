import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { message, resultOf, toolClients } from './client.js'
import { BOOKS, slowly, toolsService } from './tools-service.js'

describe('the endpoint of tools', () => {
  const clients = toolClients(() => toolsService({ ...BOOKS, responseLimit: 1_000 }))
  const { connected, call } = clients

  it('rejects a tool that there is not', async () => {
    const client = await connected()
    const error = await client.callTool({ name: 'wholeStocks', arguments: {} }).catch((thrown: Error) => thrown)
    expect(error).to.be.instanceOf(Error).with.property('message').that.includes('There is no tool "wholeStocks"')
  })

  it('cuts the operation when the call is cancelled', async () => {
    const client = await connected()
    const controller = new AbortController()
    const aborted = new Promise<void>((resolve) => {
      slowly.aborted = resolve
    })
    slowly.started = () => controller.abort()
    const failed = await client
      .callTool({ name: 'slow', arguments: {} }, { signal: controller.signal })
      .catch((thrown: Error) => thrown)
    expect(failed).to.be.instanceOf(Error)
    await client.close()
    await aborted
  })

  it('serves several clients at once', async () => {
    const texts = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => (await call('getBook', { id: index + 1 })).text)
    )
    expect(texts.map((text) => JSON.parse(text as string).id)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  const ORIGINS: [string | undefined, number][] = [
    [undefined, 200],
    ['http://localhost:3000', 200],
    ['https://localhost:5', 200],
    ['http://127.1.2.3', 200],
    ['http://[::1]:9', 200],
    ['http://[::2]', 403],
    ['ftp://localhost', 403],
    ['http://1270.0.0.1', 403],
    ['http://chat.example', 403],
    ['https://chat.example:444', 403],
    ['http://127.0.0.1', 200],
    ['https://chat.example', 200],
    ['https://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['null', 403]
  ]
  for (const [origin, status] of ORIGINS) {
    it(`responds with ${status} to a page of ${origin ?? 'no origin'}`, async () => {
      const own = await toolsService({ operations: ['getBook'], origins: ['https://chat.example'] })
      const headers: Record<string, string> = origin === undefined ? {} : { origin }
      expect((await own.inject(message('tools/list', {}, headers))).statusCode).to.equal(status)
    })
  }

  const MALFORMED: [string, string | object][] = [
    ['no JSON', '{'],
    ['a list of nothing', []],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/nothing' }],
    [
      'arguments that are a list',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getBook', arguments: [] } }
    ],
    [
      'an object with __proto__',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":{"x":1}}}}'
    ],
    [
      'an unknown protocol',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '1999', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
      }
    ],
    ['a null', 'null'],
    ['a deep value', `${'['.repeat(50_000)}`]
  ]
  for (const [what, body] of MALFORMED) {
    it(`survives a message with ${what}`, async () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
      const response = await fetch(clients.url(), { method: 'POST', headers, body: text })
      expect(response.status).to.be.lessThan(500)
      await response.text()
      expect((await call('getBook', { id: 1 })).isError).to.equal(false)
      expect(({} as { x?: unknown }).x).to.equal(undefined)
    })
  }

  it('is limited as every request of the service', async () => {
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const response = await fetch(clients.url(), { method: 'POST', headers, body: `"${'x'.repeat(2_000_000)}"` })
    expect(response.status).to.equal(413)
    await response.text()
  })

  it('survives a client that goes away in the middle of a message', async () => {
    const socket = connect(Number(clients.url().port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"json')
    socket.destroy()
    await once(socket, 'close')
    expect((await call('getBook', { id: 1 })).isError).to.equal(false)
  })

  for (const host of ['a.example/private/mine?', 'a.example/private?', 'a.example\\b', 'a@b', 'a b', '[', 'a:99999']) {
    it(`leads no call to another path by the host ${host}`, async () => {
      const own = await toolsService({ operations: ['getBook'] })
      const params = { name: 'getBook', arguments: { id: 1 } }
      const { statusCode, json } = await own.inject(message('tools/call', params, { host }))
      expect([statusCode, (json() as { detail?: string }).detail]).to.deep.equal([
        400,
        'The host of the request is not valid'
      ])
    })
  }

  it('is not in the document', async () => {
    expect(Object.keys(clients.service().document.paths).filter((path) => path.includes('mcp'))).to.deep.equal([])
  })

  it('can require a credential itself', async () => {
    const own = await toolsService({ operations: ['mine'], security: ['token'] })
    const sent = async (headers: Record<string, string>) =>
      (await own.inject(message('tools/list', {}, headers))).statusCode
    expect([await sent({}), await sent({ authorization: 'Bearer right' })]).to.deep.equal([401, 200])
  })

  it('responds to one message in one request, without a session', async () => {
    const { service } = clients
    const { statusCode, headers } = await service().inject(message('ping'))
    expect(statusCode).to.equal(200)
    expect(headers['content-type']).to.equal('text/event-stream')
    expect(headers).to.not.have.property('mcp-session-id')
    const notified = await service().inject({
      ...message('x'),
      body: { jsonrpc: '2.0', method: 'notifications/initialized' }
    })
    expect([notified.statusCode, notified.body]).to.deep.equal([202, ''])
    for (const method of ['GET', 'DELETE'])
      expect(
        (await service().inject({ method, url: '/mcp', headers: { accept: 'text/event-stream' } })).statusCode,
        method
      ).to.equal(405)
  })

  it('responds to older and newer revisions of the protocol', async () => {
    const client = { capabilities: {}, clientInfo: { name: 'spec', version: '1' } }
    for (const protocolVersion of ['2025-03-26', '2025-06-18']) {
      const response = await clients.service().inject(message('initialize', { protocolVersion, ...client }))
      expect(resultOf(response).result.protocolVersion).to.equal(protocolVersion)
    }
  })

  it('rejects what no client of the protocol sends', async () => {
    const status = async (headers: Record<string, string>) =>
      (await clients.service().inject(message('tools/list', {}, headers))).statusCode
    expect(await status({ accept: 'text/html' })).to.equal(406)
    expect(await status({ 'content-type': 'text/plain' })).to.equal(415)
    expect(await status({ 'mcp-protocol-version': '1900-01-01' })).to.equal(400)
  })

  it('has the name, the version, the path and the instructions of its options, and its middleware around it', async () => {
    const own = await toolsService({
      ...{ operations: ['getBook'], path: '/own', name: 'Own', version: '9', instructions: 'Ask.' },
      middleware: [
        async (ctx, next) => {
          ctx.header('x-around', 'yes')
          await next()
        }
      ]
    })
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'spec', version: '1' } }
    const response = await own.inject({ ...message('initialize', params), url: '/own' })
    expect(response.headers['x-around']).to.equal('yes')
    expect(resultOf(response).result).to.deep.include({
      serverInfo: { name: 'Own', version: '9' },
      instructions: 'Ask.'
    })
    expect((await own.inject(message('ping'))).statusCode).to.equal(404)
    await own.close()
  })
})
