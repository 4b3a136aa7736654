// What the compiler accepts and rejects of principals and of parameter decorators of one's own, in both forms of decorators.

import {
  apiKeyScheme,
  BearerScheme,
  bearerScheme,
  type Context,
  Controller,
  createParameterDecorator,
  Get,
  header,
  Integer,
  type OwnDecorator,
  Principal,
  type PrincipalOf,
  principal,
  query
} from 'fieldstone'

interface User {
  readonly name: string
}

interface Client {
  readonly client: string
}

class TokenScheme extends BearerScheme<User> {
  async authenticate(token: string) {
    return token === 'ada' ? { name: 'ada', scopes: ['a'] } : undefined
  }
}

const users = new Map<string, User>()
const bearer = bearerScheme({ authenticate: async (token) => users.get(token), scopesOf: () => [] })
const key = apiKeyScheme({ in: 'query', name: 'k', authenticate: (text) => text !== '' && { client: text } })
const flag = apiKeyScheme({ in: 'query', name: 'k', authenticate: (text) => text === 'k' })

export const user: PrincipalOf<typeof bearer> = { name: 'ada' }
export const withScopes: PrincipalOf<typeof TokenScheme>['scopes'] = ['a']
// error: 'client' does not exist in type 'User'
export const client: PrincipalOf<typeof bearer> = { client: 'shop' }

export function ofContext(ctx: Context): [unknown, string | undefined, string] {
  const caller = ctx.principal(TokenScheme, key)
  return [
    ctx.principal(),
    ctx.principal(bearer)?.name,
    caller === undefined ? '' : 'name' in caller ? caller.name : caller.client
  ]
}

export const Page = createParameterDecorator((_ctx, { page, size }) => ({ offset: page * size, limit: size }), {
  inputs: ({ max = 100 }: { max?: number } = {}) => ({
    page: query('page', Integer, { default: 1 }),
    size: query('size', Integer, { default: 20, maximum: max })
  })
})
export const Tenant = createParameterDecorator(async (_ctx, { tenant }) => tenant ?? 'none', {
  inputs: { tenant: header('x-tenant', String, { optional: true }) }
})
export const Session = createParameterDecorator((ctx) => ctx.cookie('session'))
export const Named = createParameterDecorator((_ctx, _inputs, prefix: string) => prefix.length)
export const Viewer = createParameterDecorator((_ctx, { viewer, other, any }) => [viewer.name, other?.client, any], {
  inputs: {
    viewer: principal(TokenScheme),
    other: principal(key, { optional: true }),
    any: principal({ optional: true })
  }
})
export const Typed: OwnDecorator<number, string> = createParameterDecorator(
  (_ctx, _inputs, text: string) => text.length
)

export class Right {
  @Principal() any!: User
  @Principal(TokenScheme) user!: User
  @Principal(bearer) ofScheme!: User
  @Principal(TokenScheme, key) either!: User | Client
  @Principal(flag) flag!: true
  @Principal({ optional: true }) maybe?: User
  @Principal({ optional: true }) nullish!: unknown
  @Principal(TokenScheme, { optional: true }) user2?: User
  @Principal(TokenScheme, { optional: false }) user3!: User
  @Page() page!: { offset: number; limit: number }
  @Page({ max: 5 }) page2!: { offset: number }
  @Tenant() tenant!: string
  @Session() session?: string
  @Named('x') named!: number
}

@Controller('/right')
export class RightController {
  @Get(principal()) any(_user: User) {}
  @Get('/a', principal(TokenScheme)) user(_user: User) {}
  @Get('/b', principal(TokenScheme, key)) either(_caller: User | Client) {}
  @Get('/c', principal({ optional: true })) maybe(_user?: User) {}
  @Get('/d', principal(TokenScheme, { optional: true }), { summary: 'Maybe' }) maybe2(_user: User | undefined) {}
  @Get('/e', Page.input(), Tenant.input(), Named.input('x')) own(_page: { limit: number }, _t: string, _n: number) {}
}

export class Wrong {
  // error: type '["the decorator gives", { name: string; scopes: string[]; }, "but the property is", Client]'
  @Principal(TokenScheme) user!: Client
  // error: "but the property is", User]'
  @Principal(TokenScheme, key) either!: User
  // strict error: type '["the decorator gives", undefined, "but the property is", User]'
  @Principal({ optional: true }) maybe!: User
  // strict error: undefined, "but the property is", User]'
  @Principal(TokenScheme, { optional: true }) maybe2!: User
  // error: No overload matches this call
  @Principal('bearer') name!: User
  // error: type '["the decorator gives", { offset: number; limit: number; }, "but the property is", string]'
  @Page() page!: string
  // error: Type 'string' is not assignable to type 'number'
  @Page({ max: 'x' }) page2!: { offset: number }
  // error: type '["the decorator gives", string, "but the property is", number]'
  @Tenant() tenant!: number
  // strict error: type '["the decorator gives", string | undefined, "but the property is", string]'
  @Session() session!: string
  // strict error: Expected 1 arguments, but got 0
  @Named() named!: number
}

@Controller('/wrong')
export class WrongController {
  // error: "but the parameter is", Client]'
  @Get(principal(TokenScheme)) user(_user: Client) {}
  // strict error: type '["the input gives", undefined, "but the parameter is", User]'
  @Get('/a', principal({ optional: true })) maybe(_user: User) {}
  // error: "but the parameter is", number]'
  @Get('/b', Page.input()) page(_page: number) {}
}

export const Misread = createParameterDecorator(
  // error: Property 'sise' does not exist
  (_ctx, { sise }) => sise,
  { inputs: { size: query('size', Integer) } }
)
