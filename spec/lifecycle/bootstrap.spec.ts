import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import {
  Application,
  bootstrap,
  Controller,
  Field,
  Get,
  generateOpenAPISpec,
  Integer,
  NotFound,
  Param,
  Post,
  Query,
  Returns,
  Router,
  Unknown
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Item {
  @Field(() => Integer) id!: number
}

let constructed = 0

@Controller('/items')
class ItemController {
  #count = 0

  constructor() {
    constructed++
  }

  @Get('/{id}')
  @Returns(200, Item)
  @Returns(404)
  find(@Param('id', Integer) id: number): Item {
    return id < 10 ? { id } : NotFound.throw()
  }

  @Post('/count')
  count() {
    return ++this.#count
  }
}

describe('bootstrap', () => {
  it('returns router, document and handler, and does not listen', async () => {
    const service = await serviceOf([ItemController])
    expect(service.router).to.be.instanceOf(Router)
    expect(service.router.routes.map(({ path }) => path)).to.deep.equal(['/items/{id}', '/items/count'])
    expect(service.document.info).to.deep.equal({ title: 'Shop', version: '1.0.0' })
    expect(Object.keys(service.document.paths)).to.deep.equal(['/items/{id}', '/items/count'])
    expect(await complaintsAbout(service.document)).to.deep.equal([])
    await service.close()
  })

  it('serves the document and its page, which are not in the document', async () => {
    const service = await serviceOf([ItemController], {
      spec: '/openapi.json',
      docs: '/docs',
      description: 'All of it',
      servers: [{ url: 'https://shop.example' }]
    })
    const spec = await service.inject('/openapi.json')
    expect(spec.headers['content-type']).to.match(/^application\/json/)
    expect(spec.json()).to.deep.equal(JSON.parse(JSON.stringify(service.document)))
    expect(spec.json()).to.deep.include({ servers: [{ url: 'https://shop.example' }] })
    expect(service.document.paths).to.have.all.keys('/items/{id}', '/items/count')
    expect((await service.inject('/docs')).statusCode).to.be.within(301, 308)
    expect((await service.inject('/docs/')).headers['content-type']).to.match(/^text\/html/)
  })

  it('gives every call a service of its own', async () => {
    const application = new Application({ title: 'Shop', version: '1.0.0', controllers: [ItemController] })
    const [first, second] = await Promise.all([bootstrap(application), bootstrap(application)])
    const count = async (service: typeof first) =>
      (await service.inject({ method: 'POST', url: '/items/count' })).json<number>()
    expect(await count(first)).to.equal(1)
    expect(await count(first)).to.equal(2)
    expect(await count(second)).to.equal(1)
    expect(first.router).not.to.equal(second.router)
  })

  it('registers the routes of `routes` after those of the controllers, and waits for a promise', async () => {
    const service = await serviceOf([ItemController], {
      routes: async (router) => {
        await new Promise(setImmediate)
        router.getFunc('/late', () => 'late', { summary: 'Late' })
      }
    })
    expect(service.router.routes.map(({ path }) => path)).to.deep.equal(['/items/{id}', '/items/count', '/late'])
    expect((await service.inject('/late')).json()).to.equal('late')
    expect(service.document.paths['/late']?.get?.summary).to.equal('Late')
  })

  it('reports the setup errors of `routes` with all others, and passes on defects', async () => {
    class NoController {}
    const errors = await setupErrorsOf([NoController], {
      routes: async (router) => {
        await new Promise(setImmediate)
        router.getFunc('no-slash', () => 1)
      }
    })
    expect(errors.map(({ code }) => code)).to.deep.equal(['CONTROLLER_INVALID', 'PATH_INVALID'])
    const defect = new Error('no database')
    for (const routes of [
      () => Promise.reject(defect),
      () => {
        throw defect
      }
    ]) {
      let thrown: unknown
      await serviceOf([], { routes }).catch((error: unknown) => {
        thrown = error
      })
      expect(thrown).to.equal(defect)
    }
  })

  it('is closed to further registration', async () => {
    const service = await serviceOf([ItemController])
    expect(() => service.router.getFunc('/late', () => 1)).to.throw('ROUTER_FROZEN')
  })

  it('puts the middleware of the application around everything, the 404 included', async () => {
    const service = await serviceOf([ItemController], {
      middleware: [
        (ctx, next) => {
          ctx.header('x-layer', ctx.route?.source ?? 'no route')
          return next()
        }
      ]
    })
    expect((await service.inject('/items/1')).headers['x-layer']).to.equal('ItemController.find')
    expect((await service.inject('/nowhere')).headers['x-layer']).to.equal('no route')
  })

  it('passes the HTTP options on', async () => {
    const service = await serviceOf([], {
      bodyLimit: 10,
      errors: { body: Unknown, format: ({ status, detail }) => ({ status, why: detail }) },
      routes: (router) => router.postFunc('/echo', (ctx) => ctx.bodyText())
    })
    const { statusCode, body } = await service.inject({ method: 'POST', url: '/echo', body: 'x'.repeat(11) })
    expect(statusCode).to.equal(413)
    expect(JSON.parse(body)).to.deep.equal({ status: 413, why: 'The request body is larger than 10 bytes' })
  })

  it('makes a service without any controller', async () => {
    const service = await bootstrap(new Application({ title: 'Empty', version: '1' }))
    expect((await service.inject('/')).statusCode).to.equal(404)
    expect(service.document.paths).to.deep.equal({})
  })

  it('generates a document without constructing a controller or calling a container', async () => {
    const service = await serviceOf([ItemController])
    const before = constructed
    expect(generateOpenAPISpec(service.router, { title: 'Other', version: '2' }).paths).to.deep.equal(
      service.document.paths
    )
    expect(constructed).to.equal(before)
  })
})

describe('the handler of a service', () => {
  @Controller('/echo')
  class EchoController {
    @Get('/{id}')
    get(@Param('id', Integer) id: number, @Query('q') q: string) {
      return { id, q }
    }
  }

  /** Runs a server until `use` has ended. */
  async function listening(
    handler: Parameters<typeof createServer>[1],
    use: (url: string) => Promise<void>
  ): Promise<void> {
    const server = createServer(handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  it('is one for http.createServer', async () => {
    const { handler } = await serviceOf([EchoController])
    await listening(handler, async (url) => {
      const answer = await fetch(`${url}/echo/3?q=a`)
      expect(await answer.json()).to.deep.equal({ id: 3, q: 'a' })
      expect((await fetch(`${url}/echo/x?q=a`)).status).to.equal(400)
    })
  })

  it('is one for Express, below a prefix, with the page and its document', async () => {
    const { handler } = await serviceOf([EchoController], { spec: '/openapi.json', docs: '/docs' })
    const host = express()
    host.get('/own', (_req, res) => {
      res.send('own')
    })
    host.use('/api', handler)
    await listening(host, async (url) => {
      expect(await (await fetch(`${url}/own`)).text()).to.equal('own')
      expect(await (await fetch(`${url}/api/echo/3?q=a`)).json()).to.deep.equal({ id: 3, q: 'a' })
      expect((await fetch(`${url}/api/nowhere`)).headers.get('content-type')).to.equal('application/problem+json')
      const page = await fetch(`${url}/api/docs`)
      expect(page.url).to.equal(`${url}/api/docs/`)
      expect(page.status).to.equal(200)
      expect(await (await fetch(`${url}/api/openapi.json`)).json()).to.have.nested.property('info.title', 'Shop')
    })
  })

  it('reads a body that Express has parsed before', async () => {
    class Size {
      @Field(() => Integer) width!: number
    }
    const { handler } = await serviceOf([], {
      routes: (router) => router.postFunc('/sizes', async (ctx) => ctx.bindValidated(Size))
    })
    const host = express().use(express.json()).use(handler)
    await listening(host, async (url) => {
      const post = (body: string) =>
        fetch(`${url}/sizes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      expect(await (await post('{"width":3}')).json()).to.deep.equal({ width: 3 })
      expect((await post('{"width":"3"}')).status).to.equal(400)
    })
  })
})
