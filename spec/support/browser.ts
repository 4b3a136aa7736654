import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type ViewportSize } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const SCREENSHOTS = 'spec-artifacts'

/** Works as root in a container, and makes the browser keep to itself. */
const LAUNCH_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names for the service beside 127.0.0.1, which Swagger UI treats differently; nothing is looked up elsewhere.
  '--host-resolver-rules=MAP *.example 127.0.0.1'
]

/** A page, and what went on in it that a reader would not see. */
export interface WatchedPage {
  readonly page: Page
  /** Errors on the console, uncaught errors, refusals of the content security policy. */
  readonly complaints: readonly string[]
  /** The address of each request, in order. */
  readonly requests: readonly string[]
}

/** How a reader's browser differs from Playwright's usual one. */
export interface Reader {
  readonly viewport?: ViewportSize
  readonly colorScheme?: 'dark' | 'light'
}

/** Playwright's own. */
const VIEWPORT = { width: 1280, height: 720 }

/** What a browser spec opens addresses with. */
export interface BrowserSpecs {
  /**
   * Opens the address in the one page of these tests, instead of what was open there: a new page costs several times as much,
   * because its process compiles Swagger UI again.
   */
  open(url: string, reader?: Reader): Promise<WatchedPage>
}

function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return named || PLACES.find((place) => existsSync(place))
}

/**
 * A `describe` whose tests drive a real headless Chromium: the one that CHROMIUM_PATH names, or an installed one.
 * Without one the tests are pending with a warning, and where CI=true they fail. After a failure `spec-artifacts/`
 * has a screenshot of the page.
 */
export function describeInBrowser(title: string, body: (specs: BrowserSpecs) => void): void {
  describe(title, function () {
    this.timeout(180_000)
    let browser: Browser | undefined
    let page: Page | undefined

    before('starts Chromium', async function () {
      const executablePath = findBrowser()
      if (executablePath === undefined) {
        const missing = `No Chromium found at CHROMIUM_PATH, ${PLACES.join(', ')}`
        if (process.env.CI === 'true') throw new Error(missing)
        console.warn(`\n  !! ${missing}: "${title}" is NOT tested.\n`)
        this.skip()
      }
      browser = await chromium.launch({ executablePath, headless: true, args: LAUNCH_ARGUMENTS })
    })

    afterEach('leaves nothing in its page', async function () {
      const test = this.currentTest
      if (page === undefined) return
      if (test?.state === 'failed') {
        await takeScreenshot(page, test.fullTitle()).catch(console.error)
        await page.context().close()
        page = undefined
      } else await empty(page)
    })

    after('stops Chromium', async () => {
      await browser?.close()
    })

    body({
      async open(url, { viewport = VIEWPORT, colorScheme = 'light' } = {}) {
        if (!browser) throw new Error('Pages are opened inside tests')
        page ??= await newPage(browser)
        await page.goto('about:blank')
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        const watched = watch(page)
        await page.goto(url)
        return watched
      }
    })
  })
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  // As text, for the specs are compiled without the browser's types.
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('Refused by ' + event.effectiveDirective + ': ' + event.blockedURI)
  })`)
  return page
}

/** Watches what goes on in the page from now on, and no more for who watched before. */
function watch(page: Page): WatchedPage {
  const complaints: string[] = []
  const requests: string[] = []
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  return { page, complaints, requests }
}

/** Ends what runs in the page, and forgets what it has stored. */
async function empty(page: Page): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.context().clearCookies()
  await page.goto('about:blank')
}

async function takeScreenshot(page: Page, title: string): Promise<void> {
  const file = join(SCREENSHOTS, `${title.replace(/[^\w]+/g, '-')}.png`)
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: file, fullPage: true })
  console.error(`  screenshot: ${file}`)
}
