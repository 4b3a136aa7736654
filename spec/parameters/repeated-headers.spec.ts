import { connect as connectHttp2 } from 'node:http2'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { Controller, Get, Header, Integer, type Router } from 'fieldstone'
import { exchange } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'

const parameters = [
  { name: 'X-Tags', in: 'header', schema: [String] },
  { name: 'X-Numbers', in: 'header', schema: [Integer] },
  { name: 'X-One', in: 'header', schema: String }
] as const

@Controller()
class Decorated {
  @Get('/decorated')
  list(@Header('X-Tags', [String], { optional: true }) tags?: string[]): string[] {
    return tags ?? []
  }
}

function routes(router: Router): void {
  router.getFunc('/tags', (ctx) => ctx.parameter('X-Tags') ?? [], { parameters })
  router.getFunc('/numbers', (ctx) => ctx.parameter('X-Numbers') ?? [], { parameters })
  router.getFunc('/one', (ctx) => ctx.parameter('X-One') ?? null, { parameters })
  router.getFunc('/accepts', (ctx) => ctx.text(200, ctx.accepts()), {
    responses: { 200: { content: { 'application/json': String, 'text/plain': String, 'text/csv': String } } }
  })
  router.getFunc('/cookies', (ctx) => [ctx.cookie('a') ?? null, ctx.cookie('b') ?? null])
}

describe('A header of a request that comes in several lines', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  const serve = () => servers.serve(routes, { controllers: [Decorated], responseChecks: 'off' })

  async function sent(port: number, path: string, lines: readonly string[]): Promise<unknown> {
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`
    const response = await exchange(port, head)
    return JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
  }

  const lists: readonly [lines: readonly string[], tags: readonly string[]][] = [
    [['X-Tags: a'], ['a']],
    [['X-Tags: a, b,c'], ['a', 'b', 'c']],
    [
      ['X-Tags: a', 'X-Tags: b', 'X-Tags: c'],
      ['a', 'b', 'c']
    ],
    [
      ['X-Tags: a, b', 'x-tags: c', 'X-TAGS: d,e'],
      ['a', 'b', 'c', 'd', 'e']
    ],
    [
      ['X-Tags: a', 'Y: 1', 'X-Tags: a'],
      ['a', 'a']
    ]
  ]
  for (const [lines, tags] of lists) {
    it(`is one list of all of them where a list is declared: ${lines.join(' | ')}`, async () => {
      const { port } = await serve()
      expect(await sent(port, '/tags', lines)).to.deep.equal(tags)
      expect(await sent(port, '/decorated', lines)).to.deep.equal(tags)
    })
  }

  it('has items of the declared type, each of them checked', async () => {
    const { port } = await serve()
    expect(await sent(port, '/numbers', ['X-Numbers: 1, 2', 'X-Numbers: 3'])).to.deep.equal([1, 2, 3])
    const problem = await sent(port, '/numbers', ['X-Numbers: 1', 'X-Numbers: x'])
    expect(problem)
      .to.have.nested.property('errors[0].path')
      .that.matches(/^X-Numbers/i)
  })

  it('is the same by fetch, inject and HTTP/2', async () => {
    const { service } = await serve()
    const headers = new Headers()
    for (const tag of ['a', 'b', 'c']) headers.append('x-tags', tag)
    expect(await (await service.fetch(new Request('http://a/tags', { headers }))).json()).to.deep.equal(['a', 'b', 'c'])
    const injected = await service.inject({ url: '/tags', headers: { 'x-tags': ['a', 'b', 'c'] } })
    expect(injected.json()).to.deep.equal(['a', 'b', 'c'])
    const { url } = await servers.serve(routes, { responseChecks: 'off' }, { http2: true })
    const session = connectHttp2(url)
    const stream = session.request({ ':path': '/tags', 'x-tags': ['a', 'b', 'c'] })
    expect(JSON.parse(await text(stream))).to.deep.equal(['a', 'b', 'c'])
    session.close()
  })

  it('is rejected where one text is declared, as nobody could say which it is', async () => {
    const { port } = await serve()
    const problem = await sent(port, '/one', ['X-One: a', 'X-One: b'])
    expect(problem).to.deep.include({
      status: 400,
      errors: [{ in: 'header', path: 'X-One', rule: 'type', message: 'must be given once' }]
    })
    expect(await sent(port, '/one', ['X-One: a, b'])).to.equal('a, b')
  })

  it('accepts what any of its lines accepts', async () => {
    const { port } = await serve()
    const head = 'GET /accepts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
    const response = await exchange(port, `${head}Accept: image/png\r\nAccept: text/csv, text/plain;q=0.5\r\n\r\n`)
    expect(response).to.match(/\r\n\r\ntext\/csv$/)
  })

  it('has all cookies of all its lines', async () => {
    const { port } = await serve()
    expect(await sent(port, '/cookies', ['Cookie: a=1', 'Cookie: b=2'])).to.deep.equal(['1', '2'])
  })
})
