import { request } from 'node:http'
import { expect } from 'chai'
import { type Context, connect, Router } from 'fieldstone'
import { ServedRouters } from '../support/served-router.js'

const LINKS = ['</a>; rel=next', '</b>; rel=prev']

function routes(router: Router): void {
  router.getFunc('/links', (ctx) => {
    ctx.header('link', LINKS)
    return 'linked'
  })
  router.getFunc('/cookies', (ctx) => {
    ctx.setCookie('a', '1')
    ctx.setCookie('b', '2')
    return 'baked'
  })
  const varying = connect((_req, res, next) => {
    res.setHeader('vary', ['origin', 'x-own'])
    next()
  })
  const either = { responses: { 200: { content: { 'application/json': String, 'text/csv': String } } } }
  const csv = (ctx: Context) => (ctx.accepts() === 'text/csv' ? ctx.text(200, 'csv') : 'json')
  router.group('/varying').use(varying).getFunc('/', csv, either)
  router
    .group('/any', (ctx, next) => {
      ctx.header('vary', '*')
      return next()
    })
    .getFunc('/', csv, either)
  router
    .group('/known', (ctx, next) => {
      ctx.header('vary', 'Accept, Origin')
      return next()
    })
    .getFunc('/', csv, either)
  router.get('/node', (_req, res) => {
    res.writeHead(200, [
      ...['link', LINKS[0] as string],
      ...['set-cookie', 'a=1'],
      ...['link', LINKS[1] as string],
      ...['set-cookie', 'b=2']
    ])
    res.end()
  })
}

/** The values of a header, one for each line, as they come over a socket. */
async function linesOf(url: string, name: string): Promise<string[]> {
  const raw = await new Promise<string[]>((resolve, reject) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.rawHeaders))
    })
    sent.on('error', reject).end()
  })
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name)
}

describe('A header of a response with several values', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  for (const path of ['/links', '/node']) {
    it(`has a line for each link: ${path}`, async () => {
      const { url, service } = await servers.serve(routes)
      expect(await linesOf(url + path, 'link')).to.deep.equal(LINKS)
      expect((await service.fetch(new Request(`http://a${path}`))).headers.get('link')).to.equal(LINKS.join(', '))
    })
  }

  for (const [path, cookies] of [
    ['/cookies', ['a=1; Path=/; HttpOnly; SameSite=Lax', 'b=2; Path=/; HttpOnly; SameSite=Lax']],
    ['/node', ['a=1', 'b=2']]
  ] as const) {
    it(`has a line for each cookie, which are never joined: ${path}`, async () => {
      const { url, service } = await servers.serve(routes)
      expect(await linesOf(url + path, 'set-cookie')).to.deep.equal(cookies)
      expect((await service.fetch(new Request(`http://a${path}`))).headers.getSetCookie()).to.deep.equal(cookies)
    })
  }

  it('is a list of its values by inject', async () => {
    const { service } = await servers.serve(routes)
    expect((await service.inject('/links')).headers.link).to.deep.equal(LINKS)
    expect((await service.inject('/cookies')).headers['set-cookie']).to.have.length(2)
  })

  it('keeps what middleware says that the response depends on, and adds Accept to it', async () => {
    const { url, service } = await servers.serve(routes)
    const names = (text: string) => text.split(',').map((name) => name.trim().toLowerCase())
    expect((await linesOf(`${url}/varying`, 'vary')).flatMap(names)).to.have.members(['origin', 'x-own', 'accept'])
    const { headers } = await service.fetch(new Request('http://a/varying'))
    expect(names(headers.get('vary') ?? '')).to.have.members(['origin', 'x-own', 'accept'])
  })

  it('does not say twice that it depends on Accept, nor beside "*", which says it all', async () => {
    const { url } = await servers.serve(routes)
    expect(await linesOf(`${url}/known`, 'vary')).to.deep.equal(['Accept, Origin'])
    expect(await linesOf(`${url}/any`, 'vary')).to.deep.equal(['*'])
  })
})
