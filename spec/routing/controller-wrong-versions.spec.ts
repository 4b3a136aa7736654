import { expect } from 'chai'
import { Controller, Get, Options, Returns, type Router } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { ALL, FirstBooks, StatusController } from '../support/versioned-books.js'

describe('Wrong versions', () => {
  const messages = async (controllers: never[] | readonly unknown[], options: object) =>
    (await setupErrorsOf(controllers as never, options as never)).map(({ message }) => message)

  it('are setup errors', async () => {
    expect(await messages([FirstBooks], {})).to.deep.include(
      "VERSION_INVALID: it has a version, and the application does not say how requests name one, GET /books/{id} (FirstBooks.find); write versioning: { by: 'path' } among the options of the application, or remove the version."
    )
    expect(await messages([], { versioning: { by: 'query' } })).to.deep.equal([
      "VERSION_INVALID: it does not say by what requests name a version, the option versioning; write { by: 'path' }, { by: 'header' } or { by: 'mediaType', type: …, default: '1' }."
    ])
    // The routes are right: nothing is said of their versions.
    for (const spec of ['/openapi.json', '/openapi-{version}.json']) {
      expect(await messages(ALL, { versioning: { by: 'query' }, spec }), spec).to.have.length(1)
      expect(await messages(ALL, { versioning: { by: 'path' }, bodyLimit: -1, spec }), spec).to.have.length(1)
    }
    expect(await messages(ALL, { versioning: { by: 'header' }, bodyLimit: -1, security: ['none'] })).to.have.length(2)
    expect(await messages([], { versioning: { by: 'path', default: '1' } })).to.have.length(1)
    expect(await messages([], { versioning: { by: 'path', prefix: '/v' } })).to.have.length(1)
    expect(await messages([], { versioning: { by: 'header', name: 'accept' } })).to.have.length(1)
    expect(await messages([], { versioning: { by: 'header', default: '' } })).to.have.length(1)
    for (const type of [
      'application/vnd.a+json',
      'application/vnd.a.{version}',
      'x{version}+json',
      'application/A.{version}+json',
      5
    ]) {
      expect(await messages([], { versioning: { by: 'mediaType', type, default: '1' } }), String(type)).to.have.length(
        1
      )
    }
    expect(
      await messages([], { versioning: { by: 'mediaType', type: 'application/vnd.a.{version}+json' } })
    ).to.have.length(1)
    const versioning = { by: 'header' }
    for (const version of [2, '', 'a b', [], ['1', '1'], [null]]) {
      const routes = (router: Router) => router.getFunc('/a', () => 1, { version } as never)
      expect(await messages([], { versioning, routes }), JSON.stringify(version)).to.have.length(1)
    }
    expect(await messages([StatusController], { versioning, spec: '/openapi-{version}.json' })).to.deep.equal([
      "VERSION_INVALID: the path of the document has {version}, and no route has a version, the options of the application; declare the version of routes, or write the path without it: '/openapi.json'."
    ])
    expect(await messages(ALL, { versioning: { by: 'header', default: '4' } })).to.deep.equal([
      'VERSION_INVALID: no route has the version 4, the default, the option versioning; choose one of 1, 2, 10.'
    ])
    expect(await messages(ALL, { versioning, documents: [{ path: '/a.json', apiVersion: '7' }] })).to.deep.equal([
      'DOCUMENT_INVALID: no route has the version 7, the options of the application; choose one of 1, 2, 10.'
    ])
    expect((await messages(ALL, { versioning, spec: '/openapi.json' })).slice(0, 1)).to.deep.equal([
      "DOCUMENT_CONFLICT: one document cannot describe GET /books/{id} in the versions 1 and 2, declared by FirstBooks.find and by SecondBooks.find; write a document for each version: spec: '/openapi-{version}.json'."
    ])
  })

  it('are routes that read the header of the version themselves, and two of one version', async () => {
    const versioning = { by: 'header' }
    const parameters = [{ name: 'API-Version', in: 'header' } as const]
    const [message] = await messages([], {
      versioning,
      routes: (router: Router) => router.getFunc('/a', () => 1, { version: '1', parameters })
    })
    expect(message).to.match(/^VERSION_INVALID: it reads the header api-version, which names its version, GET \/a /)
    const [twice] = await messages([], {
      versioning,
      routes: (router: Router) =>
        router.getFunc('/a', () => 1, { version: '1' }).getFunc('/a', () => 2, { version: ['2', '1'] })
    })
    expect(twice).to.match(/^ROUTE_DUPLICATE: .*GET \/a, version 1 .* and GET \/a, version 1 /)
    const [neutral] = await messages([], {
      versioning,
      routes: (router: Router) => router.getFunc('/a', () => 1).getFunc('/a', () => 2, { version: '1' })
    })
    expect(neutral).to.match(/^ROUTE_DUPLICATE: /)
  })
})

