import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'
import { generateClient } from '../../src/client/generate-client.js'
import { bootstrap, type Service } from '../../src/index.js'
import { describeInBrowser } from '../support/browser.js'
import { type RunningService, startServer } from '../support/docs-service.js'
import { NOTES_RESULT } from './notes-calls.js'
import { notesApplication } from './notes-service.js'

/** A page's script: the client and its calls, bundled as a web application is. */
async function pageScript(service: Service): Promise<string> {
  const { text } = generateClient(JSON.parse(JSON.stringify(service.document)))
  const calls = fileURLToPath(new URL('notes-calls.js', import.meta.url))
  const { outputFiles } = await build({
    stdin: {
      contents: `${text}
import { callNotes } from ${JSON.stringify(calls)}
Object.assign(globalThis, { callNotes: (url: string) => callNotes(createClient as never, url) })`,
      loader: 'ts',
      resolveDir: '.'
    },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false
  })
  return outputFiles[0]?.text ?? ''
}

describeInBrowser('a client in a page of another origin', (browser) => {
  let pages: RunningService | undefined
  let service: Service | undefined
  let url: string

  before(async () => {
    service = await bootstrap(notesApplication())
    ;({ url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false }))
    const script = await pageScript(service)
    pages = await startServer((req, res) => {
      const isScript = req.url === '/script.js'
      res.writeHead(200, { 'content-type': isScript ? 'text/javascript; charset=utf-8' : 'text/html' })
      res.end(isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script src="/script.js"></script>')
    })
  })
  after(async () => {
    await pages?.close()
    await service?.close()
  })

  it('gives results, errors and streams, sends files and keys, and aborts, as in any other runtime', async () => {
    const { page, complaints } = await browser.open(String(pages?.origin))
    const lines = await page.evaluate(`callNotes(${JSON.stringify(url)})`)
    expect(lines).to.deep.equal(NOTES_RESULT)
    // The browser logs each response of an error.
    expect(complaints.filter((line) => !/the server responded with a status of 40[014]/.test(line))).to.deep.equal([])
  })
})
