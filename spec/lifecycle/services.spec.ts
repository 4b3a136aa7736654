import { expect } from 'chai'
import {
  ApiKeyScheme,
  Application,
  type ApplicationOptions,
  BearerScheme,
  BootstrapError,
  type BootstrapOptions,
  bootstrap,
  type Context,
  Controller,
  Ctx,
  DefaultContainer,
  Get,
  Injectable,
  Returns,
  Router,
  type Service
} from 'fieldstone'
import { injectInto } from '../support/inject-into.js'

abstract class Mailer {
  abstract send(): string
}

class SmtpMailer extends Mailer {
  send() {
    return 'smtp'
  }
}

class Store {
  readonly events: string[] = []
  constructor(readonly url: string) {}
  onStart() {
    this.events.push('start')
  }
  onClose() {
    this.events.push('close')
  }
}

@Injectable(() => [Mailer, Store])
class Users {
  static made = 0
  constructor(
    readonly mailer: Mailer,
    readonly store: Store
  ) {
    Users.made += 1
  }
  find(token: string) {
    return token === 'ada-token' ? { name: `ada of ${this.store.url}`, scopes: ['read'] } : undefined
  }
}

@Injectable(() => [Users])
@Controller('/users')
class UserController {
  constructor(private readonly users: Users) {}

  @Get()
  @Returns(200, String)
  show() {
    return `${this.users.mailer.send()} ${this.users.store.url}`
  }

  @Get('/resolved')
  @Returns(200, Boolean)
  resolved(@Ctx() ctx: Context) {
    return ctx.resolve(Users) === this.users
  }

  @Get('/me', { security: [{ bearer: ['read'] }] })
  @Returns(200, String)
  me(@Ctx() ctx: Context) {
    return (ctx.state.principal as { name: string }).name
  }
}

interface User {
  readonly name: string
  readonly scopes: readonly string[]
}

@Injectable(() => [Users])
class TokenScheme extends BearerScheme<User> {
  static override readonly options = { format: 'JWT', scopes: ['read'], description: 'A token' }

  constructor(private readonly users: Users) {
    super()
  }

  authenticate(token: string) {
    return this.users.find(token)
  }

  override scopesOf(user: User) {
    return user.scopes
  }
}

const OPTIONS: ApplicationOptions = {
  title: 'Users',
  version: '1.0.0',
  logger: false,
  controllers: [UserController],
  securitySchemes: { bearer: TokenScheme },
  provide: [
    [Mailer, SmtpMailer],
    [Store, async () => new Store('db://main')]
  ]
}

const textOf = async (service: Service, url: string, headers = {}) => (await service.inject({ url, headers })).json()

async function errorsOf(options: Partial<ApplicationOptions>, given?: BootstrapOptions) {
  try {
    await bootstrap(new Application({ ...OPTIONS, ...options }), given)
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
    throw error
  }
  return []
}

