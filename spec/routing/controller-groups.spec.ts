import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  type ApplicationOptions,
  bearerScheme,
  type Context,
  Controller,
  type ControllerOptions,
  Ctx,
  Get,
  type Middleware,
  type OpenAPIDocument,
  Param,
  Post,
  Returns
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

@Controller('/users', { tags: ['users'] })
class UserController {
  static made = 0
  constructor() {
    UserController.made += 1
  }

  @Get()
  @Returns(200, [String])
  list(@Ctx() ctx: Context) {
    return (ctx.state.layers as string[] | undefined) ?? []
  }

  @Get('/open', { security: [], deprecated: false, hidden: false })
  @Returns(200, String)
  open() {
    return 'open'
  }
}

@Controller()
class RootController {
  @Get()
  @Returns(200, String)
  root() {
    return 'root'
  }

  @Post('/ping')
  @Returns(200, String)
  ping() {
    return 'pong'
  }
}

@Controller('/notes')
class NoteController {
  @Get('/{id}')
  @Returns(200, String)
  show(@Param('tenant', String) tenant: string, @Param('id', String) id: string) {
    return `${tenant} ${id}`
  }
}

const layer =
  (name: string): Middleware =>
  (ctx, next) => {
    ctx.state.layers = [...((ctx.state.layers as string[] | undefined) ?? []), name]
    return next()
  }

const securitySchemes = {
  bearer: bearerScheme({ authenticate: (token) => (token === 'good' ? { token } : undefined) })
}

