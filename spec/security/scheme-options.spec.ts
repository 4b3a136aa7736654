import { expect } from 'chai'
import {
  ApiKeyScheme,
  apiKeyScheme,
  BasicScheme,
  BearerScheme,
  BootstrapError,
  basicScheme,
  bearerScheme,
  mutualTLSScheme,
  OAuth2Scheme,
  OpenIdConnectScheme,
  oauth2Scheme,
  openIdConnectScheme,
  type SecurityScheme,
  type SecuritySchemeClass,
  type SetupError
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

const authenticate = () => true
const scopesOf = () => ['read']

type Make = (options: object) => SecurityScheme
const MAKE: Readonly<Record<string, readonly [make: Make, right: object]>> = {
  bearer: [bearerScheme as Make, { authenticate }],
  basic: [basicScheme as Make, { authenticate }],
  apiKey: [apiKeyScheme as unknown as Make, { in: 'header', name: 'X-Key', authenticate }],
  oauth2: [
    oauth2Scheme as unknown as Make,
    { flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } }, authenticate }
  ],
  openIdConnect: [openIdConnectScheme as unknown as Make, { url: 'https://a.example/o', authenticate }],
  mutualTLS: [mutualTLSScheme as Make, { authenticate }]
}

/** The message of what is wrong with a scheme that has these options beside what is needed; empty where nothing is. */
function faultOf(kind: string, options: object): string {
  const [make, right] = MAKE[kind] as readonly [Make, object]
  try {
    make({ ...right, ...options })
  } catch (error) {
    const [first] = error instanceof BootstrapError ? error.errors : [error as SetupError]
    return (first as SetupError).message
  }
  return ''
}

/** What the document says of a scheme that has these options beside what is needed. */
async function described(kind: string, options: object): Promise<unknown> {
  const [make, right] = MAKE[kind] as readonly [Make, object]
  const service = await serviceOf([], {
    openapi: '3.1',
    securitySchemes: { mine: make({ ...right, ...options }) },
    routes: (router) => router.getFunc('/', () => 1, { security: ['mine'] })
  })
  return service.document.components?.securitySchemes?.mine
}

const tokenFlow = (more: object = {}) => ({ tokenUrl: '/token', scopes: {}, ...more })

