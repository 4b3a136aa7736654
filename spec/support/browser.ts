import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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

/** What a browser spec opens pages with; they are closed after each test. */
export interface BrowserSpecs {
  open(url: string, options?: BrowserContextOptions): Promise<WatchedPage>
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
    this.timeout(60_000)
    let browser: Browser | undefined
    let opened: Page[] = []

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

    afterEach('closes its pages', async function () {
      const test = this.currentTest
      const pages = opened
      opened = []
      for (const [index, page] of pages.entries()) {
        if (test?.state === 'failed')
          await takeScreenshot(page, `${test.fullTitle()} ${index + 1}`).catch(console.error)
        await page.context().close()
      }
    })

    after('stops Chromium', async () => {
      await browser?.close()
    })

    body({
      async open(url, options) {
        if (!browser) throw new Error('Pages are opened inside tests')
        const context = await browser.newContext(options)
        const page = await context.newPage()
        opened.push(page)
        const watched = await watch(page)
        await page.goto(url)
        return watched
      }
    })
  })
}

async function watch(page: Page): Promise<WatchedPage> {
  const complaints: string[] = []
  const requests: string[] = []
  page.setDefaultTimeout(15_000)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => requests.push(request.url()))
  // As text, for the specs are compiled without the browser's types.
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('Refused by ' + event.effectiveDirective + ': ' + event.blockedURI)
  })`)
  return { page, complaints, requests }
}

async function takeScreenshot(page: Page, title: string): Promise<void> {
  const file = join(SCREENSHOTS, `${title.replace(/[^\w]+/g, '-')}.png`)
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: file, fullPage: true })
  console.error(`  screenshot: ${file}`)
}
