import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  BootstrapError,
  bearerScheme,
  type DocsUIOptions,
  oauth2Scheme,
  openIdConnectScheme,
  type RouteOptions,
  Router,
  type SecurityScheme,
  SetupError
} from 'fieldstone'
import { setupErrorsOf } from '../support/applications.js'
import { sendRaw, startServer } from '../support/docs-service.js'

const authenticate = () => ({})
const login = (tokenUrl: string) =>
  oauth2Scheme({
    authenticate,
    scopesOf: () => [],
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://login.example/authorize',
        tokenUrl,
        refreshUrl: 'https://refresh.example:8443/x',
        scopes: { 'notes:read': 'Read', 'notes:write': 'Write' }
      }
    }
  })

/** A page of a service with these schemes, and what it responds. */
async function pageOf(options: DocsUIOptions, securitySchemes: Record<string, SecurityScheme> = {}, path = '/docs/') {
  const router = new Router({ securitySchemes, logger: false })
  router.serveOpenAPISpec('/openapi.json', {
    title: 'Notes',
    version: '1.0.0',
    servers: [{ url: 'https://api.example/v1' }]
  })
  router.serveDocsUI('/docs', options)
  const service = await startServer(router.handler)
  const response = await sendRaw(service.origin, path)
  await service.close()
  const settings = /data-settings="([^"]*)"/
    .exec(response.text)?.[1]
    ?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  const policy = String(response.headers['content-security-policy'])
  return {
    ...response,
    settings: settings === undefined ? undefined : JSON.parse(settings),
    connect: /connect-src ([^;]*)/.exec(policy)?.[1],
    icons: response.text.match(/<link rel="icon"[^>]*>/g)
  }
}

/** Each message of what is thrown. */
function messagesOf(call: () => unknown): string[] {
  try {
    call()
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
    if (error instanceof SetupError) return [error.message]
    throw error
  }
  return []
}

