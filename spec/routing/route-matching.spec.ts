import { expect } from 'chai'
import { Application, bootstrap, Controller, describeApplication, Get, Router, type Routes } from 'fieldstone'

const handler = () => undefined

describe('router.match()', () => {
  const router = new Router()
    .getFunc('/items/{id}', handler)
    .getFunc('/items/{id:[0-9]+}', handler)
    .getFunc('/items/latest', handler)
    .postFunc('/items', handler)
    .getFunc('/files/{path:*}', handler)

  function matched(method: string, path: string) {
    return router.match(method, path).map(({ route, params }) => [route.path, params])
  }

  it('lists the routes that take a path in the order in which they are tried', () => {
    expect(matched('GET', '/items/latest')).to.deep.equal([
      ['/items/latest', {}],
      ['/items/{id}', { id: 'latest' }]
    ])
    expect(matched('GET', '/items/5?x=1')).to.deep.equal([
      ['/items/{id:[0-9]+}', { id: '5' }],
      ['/items/{id}', { id: '5' }]
    ])
  })

  it('decodes the values of the path parameters', () => {
    expect(matched('GET', '/items/a%20b%2Fc')).to.deep.equal([['/items/{id}', { id: 'a b/c' }]])
    expect(matched('GET', '/files/a/b%20c')).to.deep.equal([['/files/{path:*}', { path: 'a/b c' }]])
  })

  it('takes HEAD by the routes of GET', () => {
    expect(matched('HEAD', '/items/latest')).to.deep.equal(matched('GET', '/items/latest'))
  })

  for (const [method, path] of [
    ['POST', '/items/5'],
    ['GET', '/items'],
    ['GET', '/items/'],
    ['GET', '/files/'],
    ['GET', '/items/%zz'],
    ['GET', 'items/5'],
    ['TOKEN', '/items/5']
  ] as const) {
    it(`is empty for ${method} ${path}`, () => {
      expect(matched(method, path)).to.deep.equal([])
    })
  }

  it('agrees with the responses of the service', async () => {
    const routes = ['/a/{x}', '/a/b', '/a/{x:[0-9]+}', '/{y}/b', '/a/b/', '/{rest:*}']
    const service = await bootstrap(
      new Application({
        title: 'Paths',
        version: '1',
        routes: (all) => {
          for (const path of routes) all.getFunc(path, (ctx) => ctx.json(200, [ctx.route?.path]), { hidden: true })
        }
      })
    )
    for (const path of ['/a/b', '/a/5', '/a/x', '/c/b', '/a/b/', '/a/b/c', '/a', '/a%2Fb', '/a/b%20']) {
      const [first] = service.router.match('GET', path)
      expect((await service.inject(path)).json(), path).to.deep.equal([first?.route.path])
    }
  })
})

describe('service.routes', () => {
  it('has every route, in the order in which they are tried', async () => {
    const application = new Application({
      title: 'Items',
      version: '1',
      spec: '/openapi.json',
      routes: (router) => router.getFunc('/{id}', handler).getFunc('/latest', handler)
    })
    const paths = ['/openapi.json', '/latest', '/{id}']
    expect((await bootstrap(application)).routes.map(({ path }) => path)).to.have.members(paths)
    expect((await describeApplication(application)).router.routesInMatchingOrder.at(-1)?.path).to.equal('/{id}')
  })
})

describe('describeApplication()', () => {
  it('gives the documents, and constructs nothing', async () => {
    @Controller('/items')
    class Unreachable {
      constructor() {
        throw new Error('nothing may be constructed')
      }

      @Get()
      list(): void {}
    }
    const application = new Application({ title: 'Items', version: '1', controllers: [Unreachable] })
    const { documents } = await describeApplication(application)
    expect([...documents.keys()]).to.deep.equal(['openapi'])
    expect(Object.keys(documents.get('openapi')?.().paths ?? {})).to.deep.equal(['/items'])
  })

  it('rejects with every setup error', async () => {
    const routes = (router: Routes) => router.getFunc('items', handler)
    const described = describeApplication(new Application({ title: '', version: '1', routes }))
    expect(await described.catch((error: Error) => error.message)).to.include('PATH_INVALID')
  })
})
