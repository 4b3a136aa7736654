import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { bearerScheme, type DocsUIOptions, Field, Integer, oauth2Scheme, Router } from 'fieldstone'
import type { Page } from 'playwright-core'
import { seriousFaultsOf } from '../support/accessibility.js'
import { AuthorizationServer } from '../support/authorization-server.js'
import { describeInBrowser, type WatchedPage } from '../support/browser.js'
import { type RunningService, serveForeignDocument, startServer } from '../support/docs-service.js'
import { keepPicture } from '../support/pictures.js'
import { wideDocument } from '../support/wide-document.js'

class Address {
  @Field({ type: String, description: 'Where the postman rings', example: 'Elm Street 7' })
  street!: string

  @Field({ type: String, example: 'Hamburg' })
  city!: string
}

class Customer {
  @Field({ type: String, description: 'As it is on the door', example: 'Ann Smith' })
  name!: string

  @Field({ type: Address })
  address!: Address
}

const TITLES = { '/openapi.json': 'Shop API', '/admin.json': 'Admin API' }

/** A service with operations of every method, a login, and two documents of the same routes. */
function shop(login: string, options: DocsUIOptions): Router {
  const securitySchemes = {
    login: oauth2Scheme({
      description: 'By the company account',
      flows: {
        authorizationCode: {
          authorizationUrl: `${login}/authorize`,
          tokenUrl: `${login}/token`,
          scopes: { 'orders:read': 'Read orders', 'orders:write': 'Write orders' }
        }
      },
      authenticate: (token) => (token === 'the-token' ? { scopes: ['orders:read'] } : undefined),
      scopesOf: ({ scopes }) => scopes
    }),
    machine: oauth2Scheme({
      flows: { clientCredentials: { tokenUrl: `${login}/token`, scopes: {} } },
      authenticate: (token) => token === 'the-token'
    }),
    token: bearerScheme({ authenticate: (token) => token === 's3cr3t' })
  }
  const router = new Router({ securitySchemes, logger: false })
  const described = { tags: ['Customers'], responses: { 200: Customer } }
  const customer = (name: string) => ({ name, address: { street: 'Elm Street 7', city: 'Hamburg' } })
  router.getFunc('/customers/{id:[0-9]+}', (ctx) => ctx.json(200, customer(`Customer ${ctx.urlParam('id')}`)), {
    ...described,
    operationId: 'get_customer',
    summary: 'One customer',
    parameters: [{ name: 'id', in: 'path', description: 'The number on the card', schema: Integer }]
  })
  router.postFunc('/customers', async (ctx) => ctx.json(201, await ctx.bindValidated(Customer)), {
    tags: ['Customers'],
    operationId: 'createCustomer',
    summary: 'A new customer',
    description: 'Sends a *welcome letter*, too.',
    requestBody: Customer,
    responses: { 201: Customer }
  })
  for (const method of ['putFunc', 'patchFunc', 'deleteFunc'] as const) {
    router[method]('/customers/{id:[0-9]+}', (ctx) => ctx.json(200, customer('x')), {
      ...described,
      operationId: `${method}Customer`,
      summary: `By ${method}`,
      deprecated: method === 'patchFunc'
    })
  }
  router.getFunc('/orders', (ctx) => ctx.json(200, [customer('x')]), {
    tags: ['Orders & more/less'],
    operationId: 'list orders',
    summary: 'All orders',
    security: [{ login: ['orders:read'] }],
    responses: { 200: { description: 'Orders', body: [Customer] } }
  })
  router.getFunc('/machines', (ctx) => ctx.json(200, customer('x')), {
    tags: ['Orders & more/less'],
    summary: 'By machine',
    security: ['machine'],
    responses: { 200: Customer }
  })
  router.getFunc('/secrets', (ctx) => ctx.json(200, { secret: 42 }), {
    tags: ['Orders & more/less'],
    operationId: 'secrets',
    summary: 'By token',
    security: ['token'],
    responses: { 200: { description: 'It' } }
  })
  for (const [path, title] of Object.entries(TITLES)) router.serveOpenAPISpec(path, { title, version: '1.2.3' })
  router.getFunc('/icon.svg', (ctx) => ctx.send(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'), {
    hidden: true
  })
  router.serveDocsUI('/docs', options).freeze()
  return router
}