@Controller('/preflight', { version: '1' })
class PreflightController {
  @Get()
  @Returns(200, String)
  get() {
    return ''
  }

  @Options()
  @Returns(204)
  options(): void {}
}

describe('Routes of all versions beside those of one', () => {
  type Declared = readonly [path: string, version?: string | readonly string[]]
  const wrong = async (declared: readonly Declared[], versioning: object = { by: 'header' }) => {
    const routes = (router: Router) => {
      for (const [path, version] of declared) router.getFunc(path, () => path, { ...(version && { version }) } as never)
    }
    const errors = await setupErrorsOf([], { versioning, routes } as never)
    return errors.filter(({ code }) => code === 'VERSION_INVALID').map(({ message }) => message)
  }
  const NEUTRAL = '/books/{id}'
  const other: Declared = ['/other', '2']

  it('have no request that another route gets where it names no version, as the document of another version could not say it', async () => {
    const [message] = await wrong([[NEUTRAL], ['/books/newest', '1'], other])
    expect(message?.replace(/ \((?:dist\/)?spec[^)]*\)/g, '')).to.equal(
      "VERSION_INVALID: some requests without api-version are for GET /books/newest, version 1, although in version 2 they are for this route, GET /books/{id}; declare its versions, so that requests name one: version: ['1', '2']."
    )
  })

  const ambiguous: readonly (readonly [neutral: string, rival: string])[] = [
    ['/books/{id}', '/books/{id:[0-9]+}'],
    ['/books/{id:[a-z]+}', '/books/newest'],
    ['/books/{path:*}', '/books/newest'],
    ['/books/{path:*}', '/books/{id}/pages'],
    ['/{shelf}/newest', '/books/{id}'],
    ['/{shelf}/{id}', '/books/{id}']
  ]
  for (const [neutral, rival] of ambiguous) {
    it(`are setup errors: ${neutral} beside ${rival}`, async () => {
      expect(await wrong([[neutral], [rival, '1'], other])).to.have.length(1)
    })
  }

  const clear: readonly (readonly [what: string, declared: readonly Declared[], versioning?: object])[] = [
    ['its own path comes first', [['/books/newest'], [NEUTRAL, '1'], other]],
    ['no path is for both', [['/books/{id:[0-9]+}'], ['/books/newest', '1'], other]],
    ['other paths', [['/books/{id}/pages'], ['/books/newest', '1'], other]],
    ['only a slash at the end', [['/books/{id}'], ['/books/', '1'], other]],
    ['all versions have the other one', [[NEUTRAL], ['/books/newest', ['1', '2']], other]],
    ['there is one version', [[NEUTRAL], ['/books/newest', '1']]],
    [
      'requests that name no version are for another one',
      [[NEUTRAL], ['/books/newest', '1'], other],
      { by: 'header', default: '2' }
    ],
    ['the path names the version', [[NEUTRAL], ['/books/newest', '1'], other], { by: 'path' }]
  ]
  for (const [what, declared, versioning] of clear) {
    it(`are right where ${what}`, async () => {
      expect(await wrong(declared, versioning)).to.deep.equal([])
    })
  }

  it('are right where no document says anything of them', async () => {
    const routes = (router: Router) => {
      router.getFunc(NEUTRAL, () => 1, { hidden: true })
      for (const [path, version] of [['/books/newest', '1'] as const, ['/other', '2'] as const]) {
        router.getFunc(path, () => 1, { version })
      }
    }
    expect(await setupErrorsOf([], { versioning: { by: 'header' }, routes })).to.deep.equal([])
  })

  it('are wrong beside a route of the default version, which requests without the header are for', async () => {
    const [message] = await wrong([[NEUTRAL], ['/books/newest', '1'], other], { by: 'header', default: '1' })
    expect(message).to.include('although in version 2 they are for this route')
  })
})

describe('Routes of OPTIONS with a version', () => {
  it('read the header like others', async () => {
    const service = await serviceOf([PreflightController], { versioning: { by: 'header', default: '1' } })
    expect((await service.inject({ method: 'OPTIONS', url: '/preflight' })).statusCode).to.equal(204)
  })
})