describe('What an application provides', () => {
  it('is given to constructors: instances of classes, and what functions return', async () => {
    const service = await bootstrap(new Application(OPTIONS))
    expect(await textOf(service, '/users')).to.equal('smtp db://main')
  })

  it('is what ctx.resolve gives, and what is constructed from it, the same instances as elsewhere', async () => {
    const service = await bootstrap(new Application(OPTIONS))
    expect(await textOf(service, '/users/resolved')).to.equal(true)
  })

  it('may be made from other services, async ones as well, in any order', async () => {
    const provide: ApplicationOptions['provide'] = [
      [Users, async (resolve) => new Users(await resolve(Mailer), await resolve(Store))],
      [Store, async () => new Store('db://late')],
      [Mailer, new SmtpMailer()]
    ]
    const service = await bootstrap(new Application({ ...OPTIONS, provide }))
    expect(await textOf(service, '/users')).to.equal('smtp db://late')
  })

  it('is there when a function resolves it, also through a class between, whatever is listed first', async () => {
    @Injectable(() => [Store])
    class Between {
      constructor(readonly store: Store) {}
    }
    class Last {
      constructor(readonly between: Between) {}
    }
    const seen: unknown[] = []
    const provide: ApplicationOptions['provide'] = [
      [Last, async (resolve) => new Last(await resolve(Between))],
      [Mailer, SmtpMailer],
      [Store, async () => new Store('db://slow')]
    ]
    const middleware: ApplicationOptions['middleware'] = [
      (ctx, next) => {
        seen.push(ctx.resolve(Last).between.store, ctx.resolve(Between).store)
        return next()
      }
    ]
    const service = await bootstrap(new Application({ ...OPTIONS, provide, middleware }))
    expect(await textOf(service, '/users')).to.equal('smtp db://slow')
    expect(seen).to.have.length(2)
    expect(seen[0]).to.be.instanceOf(Store).and.equal(seen[1])
  })

  it('is not awaited where it is an instance with a method then', async () => {
    // biome-ignore lint/suspicious/noThenProperty: such instances exist
    const store = Object.assign(new Store('db://then'), { then: () => undefined })
    const app = new Application({ title: 'A', version: '1', logger: false, provide: [[Store, store]] })
    const service = await bootstrap(app)
    expect((await service.inject('/')).statusCode).to.equal(404)
  })

  it('ends the start with its error, and nothing else, where another one waits for it and fails later', async () => {
    const errors = await errorsOf({
      provide: [
        [
          Mailer,
          async (resolve) => {
            const store = resolve(Store)
            await new Promise((done) => setImmediate(done))
            return { store: await store }
          }
        ],
        [Store, () => Promise.reject(new Error('no route'))]
      ]
    })
    expect(errors).to.have.length(1)
    expect(errors[0]).to.match(/failed: no route/)
  })

  it('starts and closes with the service', async () => {
    const store = new Store('db://own')
    const service = await bootstrap(
      new Application({ ...OPTIONS, provide: [...(OPTIONS.provide ?? []), [Store, store]] })
    )
    await service.inject('/users')
    expect(store.events).to.deep.equal(['start'])
    await service.close()
    expect(store.events).to.deep.equal(['start', 'close'])
  })

  // biome-ignore format: one row a line
  // biome-ignore format: one row a line
  const wrong: [string, Partial<ApplicationOptions>, RegExp][] = [
    ['no list', { provide: Store as never }, /provide is not a list, provide; write provide: \[\[Mailer/],
    ['no pair', { provide: [[Store]] as never }, /it is not a pair, provide\[0\]/],
    ['no class', { provide: [['Store', {}]] as never }, /its first member is not a class, provide\[0\]/],
    ['nothing', { provide: [[Store, undefined as never]] }, /it gives undefined for Store, provide\[0\]/],
    ['a text', { provide: [[Store, 'db://' as never]] }, /it gives db:\/\/ for Store, provide\[0\]/],
    ['a function that returns nothing', { provide: [[Mailer, SmtpMailer], [Store, () => undefined]] }, /the provider of Store gives undefined/],
    ['a function that rejects', { provide: [[Mailer, SmtpMailer], [Store, async () => { throw new Error('no route') }]] }, /providing Store failed: no route, provide; see the cause/],
    ['functions that need each other', { provide: [[Store, (resolve) => resolve(Mailer)], [Mailer, async (resolve) => resolve(Store)]] }, /the providers need each other: (Store → Mailer → Store|Mailer → Store → Mailer), provide/],
    ['async functions that wait for each other in a later turn', { provide: [[Store, async (resolve) => [await Promise.resolve(), await resolve(Mailer)]], [Mailer, async (resolve) => [await Promise.resolve(), await resolve(Store)]]] }, /the providers need each other: /],
    ['a function that waits for itself', { provide: [[Mailer, SmtpMailer], [Store, async (resolve) => resolve(Store)]] }, /the providers need each other: Store → Store/]
  ]
  for (const [what, options, message] of wrong) {
    it(`is a setup error where it is ${what}`, async () => {
      const errors = await errorsOf(options)
      expect(errors).to.have.length(1)
      expect(errors[0]).to.match(message)
    })
  }
})

describe('ctx.resolve', () => {
  it('gives services to middleware, of a foreign container, too', async () => {
    const users = new Users(new SmtpMailer(), new Store('db://foreign'))
    const made = new Map<unknown, object>([
      [Users, users],
      [UserController, new UserController(users)]
    ])
    const service = await bootstrap(
      new Application({
        ...OPTIONS,
        provide: [],
        securitySchemes: { bearer: TokenScheme },
        container: {
          get: <T extends object>(type: new (...args: never[]) => T) => (made.get(type) ?? new TokenScheme(users)) as T
        },
        middleware: [
          (ctx, next) => {
            ctx.header('x-url', ctx.resolve(Users).store.url)
            return next()
          }
        ]
      })
    )
    expect((await service.inject('/users')).headers['x-url']).to.equal('db://foreign')
  })

  it('says in a router without an application that there are no services', async () => {
    const errors: unknown[] = []
    const ignore = () => undefined
    const router = new Router({
      logger: { debug: ignore, info: ignore, warn: ignore, error: (fields: object) => errors.push(fields) } as never
    })
    router.getFunc('/a', (ctx) => ctx.resolve(Users).store.url)
    expect((await injectInto(router, '/a')).statusCode).to.equal(500)
    expect(String((errors[0] as { err: Error }).err)).to.contain('ctx.resolve(Users): a router has no services')
  })
})

describe('A security scheme that is a class', () => {
  it('is constructed with its dependencies, authenticates, and knows scopes', async () => {
    const service = await bootstrap(new Application(OPTIONS))
    const authorization = 'Bearer ada-token'
    expect(await textOf(service, '/users/me', { authorization })).to.equal('ada of db://main')
    expect((await service.inject({ url: '/users/me', headers: { authorization: 'Bearer x' } })).statusCode).to.equal(
      401
    )
    expect(service.document.components?.securitySchemes).to.deep.equal({
      bearer: { type: 'http', description: 'A token', scheme: 'bearer', bearerFormat: 'JWT' }
    })
  })

  it('is one service like any other: two schemes and a controller share an instance', async () => {
    Users.made = 0
    const service = await bootstrap(
      new Application({ ...OPTIONS, securitySchemes: { bearer: TokenScheme, other: TokenScheme } })
    )
    expect(await textOf(service, '/users')).to.equal('smtp db://main')
    expect(Users.made).to.equal(1)
  })

  const wrong: [string, unknown, RegExp][] = [
    [
      'another class',
      Store,
      /^SECURITY_INVALID: Store is no class of a security scheme, the option securitySchemes, bearer; extend BearerScheme/
    ],
    [
      'a class without the method',
      class extends (BearerScheme as unknown as new () => object) {},
      /has no method authenticate/
    ],
    [
      'a class without what its kind needs',
      class KeyScheme extends ApiKeyScheme<User> {
        authenticate() {
          return undefined
        }
      },
      /^SECURITY_INVALID: it does not say where the key is, KeyScheme.options \(the option securitySchemes, bearer\)/
    ]
  ]
  for (const [what, scheme, message] of wrong) {
    it(`is a setup error where it is ${what}`, async () => {
      const errors = await errorsOf({ securitySchemes: { bearer: scheme as never } })
      expect(errors[0]).to.match(message)
    })
  }

  it('is reported where it cannot be constructed', async () => {
    class Unknown {}
    @Injectable()
    class Broken extends TokenScheme {
      constructor(
        readonly a: Users,
        readonly b: Unknown
      ) {
        super(a)
        throw new Error('not today')
      }
    }
    Injectable(() => [Users, Unknown])(Broken)
    expect((await errorsOf({ securitySchemes: { bearer: Broken } }))[0]).to.match(
      /constructing the security scheme failed: not today, Broken/
    )
  })
})

describe('Overrides of a service', () => {
  class FakeMailer extends Mailer {
    send() {
      return 'fake'
    }
  }

  it('take the place of what the application provides, for this service alone', async () => {
    const app = new Application(OPTIONS)
    const fake = await bootstrap(app, { overrides: [[Mailer, new FakeMailer()]] })
    const real = await bootstrap(app)
    expect(await textOf(fake, '/users')).to.equal('fake db://main')
    expect(await textOf(fake, '/users/resolved')).to.equal(true)
    expect(await textOf(real, '/users')).to.equal('smtp db://main')
  })

  it('take the place of what the default container was given or has constructed', async () => {
    const container = new DefaultContainer().set(Mailer, new SmtpMailer()).set(Store, new Store('db://set'))
    const app = new Application({ ...OPTIONS, provide: [], container })
    expect(await textOf(await bootstrap(app), '/users')).to.equal('smtp db://set')
    expect(await textOf(await bootstrap(app, { overrides: [[Mailer, new FakeMailer()]] }), '/users')).to.equal(
      'fake db://set'
    )
    expect(await textOf(await bootstrap(app), '/users')).to.equal('smtp db://set')
  })

  it('reach what a container of the application would construct, the rest comes from it', async () => {
    const store = new Store('db://foreign')
    const container = {
      get: async <T extends object>(type: new (...args: never[]) => T): Promise<T> => {
        if ((type as unknown) === Store) return store as unknown as T
        throw new Error(`the container was asked for ${type.name}`)
      }
    }
    const app = new Application({ ...OPTIONS, provide: [], container, securitySchemes: { bearer: TokenScheme } })
    const service = await bootstrap(app, { overrides: [[Mailer, new FakeMailer()]] })
    expect(await textOf(service, '/users')).to.equal('fake db://foreign')
  })

  it('of a controller replace it', async () => {
    const service = await bootstrap(new Application(OPTIONS), {
      overrides: [[UserController, { show: () => 'replaced' }]]
    })
    expect(await textOf(service, '/users')).to.equal('replaced')
  })

  it('are checked', async () => {
    expect(await errorsOf({}, { overrides: [[Mailer]] as never })).to.deep.equal([
      'APPLICATION_INVALID: it is not a pair, overrides[0]; write overrides: [[Mailer, new Mailer()], [Store, () => connect(url)]].'
    ])
    expect((await errorsOf({}, { override: [] } as never))[0]).to.match(/there is no option 'override'.*overrides/)
  })
})

describe('An application that is bootstrapped again', () => {
  const sharing = (store: Store) =>
    new Application({
      ...OPTIONS,
      resources: [store],
      provide: [
        [Mailer, SmtpMailer],
        [Store, store]
      ]
    })

  it('starts what it was given ready-made again, after it was closed', async () => {
    const store = new Store('db://main')
    const app = sharing(store)
    for (let time = 0; time < 2; time++) {
      const service = await bootstrap(app)
      expect(await textOf(service, '/users')).to.equal('smtp db://main')
      await service.close()
    }
    expect(store.events).to.deep.equal(['start', 'close', 'start', 'close'])
  })

  it('starts what services share with the first of them, and closes it with the last', async () => {
    const store = new Store('db://main')
    const app = sharing(store)
    const [one, two] = [await bootstrap(app), await bootstrap(app)]
    await Promise.all([textOf(one, '/users'), textOf(two, '/users')])
    expect(store.events).to.deep.equal(['start'])
    await one.close()
    expect(store.events).to.deep.equal(['start'])
    await two.close()
    expect(store.events).to.deep.equal(['start', 'close'])
  })

  it('starts services that its container has constructed again', async () => {
    const events: string[] = []
    class Pool {
      onStart() {
        events.push('start')
      }
      onClose() {
        events.push('close')
      }
    }
    @Injectable(() => [Pool])
    @Controller('/pool')
    class PoolController {
      constructor(readonly pool: Pool) {}
      @Get() @Returns(200, String) show() {
        return 'pool'
      }
    }
    const app = new Application({
      title: 'A',
      version: '1',
      logger: false,
      controllers: [PoolController],
      container: new DefaultContainer()
    })
    for (let time = 0; time < 2; time++) {
      const service = await bootstrap(app)
      await service.inject('/pool')
      await service.close()
    }
    expect(events).to.deep.equal(['start', 'close', 'start', 'close'])
  })
})
