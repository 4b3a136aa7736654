import { expect } from 'chai'
import {
  apiKeyScheme,
  BootstrapError,
  basicScheme,
  bearerScheme,
  Controller,
  Get,
  Header,
  type HttpOptions,
  oauth2Scheme,
  Router,
  type SecurityRequirement,
  type SecurityScheme,
  SetupError
} from 'fieldstone'
import { setupErrorsOf } from '../support/applications.js'
import { ask } from '../support/ask.js'

const bearer = bearerScheme({
  authenticate: (token: string) => token,
  scopes: ['notes:read', 'notes:write'],
  scopesOf: () => ['notes:read']
})
const slow = bearerScheme({ authenticate: async (token) => token, scopes: ['notes:write'], scopesOf: async () => '' })
const key = apiKeyScheme({ in: 'header', name: 'X-Api-Key', authenticate: (text) => text === 'k1' })
const basic = basicScheme({ authenticate: () => true })
const SCHEMES: Readonly<Record<string, SecurityScheme>> = { bearer, slow, key, basic }

function routerOf(security: readonly SecurityRequirement[], options: HttpOptions = {}): Router {
  const router = new Router({ logger: false, securitySchemes: SCHEMES, ...options })
  return router.getFunc('/notes', () => 'noted', { security })
}

const KEY = { 'x-api-key': 'k1' }

