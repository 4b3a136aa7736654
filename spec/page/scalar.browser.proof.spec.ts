import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { apiKeyScheme, type DocsUIOptions, Field, oauth2Scheme, Router } from 'fieldstone'
import { seriousFaultsOf } from '../support/accessibility.js'
import { AuthorizationServer } from '../support/authorization-server.js'
import { describeInBrowser } from '../support/browser.js'
import { BUILD } from '../support/build.js'
import { type RunningService, startServer } from '../support/docs-service.js'
import { keepPicture } from '../support/pictures.js'

class Note {
  @Field({ type: String, description: 'One line', example: 'Call the plumber' })
  title!: string
}

/** A folder in which Scalar is installed: its script needs none of the 200 packages that it was made of. */
function folderWithScalar(): string {
  const folder = join(BUILD, 'scalar')
  const home = join(folder, 'node_modules/@scalar/api-reference')
  if (existsSync(home)) return folder
  const part = join(folder, `part-${process.pid}`)
  mkdirSync(part, { recursive: true })
  const options = { cwd: part, encoding: 'utf8', stdio: 'pipe' } as const
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '@scalar/api-reference@latest'], options))
  execFileSync('tar', ['-xzf', filename.replace('@', '').replace('/', '-')], options)
  mkdirSync(join(home, '..'), { recursive: true })
  renameSync(join(part, 'package'), home)
  rmSync(part, { recursive: true })
  return folder
}

