import { expect } from 'chai'
import {
  ApiKeyScheme,
  type ApplicationOptions,
  apiKeyScheme,
  BearerScheme,
  bearerScheme,
  body,
  Controller,
  createParameterDecorator,
  Field,
  Get,
  Integer,
  Options,
  Principal,
  param,
  principal,
  Query,
  query,
  response
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

interface User {
  readonly name: string
}

class TokenScheme extends BearerScheme<User> {
  authenticate(token: string) {
    return token === 'ada' ? { name: 'ada' } : undefined
  }
}

class KeyScheme extends ApiKeyScheme<{ readonly client: string }> {
  static override readonly options = { in: 'query', name: 'key' } as const

  authenticate(key: string) {
    return key === 'k' ? { client: 'shop' } : undefined
  }
}

const securitySchemes = { token: TokenScheme, key: KeyScheme }

async function messages(controller: object, options: Partial<ApplicationOptions> = {}): Promise<string[]> {
  const errors = await setupErrorsOf([controller], { securitySchemes, ...options })
  return errors.map(({ message }) => message)
}

describe('A principal that a route does not have', () => {
  it('is a setup error where the route requires no scheme, also where it is optional, and for OPTIONS', async () => {
    @Controller('/a')
    class Open {
      @Get() none(@Principal() _user: User) {}
      @Get('/b', { security: [] }) optional(@Principal({ optional: true }) _user?: User) {}
      @Get('/c', { security: [{}] }) empty(@Principal() _user: User) {}
      @Options('/d') preflight(@Principal() _user: User) {}
      @Get('/e', { security: ['token'] }) right(@Principal() _user: User) {}
    }
    expect(await messages(Open)).to.deep.equal([
      "SECURITY_INVALID: @Principal() takes the principal, but the route requires no security scheme, Open.none, parameter 1; give the route, its controller or the application security: ['token'], or remove it.",
      "SECURITY_INVALID: @Principal({ optional: true }) takes the principal, but the route requires no security scheme, Open.optional, parameter 1; give the route, its controller or the application security: ['token', {}], or remove it.",
      "SECURITY_INVALID: @Principal() takes the principal, but the route requires no security scheme, Open.empty, parameter 1; give the route, its controller or the application security: ['token'], or remove it.",
      "SECURITY_INVALID: @Principal() takes the principal, but the route requires no security scheme, Open.preflight, parameter 1; give the route, its controller or the application security: ['token'], or remove it."
    ])
  })

  it('is a setup error where a scheme is optional, unless the principal is', async () => {
    class Mine {
      @Principal() user!: User
    }
    @Controller('/a', { security: ['token', {}] })
    class Optional {
      @Get() one(@Principal() _user: User) {}
      @Get('/b', principal(TokenScheme)) two(_user: User) {}
      @Get('/c', { request: Mine }) three(_mine: Mine) {}
      @Get('/d') four(@Principal({ optional: true }) _user?: User) {}
      @Get('/e', { security: ['token'] }) five(@Principal({ optional: true }) _user?: User) {}
    }
    expect(await messages(Optional)).to.deep.equal([
      'SECURITY_INVALID: @Principal() takes the principal, but the `security` of the route accepts requests without one, Optional.one, parameter 1; write @Principal({ optional: true }) for a parameter that may be undefined, or remove {} from `security`.',
      'SECURITY_INVALID: principal(TokenScheme) takes the principal, but the `security` of the route accepts requests without one, Optional.two, input 1; write principal(TokenScheme, { optional: true }) for a parameter that may be undefined, or remove {} from `security`.',
      'SECURITY_INVALID: @Principal() takes the principal, but the `security` of the route accepts requests without one, Optional.three, Mine.user; write @Principal({ optional: true }) for a parameter that may be undefined, or remove {} from `security`.'
    ])
  })

  it('is a setup error where another scheme may be shown, or the named one is not required', async () => {
    const other = bearerScheme({ authenticate: () => ({ name: 'x' }) })
    @Controller('/a')
    class Several {
      @Get({ security: ['token', 'key'] }) one(@Principal(TokenScheme) _user: User) {}
      @Get('/b', { security: ['key'] }) two(@Principal(TokenScheme, { optional: true }) _user?: User) {}
      @Get('/c', { security: ['key'] }) three(@Principal(other) _user: User) {}
      @Get('/d', { security: ['token', 'key'] }) four(@Principal(TokenScheme, KeyScheme) _caller: object) {}
      @Get('/e', { security: ['token', 'key'] }) five(@Principal() _caller: object) {}
      @Get('/f', { security: ['token', 'key'] }) six(@Principal(TokenScheme, { optional: true }) _user?: User) {}
    }
    expect(await messages(Several)).to.deep.equal([
      'SECURITY_INVALID: @Principal(TokenScheme) takes the principal of TokenScheme, but the route accepts requests that show key instead, Several.one, parameter 1; write @Principal(TokenScheme, { optional: true }) for a parameter that may be undefined, or name all schemes that the route accepts.',
      'SECURITY_INVALID: @Principal(TokenScheme, { optional: true }) takes the principal of TokenScheme, which the route does not require, Several.two, parameter 1; name a scheme that its `security` has (key).',
      'SECURITY_INVALID: @Principal(…) takes the principal of a scheme that the application does not have, which the route does not require, Several.three, parameter 1; name a scheme that its `security` has (key).'
    ])
  })

  it('is a setup error where several other schemes may be shown together', async () => {
    const pin = apiKeyScheme({ in: 'header', name: 'x-pin', authenticate: () => ({ name: 'pin' }) })
    @Controller('/a')
    class Together {
      @Get({ security: ['token', { key: [], pin: [] }] }) one(@Principal(TokenScheme) _user: User) {}
      @Get('/b', { security: ['token', { key: [], token: [] }] }) two(@Principal(TokenScheme) _user: User) {}
    }
    const [message, ...more] = await messages(Together, { securitySchemes: { ...securitySchemes, pin } })
    expect(message).to.match(/TokenScheme, but the route accepts requests that show key and pin instead, Together\.one/)
    expect(more).to.deep.equal([])
  })

  it('is reported with all other errors, those of its own declaration among them', async () => {
    class Several {}
    @Controller('/a', { security: ['token'] })
    class Wrong {
      @Get() one(
        @Principal(undefined as never) _user: User,
        @Query('page', Integer, { minimum: 'x' as never }) _p: number
      ) {}
      @Get('/b') two(@Principal({ optinal: true } as object) _user: User) {}
      @Get('/c') three(@Principal(Several as never) _user: User) {}
      @Get('/d', { security: ['tokn'] }) four(@Principal() _user: User) {}
    }
    expect(await messages(Wrong)).to.deep.equal([
      "SECURITY_INVALID: the principal's scheme is undefined (perhaps because of a circular import), Wrong.one, parameter 1; name the scheme itself or its class: @Principal(TokenScheme), or none for whichever was shown.",
      'FIELD_OPTION_INVALID: the option minimum is x, Wrong.one.page; give a finite number.',
      "OPTION_UNKNOWN: there is no option 'optinal' (did you mean 'optional'?), Wrong.two, parameter 1; correct its name or remove it.",
      "SECURITY_INVALID: the principal's scheme is the class Several, Wrong.three, parameter 1; name the scheme itself or its class: @Principal(TokenScheme), or none for whichever was shown.",
      'SECURITY_INVALID: there is no security scheme "tokn", GET /a/d (Wrong.four); the schemes are token, key.'
    ])
  })

  it('is not reported where the security of the application itself is wrong', async () => {
    @Controller('/a')
    class Mine {
      @Get() mine(@Principal() _user: User) {}
    }
    expect(await messages(Mine, { security: ['tokn'] })).to.deep.equal([
      'SECURITY_INVALID: there is no security scheme "tokn", the option security; the schemes are token, key.'
    ])
  })
})

const Page = createParameterDecorator((_ctx, { page }) => page, {
  name: 'Page',
  inputs: ({ max = 100 }: { max?: number } = {}) => ({
    page: query('page', Integer, { minimum: 1, maximum: max, default: 1 })
  })
})
const Slice = createParameterDecorator((_ctx, { page }) => page, {
  name: 'Slice',
  inputs: { page: query('page', Integer, { minimum: 1, maximum: 100, default: 1, description: 'From 1 on' }) }
})
class Paging {
  @Field(() => Integer, { default: 1 }) page!: number
}
const Whole = createParameterDecorator((_ctx, { paging }) => paging.page, {
  name: 'Whole',
  inputs: { paging: query(Paging) }
})
const Rating = createParameterDecorator((_ctx, { rating }) => rating, {
  name: 'Rating',
  inputs: { rating: query('rating', Number) }
})

describe('An input that is declared by a decorator of parameters and once more', () => {
  it('is one parameter where both are the same', async () => {
    @Controller('/a')
    class Right {
      @Get() one(@Page() _page: number, @Slice() _slice: number) {}
      @Get('/b')
      two(@Query('page', Integer, { default: 1, maximum: 100, minimum: 1 }) _page: number, @Page() _page2: number) {}
      @Get('/c') three(@Whole() _page: number, @Query() _paging: Paging, @Whole() _again: number) {}
      @Get('/d', { parameters: [{ name: 'page', in: 'query', description: 'Which' }] }) four(@Page() _page: number) {}
      @Get('/e') five(@Rating() _rating: number, @Query('rating') _again: number) {}
    }
    const { document } = await serviceOf([Right])
    const described = Object.values(document.paths).map((item) =>
      item.get?.parameters?.map((parameter) => 'name' in parameter && [parameter.name, parameter.description])
    )
    expect(described).to.deep.equal([
      [['page', 'From 1 on']],
      [['page', undefined]],
      [['page', undefined]],
      [['page', 'Which']],
      [['rating', undefined]]
    ])
  })

  it('is a setup error where they differ', async () => {
    @Controller('/a')
    class Wrong {
      @Get() one(@Page({ max: 50 }) _page: number, @Slice() _slice: number) {}
      @Get('/b') two(@Query('page', String) _page: string, @Page() _page2: number) {}
      @Get('/c') three(@Page() _page: number, @Page({ max: 5 }) _again: number) {}
      @Get('/d') four(@Page() _page: number, @Query() _paging: Paging) {}
      @Get('/e', { parameters: [{ name: 'page', in: 'query', schema: Integer }] }) five(@Page() _page: number) {}
      @Get('/f') six(@Rating() _rating: number, @Query('rating') _again: string) {}
    }
    expect(await messages(Wrong)).to.deep.equal([
      'PARAMETER_INVALID: the parameter is declared by @Page and @Slice with different types or rules, Wrong.one, query parameter page; let both declare the same, or give one of them another name.',
      'PARAMETER_INVALID: the parameter is declared by the method and @Page with different types or rules, Wrong.two, query parameter page; let both declare the same, or give one of them another name.',
      'PARAMETER_INVALID: the parameter is declared by @Page, used twice, with different types or rules, Wrong.three, query parameter page; let both declare the same, or give one of them another name.',
      'PARAMETER_INVALID: the parameter is declared twice, Wrong.four, query parameter page; declare it once: remove it from @Page, or from the method.',
      "PARAMETER_INVALID: `parameters` gives the query parameter 'page' a `schema`, but @Page declares it, Wrong.five; remove the entry from `parameters`, or its `schema`.",
      'PARAMETER_INVALID: the parameter is declared by @Rating and the method with different types or rules, Wrong.six, query parameter rating; let both declare the same, or give one of them another name.'
    ])
  })
})

describe('A decorator of parameters that is wrong itself', () => {
  it('is reported where it is used, with the name of the input', async () => {
    const Odd = createParameterDecorator((_ctx, _inputs) => 1, {
      name: 'Odd',
      inputs: {
        text: body(String),
        res: response(),
        none: 'page' as never,
        untyped: query('untyped'),
        id: param('id', Integer),
        user: principal()
      }
    })
    @Controller('/a')
    class Wrong {
      @Get() one(@Odd() _odd: number) {}
    }
    expect(await messages(Wrong)).to.deep.equal([
      'PARAMETER_INVALID: it is body(), which only a method takes, Wrong.one, parameter 1, input text of @Odd; take it as a parameter of the method, or use the context.',
      'PARAMETER_INVALID: it is response(), which only a method takes, Wrong.one, parameter 1, input res of @Odd; take it as a parameter of the method, or use the context.',
      'PARAMETER_INVALID: it is not an input, Wrong.one, parameter 1, input none of @Odd; write param(…), query(…), header(…), cookie(…) or principal(…).',
      "FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, Wrong.one, query parameter untyped; write query('untyped', String).",
      "PARAMETER_INVALID: the path /a has no parameter 'id', Wrong.one; write {id} in the path or remove the decorator.",
      "SECURITY_INVALID: principal() takes the principal, but the route requires no security scheme, Wrong.one, parameter 1, input user of @Odd; give the route, its controller or the application security: ['token'], or remove it."
    ])
  })

  it('is reported where it is misplaced, by its name or the place where it was made', async () => {
    const Unnamed = createParameterDecorator(() => 1)
    @Controller('/a')
    class Wrong {
      @Get() static one(@Page() _page: number) {}
      @Get('/b') two(@Page() @Slice() _page: number) {}
      three(@Unnamed() _page: number) {}
      @Page() four = 1
      @Get('/{id}') five(@Unnamed() _page: number) {}
    }
    const found = await messages(Wrong)
    expect(found.map((message) => message.replace(/at \S+\.ts:\d+/, 'at …'))).to.deep.equal([
      "DECORATOR_MISPLACED: @Page is on a parameter of a static method, Wrong.one; use it on a parameter of a controller's method.",
      'DECORATOR_MISPLACED: @Get is on a static method, Wrong.one; use it on an instance method.',
      'DECORATOR_MISPLACED: @Page is on a property of a controller, Wrong.four; put it on a parameter of a method, or on a field of a class that a route names as its `request`.',
      'DECORATOR_MISPLACED: the decorator made at … is on a method that is not a route, Wrong.three; add @Get(), @Post() or another route decorator, or remove it.',
      'PARAMETER_INVALID: the parameter has two decorators, Wrong.two, parameter 1; keep one of them.',
      "PARAMETER_INVALID: the method does not read the parameter 'id' of the path /a/{id}, Wrong.five; add a parameter with @Param('id'), or @Ctx."
    ])
  })

  it('is reported where it is made, or not called', () => {
    const first = (make: () => unknown) => {
      try {
        make()
      } catch (error) {
        return (error as Error).message.replace(/at \S+\.ts:\d+/, 'at …')
      }
      return undefined
    }
    expect(first(() => createParameterDecorator(undefined as never))).to.equal(
      'PARAMETER_INVALID: it was given no function, the decorator made at …; write createParameterDecorator((ctx) => …).'
    )
    expect(first(() => createParameterDecorator(() => 1, { name: 'A', inputs: [] as never })())).to.equal(
      "PARAMETER_INVALID: its inputs are not an object, @A; write inputs: { size: query('size', Integer) }."
    )
    expect(first(() => createParameterDecorator(() => 1, { input: {} } as object))).to.include(
      "OPTION_UNKNOWN: there is no option 'input' (did you mean 'inputs'?), the decorator made at …; correct its name or remove it."
    )
    const uncalled = Page as (...args: unknown[]) => unknown
    expect(first(() => uncalled({}, 'one', 0))).to.equal(
      'DECORATOR_MISPLACED: @Page is not called, one; write @Page().'
    )
  })
})

describe('A security scheme that is a class and wrong', () => {
  it('is reported by its class alone, not by what requires it or takes its principal', async () => {
    class Mistaken extends BearerScheme<User> {
      static override readonly options = { formt: 'JWT' } as never
      authenticate(): User {
        return { name: 'x' }
      }
    }
    class Scopeless extends ApiKeyScheme<User> {
      static override readonly options = { in: 'query', name: 'k', scopes: ['read'] } as const
      authenticate(): User {
        return { name: 'x' }
      }
    }
    @Controller('/a')
    class Mine {
      @Get({ security: [{ one: ['read'] }] }) one(@Principal(Mistaken) _user: User) {}
      @Get('/b', { security: [{ two: ['write'] }] }) two(@Principal() _user: User) {}
      @Get('/c', { security: ['three'] }) three() {}
    }
    const schemes = { one: Mistaken, two: Scopeless, three: {} as never, four: class {} as never }
    expect(await messages(Mine, { securitySchemes: schemes, security: ['three'] })).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'formt' (did you mean 'format'?), Mistaken.options (the option securitySchemes, one); correct its name or remove it.",
      'SECURITY_INVALID: it has scopes, but nothing says which of them a principal has, Scopeless.options (the option securitySchemes, two); add a method scopesOf(user) { return user.scopes }.',
      "SECURITY_INVALID: 'three' is not a security scheme, the option securitySchemes; write three: bearerScheme({ … }), or one of the other schemes.",
      'SECURITY_INVALID: four is no class of a security scheme, the option securitySchemes, four; extend BearerScheme, BasicScheme, ApiKeyScheme, OAuth2Scheme, OpenIdConnectScheme or MutualTLSScheme.'
    ])
  })
})