describe('The options of a security scheme', () => {
  for (const kind of Object.keys(MAKE)) {
    it(`are checked: ${kind}`, () => {
      expect(faultOf(kind, { authenticate: undefined })).to.match(/it has no function authenticate/)
      expect(faultOf(kind, { authenticate: 5 })).to.match(/it has no function authenticate/)
      expect(faultOf(kind, { description: 5 })).to.match(/description is not a text/)
      expect(faultOf(kind, { scopesOf: 5 })).to.match(/scopesOf must be a function/)
      expect(faultOf(kind, { autenticate: authenticate })).to.match(/did you mean 'authenticate'/)
    })

    it(`may be a description and an extension, which the document has: ${kind}`, async () => {
      const options = { description: 'A *text*', 'x-own': 1 }
      expect(await described(kind, options)).to.include(options)
    })

    if (kind !== 'oauth2') {
      it(`may be scopes, which have only characters of RFC 6749: ${kind}`, () => {
        expect(faultOf(kind, { scopes: ['read', '!#[]~'], scopesOf })).to.equal('')
        for (const scopes of [5, 'read', [5], [''], ['a b'], ['a"b'], ['a\\b'], ['ä']]) {
          expect(faultOf(kind, { scopes, scopesOf })).to.match(/scopes must be a list of names/)
        }
      })
    }
  }

  const wrong: readonly [kind: string, options: object, message: RegExp][] = [
    ...['', 'a"b', 'a\\b', 'ä', 5].map((realm): [string, object, RegExp] => [
      'basic',
      { realm },
      /realm must be a text/
    ]),
    ...['', 'a b', 'ä', 'a"b', 5, undefined].flatMap((name) =>
      ['header', 'query', 'cookie'].map((place): [string, object, RegExp] => [
        'apiKey',
        { in: place, name },
        new RegExp(`no ${place} can have the name`)
      ])
    ),
    // OpenAPI ignores parameters of these names.
    ['apiKey', { name: 'Accept' }, /no header can have the name "Accept"/],
    ['apiKey', { name: 'Content-Type' }, /no header can have the name "Content-Type"/],
    ['openIdConnect', { url: '' }, /url must be an address/],
    ['openIdConnect', { url: 'a b' }, /url must be an address/],
    ['openIdConnect', { url: 'https://a.example/{x}' }, /url must be an address/],
    ['oauth2', { scopes: ['read'] }, /did you mean 'scopesOf'/],
    ['oauth2', { flows: null }, /the options are null.*flows/],
    ['oauth2', { flows: { implicit: undefined } }, /it has no flow/],
    ['oauth2', { flows: { implicit: 5 } }, /the options are a number.*flows\.implicit/],
    ['oauth2', { flows: { implicit: tokenFlow() } }, /flows\.implicit has no address as authorizationUrl/],
    [
      'oauth2',
      { flows: { implicit: tokenFlow({ authorizationUrl: '/a' }) } },
      /flows\.implicit has the member tokenUrl, which is of other flows/
    ],
    ['oauth2', { flows: { password: tokenFlow({ authorizationUrl: '/a' }) } }, /has the member authorizationUrl/],
    [
      'oauth2',
      { flows: { clientCredentials: tokenFlow({ authorizationUrl: '/a' }) } },
      /has the member authorizationUrl/
    ],
    ['oauth2', { flows: { authorizationCode: tokenFlow() } }, /authorizationCode has no address as authorizationUrl/],
    ['oauth2', { flows: { password: tokenFlow({ tokenUrl: 'a b' }) } }, /has no address as tokenUrl/],
    ['oauth2', { flows: { password: tokenFlow({ tokenUrl: 'http://[' }) } }, /has no address as tokenUrl/],
    ['oauth2', { flows: { password: tokenFlow({ refreshUrl: '' }) } }, /has no address as refreshUrl/],
    ['oauth2', { flows: { password: tokenFlow({ scopes: [] }) } }, /does not describe its scopes/],
    ['oauth2', { flows: { password: tokenFlow({ scopes: { read: 5 } }) } }, /does not describe its scopes/],
    ['oauth2', { flows: { password: tokenFlow({ scopes: { read: 'R' } }) } }, /nothing says which of them a principal/],
    ['oauth2', { flows: { password: tokenFlow({ tokenURL: '/x' }) } }, /did you mean 'tokenUrl'/]
  ]
  for (const [kind, options, message] of wrong) {
    it(`cannot be ${JSON.stringify(options)}: ${kind}`, () => expect(faultOf(kind, options)).to.match(message))
  }

  it('may be any name of a key where OpenAPI ignores none', () => {
    for (const place of ['query', 'cookie']) expect(faultOf('apiKey', { in: place, name: 'Accept' })).to.equal('')
    expect(faultOf('apiKey', { name: 'Authorization' })).to.equal('')
    expect(faultOf('basic', { realm: 'a b!' })).to.equal('')
  })

  it('are the scopes of all flows, which operations may require', async () => {
    const flow = { tokenUrl: '/token', authorizationUrl: '/a' }
    const flows = {
      authorizationCode: { ...flow, scopes: { read: 'Read' } },
      password: tokenFlow({ scopes: { write: 'Write' } })
    }
    const securitySchemes = { mine: oauth2Scheme({ flows, authenticate, scopesOf }) }
    const service = await serviceOf([], {
      securitySchemes,
      routes: (router) => {
        for (const scope of ['read', 'write']) {
          router.getFunc(`/${scope}`, (ctx) => ctx.noContent(), { security: [{ mine: [scope] }] })
        }
      }
    })
    const get = async (url: string) =>
      (await service.inject({ url, headers: { authorization: 'Bearer t' } })).statusCode
    expect([await get('/read'), await get('/write')]).to.deep.equal([204, 403])
  })

  it('are all that the document needs of a flow', async () => {
    const flows = {
      authorizationCode: tokenFlow({ authorizationUrl: '/a', refreshUrl: '/r', scopes: { read: 'Read' } }),
      implicit: { authorizationUrl: 'https://a.example/a', scopes: { read: 'Read', all: '' } }
    }
    expect(await described('oauth2', { flows, scopesOf })).to.deep.equal({ type: 'oauth2', flows })
    expect(await described('openIdConnect', { url: '/o' })).to.deep.equal({
      type: 'openIdConnect',
      openIdConnectUrl: '/o'
    })
    expect(await described('bearer', { format: 'JWT' })).to.deep.equal({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT'
    })
  })
})