describeInBrowser("the documentation page with ui: 'scalar'", (browser) => {
  let server: RunningService
  let router: Router
  let folder: string
  let login: RunningService
  let authorization: AuthorizationServer

  before('installs Scalar', async function () {
    this.timeout(180_000)
    folder = folderWithScalar()
    server = await startServer((req, res) => router.handler(req, res))
    login = await startServer((req, res) => authorization.listener(req, res))
  })
  after(async () => {
    await server?.close()
    await login?.close()
  })

  async function open(options: DocsUIOptions = {}, reader = {}, paths = ['/openapi.json']) {
    const key = apiKeyScheme({ in: 'header', name: 'x-key', authenticate: (text) => text === 's3cr3t' })
    authorization = new AuthorizationServer()
    const account = oauth2Scheme({
      flows: {
        authorizationCode: {
          authorizationUrl: `${login.origin}/authorize`,
          tokenUrl: `${login.origin}/token`,
          scopes: { 'notes:read': 'Read notes' }
        }
      },
      authenticate: (token) => (token === 'the-token' ? { scopes: ['notes:read'] } : undefined),
      scopesOf: ({ scopes }) => scopes
    })
    router = new Router({ securitySchemes: { key, account }, logger: false })
    router.getFunc(
      '/notes',
      (ctx) => ctx.json(200, { title: `By ${ctx.request().headers['x-key'] ?? 'the account'}` }),
      {
        tags: ['Notes'],
        summary: 'One note',
        security: options.oauth2 === undefined ? ['key'] : [{ account: ['notes:read'] }],
        responses: { 200: Note }
      }
    )
    router.postFunc('/notes', async (ctx) => ctx.json(201, await ctx.bindValidated(Note)), {
      tags: ['Notes'],
      summary: 'A new note',
      requestBody: Note,
      responses: { 201: Note }
    })
    for (const path of paths) router.serveOpenAPISpec(path, { title: `Notes at ${path}`, version: '1.0.0' })
    const from = process.cwd()
    process.chdir(folder)
    try {
      router.serveDocsUI('/docs', { ui: 'scalar', ...options }).freeze()
    } finally {
      process.chdir(from)
    }
    const watched = await browser.open(`${server.origin}/docs/`, reader)
    await watched.page.getByRole('heading', { name: 'One note' }).first().waitFor()
    return watched
  }

  const foreign = (requests: readonly string[]) =>
    requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${server.origin}/`))

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`shows the document in ${colorScheme} mode, takes a key, and executes, with nothing on the console and nothing from elsewhere`, async () => {
      const { page, complaints, requests } = await open({}, { colorScheme, viewport: { width: 1000, height: 640 } })
      expect(await page.title()).to.equal('Notes at /openapi.json')
      if (colorScheme === 'light') await keepPicture(page, 'page-scalar')
      expect(await seriousFaultsOf(page), 'document').to.deep.equal([])
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click()
      await page.getByRole('dialog').first().waitFor()
      const key = page.locator('[data-placeholder^="QUxMIF"], [placeholder^="QUxMIF"]').last()
      await key.waitFor()
      await key.click()
      await page.keyboard.type('s3cr3t')
      await page.getByRole('button', { name: /Send/ }).first().click()
      await page.getByText('By s3cr3t').first().waitFor()
      // While the response fades in, its colors are between two.
      await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})')
      expect(await seriousFaultsOf(page), 'request and response').to.deep.equal([])
      expect(foreign(requests)).to.deep.equal([])
      expect(complaints).to.deep.equal([])
    })
  }

  describe('signs readers in by OAuth 2', () => {
    const oauth2 = { clientId: 'notes-docs', scopes: ['notes:read'], parameters: { audience: 'notes' } }

    async function signIn(forgedState?: string) {
      const watched = await open({ oauth2 })
      authorization.forgedState = forgedState
      const { page } = watched
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click()
      const dialog = page.getByRole('dialog').first()
      await dialog.waitFor()
      const opened = page.context().waitForEvent('page')
      await dialog
        .getByRole('button', { name: /^Authorize/ })
        .first()
        .click()
      return { ...watched, dialog, opened: await opened }
    }

    it('with PKCE, by windows that know no opener, and sends the token', async () => {
      const { page, dialog, opened, complaints, requests } = await signIn()
      const isToken = (response: { url(): string }) => response.url() === `${login.origin}/token`
      if (authorization.tokens.length === 0) await page.waitForResponse(isToken)
      if (!opened.isClosed()) await opened.waitForEvent('close')
      // Scalar has taken it as soon as there is something to clear.
      await dialog.getByRole('button', { name: /^Clear( tokens)?$/ }).waitFor()
      const [request] = authorization.requests
      expect(Object.fromEntries(request ?? [])).to.include({
        response_type: 'code',
        client_id: 'notes-docs',
        redirect_uri: `${server.origin}/docs/oauth2-redirect.html`,
        scope: 'notes:read',
        audience: 'notes',
        code_challenge_method: 'S256'
      })
      expect(authorization.tokens.map(({ isRight }) => isRight)).to.deep.equal([true])
      await dialog.getByRole('button', { name: /Send/ }).first().click()
      await page.getByText('By the account').first().waitFor()
      expect(foreign(requests).filter((url) => !url.startsWith(login.origin))).to.deep.equal([])
      expect(complaints).to.deep.equal([])
    })

    it('and takes nothing from a response with another state', async () => {
      const { opened } = await signIn('forged')
      await opened.getByText('its state does not match. Nothing was taken from it.').waitFor()
      expect(authorization.tokens).to.deep.equal([])
      await opened.close()
    })
  })

  it('offers all documents of the service', async () => {
    const { page, complaints } = await open({}, {}, ['/openapi.json', '/admin.json'])
    expect(await page.getByText('/openapi.json').count()).to.be.greaterThan(0)
    const other = await browser.open(`${server.origin}/docs/?url=/admin.json`)
    await other.page.getByRole('heading', { name: 'Notes at /admin.json' }).first().waitFor()
    expect([...complaints, ...other.complaints]).to.deep.equal([])
  })

  it('executes nothing with tryItOut: false', async () => {
    const { page, complaints } = await open({ tryItOut: false, title: 'Read me' })
    expect(await page.title()).to.equal('Read me')
    expect(await page.getByRole('button', { name: /Test Request/ }).count()).to.equal(0)
    expect(complaints).to.deep.equal([])
  })

  it('scrolls sideways nowhere on 320 pixels', async () => {
    const { page } = await open({}, { viewport: { width: 320, height: 640 } })
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).to.equal(320)
  })
})
