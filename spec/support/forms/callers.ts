import {
  Application,
  apiKeyScheme,
  BearerScheme,
  type Context,
  Controller,
  cookie,
  createParameterDecorator,
  Field,
  Get,
  HttpError,
  header,
  Injectable,
  Integer,
  NotFound,
  Param,
  Principal,
  param,
  principal,
  Query,
  query,
  Unauthorized
} from 'fieldstone'

export interface User {
  readonly name: string
}

export interface Client {
  readonly client: string
}

export class Users {
  find(token: string): User | undefined {
    return token === 'token-of-ada' ? { name: 'ada' } : undefined
  }
}

@Injectable(() => [Users])
export class TokenScheme extends BearerScheme<User> {
  readonly #users: Users

  constructor(users: Users) {
    super()
    this.#users = users
  }

  async authenticate(token: string) {
    return this.#users.find(token)
  }
}

export const key = apiKeyScheme({
  in: 'header',
  name: 'x-api-key',
  authenticate: (text): Client | undefined => (text === 'key-of-the-shop' ? { client: 'shop' } : undefined)
})

export class Caller {
  @Field(() => String, { optional: true }) user?: string | undefined
  @Field(() => String, { optional: true }) client?: string | undefined
}

class MyRequest {
  @Principal() user!: User
  @Query(() => String, { optional: true }) word?: string
}

class MaybeRequest {
  @Principal(TokenScheme, { optional: true }) user?: User
  @Principal(key, { optional: true }) client?: Client
}

@Controller('/callers')
export class CallerController {
  @Get('/me', { request: MyRequest, security: ['token'], responses: { 200: Caller } })
  me({ user }: MyRequest): Caller {
    return { user: user.name }
  }

  @Get('/beside', principal(TokenScheme), query('word', String, { optional: true }), {
    security: ['token'],
    responses: { 200: Caller }
  })
  beside(user: User, _word: string | undefined): Caller {
    return { user: user.name }
  }

  @Get('/maybe', { request: MaybeRequest, security: ['token', 'key', {}], responses: { 200: Caller } })
  maybe({ user, client }: MaybeRequest): Caller {
    return { user: user?.name, client: client?.client }
  }

  @Get('/both', principal(key), principal(TokenScheme), {
    security: [{ token: [], key: [] }],
    responses: { 200: Caller }
  })
  both({ client }: Client, { name }: User): Caller {
    return { user: name, client }
  }

  @Get('/either', principal(TokenScheme, key), { security: ['token', 'key'], responses: { 200: Caller } })
  either(caller: User | Client, ctx: Context): Caller {
    return 'name' in caller ? { user: ctx.principal(TokenScheme)?.name } : { client: ctx.principal(key)?.client }
  }
}

/** The part of a list that a request wants. */
export class Slice {
  @Field(() => Integer) offset!: number
  @Field(() => Integer) limit!: number
}

export const Page = createParameterDecorator(
  (_ctx, { page, size }): Slice => ({ offset: (page - 1) * size, limit: size }),
  {
    name: 'Page',
    inputs: ({ max = 100 }: { max?: number } = {}) => ({
      page: query('page', Integer, { minimum: 1, maximum: 1000, default: 1 }),
      size: query('size', Integer, { minimum: 1, maximum: max, default: Math.min(20, max), description: 'How many' })
    })
  }
)

export interface Tenant {
  readonly name: string
}

/** Asynchronous, as where a database is asked. */
export const CurrentTenant = createParameterDecorator(
  async (_ctx, { tenant }): Promise<Tenant> => {
    await undefined
    if (tenant === 'gone') throw new NotFound('There is no such tenant')
    return { name: tenant }
  },
  { name: 'CurrentTenant', inputs: { tenant: header('x-tenant', String, { pattern: /^[a-z]{2,8}$/ }) } }
)

export const Viewer = createParameterDecorator((_ctx, { user }) => user.name, {
  name: 'Viewer',
  inputs: { user: principal(TokenScheme) }
})

export const Session = createParameterDecorator(
  function Session(_ctx, { session }) {
    if (session === undefined)
      throw new Unauthorized('There is no session', { headers: { 'www-authenticate': 'Cookie' } })
    return session
  },
  { inputs: { session: cookie('session', String, { optional: true, maxLength: 20 }) } }
)

export const Named = createParameterDecorator((_ctx, { id }, prefix: string) => `${prefix}${id}`, {
  name: 'Named',
  inputs: { id: param('id', Integer) }
})

class ListRequest {
  @Page({ max: 50 }) page!: Slice
  @CurrentTenant() tenant!: Tenant
  @Param(() => Integer) id!: number
  @Named('book-') label!: string
}

export class Listed extends Slice {
  @Field(() => String) tenant!: string
  @Field(() => String) label!: string
}

@Controller('/lists')
export class ListController {
  @Get('/fields/{id}', { request: ListRequest, responses: { 200: Listed, 404: 'No such tenant' } })
  fields({ page, tenant, label }: ListRequest): Listed {
    return { ...page, tenant: tenant.name, label }
  }

  @Get(
    '/beside/{id}',
    Page.input(),
    CurrentTenant.input(),
    Named.input('item-'),
    query('size', Integer, { minimum: 1, maximum: 100, default: 20 }),
    {
      responses: { 200: Listed, 404: 'No such tenant' }
    }
  )
  beside(page: Slice, tenant: Tenant, label: string, size: number, _ctx: Context): Listed {
    if (size !== page.limit) throw new HttpError(500, 'They differ')
    return { ...page, tenant: tenant.name, label }
  }

  @Get('/viewer', Viewer.input(), { security: ['token'], responses: { 200: String } })
  viewer(name: string): string {
    return name
  }

  @Get('/session', Session.input(), { responses: { 200: String, 401: 'No session' } })
  session(session: string): string {
    return session
  }
}

export const application = new Application({
  title: 'Callers',
  version: '1.0.0',
  logger: false,
  controllers: [CallerController, ListController],
  securitySchemes: { token: TokenScheme, key },
  spec: '/openapi.json'
})