describe('The list of controllers', () => {
  const bodyOf = async (service: Awaited<ReturnType<typeof serviceOf>>, url: string, headers = {}) => {
    const { statusCode, body } = await service.inject({ url, headers })
    return statusCode === 200 ? JSON.parse(body) : statusCode
  }

  it('may have groups with a prefix, also within each other', async () => {
    const service = await serviceOf([
      RootController,
      { prefix: '/v1', controllers: [RootController, { prefix: '/admin', controllers: [UserController] }] }
    ])
    expect(Object.keys(service.document.paths)).to.deep.equal([
      '/',
      '/ping',
      '/v1',
      '/v1/ping',
      '/v1/admin/users',
      '/v1/admin/users/open'
    ])
    expect(await bodyOf(service, '/')).to.equal('root')
    expect(await bodyOf(service, '/v1')).to.equal('root')
    expect(await bodyOf(service, '/v1/admin/users/open')).to.equal('open')
    expect(await bodyOf(service, '/users/open')).to.equal(404)
  })

  it('may have one controller below several prefixes; it is constructed once', async () => {
    UserController.made = 0
    const service = await serviceOf([
      { prefix: '/v1', controllers: [UserController] },
      { prefix: '/v2', controllers: [UserController] }
    ])
    expect(await bodyOf(service, '/v1/users/open')).to.equal('open')
    expect(await bodyOf(service, '/v2/users/open')).to.equal('open')
    expect(UserController.made).to.equal(1)
    expect(service.document.paths['/v2/users']?.get?.operationId).to.equal('getV2Users')
  })

  it('is below the prefix of the application, unlike its document, probes and other routes', async () => {
    const service = await serviceOf([RootController, { prefix: '/a', controllers: [UserController] }], {
      prefix: '/api',
      spec: '/openapi.json',
      health: true,
      routes: (router) => router.getFunc('/other', () => 'other', { responses: { 200: { body: String } } })
    })
    expect(Object.keys(service.document.paths)).to.have.members([
      '/api',
      '/api/ping',
      '/api/a/users',
      '/api/a/users/open',
      '/other'
    ])
    expect(await bodyOf(service, '/api')).to.equal('root')
    expect(await bodyOf(service, '/api/a/users')).to.deep.equal([])
    for (const path of ['/openapi.json', '/livez', '/other']) {
      expect((await service.inject(path)).statusCode, path).to.equal(200)
      expect((await service.inject(`/api${path}`)).statusCode, path).to.equal(404)
    }
  })

  it('gives the parameters of a prefix to methods, and to the document', async () => {
    const service = await serviceOf([{ prefix: '/tenants/{tenant}', controllers: [NoteController, UserController] }])
    expect(await bodyOf(service, '/tenants/acme/notes/3')).to.equal('acme 3')
    const { paths } = service.document
    expect(paths['/tenants/{tenant}/notes/{id}']?.get?.parameters?.map(({ name }) => name)).to.deep.equal([
      'tenant',
      'id'
    ])
    expect(paths['/tenants/{tenant}/users']?.get?.parameters).to.have.nested.property('[0].name', 'tenant')
  })

  it('cannot have a group within itself', async () => {
    const controllers: unknown[] = [UserController]
    const group = { prefix: '/admin', controllers: [{ controllers }] }
    controllers.push(group)
    expect((await setupErrorsOf([group as never])).map(({ message }) => message)).to.deep.equal([
      'CONTROLLER_INVALID: the group contains itself, controllers[0].controllers[0].controllers[1]; remove it here.'
    ])
  })

  it('puts the middleware of a group around its routes, the outermost first', async () => {
    const service = await serviceOf([
      {
        middleware: [layer('a')],
        controllers: [{ prefix: '/in', middleware: [layer('b')], controllers: [UserController] }]
      },
      UserController
    ])
    expect(await bodyOf(service, '/in/users')).to.deep.equal(['a', 'b'])
    expect(await bodyOf(service, '/users')).to.deep.equal([])
  })

  it('keeps the middleware that a controller had when it was registered, whatever becomes of its list', async () => {
    const layers = [layer('a')]
    @Controller('/kept', { middleware: layers })
    class Kept {
      @Get('/one')
      @Returns(200, [String])
      one(@Ctx() ctx: Context) {
        return ctx.state.layers
      }

      @Get('/other')
      @Returns(200, [String])
      other(@Ctx() ctx: Context) {
        return ctx.state.layers
      }
    }
    const service = await serviceOf([Kept])
    expect(await bodyOf(service, '/kept/one')).to.deep.equal(['a'])
    layers.length = 0
    expect(await bodyOf(service, '/kept/other')).to.deep.equal(['a'])
  })

  it('gives tags, security, deprecated and hidden of a group to its operations, unless they say otherwise', async () => {
    const group = { prefix: '/admin', tags: ['admin'], security: ['bearer'], deprecated: true, hidden: true }
    const service = await serviceOf([{ ...group, controllers: [UserController] }], { securitySchemes })
    expect(Object.keys(service.document.paths)).to.deep.equal(['/admin/users/open'])
    const open = service.document.paths['/admin/users/open']?.get
    expect(open).to.deep.include({ tags: ['admin', 'users'] })
    expect(open).not.to.have.property('deprecated')
    expect(await bodyOf(service, '/admin/users')).to.equal(401)
    expect(await bodyOf(service, '/admin/users', { authorization: 'Bearer good' })).to.deep.equal([])
    expect(await bodyOf(service, '/admin/users/open')).to.equal('open')
    const shown = await serviceOf([{ ...group, hidden: false, controllers: [UserController] }], { securitySchemes })
    expect(shown.document.paths['/admin/users']?.get).to.deep.include({
      tags: ['admin', 'users'],
      deprecated: true,
      security: [{ bearer: [] }]
    })
  })

  describe('says what is within it, unless that says otherwise', () => {
    const itemsWith = (options: ControllerOptions, ofRoute: ControllerOptions = {}) => {
      @Controller('/items', options)
      class Items {
        @Get('', ofRoute)
        @Returns(200, String)
        list() {
          return 'all'
        }
      }
      return Items
    }
    type Nested = (outer: ControllerOptions, own: ControllerOptions) => ApplicationOptions['controllers']
    const places: readonly (readonly [where: string, nested: Nested])[] = [
      ['a controller in a group', (outer, own) => [{ ...outer, controllers: [itemsWith(own)] }]],
      ['a group in a group', (outer, own) => [{ ...outer, controllers: [{ ...own, controllers: [itemsWith({})] }] }]],
      ['a route in a group', (outer, own) => [{ ...outer, controllers: [itemsWith({}, own)] }]],
      ['a route of a controller', (outer, own) => [itemsWith(outer, own)]],
      [
        'a group around two more',
        (outer, own) => [{ controllers: [{ ...outer, controllers: [{ ...own, controllers: [itemsWith({})] }] }] }]
      ]
    ]
    const listed = (paths: OpenAPIDocument['paths']) => paths['/items']?.get
    // biome-ignore format: one row a line
    const options: readonly (readonly [outer: ControllerOptions, own: ControllerOptions, seen: (paths: OpenAPIDocument['paths']) => unknown, expected: unknown])[] = [
      [{ deprecated: true }, {}, (paths) => listed(paths)?.deprecated, true],
      [{ deprecated: true }, { deprecated: undefined }, (paths) => listed(paths)?.deprecated, true],
      [{ deprecated: true }, { deprecated: false }, (paths) => listed(paths)?.deprecated, undefined],
      [{ deprecated: false }, { deprecated: true }, (paths) => listed(paths)?.deprecated, true],
      [{ hidden: true }, {}, Object.keys, []],
      [{ hidden: true }, { hidden: undefined }, Object.keys, []],
      [{ hidden: true }, { hidden: false }, Object.keys, ['/items']],
      [{ hidden: false }, { hidden: true }, Object.keys, []],
      [{ security: ['bearer'] }, {}, (paths) => listed(paths)?.security, [{ bearer: [] }]],
      [{ security: ['bearer'] }, { security: [] }, (paths) => listed(paths)?.security, []],
      [{ security: [] }, { security: ['bearer'] }, (paths) => listed(paths)?.security, [{ bearer: [] }]],
      [{ security: ['bearer'] }, { security: ['other'] }, (paths) => listed(paths)?.security, [{ other: [] }]],
      [{ servers: [{ url: '/a' }] }, {}, (paths) => listed(paths)?.servers, [{ url: '/a' }]],
      [{ servers: [{ url: '/a' }] }, { servers: [{ url: '/b' }] }, (paths) => listed(paths)?.servers, [{ url: '/b' }]],
      [{ servers: [{ url: '/a' }] }, { servers: [] }, (paths) => listed(paths)?.servers, undefined],
      [{ tags: ['a'] }, { tags: ['b', 'a'] }, (paths) => listed(paths)?.tags, ['a', 'b']],
      [{ tags: ['a'] }, { tags: [] }, (paths) => listed(paths)?.tags, ['a']],
      [{ 'x-team': 'a' }, {}, (paths) => listed(paths)?.['x-team'], 'a'],
      [{ 'x-team': 'a' }, { 'x-team': null }, (paths) => listed(paths)?.['x-team'], null],
      [{ 'x-team': true }, { 'x-team': false }, (paths) => listed(paths)?.['x-team'], false],
      [{ responses: { 404: 'None' } }, {}, (paths) => (listed(paths)?.responses[404] as { description?: string } | undefined)?.description, 'None'],
      [{ responses: { 404: 'None' } }, { responses: { 404: 'Gone' } }, (paths) => (listed(paths)?.responses[404] as { description?: string } | undefined)?.description, 'Gone'],
      [{ responses: { 404: 'None' } }, { responses: { 409: 'Taken' } }, (paths) => Object.keys(listed(paths)?.responses ?? {}), ['200', '404', '409', '500']],
      [{ version: '1' }, {}, Object.keys, ['/v1/items']],
      [{ version: '1' }, { version: '2' }, Object.keys, ['/v2/items']],
      [{ version: '1' }, { version: ['2', '3'] }, Object.keys, ['/v3/items']]
    ]
    const shown = (value: unknown) => inspect(value, { breakLength: Number.POSITIVE_INFINITY })
    for (const [where, nested] of places) {
      for (const [outer, own, seen, expected] of options) {
        it(`${where}: ${shown(own)} in ${shown(outer)}`, async () => {
          const other = bearerScheme({ authenticate: () => undefined })
          const service = await serviceOf(nested(outer, own), {
            securitySchemes: { ...securitySchemes, other },
            ...('version' in outer && { versioning: { by: 'path' } })
          })
          const { paths } = service.document
          expect(seen(paths)).to.deep.equal(expected)
          const isSecured = (own.security ?? outer.security ?? []).length > 0
          const { statusCode } = await service.inject(Object.keys(paths)[0] ?? '/items')
          expect(statusCode).to.equal(isSecured ? 401 : 200)
        })
      }
    }
  })

  // biome-ignore format: one row a line
  const wrong: [string, unknown, string][] = [
    ['a group without controllers', { prefix: '/a' }, 'CONTROLLER_INVALID: the controllers of the group are not a list, controllers[0]; write controllers: [UserController].'],
    ['an empty group', { controllers: [] }, 'CONTROLLER_INVALID: the controllers of the group are an empty list, controllers[0]; write controllers: [UserController].'],
    ['a misspelt option', { controllers: [RootController], prefx: '/a' }, "OPTION_UNKNOWN: there is no option 'prefx' (did you mean 'prefix'?), controllers[0]; correct its name or remove it."],
    ['a prefix without a slash', { prefix: 'a', controllers: [RootController] }, 'PATH_INVALID: the path "a" does not start with a slash, controllers[0]; write "/a".'],
    ['a prefix that ends in a slash', { prefix: '/a/', controllers: [RootController] }, 'PATH_INVALID: the prefix "/a/" ends in a slash, controllers[0]; end it with a segment, as in "/api".'],
    ['a prefix that is no text', { prefix: 5, controllers: [RootController] }, 'PATH_INVALID: the path "5" is not a string, controllers[0]; give the path as a string, as in "/items/{id}".'],
    ['middleware that is no list', { middleware: layer('a'), controllers: [RootController] }, 'MIDDLEWARE_INVALID: `middleware` is not a list, controllers[0]; write middleware: [first, second].'],
    ['tags that are no list', { tags: 'a', controllers: [RootController] }, "CONTROLLER_INVALID: `tags` is not a list, controllers[0]; write tags: ['admin']."],
    ['a mistake in a group within a group', { controllers: [RootController, { prefix: '/b', controllers: [{ prefix: '/c', controllers: 5 }] }] }, 'CONTROLLER_INVALID: the controllers of the group are not a list, controllers[0].controllers[1].controllers[0]; ' + 'write controllers: [UserController].'],
    ['a controller that is listed twice below one prefix', { controllers: [UserController, { prefix: '/', controllers: [UserController] }] }, 'CONTROLLER_INVALID: the controller is listed twice, UserController; list it once, or below different prefixes.'],
    ['a name of a parameter that prefix and path have', { prefix: '/{id}', controllers: [{ prefix: '/{tenant}', controllers: [NoteController] }] }, 'PATH_INVALID: the path "/{id}/{tenant}/notes/{id}" has two parameters named "id", NoteController.show; give each its own name.']
  ]
  for (const [what, group, fault] of wrong) {
    it(`is a setup error for ${what}`, async () => {
      const errors = await setupErrorsOf([group as never])
      expect(errors.map(({ message }) => message)).to.deep.equal([fault])
    })
  }

  for (const [prefix, fault] of [
    ['api', 'PATH_INVALID: the path "api" does not start with a slash, the option prefix; write "/api".'],
    [5, "APPLICATION_INVALID: `prefix` must be a text, the application; write prefix: '/api'."]
  ] as const) {
    it(`is a setup error for the application's prefix ${JSON.stringify(prefix)}`, async () => {
      const errors = await setupErrorsOf([RootController], { prefix: prefix as string })
      expect(errors.map(({ message }) => message)).to.deep.equal([fault])
    })
  }
})
