import { expect } from 'chai'
import { BootstrapError, Router, type Service, SetupError, Unknown, type VersioningOptions } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { exchange } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'

const responses = { 200: { body: Unknown } }

/** Each version responds with its name. */
function routes(router: Router, versions: readonly string[] = ['1', 'RC-1']): void {
  for (const version of versions) {
    router.getFunc('/items', (ctx) => ctx.json(200, ctx.route?.version), { version, responses })
  }
}

const service = (versioning: VersioningOptions): Promise<Service> => serviceOf([], { versioning, routes })

describe('The name of a version in a header', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  it('is found whatever the case of the header is, as declared and as sent', async () => {
    for (const name of ['api-version', 'Api-Version', 'API-VERSION']) {
      const { port, service: served } = await servers.serve(routes, { versioning: { by: 'header', name } })
      for (const sent of ['api-version', 'API-Version', 'aPI-vERSION']) {
        const head = `GET /items HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${sent}: RC-1\r\n\r\n`
        expect(await exchange(port, head), `${sent} for ${name}`).to.match(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n"RC-1"$/)
        const fetched = await served.fetch(new Request('http://a/items', { headers: { [sent]: 'RC-1' } }))
        expect([await fetched.json(), fetched.headers.get('vary')]).to.deep.equal(['RC-1', 'api-version'])
        expect((await served.inject({ url: '/items', headers: { [sent]: 'RC-1' } })).json()).to.equal('RC-1')
      }
    }
  })

  for (const value of ['rc-1', 'Rc-1', 'RC-1 x', '"RC-1"', '1.0', '01', '']) {
    it(`is compared exactly: ${JSON.stringify(value)} is none`, async () => {
      const served = await service({ by: 'header' })
      const response = await served.inject({ url: '/items', headers: { 'api-version': value } })
      expect(response.statusCode).to.equal(400)
      expect(response.faults?.map(({ path, rule }) => `${path} ${rule}`)).to.deep.equal(['api-version enum'])
    })
  }

  it('does not count the space around it', async () => {
    const { port } = await servers.serve(routes, { versioning: { by: 'header' } })
    const head = 'GET /items HTTP/1.1\r\nHost: x\r\nConnection: close\r\nApi-Version: \t RC-1 \t\r\n\r\n'
    expect(await exchange(port, head)).to.match(/"RC-1"$/)
  })

  it('is none where the header comes in two lines that differ', async () => {
    const { port } = await servers.serve(routes, { versioning: { by: 'header', default: '1' } })
    const lines = 'Api-Version: 1\r\nApi-Version: RC-1\r\n'
    const head = `GET /items HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`
    expect(await exchange(port, head)).to.match(/^HTTP\/1\.1 400 /)
  })
})

describe('The name of a version in a media type', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  const versioning = { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' } as const

  it('is found whatever its case, as media types have none', async () => {
    const { port } = await servers.serve(routes, { versioning })
    for (const type of ['application/vnd.shop.vrc-1+json', 'Application/Vnd.Shop.VRC-1+JSON']) {
      const head = `GET /items HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: ${type}\r\n\r\n`
      const response = await exchange(port, head)
      expect(/^content-type: (.*)\r$/im.exec(response)?.[1]).to.equal('application/vnd.shop.vrc-1+json')
      expect(response).to.match(/"RC-1"$/)
    }
  })

  it('is the best of several that are accepted', async () => {
    const served = await service(versioning)
    const get = async (accept: string) => (await served.inject({ url: '/items', headers: { accept } })).body
    const of = (version: string) => `application/vnd.shop.v${version}+json`
    expect(await get(`${of('1')};q=0.5, ${of('rc-1')}`)).to.equal('"RC-1"')
    expect(await get(`${of('1')}, ${of('rc-1')};q=0.5`)).to.equal('"1"')
    expect(await get('*/*')).to.equal('"1"')
  })
})

describe('The name of a version in a path', () => {
  it('is a segment that is compared exactly', async () => {
    const served = await service({ by: 'path' })
    const statuses: number[] = []
    for (const path of ['/vRC-1/items', '/vrc-1/items', '/VRC-1/items', '/v01/items', '/items']) {
      statuses.push((await served.inject(path)).statusCode)
    }
    expect(statuses).to.deep.equal([200, 404, 404, 404, 404])
  })

  it('may have another prefix, or none', async () => {
    for (const [prefix, path] of [
      ['api-v.', '/api-v.1/items'],
      ['', '/1/items']
    ] as const) {
      expect((await (await service({ by: 'path', prefix })).inject(path)).json()).to.equal('1')
    }
  })
})

describe('router.versions', () => {
  it('has the default first, and then the newest, by numbers in them', () => {
    const router = new Router({ versioning: { by: 'header', default: '2' } })
    routes(router, ['1', '10', '2', '9'])
    expect(router.versions).to.deep.equal(['2', '10', '9', '1'])
  })
})

describe('Wrong options of versioning', () => {
  const header = (more: object) => ({ by: 'header', ...more })
  const media = (more: object) => ({
    by: 'mediaType',
    type: 'application/vnd.a.v{version}+json',
    default: '1',
    ...more
  })
  const wrong: readonly [versioning: unknown, message: RegExp][] = [
    [null, /does not say by what/],
    ['path', /does not say by what/],
    [{}, /does not say by what/],
    [{ by: 'path', prefix: 'a/b' }, /prefix is "a\/b"/],
    [{ by: 'path', prefix: 'ä' }, /prefix is "ä"/],
    [{ by: 'path', prefix: 5 }, /prefix is 5/],
    [{ by: 'path', name: 'x' }, /no option 'name'.*by and prefix/],
    [header({ name: '' }), /the name is empty/],
    [header({ name: 'a b' }), /no header can have this name/],
    [header({ name: 'Authorization' }), /OpenAPI ignores a header parameter of this name/],
    [header({ name: 5 }), /the name is not a text/],
    [header({ default: 'a b' }), /"a b" is not a version/],
    [header({ default: 2 }), /2 is not a version/],
    [header({ prefix: 'v' }), /no option 'prefix'/],
    [media({ type: undefined }), /type is undefined/],
    [media({ type: 'application/v{version}' }), /\{version\}: 'application\/vnd/],
    [media({ type: 'a/{version}{version}+json' }), /write it in lower case/],
    [media({ type: 'a/v{version}+json; a=b' }), /write it in lower case/],
    [media({ default: undefined }), /it has no default/],
    [media({ name: 'x' }), /no option 'name'/]
  ]
  for (const [versioning, message] of wrong) {
    it(`are rejected: ${JSON.stringify(versioning)}`, () => {
      expect(() => new Router({ versioning: versioning as VersioningOptions }))
        .to.throw(message)
        .that.satisfies((error: unknown) => error instanceof SetupError || error instanceof BootstrapError)
    })
  }
})
