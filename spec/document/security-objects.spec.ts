import { expect } from 'chai'
import {
  Application,
  apiKeyScheme,
  BootstrapError,
  basicScheme,
  bearerScheme,
  bootstrap,
  generateOpenAPISpec,
  type OpenAPIDocument,
  oauth2Scheme,
  openIdConnectScheme,
  Router,
  type SecurityRequirement
} from 'fieldstone'
import { CONFIG } from '../support/described-route.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const authenticate = () => true
const scopesOf = () => []

const SCHEMES = {
  bearer: bearerScheme({ authenticate, format: 'JWT', description: 'A token', scopes: ['write'], scopesOf }),
  key: apiKeyScheme({ authenticate, in: 'cookie', name: 'session' }),
  basic: basicScheme({ authenticate }),
  oauth: oauth2Scheme({
    authenticate,
    scopesOf,
    flows: { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: { read: 'Read notes' } } }
  }),
  oidc: openIdConnectScheme({
    authenticate,
    scopesOf,
    url: 'https://login.example.com/.well-known/openid-configuration',
    scopes: ['email']
  }),
  unused: basicScheme({ authenticate })
}

const responses = { 200: { description: 'OK' } }

function documentOf(
  security: readonly SecurityRequirement[] | undefined,
  own: Readonly<Record<string, readonly SecurityRequirement[] | undefined>>,
  openapi: '3.0' | '3.1' = '3.0'
): OpenAPIDocument {
  const router = new Router({ securitySchemes: SCHEMES, security, logger: false })
  for (const [path, asked] of Object.entries(own)) router.getFunc(path, () => 1, { responses, security: asked })
  return generateOpenAPISpec(router, { ...CONFIG, openapi })
}

