import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { apiKeyScheme, basicScheme, bearerScheme, Field, Integer, oauth2Scheme, Router } from 'fieldstone'
import type { Locator, Page } from 'playwright-core'
import { describeInBrowser } from '../support/browser.js'
import { listenerOf, type RunningService, serveForeignDocument, startServer } from '../support/docs-service.js'
import { wideDocument } from '../support/wide-document.js'

interface DocumentOptions {
  readonly title: string
  readonly description?: string
  readonly server?: string
}

function documentOf({ title, description, server }: DocumentOptions) {
  const item = { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  return {
    openapi: '3.0.3',
    info: { title, version: '1.2.3', description },
    servers: server === undefined ? undefined : [{ url: server }],
    paths: {
      '/items': {
        post: {
          tags: ['Items'],
          summary: 'Create an item',
          requestBody: { required: true, content: item },
          responses: { 201: { description: 'Created', content: item } }
        }
      },
      '/items/{id}': {
        get: {
          tags: ['Items'],
          summary: 'Retrieve an item by ID',
          parameters: [id],
          responses: { 200: { description: 'OK', content: item }, 404: { description: 'Not found' } }
        }
      }
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { type: 'integer', example: 1 }, name: { type: 'string', example: 'Widget' } }
        }
      }
    }
  }
}

function sendJSON(res: ServerResponse, status: number, value: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
  res.end(JSON.stringify(value))
}

async function readJSON(req: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of req.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

interface ServiceOptions {
  /** By path, in the order in which the service names them. */
  readonly documents?: Readonly<Record<string, DocumentOptions>>
  readonly servers?: readonly string[]
  readonly mount?: string
}

function shop(options: ServiceOptions = {}): RequestListener {
  const documents = options.documents ?? { '/openapi.json': { title: 'Shop API' } }
  return listenerOf((router) => {
    for (const [path, document] of Object.entries(documents)) {
      serveForeignDocument(router, path, documentOf(document), options.servers)
    }
    // Not known to the docs as a document of the service; it can be requested nevertheless.
    router.get('/drafts/next.json', (_, res) => sendJSON(res, 200, documentOf({ title: 'Next API' })))
    router.get('/items/{id}', (req, res) => {
      const id = Number(router.urlParam(req, 'id'))
      if (id > 99) return sendJSON(res, 404, { title: 'Not Found', detail: `There is no item ${id}` })
      sendJSON(res, 200, { id, name: `Widget ${id * 2}` })
    })
    router.post('/items', async (req, res) => sendJSON(res, 201, { stored: await readJSON(req) }))
    router.serveDocsUI('/docs')
  }, options.mount)
}

/** What `?url=` requests on a page of the service below http://shop.example:8080/api/, and where it leads. */
const addresses: readonly { readonly asked: string; readonly reach: string | undefined }[] = [
  { asked: '/openapi.json', reach: 'http://shop.example:8080/api/openapi.json' },
  { asked: '/api/openapi.json', reach: 'http://shop.example:8080/api/openapi.json' },
  { asked: '../openapi.json', reach: 'http://shop.example:8080/api/openapi.json' },
  { asked: 'local.json', reach: 'http://shop.example:8080/api/docs/local.json' },
  { asked: '/api/docs/../x/./y.json?v=1#part', reach: 'http://shop.example:8080/api/x/y.json?v=1' },
  { asked: '//shop.example:8080/api/x.json', reach: 'http://shop.example:8080/api/x.json' },
  { asked: 'HTTP://SHOP.EXAMPLE:8080/api/x.json', reach: 'http://shop.example:8080/api/x.json' },
  { asked: '/api//evil.example/x.json', reach: 'http://shop.example:8080/api//evil.example/x.json' },
  { asked: '/other/x.json', reach: undefined },
  { asked: '/apis/x.json', reach: undefined },
  { asked: '/api', reach: undefined },
  { asked: '/api/../x.json', reach: undefined },
  { asked: '/api/%2e%2E/x.json', reach: undefined },
  { asked: '/api\\..\\x.json', reach: undefined },
  { asked: '/api/a%2f..%2f..%2fx.json', reach: undefined },
  { asked: '/api/..%5cx.json', reach: undefined },
  { asked: 'https://evil.example/api/x.json', reach: undefined },
  { asked: '//evil.example/api/x.json', reach: undefined },
  { asked: '\\\\evil.example\\api\\x.json', reach: undefined },
  { asked: '/\\evil.example/api/x.json', reach: undefined },
  { asked: '/\t/evil.example/api/x.json', reach: undefined },
  { asked: ' \n//evil.example/api/x.json', reach: undefined },
  { asked: 'https:evil.example/api/x.json', reach: undefined },
  { asked: 'https:/api/x.json', reach: undefined },
  { asked: 'http:\\\\evil.example/api/x.json', reach: undefined },
  { asked: 'http://shop.example:8080@evil.example/api/x.json', reach: undefined },
  { asked: 'http://shop.example:8080.evil.example/api/x.json', reach: undefined },
  { asked: 'http://shop.example:8080evil.example/api/x.json', reach: undefined },
  { asked: 'http://reader:secret@shop.example:8080/api/x.json', reach: undefined },
  { asked: 'http://reader@shop.example:8080/api/x.json', reach: undefined },
  { asked: 'http://shop.example/api/x.json', reach: undefined },
  { asked: 'http://shop.example:8081/api/x.json', reach: undefined },
  { asked: 'https://shop.example:8080/api/x.json', reach: undefined },
  { asked: 'ws://shop.example:8080/api/x.json', reach: undefined },
  { asked: 'blob:http://shop.example:8080/api/0f1d6a0e-3c5f-4d0c-9d8e-000000000000', reach: undefined },
  { asked: 'filesystem:http://shop.example:8080/api/x.json', reach: undefined },
  { asked: 'javascript:alert(1)', reach: undefined },
  { asked: 'data:application/json,{}', reach: undefined },
  { asked: 'file:///etc/passwd', reach: undefined },
  { asked: 'about:blank', reach: undefined },
  { asked: 'http://', reach: undefined }
]

const textOf = async (locator: Locator) => (await locator.textContent()) ?? ''
const bodyOf = async (answer: Locator) => JSON.parse(await textOf(answer.locator('.highlight-code code').first()))
const foreign = (requests: readonly string[], origin: string) =>
  requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))