describe('A class of a security scheme', () => {
  class Mute extends BearerScheme<string> {
    authenticate = undefined as never
  }
  class Unscoped extends BearerScheme<string> {
    static override readonly options = { scopes: ['read'] }
    authenticate(token: string) {
      return token
    }
  }
  class Keyless extends ApiKeyScheme<string> {
    authenticate(key: string) {
      return key
    }
  }
  class Flowless extends OAuth2Scheme<string> {
    authenticate(token: string) {
      return token
    }
  }
  class Pair extends BasicScheme<string> {
    static override readonly options = { realm: 'here' }
    authenticate(user: string, password: string) {
      return `${user} ${password}`
    }
  }
  class Open extends OpenIdConnectScheme<string> {
    static override readonly options = { url: '/o', scopes: ['read'] }
    authenticate(token: string) {
      return token
    }
    override scopesOf() {
      return new Set(['read'])
    }
  }

  const wrong: readonly [type: unknown, message: RegExp][] = [
    [Mute, /Mute has no method authenticate.*write authenticate\(token\)/],
    [Unscoped, /it has scopes, but nothing says which .*, Unscoped\.options .*add a method scopesOf/],
    [Keyless, /it does not say where the key is, Keyless\.options/],
    [Flowless, /it has no flow, Flowless\.options/],
    [Date, /Date is no class of a security scheme.*extend BearerScheme/],
    [BearerScheme, /BearerScheme is no class of a security scheme/],
    [5, /'mine' is not a security scheme/],
    [undefined, /'mine' is not a security scheme/]
  ]
  for (const [type, message] of wrong) {
    it(`cannot be ${typeof type === 'function' ? type.name : String(type)}`, async () => {
      const errors = await setupErrorsOf([], { securitySchemes: { mine: type as SecuritySchemeClass } })
      expect(errors.map(({ code }) => code)).to.deep.equal(['SECURITY_INVALID'])
      expect(errors[0]?.message).to.match(message)
    })
  }

  it('is all wrong at once where several are', async () => {
    const securitySchemes = { 'a b': Pair, b: 5, c: Keyless, d: Pair } as never
    const messages = (await setupErrorsOf([], { securitySchemes })).map(({ message }) => message)
    expect(messages).to.have.length(3)
    expect(messages.join()).to.include('"a b"').and.include("'b' is not").and.include('Keyless.options')
  })

  it('has its realm and its scopes in challenges, and a set as the scopes of a principal', async () => {
    const service = await serviceOf([], {
      securitySchemes: { pair: Pair, open: Open },
      routes: (router) => {
        router.getFunc('/pair', (ctx) => ctx.principal(), { security: ['pair'] })
        router.getFunc('/open', (ctx) => ctx.principal(), { security: [{ open: ['read'] }] })
      }
    })
    const challenge = async (url: string) => (await service.inject(url)).headers['www-authenticate']
    expect(await challenge('/pair')).to.equal('Basic realm="here", charset="UTF-8"')
    expect(await challenge('/open')).to.equal('Bearer realm="open", scope="read"')
    const get = async (url: string, authorization: string) =>
      (await service.inject({ url, headers: { authorization } })).json()
    expect(await get('/pair', `Basic ${btoa('ada:x')}`)).to.equal('ada x')
    expect(await get('/open', 'Bearer t')).to.equal('t')
  })
})