describe('Security in the document', () => {
  it('describes each kind of scheme that is required, and no other', async () => {
    const document = documentOf(['bearer', 'key', 'basic', { oauth: ['read'] }, { oidc: ['email'] }], {
      '/a': undefined
    })
    expect(document.components?.securitySchemes).to.deep.equal({
      bearer: { type: 'http', description: 'A token', scheme: 'bearer', bearerFormat: 'JWT' },
      key: { type: 'apiKey', in: 'cookie', name: 'session' },
      basic: { type: 'http', scheme: 'basic' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: { read: 'Read notes' } } }
      },
      oidc: {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://login.example.com/.well-known/openid-configuration'
      }
    })
    expect(document.security).to.deep.equal([
      { bearer: [] },
      { key: [] },
      { basic: [] },
      { oauth: ['read'] },
      { oidc: ['email'] }
    ])
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('is described for an operation if it is not that of the whole document', async () => {
    const document = documentOf(['bearer'], {
      '/same': undefined,
      '/again': ['bearer'],
      '/public': [],
      '/other': ['key'],
      '/maybe': [{}, 'bearer'],
      '/both': [{ bearer: [], key: [] }]
    })
    const documented = Object.entries(document.paths).map(([path, item]) => [path, item.get?.security])
    expect(document.security).to.deep.equal([{ bearer: [] }])
    expect(Object.fromEntries(documented)).to.deep.equal({
      '/same': undefined,
      '/again': undefined,
      '/public': [],
      '/other': [{ key: [] }],
      '/maybe': [{ bearer: [] }, {}],
      '/both': [{ bearer: [], key: [] }]
    })
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('is left out where nothing is required', () => {
    const document = documentOf(undefined, { '/a': undefined, '/b': undefined })
    expect(document).not.to.have.property('security')
    expect(document.components).not.to.have.property('securitySchemes')
    for (const item of Object.values(document.paths)) expect(item.get).not.to.have.property('security')
  })

  it('says of an operation that it is public where the route says so, and where others require something', async () => {
    const securityOf = (document: OpenAPIDocument) =>
      Object.entries(document.paths).map(([path, item]) => [path, item.get?.security])
    expect(securityOf(documentOf(undefined, { '/a': undefined, '/b': [] }))).to.deep.equal([
      ['/a', undefined],
      ['/b', []]
    ])
    const mixed = documentOf(undefined, { '/a': undefined, '/b': [], '/c': ['key'] })
    expect(securityOf(mixed)).to.deep.equal([
      ['/a', []],
      ['/b', []],
      ['/c', [{ key: [] }]]
    ])
    expect(mixed).not.to.have.property('security')
    expect(await complaintsAbout(mixed)).to.deep.equal([])
  })

  it('describes scopes of tokens that are not of OAuth in 3.1, and in 3.0 in an extension', async () => {
    const asked = { '/a': [{ bearer: ['write'] }, { oauth: ['read'] }] }
    const old = documentOf(['bearer'], asked)
    expect(old.paths['/a']?.get).to.deep.include({
      security: [{ bearer: [] }, { oauth: ['read'] }],
      'x-security-scopes': [{ bearer: ['write'] }, { oauth: ['read'] }]
    })
    const scoped = documentOf([{ bearer: ['write'] }], { '/a': ['bearer'] })
    expect(scoped).to.deep.include({ security: [{ bearer: [] }], 'x-security-scopes': [{ bearer: ['write'] }] })
    expect(scoped.paths['/a']?.get?.security).to.deep.equal([{ bearer: [] }])
    const document = documentOf(['bearer'], asked, '3.1')
    expect(document.paths['/a']?.get?.security).to.deep.equal([{ bearer: ['write'] }, { oauth: ['read'] }])
    expect(document.paths['/a']?.get).not.to.have.property('x-security-scopes')
    for (const each of [old, scoped, document]) expect(await complaintsAbout(each)).to.deep.equal([])
  })

  it('describes the 401 of secured operations, and the 403 where scopes are required', async () => {
    const document = documentOf(['bearer'], {
      '/token': undefined,
      '/scope': ['key', { bearer: ['write'] }],
      '/public': [],
      '/maybe': [{ bearer: ['write'] }, {}]
    })
    const statuses = Object.entries(document.paths).map(([path, item]) => {
      return [path, Object.keys(item.get?.responses ?? {}).join(' ')]
    })
    expect(Object.fromEntries(statuses)).to.deep.equal({
      '/token': '200 401 500',
      '/scope': '200 401 403 500',
      '/public': '200 500',
      '/maybe': '200 500'
    })
    expect(document.paths['/scope']?.get?.responses['403']).to.deep.equal({ $ref: '#/components/responses/Forbidden' })
    expect(document.components?.responses?.Unauthorized?.headers).to.have.keys('WWW-Authenticate')
    expect(document.components?.responses?.Unauthorized?.content).to.have.keys('application/problem+json')
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('is a setup error together with a parameter that is the key as well', () => {
    const router = new Router({ securitySchemes: SCHEMES, security: ['key'], logger: false })
    router.getFunc('/a', () => 1, { responses, parameters: [{ in: 'cookie', name: 'session' }] })
    expect(() => generateOpenAPISpec(router, CONFIG)).to.throw(
      BootstrapError,
      /DOCUMENT_CONFLICT: the cookie parameter session is the key of the security scheme key, /
    )
  })

  it('is public for the document, its UI and the probes', async () => {
    const service = await bootstrap(
      new Application({
        ...CONFIG,
        ...{ spec: '/openapi.json', docs: '/docs', health: true, logger: false },
        securitySchemes: { bearer: SCHEMES.bearer },
        security: ['bearer'],
        routes: (router) => {
          router.getFunc('/secret', (ctx) => ctx.noContent())
          router.static('/files', 'docs')
        }
      })
    )
    await service.start()
    const statusOf = async (url: string) => (await service.inject(url)).statusCode
    for (const url of ['/openapi.json', '/docs/', '/docs/swagger-ui.css', '/livez', '/readyz']) {
      expect(await statusOf(url), url).to.equal(200)
    }
    expect(await statusOf('/secret')).to.equal(401)
    expect(await statusOf('/files/routing.md')).to.equal(401)
    expect(service.document.security).to.deep.equal([{ bearer: [] }])
    await service.close()
  })
})