const operation = (page: Page, summary: string) => page.locator('.opblock', { hasText: summary })

/** Opens an operation and makes it executable. */
async function tryOut(page: Page, summary: string) {
  const block = operation(page, summary)
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  return block
}

/** Leaves the field, too: the page takes a value over when its field is left, or a while after it was changed. */
async function enterId(block: Locator, id: string): Promise<void> {
  const field = block.getByPlaceholder('id')
  await field.fill(id)
  await field.blur()
}

describeInBrowser('the docs page', (browser) => {
  /** One address for the services of all tests: the browser has read and compiled the page's scripts for it. */
  let server: RunningService
  let listener: RequestListener
  before(async () => {
    server = await startServer((req, res) => listener(req, res))
  })
  after(() => server.close())

  /** Answers by this service from now on; returns its origin. */
  function serve(service: RequestListener): string {
    listener = service
    return server.origin
  }
  const start = (options?: ServiceOptions): string => serve(shop(options))

  it('shows the operations of the service, and sends requests to no other server', async () => {
    // By a public name: on 127.0.0.1 Swagger UI would never use its validator.
    const origin = start().replace('127.0.0.1', 'shop.example')
    const { page, complaints, requests } = await browser.open(`${origin}/docs`)
    await operation(page, 'Create an item').waitFor()
    expect(new URL(page.url()).pathname).to.equal('/docs/')
    expect(await textOf(page.locator('.info .title'))).to.match(/^Shop API/)
    expect(await page.title()).to.equal('Shop API')
    const summaries = await page.locator('.opblock-summary-description').allTextContents()
    expect(summaries).to.deep.equal(['Create an item', 'Retrieve an item by ID'])
    expect(await page.getByRole('alert').count()).to.equal(0)
    expect(await page.getByLabel('Document').isVisible()).to.equal(false)
    expect(foreign(requests, origin)).to.deep.equal([])
    expect(requests).to.include(`${origin}/openapi.json`)
    expect(complaints).to.deep.equal([])
  })

  it('executes an operation and shows the live response', async () => {
    const { page, complaints, requests } = await browser.open(`${start()}/docs/`)
    const block = await tryOut(page, 'Retrieve an item by ID')
    await enterId(block, '21')
    await block.getByRole('button', { name: 'Execute' }).click()
    const answer = block.locator('.live-responses-table .response')
    expect(await textOf(answer.locator('.response-col_status'))).to.match(/^200/)
    expect(await bodyOf(answer)).to.deep.equal({ id: 21, name: 'Widget 42' })
    expect(requests.at(-1)).to.match(/\/items\/21$/)
    expect(complaints).to.deep.equal([])
  })

  it('sends the body that the reader wrote', async () => {
    const { page, complaints } = await browser.open(`${start()}/docs/`)
    const block = await tryOut(page, 'Create an item')
    const editor = block.locator('textarea.body-param__text')
    expect(JSON.parse(await editor.inputValue())).to.deep.equal({ id: 1, name: 'Widget' })
    await editor.fill('{"id": 7, "name": "Näh"}')
    await block.getByRole('button', { name: 'Execute' }).click()
    const answer = block.locator('.live-responses-table .response')
    expect(await textOf(answer.locator('.response-col_status'))).to.match(/^201/)
    expect(await bodyOf(answer)).to.deep.equal({
      stored: { id: 7, name: 'Näh' }
    })
    expect(complaints).to.deep.equal([])
  })

  it('shows a response that is an error', async () => {
    const { page } = await browser.open(`${start()}/docs/`)
    const block = await tryOut(page, 'Retrieve an item by ID')
    await enterId(block, '100')
    await block.getByRole('button', { name: 'Execute' }).click()
    const answer = block.locator('.live-responses-table .response')
    expect(await textOf(answer.locator('.response-col_status'))).to.match(/^404/)
    expect(await textOf(answer)).to.include('There is no item 100')
  })

  it("opens and executes the operations of a router's own document", async () => {
    const service = listenerOf((router) => {
      router.serveDocsUI('/docs')
      router.serveOpenAPISpec('/openapi.json', { title: 'Users API', version: '1.0.0' })
      router.getFunc('/users/{id:[a-z]+}', (ctx) => ctx.json(200, { user: ctx.urlParam('id') }), {
        summary: 'One user',
        responses: { 200: { description: 'The user' } }
      })
    })
    const { page, complaints } = await browser.open(`${serve(service)}/docs`)
    const block = await tryOut(page, 'One user')
    expect(await page.title()).to.equal('Users API')
    expect(await page.locator('.opblock').count()).to.equal(1)
    await enterId(block, 'ann')
    await block.getByRole('button', { name: 'Execute' }).click()
    const answer = block.locator('.live-responses-table .response')
    expect(await bodyOf(answer)).to.deep.equal({ user: 'ann' })
    expect(complaints).to.deep.equal([])
  })

  class Note {
    @Field({ type: String, example: 'a & b' })
    title!: string

    @Field({ type: [String], example: ['red,green', 'blue'] })
    tags!: string[]

    @Field({ type: [Integer], example: [1, 2] })
    pages!: number[]
  }

  for (const openapi of ['3.0', '3.1'] as const) {
    for (const consumes of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      it(`sends the lists of a form of type ${consumes} as the service reads them, in OpenAPI ${openapi}`, async () => {
        const service = listenerOf((router) => {
          router.serveDocsUI('/docs')
          router.serveOpenAPISpec('/openapi.json', { title: 'Notes', version: '1.0.0', openapi })
          router.postFunc('/notes', async (ctx) => ctx.json(200, await ctx.bindValidated(Note)), {
            summary: 'A note',
            requestBody: Note,
            consumes,
            responses: { 200: Note }
          })
        })
        const { page, complaints } = await browser.open(`${serve(service)}/docs`)
        const block = await tryOut(page, 'A note')
        await block.getByRole('button', { name: 'Execute' }).click()
        const answer = block.locator('.live-responses-table .response')
        expect(await bodyOf(answer)).to.deep.equal({ title: 'a & b', tags: ['red,green', 'blue'], pages: [1, 2] })
        expect(complaints).to.deep.equal([])
      })
    }
  }

  it('takes credentials by Authorize, and sends them', async () => {
    const isKnown = (text: string) => text === 's3cr3t'
    const securitySchemes = {
      token: bearerScheme({ authenticate: isKnown }),
      key: apiKeyScheme({ in: 'header', name: 'X-Key', authenticate: isKnown }),
      query: apiKeyScheme({ in: 'query', name: 'key', authenticate: isKnown }),
      login: basicScheme({ authenticate: (user, password) => user === 'zoe' && isKnown(password) }),
      oauth: oauth2Scheme({
        authenticate: isKnown,
        flows: { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: {} } }
      })
    }
    const router = new Router({ securitySchemes, logger: false })
    for (const name of Object.keys(securitySchemes)) {
      router.getFunc(`/by/${name}`, (ctx) => ctx.json(200, { by: name }), { summary: `By ${name}`, security: [name] })
    }
    router.serveOpenAPISpec('/openapi.json', { title: 'Secrets', version: '1.0.0' }).serveDocsUI('/docs')
    const { page, complaints } = await browser.open(`${serve(router.handler)}/docs/`)
    const statusOf = async (name: string) => {
      const block = operation(page, `By ${name}`)
      await block.getByRole('button', { name: 'Execute' }).click()
      const status = block.locator('.live-responses-table .response .response-col_status')
      return (await textOf(status)).slice(0, 3)
    }
    const names = ['token', 'key', 'query', 'login']
    for (const name of names) await tryOut(page, `By ${name}`)
    // Without Basic: a browser would ask for a password itself.
    for (const name of names.slice(0, 3)) expect(await statusOf(name), name).to.equal('401')
    await page.locator('.auth-wrapper .authorize').first().click()
    const form = (name: string) => page.locator('.auth-container', { hasText: name })
    await form('token (http, Bearer)').locator('input').fill('s3cr3t')
    await form('key (apiKey)').locator('input').first().fill('s3cr3t')
    await form('query (apiKey)').locator('input').first().fill('s3cr3t')
    await form('login (http, Basic)').locator('input').first().fill('zoe')
    await form('login (http, Basic)').locator('input[type=password]').fill('s3cr3t')
    for (const name of ['token (http', 'key (apiKey', 'query (apiKey', 'login (http']) {
      await form(name).getByRole('button', { name: 'Apply credentials' }).click()
    }
    await page.locator('.auth-btn-wrapper .btn-done').first().click()
    for (const name of names) {
      const block = operation(page, `By ${name}`)
      const clear = block.getByRole('button', { name: 'Clear' })
      if (await clear.isVisible()) await clear.click()
      expect(await statusOf(name), name).to.equal('200')
    }
    // What a browser reports of every response above 399, and nothing about the page's policy.
    expect(complaints.filter((text) => !text.includes('status of 401'))).to.deep.equal([])
  })

  describe('?url=', () => {
    it('opens another document of the service', async () => {
      const origin = start({
        documents: { '/openapi.json': { title: 'Shop API' }, '/admin/openapi.json': { title: 'Admin API' } }
      })
      for (const [asked, title] of [
        ['/admin/openapi.json', 'Admin API'],
        [`${origin}/drafts/next.json`, 'Next API']
      ]) {
        const { page, complaints } = await browser.open(`${origin}/docs/index.html?url=${asked}`)
        await operation(page, 'Create an item').waitFor()
        expect(await page.title()).to.equal(title)
        expect(await page.getByRole('alert').count()).to.equal(0)
        expect(complaints).to.deep.equal([])
      }
    })

    it('is ignored with a notice where it leads elsewhere; the own document opens', async () => {
      const origin = start()
      for (const asked of [
        'https://evil.example/Call-this-number',
        '//evil.example/openapi.json',
        'javascript:alert(1)'
      ]) {
        const address = `${origin}/docs/?url=${encodeURIComponent(asked)}`
        const { page, complaints, requests } = await browser.open(address)
        await operation(page, 'Create an item').waitFor()
        expect(await page.title()).to.equal('Shop API')
        expect(await textOf(page.getByRole('alert'))).to.match(/\?url=” was ignored/)
        expect(await textOf(page.locator('body'))).not.to.include('Call-this-number')
        expect(foreign(requests, origin)).to.deep.equal([])
        expect(complaints).to.deep.equal([])
      }
    })

    it('may be empty', async () => {
      const { page } = await browser.open(`${start()}/docs/?url=`)
      await operation(page, 'Create an item').waitFor()
      expect(await page.getByRole('alert').count()).to.equal(0)
    })

    it("below a proxy's path names the service's path or the proxy's, and nothing of other services", async () => {
      const origin = start({ mount: '/shop' })
      for (const [asked, ignored] of [
        ['/openapi.json', 0],
        ['/shop/drafts/next.json', 0],
        ['/uploads/evil.json', 1]
      ]) {
        const { page, requests } = await browser.open(`${origin}/shop/docs?url=${asked}`)
        await operation(page, 'Create an item').waitFor()
        expect(new URL(page.url()).pathname).to.equal('/shop/docs/')
        expect(await page.getByRole('alert').count(), String(asked)).to.equal(ignored)
        expect(requests.filter((url) => /^[^?]*evil/.test(url))).to.deep.equal([])
      }
    })

    it("is resolved by the browser's own rules, and only to what lies below the service's root", async () => {
      const { page } = await browser.open(`${start({ documents: {} })}/docs/`)
      for (const { asked, reach } of addresses) {
        const resolved = await page.evaluate(
          `import('./document-url.js').then(({ resolveDocument }) => resolveDocument(...${JSON.stringify([
            asked,
            'http://shop.example:8080/api/docs/?url=x',
            [{ path: '/openapi.json', url: 'http://shop.example:8080/api/openapi.json' }],
            'http://shop.example:8080/api/'
          ])}))`
        )
        expect(resolved, JSON.stringify(asked)).to.equal(reach)
      }
    })
  })

  describe('what else configures Swagger UI by its address', () => {
    const addresses: readonly [query: string, notice: RegExp][] = [
      ['configUrl=https://evil.example/config.json', /^“\?configUrl=” was ignored: this page is not configured by its/],
      ['config=/evil.json', /^“\?config=” was ignored/],
      ['CONFIGURL=//evil.example', /^“\?configUrl=” was ignored/],
      ['urls.primaryName=Call-this-number&docExpansion=full', /^“\?urls.primaryName=”, “\?docExpansion=” were ignored/],
      ['configUrl=', /^“\?configUrl=” was ignored/],
      [
        'url=https://evil.example/&validatorUrl=https://evil.example/',
        /^The address in “\?url=” was ignored, .* “\?validatorUrl=” was ignored/
      ]
    ]
    for (const [query, notice] of addresses) {
      it(`is ignored with a notice: ?${query}`, async () => {
        const origin = start()
        const { page, complaints, requests } = await browser.open(`${origin}/docs/?${query}`)
        await operation(page, 'Create an item').waitFor()
        const alert = page.getByRole('alert')
        expect(await alert.isVisible()).to.equal(true)
        expect(await textOf(alert)).to.match(notice)
        expect(await textOf(page.locator('body'))).not.to.match(/evil|Call-this-number/)
        expect(await page.title()).to.equal('Shop API')
        expect(foreign(requests, origin)).to.deep.equal([])
        expect(requests.filter((url) => /^[^?]*(evil|config)/.test(url))).to.deep.equal([])
        expect(complaints).to.deep.equal([])
      })
    }

    it('has no notice where it is only said by others, as by a campaign', async () => {
      const { page } = await browser.open(`${start()}/docs/?utm_source=letter#/Items`)
      await operation(page, 'Create an item').waitFor()
      expect(await page.getByRole('alert').count()).to.equal(0)
    })
  })

  describe('on a screen of 320 pixels', () => {
    const viewport = { width: 320, height: 640 }

    /** What is wider than the screen, or scrolls sideways in itself. */
    const tooWide = (page: Page): Promise<string[]> =>
      page.evaluate(`(() => {
        const width = document.documentElement.clientWidth
        const found = document.scrollingElement.scrollWidth > width ? ['the page'] : []
        // Their own box clips the choices of a select.
        for (const element of document.querySelectorAll('body *:not(option)')) {
          const box = element.getBoundingClientRect()
          const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
          if (box.width > 0 && box.right > width + 1) found.push(element.outerHTML.slice(0, 120))
          else if (scrolls && element.scrollWidth > element.clientWidth + 1) found.push(element.outerHTML.slice(0, 120))
        }
        return found
      })()`)

    for (const version of ['3.0.3', '3.1.1']) {
      it(`scrolls sideways nowhere: parameters, schemas, responses and credentials, in OpenAPI ${version}`, async () => {
        const document = wideDocument(version)
        const service = listenerOf((router) => {
          serveForeignDocument(router, '/openapi.json', document)
          router.serveDocsUI('/docs')
        })
        const { page } = await browser.open(`${serve(service)}/docs/`, { viewport })
        const block = page.locator('.opblock').first()
        await block.waitFor()
        expect(await tooWide(page), 'closed').to.deep.equal([])
        await block.locator('.opblock-summary-control').click()
        await block.locator('.responses-table').waitFor()
        expect(await tooWide(page), 'open').to.deep.equal([])
        for (const tab of await block.locator('.tablinks[data-name=model]').all()) await tab.click()
        const folded = '.model-toggle.collapsed, .json-schema-2020-12-accordion:has([class$=collapsed])'
        for (let level = 0; level < 6; level++) {
          for (const toggle of (await block.locator(folded).all()).reverse()) await toggle.click()
        }
        expect(await textOf(block)).to.contain('deepestOfAll')
        expect(await tooWide(page), 'schemas').to.deep.equal([])
        await block.getByRole('button', { name: 'Try it out' }).click()
        await block.getByRole('button', { name: 'Execute' }).waitFor()
        expect(await tooWide(page), 'editing').to.deep.equal([])
        await page.locator('.auth-wrapper .authorize').first().click()
        await page.locator('.auth-container').first().waitFor()
        expect(await tooWide(page), 'credentials').to.deep.equal([])
      })
    }

    it('scrolls sideways nowhere when an operation is executed', async () => {
      const { page } = await browser.open(`${start()}/docs/`, { viewport })
      const block = await tryOut(page, 'Retrieve an item by ID')
      await enterId(block, '123456789012345')
      await block.getByRole('button', { name: 'Execute' }).click()
      await block.locator('.live-responses-table .response').waitFor()
      expect(await tooWide(page)).to.deep.equal([])
    })
  })

  it('lets the reader choose between several documents', async () => {
    const origin = start({
      documents: { '/v1.json': { title: 'Shop API 1' }, '/v2.json': { title: 'Shop API 2' } }
    })
    const { page, complaints } = await browser.open(`${origin}/docs/`)
    await operation(page, 'Create an item').waitFor()
    expect(await page.title()).to.equal('Shop API 1')
    const choice = page.getByLabel('Document')
    expect(await choice.inputValue()).to.equal('/v1.json')
    await choice.selectOption('/v2.json')
    await page.waitForURL('**/docs/?url=%2Fv2.json')
    await operation(page, 'Create an item').waitFor()
    expect(await page.title()).to.equal('Shop API 2')
    expect(await choice.inputValue()).to.equal('/v2.json')
    expect(complaints).to.deep.equal([])
  })

  it('says that there is no document where the service publishes none', async () => {
    const { page, complaints } = await browser.open(`${start({ documents: {} })}/docs/`)
    expect(await textOf(page.getByRole('alert'))).to.equal('This service publishes no OpenAPI document.')
    expect(complaints).to.deep.equal([])
  })

  it('runs no script that a document contains', async () => {
    const description = '<script>window.hacked = 1</script><b onclick="hacked = 1" onmouseover="hacked = 1">Hello</b>'
    const origin = start({ documents: { '/openapi.json': { title: 'Shop API', description } } })
    const { page } = await browser.open(`${origin}/docs/`)
    await operation(page, 'Create an item').waitFor()
    await page.getByText('Hello').click()
    expect(await page.evaluate('window.hacked')).to.equal(undefined)
  })

  describe('executes against a server of another origin', () => {
    let elsewhere: RunningService
    before(async () => {
      elsewhere = await startServer((_, res) => sendJSON(res, 200, { from: 'elsewhere' }))
    })
    after(() => elsewhere.close())

    async function execute(declared: boolean) {
      const documents = { '/openapi.json': { title: 'Shop API', server: `${elsewhere.origin}/v1` } }
      const origin = start({ documents, servers: declared ? [`${elsewhere.origin}/v1`] : [] })
      const watched = await browser.open(`${origin}/docs/`)
      const block = await tryOut(watched.page, 'Retrieve an item by ID')
      await enterId(block, '1')
      await block.getByRole('button', { name: 'Execute' }).click()
      const answer = await textOf(block.locator('.live-responses-table .response'))
      return { ...watched, answer }
    }

    it('if the service declares it', async () => {
      const { answer, complaints } = await execute(true)
      expect(answer).to.include('"from": "elsewhere"')
      expect(complaints).to.deep.equal([])
    })

    it('and not otherwise', async () => {
      const { answer, complaints } = await execute(false)
      expect(answer).not.to.include('elsewhere"')
      expect(complaints.join()).to.include('Refused by connect-src')
    })
  })

  it("follows the reader's colour scheme", async () => {
    const { page } = await browser.open(`${start()}/docs/`, { colorScheme: 'dark' })
    await operation(page, 'Create an item').waitFor()
    expect(await page.locator('html.dark-mode').count()).to.equal(1)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html:not(.dark-mode)').waitFor()
  })
})
