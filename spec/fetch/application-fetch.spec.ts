import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { Application, bootstrap, type Service } from 'fieldstone'
import { application } from '../../sample-app/application.js'
import { BUILD } from '../support/build.js'
import { recordingLogger, until } from '../support/one-handler.js'
import { SAMPLE_URL } from '../support/sample-app.js'
import { wideService } from '../support/wide-service.js'

const FIELDSTONE = JSON.stringify(import.meta.resolve('fieldstone'))
const DOCS_FILES = JSON.stringify(pathToFileURL(join(BUILD, 'src/openapi/page/docs-ui-files.js')).href)
const SAMPLE = JSON.stringify(SAMPLE_URL)

/** Runs a program of its own, on the modules that the specs run on, and returns what it wrote. */
function run(program: string, ...options: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=fieldstone-modules', ...options, '--input-type=module', '--eval', program],
    { encoding: 'utf8', timeout: 60_000 }
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** Makes loading of HTTP modules fail, for the package and its dependencies, by import and by require. */
const NO_SERVER = `
import { createRequire, Module, register } from 'node:module'
const refused = /^(node:)?(http|https|http2|_http_server)$/
register('data:text/javascript,' + encodeURIComponent(\`
  export function resolve(specifier, context, next) {
    if (\${refused}.test(specifier)) throw new Error(specifier + ' is asked for by ' + context.parentURL)
    return next(specifier, context)
  }
\`))
const load = Module._load
Module._load = function (specifier, parent, ...rest) {
  if (refused.test(specifier)) throw new Error(specifier + ' is required by ' + parent?.filename)
  return load.call(this, specifier, parent, ...rest)
}
const builtin = process.getBuiltinModule
process.getBuiltinModule = (name) => {
  if (refused.test(name)) throw new Error(name + ' is asked for as a built-in module')
  return builtin(name)
}
`

const ASK_SAMPLE = `
const { bootstrap } = await import(${FIELDSTONE})
const { application } = await import(${SAMPLE})
const service = await bootstrap(application)
const ask = (path, body) => service.fetch(new Request('http://localhost' + path, body === undefined
  ? undefined : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }))
const answers = [
  await ask('/items/1'), await ask('/data', { name: 'x', value: 1 }), await ask('/data', { name: 1 }),
  await ask('/signup', { username: 'alice99', email: 'alice@example.com', password: 'correct horse' }),
  await ask('/openapi.json'), await ask('/docs/')
]
console.log(answers.map(({ status }) => status).join(' '))
`
const ANSWERED = '200 200 400 201 200 200\n'

describe('service.fetch', () => {
  let service: Service
  afterEach(() => service?.close({ deadline: 50 }))

  it('works without loading node:http', () => {
    expect(run(`${NO_SERVER}${ASK_SAMPLE}`)).to.equal(ANSWERED)
  })

  it('is distinguished from listening by that check', () => {
    const listening = `${ASK_SAMPLE}
      await service.listen({ port: 0, host: '127.0.0.1' }).catch((error) => console.log(error.message))
      await service.close()`
    expect(run(`${NO_SERVER}${listening}`)).to.match(/node:http is asked for as a built-in module/)
  })

  it('works where no code may be generated', () => {
    expect(run(ASK_SAMPLE, '--disallow-code-generation-from-strings')).to.equal(ANSWERED)
  })

  it('can be given away', async () => {
    service = await bootstrap(application)
    const { fetch } = service
    expect((await fetch(new Request('http://localhost/items/1'))).status).to.equal(200)
  })

  it('starts the service with the first request, once, and responds with 503 when it was closed', async () => {
    const calls: string[] = []
    service = await bootstrap(
      new Application({
        title: 'Resources',
        version: '1.0.0',
        health: true,
        onStart: () => calls.push('start'),
        onClose: () => calls.push('close')
      })
    )
    const ready = async () => (await service.fetch(new Request('http://localhost/readyz'))).status
    expect(await Promise.all([ready(), ready()])).to.deep.equal([200, 200])
    expect(calls).to.deep.equal(['start'])
    await service.close()
    expect(calls).to.deep.equal(['start', 'close'])
    expect(await ready()).to.equal(503)
    expect(calls).to.deep.equal(['start', 'close'])
    await service.start()
    expect(await ready()).to.equal(200)
    expect(calls).to.deep.equal(['start', 'close', 'start'])
  })

  it('responds with 503 if the service cannot start, and tries again with the next request', async () => {
    const { logger, entries } = recordingLogger()
    let attempts = 0
    service = await bootstrap(
      new Application({
        title: 'Resources',
        version: '1.0.0',
        logger,
        routes: (router) => router.getFunc('/', (ctx) => ctx.text(200, 'started')),
        onStart: () => {
          attempts++
          if (attempts === 1) throw new Error('no database')
        }
      })
    )
    const refused = await service.fetch(new Request('http://localhost/'))
    expect(refused.status).to.equal(503)
    expect(await refused.json()).not.to.include({ detail: 'no database' })
    expect(entries.map(({ fields }) => fields.err?.message)).to.deep.equal([
      'The application.onStart failed: no database'
    ])
    expect((await service.fetch(new Request('http://localhost/'))).status).to.equal(200)
  })

  it('turns its readiness before it stops, and finishes what is in flight', async () => {
    let finish = (): void => {}
    service = await bootstrap(
      new Application({
        title: 'Slow',
        version: '1.0.0',
        health: true,
        routes: (router) =>
          router.getFunc('/slow', async (ctx) => {
            await new Promise<void>((resolve) => {
              finish = resolve
            })
            ctx.text(200, 'finished')
          })
      })
    )
    const ask = (path: string) => service.fetch(new Request(`http://localhost${path}`))
    const slow = ask('/slow')
    await ask('/livez')
    const closed = service.close({ delay: 1_000 })
    const [ready, live] = await Promise.all([ask('/readyz'), ask('/livez')])
    expect([ready.status, live.status]).to.deep.equal([503, 200])
    let status = 200
    while (status === 200) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      status = (await ask('/livez')).status
    }
    expect(status).to.equal(503)
    finish()
    expect(await (await slow).text()).to.equal('finished')
    await closed
  })

  it('removes the temporary files of uploads, also of those that break off', async () => {
    service = await wideService()
    const files = () => readdirSync(tmpdir()).filter((name) => name.startsWith('fieldstone-') && name.length > 40)
    const before = files()
    const form = new FormData()
    form.append('title', 'x')
    form.append('file', new Blob(['y'.repeat(100_000)]), 'y.txt')
    const whole = await service.fetch(new Request('http://localhost/uploads', { method: 'POST', body: form }))
    expect(whole.status).to.equal(200)
    const controller = new AbortController()
    const body = new ReadableStream({
      start(parts) {
        const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
        parts.enqueue(new TextEncoder().encode(head + 'z'.repeat(100_000)))
      }
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const broken = service.fetch(
      new Request('http://localhost/uploads', {
        method: 'POST',
        body,
        headers,
        signal: controller.signal,
        duplex: 'half'
      })
    )
    await until(() => files().length > before.length)
    controller.abort()
    expect((await broken).status).to.equal(499)
    await until(() => files().every((name) => before.includes(name)))
  })

  it('serves the docs page without a file system', () => {
    const program = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { Application, bootstrap } = await import(${FIELDSTONE})
      await import(${DOCS_FILES})
      for (const name of Object.keys(fs).filter((name) => /^(access|createReadStream|l?stat|open|read)/.test(name))) {
        const original = fs[name]
        fs[name] = (path, ...rest) => {
          // Newer versions of Node read modules by these functions, too; what is a number was opened by one of them.
          if (typeof path === 'number' || /^(?!.*swagger-ui).*\\.[cm]?js$/.test(String(path))) return original.call(fs, path, ...rest)
          throw new Error('there is no file system')
        }
      }
      syncBuiltinESMExports()
      const service = await bootstrap(new Application({ title: 'x', version: '1', spec: '/openapi.json', docs: '/docs' }))
      for (const path of ['/docs/', '/docs/swagger-ui-bundle.js']) {
        const response = await service.fetch(new Request('http://localhost' + path))
        console.log(response.status, (await response.text()).length > 1_000)
      }
    `
    expect(run(program)).to.equal('200 true\n200 true\n')
  })

  it('loads the docs page when it is first requested, and says what to deploy where it is missing', () => {
    const program = `
      import { register } from 'node:module'
      register('data:text/javascript,' + encodeURIComponent(\`
        export function resolve(specifier, context, next) {
          if (specifier.endsWith('docs-ui-files.js')) throw new Error('there is no such file')
          return next(specifier, context)
        }
      \`))
      const { Application, bootstrap } = await import(${FIELDSTONE})
      const messages = []
      const logger = { debug() {}, info() {}, warn() {}, error: ({ err }) => messages.push(err.message) }
      const options = { title: 'x', version: '1', spec: '/openapi.json', docs: '/docs', logger }
      const service = await bootstrap(new Application(options))
      for (const path of ['/openapi.json', '/docs/', '/docs/favicon.svg']) {
        console.log((await service.fetch(new Request('http://localhost' + path))).status)
      }
      console.log(messages[0])
    `
    expect(run(program)).to.equal(
      '200\n500\n500\nThe files of the docs page cannot be loaded: deploy all files that the bundler wrote, ' +
        'as one of them contains the page\n'
    )
  })
})