describe('Wrong declarations of security', () => {
  const codeOf = (work: () => unknown): string => {
    try {
      work()
    } catch (error) {
      if (error instanceof SetupError) return error.message
      if (error instanceof BootstrapError) return error.errors.map(({ message }) => message).join('\n')
      throw error
    }
    return ''
  }
  const authenticate = () => true
  const given = (options: unknown) => options as never

  const schemes: [what: string, make: () => unknown, told: RegExp][] = [
    [
      'no options',
      () => bearerScheme(given(undefined)),
      /^SECURITY_INVALID: it was given no options, bearerScheme\(\)/
    ],
    ['no authenticate', () => basicScheme(given({})), /no function authenticate, basicScheme\(\)/],
    ['a misspelt option', () => bearerScheme(given({ authenticat: authenticate })), /OPTION_UNKNOWN.*'authenticate'/],
    ['a format that is no text', () => bearerScheme({ authenticate, format: given(1) }), /format is not a text/],
    ['a realm with a quote', () => basicScheme({ authenticate, realm: 'a"b' }), /realm must be a text/],
    [
      'scopes without scopesOf',
      () => bearerScheme({ authenticate, scopes: ['a'] }),
      /nothing says which of them a principal has/
    ],
    [
      'a scope with a space',
      () => bearerScheme({ authenticate, scopes: ['a b'], scopesOf: () => [] }),
      /must be a list of names/
    ],
    ['a key without a place', () => apiKeyScheme(given({ name: 'k', authenticate })), /does not say where the key is/],
    ['a key in a body', () => apiKeyScheme({ in: given('body'), name: 'k', authenticate }), /OPTION_UNKNOWN.*'header'/],
    [
      'a key without a name',
      () => apiKeyScheme({ in: 'query', name: '', authenticate }),
      /no query can have the name ""/
    ],
    [
      'a name that no header has',
      () => apiKeyScheme({ in: 'header', name: 'a b', authenticate }),
      /no header can have/
    ],
    ['a line break in a name', () => apiKeyScheme({ in: 'query', name: 'a\nb', authenticate }), /no query can have/],
    ['no flow', () => oauth2Scheme({ authenticate, flows: {} }), /it has no flow/],
    [
      'a flow without its address',
      () => oauth2Scheme({ authenticate, flows: { clientCredentials: { scopes: {} } } }),
      /flows\.clientCredentials has no address as tokenUrl/
    ],
    [
      'an unknown flow',
      () => oauth2Scheme({ authenticate, flows: given({ deviceCode: { tokenUrl: '/t', scopes: {} } }) }),
      /OPTION_UNKNOWN.*deviceCode/
    ],
    [
      'scopes without descriptions',
      () => oauth2Scheme({ authenticate, flows: { password: { tokenUrl: '/t', scopes: given(['a']) } } }),
      /does not describe its scopes/
    ]
  ]
  for (const [what, make, told] of schemes) {
    it(`refuse a scheme with ${what}`, () => expect(codeOf(make)).to.match(told))
  }

  const requirements: [what: string, security: unknown, told: RegExp][] = [
    ['no list', 'bearer', /`security` must be a list/],
    ['a number', [1], /neither a name nor an object/],
    ['a list in the list', [['bearer']], /neither a name nor an object/],
    ['null', [null], /neither a name nor an object/],
    ['an unknown name', ['bearr'], /no security scheme "bearr".*; the schemes are bearer, slow, key, basic/],
    ["a name of every object's", ['constructor'], /no security scheme "constructor"/],
    ['the name of the prototype', [JSON.parse('{"__proto__":[]}')], /no security scheme "__proto__"/],
    [
      'a scope that the scheme lacks',
      [{ bearer: ['notes:delete'] }],
      /has no scope "notes:delete".*notes:read, notes:write/
    ],
    ['a scope of a scheme without', [{ key: ['a'] }], /has no scope "a".*declare its scopes and scopesOf/],
    ['scopes that are a text', [{ bearer: 'notes:read' }], /the scopes of bearer must be a list/],
    ['what nobody can show', [{ bearer: [], basic: [] }], /no request can show bearer and basic together/]
  ]
  for (const [what, security, told] of requirements) {
    it(`refuse ${what} as security of a route, a group and a router`, () => {
      expect(codeOf(() => routerOf(given(security))))
        .to.match(told)
        .and.match(/^SECURITY_INVALID: .*GET \/notes/)
      const group = () => new Router({ securitySchemes: SCHEMES }).group('/a').secure(given(security))
      expect(codeOf(group))
        .to.match(told)
        .and.match(/secure at .*\.spec/)
      const router = () => new Router({ securitySchemes: SCHEMES, security: given(security) })
      expect(codeOf(router))
        .to.match(told)
        .and.match(/the option security/)
    })
  }

  it('refuse two credentials in one Authorization header, and no other pair', () => {
    const schemes = {
      ...SCHEMES,
      own: apiKeyScheme({ in: 'header', name: 'Authorization', authenticate }),
      lower: apiKeyScheme({ in: 'header', name: 'authorization', authenticate }),
      asked: apiKeyScheme({ in: 'query', name: 'Authorization', authenticate })
    }
    const wrong = (security: object) => codeOf(() => routerOf([security as never], { securitySchemes: schemes }))
    expect(wrong({ bearer: [], own: [] })).to.match(/no request can show bearer and own together/)
    expect(wrong({ bearer: [], lower: [] })).to.match(/no request can show bearer and lower together/)
    expect(wrong({ basic: [], own: [], key: [] })).to.match(/no request can show basic and own and key together/)
    for (const security of [
      { basic: [], asked: [] },
      { bearer: [], key: [], asked: [] },
      { own: [], key: [] }
    ]) {
      expect(wrong(security)).to.equal('')
    }
  })

  it('refuse what is no scheme, and names that no document can have', () => {
    const router = (securitySchemes: unknown) => () => new Router({ securitySchemes: given(securitySchemes) })
    expect(codeOf(router([bearer]))).to.match(/^SECURITY_INVALID: it must be an object/)
    expect(codeOf(router({ bearer: { type: 'http' } }))).to.match(/'bearer' is not a security scheme/)
    expect(codeOf(router({ 'a b': bearer }))).to.match(/no scheme can have the name "a b"/)
    expect(codeOf(router({ toString: bearer, hasOwnProperty: key }))).to.equal('')
  })

  it('refuse a parameter that is a key as well, in whatever case', () => {
    const router = routerOf([], { security: ['key'] })
    router.getFunc('/twice', () => 1, { parameters: [{ in: 'header', name: 'x-API-key' }] })
    router.getFunc('/open', () => 1, { parameters: [{ in: 'header', name: 'x-API-key' }], security: [] })
    expect(codeOf(() => router.freeze())).to.match(
      /^DOCUMENT_CONFLICT: the header parameter X-Api-Key is the key of the security scheme key, .*; remove the parameter: authenticate is given the key\.$/
    )
  })

  it('refuse an input of a method, and a parameter beside any scheme of a requirement, that is a key as well', async () => {
    @Controller()
    class Keys {
      @Get('/') read(@Header('x-api-KEY') _key: string) {}
    }
    const second = { security: [{ bearer: [], key: [] }], parameters: [{ in: 'header', name: 'x-api-key' }] } as const
    const errors = await setupErrorsOf([Keys], {
      securitySchemes: SCHEMES,
      security: ['bearer', 'key'],
      routes: (router) => router.add({ method: 'GET', path: '/b', handler: () => 1, options: second, source: 'second' })
    })
    expect(
      errors.map(({ message }) => /^(\w+): .* security scheme key, .*(second|Keys)/.exec(message)?.slice(1))
    ).to.have.deep.members([
      ['DOCUMENT_CONFLICT', 'second'],
      ['DOCUMENT_CONFLICT', 'Keys']
    ])
  })

  it('refuse a group that is secured after the first request', async () => {
    const router = routerOf([])
    const group = router.group('/a')
    router.freeze()
    expect(codeOf(() => group.secure(['key']))).to.match(/^ROUTER_FROZEN/)
  })

  it('let a scheme be called like what every object has', async () => {
    const router = new Router({ logger: false, securitySchemes: { constructor: key } as never })
    router.getFunc('/', (ctx) => ctx.noContent(), { security: ['constructor'] })
    expect((await ask(router, 'GET /')).status).to.equal(401)
    expect((await ask(router, 'GET /', KEY)).status).to.equal(204)
  })
})