const operation = (page: Page, summary: string) => page.locator('.opblock', { hasText: summary })
const foreign = (requests: readonly string[], ...origins: string[]) =>
  requests.filter((url) => !/^(data|blob):/.test(url) && !origins.some((origin) => url.startsWith(`${origin}/`)))

describeInBrowser('the documentation page', (browser) => {
  let server: RunningService
  let listener: RequestListener
  let login: RunningService
  let authorization: AuthorizationServer

  before(async () => {
    server = await startServer((req, res) => listener(req, res))
    login = await startServer((req, res) => authorization.listener(req, res))
  })
  after(async () => {
    await server.close()
    await login.close()
  })

  /** Opens the page of a new service. */
  async function open(options: DocsUIOptions = {}, address = '', reader = {}): Promise<WatchedPage> {
    authorization = new AuthorizationServer()
    listener = shop(login.origin, options).handler
    const watched = await browser.open(`${server.origin}/docs/${address}`, reader)
    await watched.page.locator('.opblock').first().waitFor()
    return watched
  }

  async function execute(page: Page, summary: string) {
    const block = operation(page, summary)
    if ((await block.locator('.responses-table').count()) === 0) await block.locator('.opblock-summary-control').click()
    const tryOut = block.getByRole('button', { name: 'Try it out' })
    await block.locator('.try-out__btn').first().waitFor()
    if ((await tryOut.count()) > 0) await tryOut.click()
    const clear = block.getByRole('button', { name: 'Clear' })
    if (await clear.isVisible()) await clear.click()
    await block.getByRole('button', { name: 'Execute' }).click()
    const status = block.locator('.live-responses-table .response .response-col_status')
    return ((await status.textContent()) ?? '').slice(0, 3)
  }

  describe('has no serious fault of accessibility, by axe-core', () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`in ${colorScheme} mode: operations of all methods, a request, a response, snippets, credentials, schemas`, async () => {
        const { page, complaints, requests } = await open({ persistAuthorization: true }, '', { colorScheme })
        expect(await seriousFaultsOf(page), 'closed').to.deep.equal([])
        const block = operation(page, 'A new customer')
        expect(await execute(page, 'A new customer')).to.equal('201')
        for (const tab of await block.locator('.tablinks[data-name=model]').all()) await tab.click()
        await block.locator('.request-snippets').waitFor()
        expect(await seriousFaultsOf(page), 'executed').to.deep.equal([])
        await operation(page, 'By patchFunc').locator('.opblock-summary-control').click()
        await operation(page, 'By patchFunc').locator('.responses-table').waitFor()
        expect(await seriousFaultsOf(page), 'deprecated').to.deep.equal([])
        await page.locator('.auth-wrapper .authorize').first().click()
        await page.getByText('This browser keeps the credentials').first().waitFor()
        expect(await seriousFaultsOf(page), 'credentials').to.deep.equal([])
        expect(foreign(requests, server.origin)).to.deep.equal([])
        expect(complaints).to.deep.equal([])
      })

      for (const version of ['3.0.3', '3.1.1']) {
        it(`in ${colorScheme} mode: all kinds of parameters and schemas in OpenAPI ${version}`, async () => {
          await open()
          const document = wideDocument(version)
          const router = new Router({ logger: false })
          serveForeignDocument(router, '/openapi.json', document)
          listener = router.serveDocsUI('/docs').handler
          const { page } = await browser.open(`${server.origin}/docs/`, { colorScheme })
          await page.locator('.opblock').first().waitFor()
          const block = page.locator('.opblock').first()
          await block.locator('.opblock-summary-control').click()
          await block.locator('.responses-table').waitFor()
          for (const tab of await block.locator('.tablinks[data-name=model]').all()) await tab.click()
          await block.getByRole('button', { name: 'Try it out' }).click()
          await block.getByRole('button', { name: 'Execute' }).click()
          expect(await seriousFaultsOf(page)).to.deep.equal([])
        })
      }
    }
  })

  it('filters operations by their tags', async () => {
    const { page, complaints } = await open()
    await page.getByRole('textbox', { name: 'Filter by tag' }).fill('Custom')
    await operation(page, 'All orders').waitFor({ state: 'detached' })
    expect(await operation(page, 'A new customer').count()).to.equal(1)
    expect(complaints).to.deep.equal([])
  })

  describe('links', () => {
    it('to each operation are beside it, whatever its tag and id have in them, and open it', async () => {
      const { page, complaints } = await open()
      const link = page.getByRole('link', { name: 'Link to GET /orders' })
      const href = await link.getAttribute('href')
      expect(href).to.equal('#/Orders%20%26%20more%2Fless/list%20orders')
      await link.click()
      await operation(page, 'All orders').locator('.responses-table').waitFor()
      const again = await browser.open(`${server.origin}/docs/${href}`)
      await operation(again.page, 'All orders').locator('.responses-table').waitFor()
      const underscore = await browser.open(`${server.origin}/docs/#/Customers/get_customer`)
      await operation(underscore.page, 'One customer').locator('.responses-table').waitFor()
      expect([...complaints, ...again.complaints, ...underscore.complaints]).to.deep.equal([])
    })

    it('stay where the reader chooses another document', async () => {
      const { page } = await open({}, '#/Customers/createCustomer')
      await page.getByLabel('Document').selectOption('/admin.json')
      await page.waitForURL('**/docs/?url=%2Fadmin.json#/Customers/createCustomer')
      await operation(page, 'A new customer').locator('.responses-table').waitFor()
    })

    it('are followed within the open page', async () => {
      const { page } = await open()
      await page.evaluate(`location.hash = '#/Customers/createCustomer'`)
      await operation(page, 'A new customer').locator('.responses-table').waitFor()
    })
  })

  it('shows an executed request as commands of shells', async () => {
    const { page, complaints } = await open()
    expect(await execute(page, 'A new customer')).to.equal('201')
    const snippets = operation(page, 'A new customer').locator('.request-snippets')
    expect(await snippets.textContent()).to.include(`'${server.origin}/customers'`)
    await snippets.getByText('PowerShell').click()
    expect(await snippets.textContent()).to.include('curl.exe')
    expect(complaints).to.deep.equal([])
  })

  describe('signs readers in by OAuth 2', () => {
    /** Opens the login, and returns the window of the authorization server. */
    async function signIn(page: Page): Promise<Page> {
      await page.locator('.auth-wrapper .authorize').first().click()
      const form = page.locator('.auth-container', { hasText: 'authorizationCode' })
      const opened = page.context().waitForEvent('page')
      await form.getByRole('button', { name: /Authorize/ }).click()
      return opened
    }

    const oauth2 = { clientId: 'shop-docs', scopes: ['orders:read'], parameters: { audience: 'shop' } }

    it('with PKCE, by a random state, and sends the token', async () => {
      const { page, complaints, requests } = await open({ oauth2 }, '', { viewport: { width: 900, height: 640 } })
      expect(await execute(page, 'All orders')).to.equal('401')
      const opened = await signIn(page)
      const closed = opened.isClosed() ? undefined : opened.waitForEvent('close')
      await page.getByRole('button', { name: /Logout/ }).waitFor()
      await closed
      const [request] = authorization.requests
      expect(Object.fromEntries(request ?? [])).to.include({
        response_type: 'code',
        client_id: 'shop-docs',
        redirect_uri: `${server.origin}/docs/oauth2-redirect.html`,
        scope: 'orders:read',
        audience: 'shop',
        code_challenge_method: 'S256'
      })
      expect(request?.get('state')).to.match(/^[\da-f]{32}$/)
      expect(authorization.tokens.map(({ isRight, form }) => [isRight, form.get('client_id')])).to.deep.equal([
        [true, 'shop-docs']
      ])
      await keepPicture(page, 'page-sign-in')
      await page.locator('.close-modal').click()
      expect(await execute(page, 'All orders')).to.equal('200')
      expect(foreign(requests, server.origin, login.origin)).to.deep.equal([])
      expect(complaints.filter((text) => !text.includes('status of 401'))).to.deep.equal([])
    })

    it('and machines by client credentials', async () => {
      const { page, complaints } = await open()
      await page.locator('.auth-wrapper .authorize').first().click()
      const form = page.locator('.auth-container', { hasText: 'clientCredentials' })
      await form.getByLabel('client_id').fill('robot')
      await form.getByLabel('client_secret').fill('pw')
      await form.getByRole('button', { name: /Authorize/ }).click()
      await form.getByRole('button', { name: /Logout/ }).waitFor()
      await page.locator('.close-modal').click()
      expect(await execute(page, 'By machine')).to.equal('200')
      expect(authorization.requests).to.deep.equal([])
      expect(complaints).to.deep.equal([])
    })

    it('and takes nothing from a response with another state', async () => {
      const { page } = await open({ oauth2 })
      authorization.forgedState = 'forged'
      const opened = await signIn(page)
      await opened.getByText('its state does not match. Nothing was taken from it.').waitFor()
      expect(authorization.tokens).to.deep.equal([])
      expect(await page.getByRole('button', { name: /Logout/ }).count()).to.equal(0)
      expect(await seriousFaultsOf(opened)).to.deep.equal([])
      await opened.close()
    })

    it('and says why the authorization server rejects them', async () => {
      const { page } = await open({ oauth2 })
      authorization.error = 'access_denied'
      await signIn(page)
      await page.locator('.auth-container').getByText('access_denied').first().waitFor()
      expect(authorization.tokens).to.deep.equal([])
    })

    it('and a page that was opened with a code alone does nothing with it', async () => {
      await open({ oauth2 })
      const { page, requests } = await browser.open(`${server.origin}/docs/oauth2-redirect.html?code=a&state=b`)
      await page.getByText('Nothing was taken from it.').waitFor()
      expect(foreign(requests, server.origin)).to.deep.equal([])
    })
  })

  describe('keeps credentials', () => {
    async function enterToken(page: Page): Promise<void> {
      await page.locator('.auth-wrapper .authorize').first().click()
      const form = page.locator('.auth-container', { hasText: 'token (http, Bearer)' })
      await form.locator('input').fill('s3cr3t')
      await form.getByRole('button', { name: /Apply credentials/ }).click()
      await form.getByRole('button', { name: /Logout/ }).waitFor()
      await page.locator('.close-modal').click()
    }

    for (const persistAuthorization of [true, false]) {
      it(
        persistAuthorization ? 'until the reader logs out, where the service wants it, and says so' : 'not, by default',
        async () => {
          const { page } = await open({ persistAuthorization })
          await enterToken(page)
          expect(await execute(page, 'By token')).to.equal('200')
          // Without the deep link, which would open the operation at any moment of what follows.
          await page.evaluate("history.replaceState(null, '', location.pathname)")
          await page.reload()
          await page.locator('.opblock').first().waitFor()
          expect(await execute(page, 'By token')).to.equal(persistAuthorization ? '200' : '401')
          expect(await page.evaluate('localStorage.length')).to.equal(persistAuthorization ? 1 : 0)
          await page.locator('.auth-wrapper .authorize').first().click()
          await page.locator('.auth-container').first().waitFor()
          expect((await page.getByText('This browser keeps the credentials').count()) > 0).to.equal(
            persistAuthorization
          )
          if (!persistAuthorization) return
          await page
            .locator('.auth-container', { hasText: 'token (http, Bearer)' })
            .getByRole('button', { name: /Logout/ })
            .click()
          expect(await page.evaluate(`localStorage.getItem('authorized')`)).to.equal('{}')
        }
      )
    }
  })

  it('executes nothing and takes no credentials with tryItOut: false', async () => {
    const { page, complaints } = await open({ tryItOut: false, title: 'Read me', favicon: '/icon.svg' })
    expect(await page.title()).to.equal('Read me')
    await operation(page, 'All orders').locator('.opblock-summary-control').click()
    await operation(page, 'All orders').locator('.responses-table').waitFor()
    expect(await page.getByRole('button', { name: /Try it out|Execute|Authorize/ }).count()).to.equal(0)
    expect(await page.locator('.authorization__btn, .authorize').count()).to.equal(0)
    expect(complaints).to.deep.equal([])
  })

  it('scrolls sideways nowhere on 320 pixels: the filter, snippets, credentials', async () => {
    const { page } = await open({ persistAuthorization: true }, '', { viewport: { width: 320, height: 640 } })
    const width = () => page.evaluate('document.scrollingElement.scrollWidth')
    await page.getByRole('textbox', { name: 'Filter by tag' }).waitFor()
    expect(await width(), 'filter').to.equal(320)
    await execute(page, 'A new customer')
    await operation(page, 'A new customer').locator('.request-snippets').waitFor()
    expect(await width(), 'snippets').to.equal(320)
    await page.locator('.auth-wrapper .authorize').first().click()
    await page.locator('.auth-container').first().waitFor()
    expect(await width(), 'credentials').to.equal(320)
  })
})