describe('The options of the documentation page', () => {
  it('give it a title, escaped', async () => {
    const { text, settings } = await pageOf({ title: 'Notes & <more>' })
    expect(text).to.include('<title>Notes &#38; &#60;more&#62;</title>')
    expect(settings.title).to.equal('Notes & <more>')
  })

  it('leave the title to the document', async () => {
    const { text, settings } = await pageOf({})
    expect(text).to.include('<title>API documentation</title>')
    expect(settings).to.deep.equal({ tryItOut: true, persistAuthorization: false })
  })

  it('give it an icon of the service, by an address that works behind a proxy, or an image', async () => {
    expect((await pageOf({ favicon: '/static/icon.svg?v=1' })).icons).to.deep.equal([
      '<link rel="icon" href="../static/icon.svg?v=1">'
    ])
    expect((await pageOf({ favicon: 'data:image/png;base64,AAAA' })).icons).to.deep.equal([
      '<link rel="icon" href="data:image/png;base64,AAAA">'
    ])
    expect((await pageOf({})).icons).to.have.length(3)
  })

  it('let it reach servers, and the endpoints of tokens that the schemes name', async () => {
    const schemes = {
      login: login('https://tokens.example/token'),
      other: login('/token'),
      connect: openIdConnectScheme({ authenticate, url: 'https://id.example/.well-known/openid-configuration' }),
      token: bearerScheme({ authenticate })
    }
    expect((await pageOf({}, schemes)).connect).to.equal(
      "'self' https://api.example https://tokens.example https://refresh.example:8443 https://id.example"
    )
  })

  const region = { default: 'eu', enum: ['eu', 'us'] }
  const many = { default: '0', enum: Array.from({ length: 101 }, (_, index) => String(index)) }
  const servers: readonly (readonly [what: string, options: RouteOptions, origins: readonly string[]])[] = [
    [
      'a route',
      { servers: [{ url: 'https://a.example' }, { url: 'https://b.example:8443/v1' }] },
      ['https://a.example', 'https://b.example:8443']
    ],
    ['no hidden route', { hidden: true, servers: [{ url: 'https://a.example' }] }, []],
    [
      'each value of a variable, wherever it stands',
      { servers: [{ url: 'https://{at}.a-{at}.example', variables: { at: region } }] },
      ['https://eu.a-eu.example', 'https://us.a-us.example']
    ],
    [
      'a variable without a list',
      { servers: [{ url: 'https://{at}.example', variables: { at: { default: 'eu' } } }] },
      ['https://eu.example']
    ],
    [
      'at most 100 values',
      { servers: [{ url: 'https://a{at}.example', variables: { at: many } }] },
      many.enum.slice(0, 100).map((at) => `https://a${at}.example`)
    ]
  ]
  for (const [what, options, origins] of servers) {
    it(`let it reach the servers of ${what}`, async () => {
      const router = new Router({ logger: false }).getFunc('/a', () => 'a', { responses: { 200: String }, ...options })
      router.serveOpenAPISpec('/openapi.json', { title: 'Notes', version: '1' }).serveDocsUI('/docs')
      const service = await startServer(router.handler)
      const { headers } = await sendRaw(service.origin, '/docs/')
      await service.close()
      const policy = String(headers['content-security-policy'])
      expect(policy).to.include(`connect-src ${["'self'", ...origins].join(' ')};`)
    })
  }

  for (const [prefix, href] of [
    ['/', './icon.svg?a=1&#38;b=&#34;'],
    ['/internal/docs', '../../icon.svg?a=1&#38;b=&#34;']
  ] as const) {
    it(`have an icon below the service, and names of documents, for a page at ${prefix}`, async () => {
      const router = new Router({ logger: false })
      router.serveOpenAPISpec('/a.json', { title: 'Notes', version: '1', name: 'Notes & more' })
      router.serveDocsUI(prefix, { favicon: '/icon.svg?a=1&b="' })
      const service = await startServer(router.handler)
      const { text } = await sendRaw(service.origin, prefix === '/' ? '/' : `${prefix}/`)
      await service.close()
      expect(text).to.include(`<link rel="icon" href="${href}">`)
      expect(text).to.include('&#34;name&#34;:&#34;Notes &#38; more&#34;')
    })
  }

  it('take scopes of any scheme of OAuth 2, and images of any type', async () => {
    const other = oauth2Scheme({
      authenticate,
      scopesOf: () => [],
      flows: { clientCredentials: { tokenUrl: '/token', scopes: { 'more:read': 'More' } } }
    })
    const oauth2 = { clientId: 'docs', scopes: ['notes:read', 'more:read'] }
    const favicon = 'data:image/svg+xml;utf8,<svg/>'
    const { settings } = await pageOf({ oauth2, favicon }, { login: login('/token'), other })
    expect(settings.oauth2.scopes).to.deep.equal(oauth2.scopes)
  })

  it('leave files of the other page out', async () => {
    expect((await pageOf({}, {}, '/docs/scalar-page.js')).status).to.equal(404)
  })

  it('let it reach nothing but the service where nothing can be executed', async () => {
    const { connect, settings } = await pageOf({ tryItOut: false }, { login: login('https://tokens.example/token') })
    expect(connect).to.equal("'self'")
    expect(settings.tryItOut).to.equal(false)
  })

  it('hand the client of OAuth 2 to the page, with all that it needs', async () => {
    const oauth2 = { clientId: 'docs', scopes: ['notes:read'], parameters: { audience: 'notes' } }
    const { settings } = await pageOf(
      { oauth2, persistAuthorization: true },
      { login: login('https://t.example/token') }
    )
    expect(settings).to.deep.equal({ tryItOut: true, persistAuthorization: true, oauth2 })
    const least = await pageOf({ oauth2: { clientId: 'docs' } }, { login: login('https://t.example/token') })
    expect(least.settings.oauth2).to.deep.equal({ clientId: 'docs', scopes: [], parameters: {} })
  })

  it('leave the page that an authorization server redirects to with a policy of its own, and no script within', async () => {
    const { text, headers } = await pageOf({}, {}, '/docs/oauth2-redirect.html?code=a&state=b')
    expect(headers['content-security-policy']).to.equal(
      "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    expect(headers['referrer-policy']).to.equal('no-referrer')
    expect(text).to.match(/<script src="\.\/oauth2-redirect\.js" type="module"><\/script>/)
    expect(text).not.to.match(/<script(?![^>]* src)|<style|\son\w+=/)
  })

  // biome-ignore format: one row a line
  const wrong: readonly [title: string, options: unknown, messages: readonly RegExp[]][] = [
    [
      'a name that there is not',
      { tilte: 'x' },
      [/^OPTION_UNKNOWN: there is no option 'tilte' \(did you mean 'title'\?\), serveDocsUI;/]
    ],
    ['a text', 'Notes', [/^OPTION_UNKNOWN: the options are a string, serveDocsUI;/]],
    [
      'an empty title',
      { title: ' ' },
      [/^APPLICATION_INVALID: the title is not a text, serveDocsUI; write title: 'Orders'\.$/]
    ],
    [
      'another page',
      { ui: 'redoc' },
      [/^OPTION_UNKNOWN: the option ui is 'redoc', serveDocsUI; give 'swagger' or 'scalar'\.$/]
    ],
    ['a word for a flag', { tryItOut: 'no' }, [/^OPTION_UNKNOWN: the option tryItOut is 'no'/]],
    [
      'an icon from elsewhere',
      { favicon: 'https://a.example/x.png' },
      [/^APPLICATION_INVALID: the favicon "https:\/\/a\.example\/x\.png" is not a path/]
    ],
    ['an icon of another host', { favicon: '//a.example/x.png' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon of another host, for browsers', { favicon: '/\\\\a.example/x.png' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon beside the page', { favicon: 'icon.svg' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon with a space', { favicon: '/icon a.svg' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon with a fragment', { favicon: '/icon.svg#a' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon without a path', { favicon: '' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon without data', { favicon: 'data:image/png' }, [/^APPLICATION_INVALID: the favicon/]],
    ['an icon that is a page', { favicon: 'data:text/html,x' }, [/^APPLICATION_INVALID: the favicon/]],
    [
      'a secret',
      { oauth2: { clientId: 'a', clientSecret: 'b' } },
      [/^OPTION_UNKNOWN: there is no option 'clientSecret', serveDocsUI, oauth2; remove it: every reader/]
    ],
    ['PKCE', { oauth2: { clientId: 'a', pkce: true } }, [/no option 'pkce', serveDocsUI, oauth2; remove it: the page always uses PKCE/]],
    [
      'what Swagger UI calls parameters',
      { oauth2: { clientId: 'a', additionalQueryStringParams: {} } },
      [/no option 'additionalQueryStringParams', serveDocsUI, oauth2; write parameters: \{ audience: '…' \}/]
    ],
    ['a list of parameters', { oauth2: { clientId: 'a', parameters: [] } }, [/^APPLICATION_INVALID: parameters is not an object of texts/]],
    ['no client', { oauth2: {} }, [/^APPLICATION_INVALID: the clientId is not a text, serveDocsUI, oauth2;/]],
    [
      'a scope that no scheme has',
      { oauth2: { clientId: 'a', scopes: ['notes:raed'] } },
      [
        /^APPLICATION_INVALID: the scope "notes:raed" is not declared by a scheme of OAuth 2, serveDocsUI, oauth2; the schemes have notes:read, notes:write\.$/
      ]
    ],
    ['scopes in one text', { oauth2: { clientId: 'a', scopes: 'notes:read' } }, [/^APPLICATION_INVALID: scopes is not a list/]],
    ['a parameter of the page itself', { oauth2: { clientId: 'a', parameters: { State: 'x' } } }, [/^APPLICATION_INVALID: the page sets the parameter State itself/]],
    ['a parameter that is no text', { oauth2: { clientId: 'a', parameters: { a: 1 } } }, [/^APPLICATION_INVALID: parameters is not an object of texts/]],
    ['a login for nothing', { tryItOut: false, oauth2: { clientId: 'a' } }, [/^APPLICATION_INVALID: oauth2 signs readers in, who cannot execute/]],
    ['several things', { ui: 'x', title: 5, favicon: 5 }, [/the option ui/, /the title/, /the favicon 5/]]
  ]
  for (const [title, options, messages] of wrong) {
    it(`are rejected with ${title}`, () => {
      const router = new Router({ securitySchemes: { login: login('/token') }, logger: false })
      const found = messagesOf(() => router.serveDocsUI('/docs', options as DocsUIOptions))
      expect(found).to.have.length(messages.length)
      for (const [index, message] of messages.entries()) expect(found[index]).to.match(message)
      expect(router.routes).to.deep.equal([])
    })
  }

  const ownParameters = [
    ...['response_type', 'client_id', 'client_secret', 'redirect_uri', 'scope', 'state', 'code', 'code_verifier'],
    ...['code_challenge', 'code_challenge_method', 'grant_type']
  ]
  for (const name of [...ownParameters, ...ownParameters.map((each) => each.toUpperCase())]) {
    it(`are rejected with the parameter ${name}, which the page sets itself`, () => {
      const router = new Router({ securitySchemes: { login: login('/token') }, logger: false })
      const oauth2 = { clientId: 'a', parameters: { audience: 'orders', [name]: 'x' } }
      expect(messagesOf(() => router.serveDocsUI('/docs', { oauth2 }))).to.deep.equal([
        `APPLICATION_INVALID: the page sets the parameter ${name} itself, serveDocsUI, oauth2; remove it.`
      ])
    })
  }

  it('of OAuth 2 have no scopes where the schemes have none', () => {
    const flows = { clientCredentials: { tokenUrl: '/token', scopes: {} } }
    const router = new Router({ securitySchemes: { login: oauth2Scheme({ authenticate, flows }) }, logger: false })
    expect(messagesOf(() => router.serveDocsUI('/docs', { oauth2: { clientId: 'a', scopes: ['b'] } }))).to.deep.equal([
      'APPLICATION_INVALID: the scope "b" is not declared by a scheme of OAuth 2, serveDocsUI, oauth2; the schemes have none.'
    ])
  })

  it('of OAuth 2 need a scheme of OAuth 2', () => {
    const router = new Router({ securitySchemes: { token: bearerScheme({ authenticate }) }, logger: false })
    expect(messagesOf(() => router.serveDocsUI('/docs', { oauth2: { clientId: 'a' } }))).to.deep.equal([
      'APPLICATION_INVALID: no security scheme of the service is of OAuth 2, serveDocsUI, oauth2; declare securitySchemes: { login: oauth2Scheme({ … }) }, or remove oauth2.'
    ])
  })

  it('of an application are those of its option docs, and errors say so', async () => {
    const errorsOf = async (docs: unknown) =>
      (await setupErrorsOf([], { spec: '/openapi.json', docs } as never)).map(({ message }) => message)
    expect(await errorsOf({ path: '/docs', title: 'Notes', tryItOut: false })).to.deep.equal([])
    expect(await errorsOf({ title: 'Notes' })).to.deep.equal([
      "APPLICATION_INVALID: `docs` is neither a path nor options with a path, the application; write docs: '/docs', or docs: { path: '/docs', title: 'Orders' }."
    ])
    expect(await errorsOf(true)).to.have.length(1)
    expect(await errorsOf({ path: '/docs', favicon: 'x', tryitout: 1 })).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'tryitout' (did you mean 'tryItOut'?), the option docs; correct its name or remove it.",
      `APPLICATION_INVALID: the favicon "x" is not a path of this service, and not an image, the option docs; write favicon: '/icon.svg', or an image as a data: URL: the page loads nothing from elsewhere.`
    ])
    expect(await errorsOf({ path: '/{a}' })).to.have.length(1)
  })

  describe("with ui: 'scalar'", () => {
    /** A folder in which a package of this name is installed, with these files. */
    function folderWith(files: Readonly<Record<string, string>>): string {
      const folder = mkdtempSync(join(tmpdir(), 'fieldstone-scalar-'))
      const home = join(folder, 'node_modules/@scalar/api-reference')
      mkdirSync(join(home, 'dist/browser'), { recursive: true })
      writeFileSync(
        join(home, 'package.json'),
        JSON.stringify({
          name: '@scalar/api-reference',
          type: 'module',
          exports: { '.': { default: './dist/index.js' } }
        })
      )
      writeFileSync(join(home, 'dist/index.js'), '')
      for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text)
      return folder
    }

    const home = process.cwd()

    afterEach(() => process.chdir(home))

    it('take its script from the package that is installed where the process was started', async () => {
      process.chdir(folderWith({ 'dist/browser/standalone.js': 'a script of Scalar' }))
      const page = await pageOf({ ui: 'scalar' })
      expect(page.status).to.equal(200)
      const scripts = [...page.text.matchAll(/<script[^>]* src="\.\/([^"]+)"/g)].map(([, name]) => name)
      const texts = await Promise.all(
        scripts.map(async (name) => (await pageOf({ ui: 'scalar' }, {}, `/docs/${name}`)).text)
      )
      expect(texts).to.include('a script of Scalar')
    })

    it('read it again where it could not be read at first', async () => {
      const folder = folderWith({ 'dist/browser/standalone.js': 'a script of Scalar' })
      const script = join(folder, 'node_modules/@scalar/api-reference/dist/browser/standalone.js')
      process.chdir(folder)
      const service = await startServer(new Router({ logger: false }).serveDocsUI('/docs', { ui: 'scalar' }).handler)
      rmSync(script)
      const first = await sendRaw(service.origin, '/docs/scalar.js')
      writeFileSync(script, 'a script of Scalar')
      const second = await sendRaw(service.origin, '/docs/scalar.js')
      await service.close()
      expect([first.status, second.status, second.text]).to.deep.equal([500, 200, 'a script of Scalar'])
    })

    it('say what to install where it is not there, and where it has another form', () => {
      const messages = () => messagesOf(() => new Router({ logger: false }).serveDocsUI('/docs', { ui: 'scalar' }))
      process.chdir(folderWith({}))
      expect(messages()).to.deep.equal([
        'APPLICATION_INVALID: @scalar/api-reference is installed, and has no file dist/browser/standalone.js, serveDocsUI; run: npm install @scalar/api-reference@1.'
      ])
      process.chdir(tmpdir())
      expect(messages()[0]).to.match(
        /^APPLICATION_INVALID: ui: 'scalar' needs @scalar\/api-reference, which is not installed, serveDocsUI; run: npm install @scalar/
      )
    })
  })
})
