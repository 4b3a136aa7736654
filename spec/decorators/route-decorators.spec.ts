import { expect } from 'chai'
import {
  type Context,
  Controller,
  Delete,
  Field,
  Get,
  Head,
  Integer,
  type Middleware,
  Options,
  Param,
  Patch,
  Post,
  Put,
  Returns,
  type Service
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Item {
  @Field(() => Integer) id!: number
}

/** The methods and paths of a service's routes, in their order. */
function routesOf({ router }: Service): string[] {
  return router.routes.map(({ method, path }) => `${method} ${path}`)
}

function operationOf(service: Service, path: string, method: 'get' | 'post' | 'delete' = 'get') {
  return service.document.paths[path]?.[method]
}

describe('@Controller and its routes', () => {
  describe('paths', () => {
    const joined: readonly (readonly [prefix: string | undefined, path: string | undefined, full: string])[] = [
      [undefined, undefined, '/'],
      ['', '', '/'],
      ['/', '/', '/'],
      [undefined, '/items', '/items'],
      [undefined, 'items', '/items'],
      ['/items', undefined, '/items'],
      ['/items', '', '/items'],
      ['/items', '/', '/items'],
      ['items', undefined, '/items'],
      ['/items/', '', '/items'],
      ['/items', '/{id}', '/items/{id}'],
      ['/items', '{id}', '/items/{id}'],
      ['items/', '{id}', '/items/{id}'],
      ['/items/', '/{id}', '/items/{id}'],
      ['/', '/items', '/items'],
      ['/shops/{shop}', '/items/{id:[0-9]+}', '/shops/{shop}/items/{id:[0-9]+}'],
      ['/items', '/list/', '/items/list/'],
      ['/files', '{rest:*}', '/files/{rest:*}']
    ]
    for (const [prefix, path, full] of joined) {
      it(`@Controller(${shown(prefix)}) and @Get(${shown(path)}) serve ${full}`, async () => {
        @Controller(prefix)
        class ItemController {
          @Get(path)
          find(ctx: Context) {
            return ctx.path
          }
        }
        expect(routesOf(await serviceOf([ItemController]))).to.deep.equal([`GET ${full}`])
      })
    }

    function shown(text: string | undefined): string {
      return text === undefined ? '' : `'${text}'`
    }
  })

  it('has a decorator for each of the seven methods', async () => {
    @Controller('/items')
    class ItemController {
      @Get()
      get() {
        return 'get'
      }
      @Post()
      post() {
        return 'post'
      }
      @Put()
      put() {
        return 'put'
      }
      @Patch()
      patch() {
        return 'patch'
      }
      @Delete()
      delete() {
        return 'delete'
      }
      @Head()
      head(ctx: Context) {
        ctx.header('x-method', 'head')
      }
      @Options()
      options() {
        return 'options'
      }
    }
    const service = await serviceOf([ItemController])
    for (const method of ['get', 'post', 'put', 'patch', 'delete', 'options']) {
      const answer = await service.inject({ method: method.toUpperCase(), url: '/items' })
      expect(answer.json(), method).to.equal(method)
    }
    const head = await service.inject({ method: 'HEAD', url: '/items' })
    expect(head.headers['x-method']).to.equal('head')
  })

  it('takes options in place of a path', async () => {
    @Controller({ tags: ['Items'] })
    class ItemController {
      @Get({ summary: 'All items' })
      list() {
        return []
      }
    }
    const service = await serviceOf([ItemController])
    expect(operationOf(service, '/'))
      .to.include({ summary: 'All items' })
      .and.to.deep.include({ tags: ['Items'] })
  })

  it('calls the method on its controller, so that `this` is there', async () => {
    @Controller()
    class Counter {
      #count = 0
      @Post('/count')
      count() {
        return ++this.#count
      }
    }
    const service = await serviceOf([Counter])
    await service.inject({ method: 'POST', url: '/count' })
    expect((await service.inject({ method: 'POST', url: '/count' })).json()).to.equal(2)
  })

  it('lets one method have several routes, in the order in which they are written', async () => {
    @Controller('/items')
    class ItemController {
      @Get()
      @Get('/all')
      @Post('/search')
      list(ctx: Context) {
        return `${ctx.method} ${ctx.path}`
      }
    }
    const service = await serviceOf([ItemController])
    expect(routesOf(service)).to.deep.equal(['GET /items', 'GET /items/all', 'POST /items/search'])
    expect((await service.inject({ method: 'POST', url: '/items/search' })).json()).to.equal('POST /items/search')
  })

  it('names its routes after class and method, for errors and logs', async () => {
    @Controller('/items')
    class ItemController {
      @Get()
      list() {}
    }
    const service = await serviceOf([ItemController])
    expect(service.router.routes.map(({ source }) => source)).to.deep.equal(['ItemController.list'])
  })

  describe('options of the controller', () => {
    it('put its tags before those of the operation, each once', async () => {
      @Controller('/items', { tags: ['Items', 'Shop'] })
      class ItemController {
        @Get({ tags: ['Search', 'Shop'] })
        list() {}
        @Post()
        add() {}
      }
      const service = await serviceOf([ItemController])
      expect(operationOf(service, '/items')?.tags).to.deep.equal(['Items', 'Shop', 'Search'])
      expect(operationOf(service, '/items', 'post')?.tags).to.deep.equal(['Items', 'Shop'])
    })

    it('deprecate all operations but those that say otherwise', async () => {
      @Controller('/items', { deprecated: true })
      class ItemController {
        @Get()
        list() {}
        @Post({ deprecated: false })
        add() {}
      }
      const service = await serviceOf([ItemController])
      expect(operationOf(service, '/items')?.deprecated).to.equal(true)
      expect(operationOf(service, '/items', 'post')).not.to.have.property('deprecated')
    })

    it('hide all operations from the document, but those that say otherwise', async () => {
      @Controller('/items', { hidden: true })
      class ItemController {
        @Get()
        list() {
          return []
        }
        @Post({ hidden: false })
        add() {}
      }
      const service = await serviceOf([ItemController])
      expect(service.document.paths['/items']).to.have.all.keys('post')
      expect((await service.inject('/items')).statusCode).to.equal(200)
    })

    it('put its middleware around that of the operation', async () => {
      const passed: string[] = []
      const layer = (name: string): Middleware => {
        return (_ctx, next) => {
          passed.push(name)
          return next()
        }
      }
      @Controller('/items', { middleware: [layer('outer'), layer('inner')] })
      class ItemController {
        @Get({ middleware: [layer('own')] })
        list() {
          passed.push('handler')
        }
        @Post()
        add() {
          passed.push('handler')
        }
      }
      const service = await serviceOf([ItemController], { middleware: [layer('application')] })
      await service.inject('/items')
      expect(passed).to.deep.equal(['application', 'outer', 'inner', 'own', 'handler'])
      passed.length = 0
      await service.inject({ method: 'POST', url: '/items' })
      expect(passed).to.deep.equal(['application', 'outer', 'inner', 'handler'])
    })
  })

  describe('@Returns', () => {
    const ITEM = { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } }
    const ITEMS = { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } } } }
    const problem = (detail: string) => ({
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: { type: 'about:blank', title: 'Not Found', status: 404, detail }
      }
    })
    // biome-ignore format: one row a line
    const forms: readonly (readonly [title: string, decorator: MethodDecorator, documented: object])[] = [
      ['a status alone', Returns(204), { 204: { description: 'No Content' } }],
      ['a type', Returns(200, Item), { 200: { description: 'OK', content: ITEM } }],
      ['a list', Returns(200, [Item]), { 200: { description: 'OK', content: ITEMS } }],
      ['a type and a description', Returns(201, Item, { description: 'Made' }), { 201: { description: 'Made', content: ITEM } }],
      ['a description', Returns(202, { description: 'Later' }), { 202: { description: 'Later' } }],
      ['empty options', Returns(202, {}), { 202: { description: 'Accepted' } }],
      ['an error', Returns(404), { 404: { description: 'Not Found', content: problem('Not Found') } }],
      ['an error with a description', Returns(404, 'No item'), { 404: { description: 'No item', content: problem('No item') } }],
      ['an error without a body', Returns(404, { body: null }), { 404: { description: 'Not Found' } }],
      ['a body as option', Returns(200, { body: Item }), { 200: { description: 'OK', content: ITEM } }]
    ]
    for (const [title, decorator, documented] of forms) {
      it(`documents ${title}`, async () => {
        @Controller('/items')
        class ItemController {
          @Post()
          @(decorator as MethodDecorator)
          add() {}
        }
        const service = await serviceOf([ItemController])
        expect(operationOf(service, '/items', 'post')?.responses).to.deep.include(documented)
      })
    }

    it('keeps the status of each decorator on a method', async () => {
      @Controller('/items')
      class ItemController {
        @Delete()
        @Returns(204)
        @Returns(404, { description: 'Not found' })
        @Returns(409)
        remove() {}
      }
      const service = await serviceOf([ItemController])
      expect(operationOf(service, '/items', 'delete')?.responses).to.include.keys('204', '404', '409')
    })

    it('is a setup error beside another one of the same status, of which one would be dropped', async () => {
      @Controller('/items')
      class ItemController {
        @Delete()
        @Returns(409, 'It is ordered')
        @Returns('4XX')
        @Returns(409, 'It is sold')
        remove() {}
      }
      expect((await setupErrorsOf([ItemController])).map(({ message }) => message)).to.deep.equal([
        'RESPONSE_INVALID: two @Returns declare the same status, ItemController.remove, response 409; keep one of them: its type may be oneOf(…), and its description name each reason.'
      ])
    })

    it('is replaced by the `responses` of the route, for the same status', async () => {
      @Controller('/items')
      class ItemController {
        @Get({ responses: { 200: { description: 'From the options', body: [Item] } } })
        @Returns(200, Item, { description: 'From the decorator' })
        @Returns(404)
        list() {}
      }
      const { responses } = operationOf(await serviceOf([ItemController]), '/items') ?? {}
      expect(responses?.['200']).to.deep.equal({ description: 'From the options', content: ITEMS })
      expect(responses).to.include.keys('404')
    })
  })

  describe('inheritance', () => {
    abstract class Listing {
      @Get()
      @Returns(200, [String])
      list(): string[] {
        return [this.name]
      }

      @Delete('/all')
      clear() {
        return 'cleared'
      }

      protected abstract readonly name: string
    }

    it('gives the routes of a base class to each controller, below its own prefix', async () => {
      @Controller('/cats')
      class Cats extends Listing {
        readonly name = 'cat'
      }
      @Controller('/dogs')
      class Dogs extends Listing {
        readonly name = 'dog'
      }
      const service = await serviceOf([Cats, Dogs])
      expect(routesOf(service)).to.deep.equal(['GET /cats', 'DELETE /cats/all', 'GET /dogs', 'DELETE /dogs/all'])
      expect((await service.inject('/dogs')).json()).to.deep.equal(['dog'])
      expect(service.router.routes[2]?.source).to.equal('Dogs.list')
    })

    it('calls the method that overrides, on the inherited route', async () => {
      @Controller('/cats')
      class Cats extends Listing {
        readonly name = 'cat'
        override list() {
          return ['lion', ...super.list()]
        }
      }
      const service = await serviceOf([Cats])
      expect(routesOf(service)).to.deep.equal(['GET /cats', 'DELETE /cats/all'])
      expect((await service.inject('/cats')).json()).to.deep.equal(['lion', 'cat'])
      expect(operationOf(service, '/cats')?.responses['200']).to.have.property('content')
    })

    it('replaces the route and the responses by those that a subclass declares for the method', async () => {
      @Controller('/cats')
      class Cats extends Listing {
        readonly name = 'cat'
        @Get('/every')
        @Returns(201, [String])
        override list() {
          return super.list()
        }
      }
      const service = await serviceOf([Cats])
      expect(routesOf(service)).to.deep.equal(['GET /cats/every', 'DELETE /cats/all'])
      expect(operationOf(service, '/cats/every')?.responses).to.include.keys('201').and.not.to.include.keys('200')
    })

    it('inherits the parameters of a method with its route, and replaces them with it', async () => {
      abstract class Finding {
        @Get('/{id}')
        find(@Param('id', Integer) id: number): unknown {
          return { id }
        }
      }
      @Controller('/kept')
      class Kept extends Finding {
        override find(id: number) {
          return { kept: id }
        }
      }
      @Controller('/typed')
      class Typed extends Finding {
        override find(@Param('id', String) id: string | number) {
          return { typed: id }
        }
      }
      @Controller('/replaced')
      class Replaced extends Finding {
        @Get('/by-context/{id}')
        override find(ctx: unknown) {
          return { replaced: (ctx as Context).urlParam('id') }
        }
      }
      const service = await serviceOf([Kept, Typed, Replaced])
      expect((await service.inject('/kept/5')).json()).to.deep.equal({ kept: 5 })
      expect((await service.inject('/kept/x')).statusCode).to.equal(400)
      expect((await service.inject('/typed/5')).json()).to.deep.equal({ typed: '5' })
      expect((await service.inject('/replaced/by-context/x')).json()).to.deep.equal({ replaced: 'x' })
    })

    it('leaves the base class as it was', async () => {
      @Controller('/base')
      class Base {
        @Get('/one')
        one() {}
      }
      @Controller('/more')
      class More extends Base {
        @Get('/two')
        two() {}
      }
      expect(routesOf(await serviceOf([More]))).to.deep.equal(['GET /more/one', 'GET /more/two'])
      expect(routesOf(await serviceOf([Base]))).to.deep.equal(['GET /base/one'])
    })
  })
})