describe('What is wrong with the options of an application', () => {
  it('is reported as an option of the application', async () => {
    @Controller('/a')
    class Right {
      @Get() one() {}
    }
    const wrong = {
      contact: { email: 'nobody' },
      servers: [{ url: '/v1', descripton: 'x' }],
      middleware: ['/admin', 1],
      interceptors: ['x']
    } as object
    const controllers = [{ prefix: '/g', middleware: ['/x'], controllers: [Right] }]
    const errors = await setupErrorsOf(controllers, wrong)
    expect(errors.map(({ message }) => message)).to.deep.equal([
      "MIDDLEWARE_INVALID: '/admin' is not middleware, the option middleware; give functions (ctx, next) => ….",
      'MIDDLEWARE_INVALID: 1 is not middleware, the option middleware; give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…).',
      "MIDDLEWARE_INVALID: 'x' is not an interceptor, the option interceptors; give functions (value, ctx) => ….",
      "MIDDLEWARE_INVALID: '/x' is not middleware, controllers[0]; give functions (ctx, next) => …; a path goes into `prefix`.",
      "DOCUMENT_INVALID: contact.email is not an address for mail, the options of the application; write it like 'api@example.com'.",
      "OPTION_UNKNOWN: there is no option 'descripton' (did you mean 'description'?), the option servers[0]; correct its name or remove it."
    ])
  })
})
