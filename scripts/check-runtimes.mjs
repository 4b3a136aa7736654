// Runs the sample application, as it stands in dist, on other runtimes: Bun and Deno in its node:http form and in its fetch
// form, and bundled on Cloudflare's workerd; and specs there. The runtimes come from npm, into a temporary folder. A runtime
// that cannot be installed is skipped, loudly.
// Usage: node scripts/check-runtimes.mjs [build folder, default dist]
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.mjs'

const INSTALL_MS = 60_000
/** They take seconds; many times that where much else runs on the machine. */
const SPECS_MS = 300_000
const START_MS = 20_000
const STOP_MS = 10_000

const repository = resolve(import.meta.dirname, '..')
const build = resolve(repository, process.argv[2] ?? 'dist')

const FETCH_SPECS = ['fetch/bodies', 'fetch/application-fetch-parity']

/**
 * `run` is put before the program; `serve` before a module whose default export has a method fetch. `wrangler` brings
 * the bundler and the runtime of Cloudflare Workers.
 */
const RUNTIMES = [
  { name: 'bun', run: [], serve: () => [], specs: FETCH_SPECS },
  { name: 'deno', run: ['run', '-A'], serve: (port) => ['serve', '-A', `--port=${port}`], specs: FETCH_SPECS },
  { name: 'wrangler', check: checkWorker }
]

/** A service with streams in both directions. */
const STREAMS = `import { Application, bootstrap } from 'fieldstone'
const state = { left: 0 }
async function* ticks(signal) {
  try {
    for (let n = 0; !signal.aborted; n++) {
      yield { data: { n } }
      await new Promise((wake) => setTimeout(wake, 5))
    }
  } finally {
    state.left += 1
  }
}
async function* parts(fails) {
  for (let n = 0; n < 50; n++) yield new Uint8Array(20_000).fill(65)
  if (fails) throw new Error('it broke')
}
const routes = (router) => {
  router.getFunc('/livez', () => 'alive')
  router.getFunc('/events', (ctx) => ctx.sse(ticks(ctx.signal)))
  router.getFunc('/left', () => state.left)
  router.getFunc('/large', (ctx) => ctx.stream(200, parts(false)))
  router.getFunc('/broken', (ctx) => ctx.stream(200, parts(true)))
  router.postFunc('/length', async (ctx) => (await ctx.bodyBytes()).length)
  router.postFunc('/behind', (ctx) => {
    const read = () => [ctx.requestHeader('x-own'), ctx.requestId]
    setTimeout(() => (state.behind = read()), 20)
    return ctx.requestHeader('content-length')
  })
  router.getFunc('/behind', () => state.behind ?? [])
  router.postFunc('/back', (ctx) => ctx.stream(200, ctx.bodyStream()))
  router.postFunc('/unread', () => 'unread')
  router.postFunc('/form', async (ctx) => {
    const sizes = []
    for await (const part of ctx.bodyParts()) {
      let size = 0
      if (part.kind === 'file') for await (const chunk of part.stream) size += chunk.length
      sizes.push([part.name, part.kind === 'file' ? size : part.value])
    }
    return sizes
  })
  router.get('/node', (req, res) => res.end(req.method))
}
const service = await bootstrap(new Application({ title: 'Streams', version: '1', bodyLimit: 100_000, logger: false, routes }))
/** A request of the application's own, with a longer body than the length in its headers says. */
const enlarged = ({ url, headers }) =>
  new Request(url.replace('/enlarged', '/length'), { method: 'POST', headers, body: new Uint8Array(100_001) })
const fetch = (request, connection) =>
  service.fetch(request.url.endsWith('/enlarged') ? enlarged(request) : request, connection)
export default { port: process.env.PORT, hostname: '127.0.0.1', fetch }
`

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-runtimes-'))
const project = join(folder, 'project')
const running = new Set()
const failures = []
const skipped = []
// Whatever becomes of this program, nothing that it started outlives it.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))

makeProject()
const installed = await Promise.all(RUNTIMES.map(checkRuntime))
// The specs import modules of their own choice, so that there `fieldstone` has to be the modules, too.
const modules = { name: 'fieldstone', type: 'module', exports: './src/index.js' }
writeFileSync(join(project, 'dist/package.json'), JSON.stringify(modules))
// One after another: specs that wait for a time-out share the machine badly.
for (const runtime of installed) if (runtime !== undefined) await checkSpecs(runtime)
for (const line of skipped) console.log(`SKIPPED: ${line}`)
for (const line of failures) console.log(`FAILED: ${line}`)
process.exit(failures.length === 0 ? 0 : 1)

/** Away from the repository, whose tsconfig.json would lead Bun to the sources. */
function makeProject() {
  mkdirSync(project)
  cpSync(build, join(project, 'dist'), { recursive: true, verbatimSymlinks: true })
  cpSync(join(repository, 'package.json'), join(project, 'package.json'))
  symlinkSync(join(repository, 'node_modules'), join(project, 'node_modules'))
  // For the lists there, which specs compare whole.
  symlinkSync(join(repository, 'spec'), join(project, 'spec'))
  writeFileSync(
    join(project, 'specs.mjs'),
    `import Mocha from 'mocha'
const mocha = new Mocha({ timeout: 20_000, reporter: 'dot' })
for (const file of process.argv.slice(2)) mocha.addFile(file)
await mocha.loadFilesAsync()
mocha.run((failed) => process.exit(failed === 0 ? 0 : 1))
`
  )
}

/** Answers what its specs are run by, if there are any. */
async function checkRuntime({ name, run, serve, specs, check }) {
  const program = await install(name)
  if (program === undefined) return undefined
  if (check !== undefined) {
    await attempt(`${name}, fetch`, () => check(program))
    return undefined
  }
  await attempt(`${name}, node:http`, () => checkListening(program, [...run, 'dist/sample-app/main.js']))
  if (serve !== undefined) {
    await attempt(`${name}, fetch`, () => checkServing(program, serve))
    await attempt(`${name}, streams and bodies by fetch`, () => checkStreams(program, serve))
  }
  return { name, program, run, specs }
}

/** The path of the runtime's program; undefined where it cannot be installed or does not run here. */
async function install(name) {
  const place = join(folder, name)
  mkdirSync(place)
  const program = join(place, 'node_modules/.bin', name.split('@')[0])
  const limits = { timeout: INSTALL_MS, killSignal: 'SIGKILL' }
  try {
    const options = ['--prefix', place, '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    await promisify(execFile)('npm', ['install', ...options, name], { cwd: place, ...limits })
    const { stdout } = await promisify(execFile)(program, ['--version'], limits)
    console.log(`${name} is ${stdout.split('\n')[0]}`)
    return program
  } catch (error) {
    skipped.push(`${name} could not be installed from npm: ${String(error.stderr || error.message).trim()}`)
    return undefined
  }
}

async function attempt(what, work) {
  const start = performance.now()
  try {
    await work()
    console.log(`${what}: well, in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    failures.push(`${what}: ${error.stack}`)
  }
}

async function checkListening(program, args) {
  const child = start(program, args, { PORT: '0', HOST: '127.0.0.1' })
  try {
    const origin = await told(child, /Document\s+(http:\S+)\/openapi\.json/)
    await checkService(origin)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await within(STOP_MS, ended, 'It did not stop at SIGTERM')
    if (code !== 0) throw new Error(`It ended with ${code} at SIGTERM`)
  } finally {
    await stop(child)
  }
}

async function checkServing(program, serve) {
  const port = await freePort()
  const child = start(program, [...serve(port), 'dist/sample-app/fetch.js'], { PORT: String(port) })
  try {
    const origin = `http://127.0.0.1:${port}`
    await untilAnswering(`${origin}/livez`, child)
    await checkService(origin)
  } finally {
    await stop(child)
  }
}

/** What is streamed, and what is given directly, over the runtime's own server. */
async function checkStreams(program, serve) {
  writeFileSync(join(project, 'streams.js'), STREAMS)
  const port = await freePort()
  const child = start(program, [...serve(port), 'streams.js'], { PORT: String(port) })
  try {
    const origin = `http://127.0.0.1:${port}`
    await untilAnswering(`${origin}/livez`, child)
    const events = await fetch(`${origin}/events`)
    same([events.status, events.headers.get('content-type')], [200, 'text/event-stream'])
    const reader = events.body.getReader()
    for (let text = ''; !text.includes('"n":2'); ) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    await untilSame(async () => (await ask(origin, '/left')).json, 1)
    same((await ask(origin, '/large')).text.length, 1_000_000)
    const broken = await fetch(`${origin}/broken`)
      .then((response) => response.text())
      .catch(() => 'cut')
    same(broken, 'cut')
    const post = (path, body, more = {}) => ask(origin, path, { method: 'POST', body, duplex: 'half', ...more })
    const chunked = (count) => ReadableStream.from(Array.from({ length: count }, () => new Uint8Array(10_000)))
    same((await post('/length', new Uint8Array(100_000))).json, 100_000)
    same((await post('/length', chunked(10))).json, 100_000)
    same((await post('/length', new Uint8Array(100_001))).status, 413)
    same((await post('/length', chunked(11))).status, 413)
    same((await post('/enlarged', new Uint8Array(5))).status, 413)
    const own = { 'x-own': 'own', 'x-request-id': 'one' }
    same((await post('/behind', new Uint8Array(5), { headers: own })).json, '5')
    await untilSame(async () => (await ask(origin, '/behind')).json, ['own', 'one'])
    same((await post('/back', chunked(5))).text.length, 50_000)
    const form = new FormData()
    form.append('title', 'of two files')
    for (const [name, size] of [
      ['small', 2_000],
      ['large', 90_000]
    ])
      form.append(name, new Blob(['x'.repeat(size)]), name)
    same((await post('/form', form)).json, [
      ['title', 'of two files'],
      ['small', 2_000],
      ['large', 90_000]
    ])
    same((await post('/unread', new Uint8Array(50_000))).json, 'unread')
    same((await ask(origin, '/node')).text, 'GET')
    const given = await ask(origin, '/livez')
    same([given.headers.get('content-length'), given.json], ['7', 'alive'])
    const head = await ask(origin, '/livez', { method: 'HEAD' })
    same([head.headers.get('content-length'), head.text], ['7', ''])
  } finally {
    await stop(child)
  }
}

async function untilSame(read, expected) {
  let seen
  for (const end = Date.now() + STOP_MS; Date.now() < end; await pause(50)) {
    seen = await read()
    if (seen === expected) return
  }
  same(seen, expected)
}

/** Bundled as it would be deployed, without a page that needs files. */
async function checkWorker(program) {
  const place = join(folder, 'wrangler')
  const worker = `import { Application, bootstrap } from 'fieldstone'
import { application } from './dist/sample-app/application.js'
const { docs, ...options } = application.options
const service = await bootstrap(new Application(options))
export default { fetch: (request) => service.fetch(request) }
`
  const miniflare = `import { Miniflare } from 'miniflare'
const modulesRules = [{ type: 'ESModule', include: ['**/*.js'] }]
const runtime = { compatibilityDate: '2025-09-01', compatibilityFlags: ['nodejs_compat'] }
const worker = new Miniflare({ ...runtime, modules: true, modulesRules, scriptPath: 'out/worker.js', port: 0 })
process.once('SIGTERM', () => worker.dispose())
console.log('Listens at ' + (await worker.ready).origin)
`
  writeFileSync(join(project, 'worker.js'), worker)
  writeFileSync(join(place, 'miniflare.mjs'), miniflare)
  const flags = ['--compatibility-date=2025-09-01', '--compatibility-flags=nodejs_compat', '--name=sample']
  const args = ['deploy', 'worker.js', '--dry-run', `--outdir=${join(place, 'out')}`, ...flags]
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' }
  await promisify(execFile)(program, args, { cwd: project, env, timeout: INSTALL_MS })
  const child = start(process.execPath, ['miniflare.mjs'], {}, place)
  try {
    await checkService(await told(child, /Listens at (http:\S+)/), false)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await within(STOP_MS, ended, 'It did not stop at SIGTERM')
  } finally {
    await stop(child)
  }
}

async function checkSpecs({ name, program, run, specs }) {
  const files = specs.map((spec) => `dist/spec/${spec}.spec.js`)
  await attempt(`${name}, ${files.length} spec files`, async () => {
    const child = start(program, [...run, 'specs.mjs', ...files], {})
    try {
      const [code] = await within(SPECS_MS, once(child, 'exit'), `They did not end in ${SPECS_MS / 1000} s`)
      if (code !== 0) throw new Error(`They failed:\n${child.output.slice(-6_000)}`)
    } finally {
      await stop(child)
    }
  })
}

function start(program, args, env, cwd = project) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  running.add(child)
  child.output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      child.output += text
    })
  }
  child.on('error', (error) => {
    child.output += error.message
  })
  return child
}

async function stop(child) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  running.delete(child)
}

async function told(child, pattern) {
  for (const end = Date.now() + START_MS; Date.now() < end; await pause(50)) {
    const [, found] = pattern.exec(child.output) ?? []
    if (found !== undefined) return found
    if (child.exitCode !== null) break
  }
  throw new Error(`It did not start:\n${child.output}`)
}

async function untilAnswering(url, child) {
  for (const end = Date.now() + START_MS; Date.now() < end; await pause(50)) {
    if (child.exitCode !== null) break
    if (
      await fetch(url)
        .then((answer) => answer.ok)
        .catch(() => false)
    )
      return
  }
  throw new Error(`It did not start:\n${child.output}`)
}

/** Asks for everything that the sample application does, well and badly. */
async function checkService(origin, hasDocs = true) {
  const json = { 'content-type': 'application/json' }
  const post = (path, body, more = {}) => ask(origin, path, { method: 'POST', headers: json, body, ...more })
  const item = await ask(origin, '/items/1')
  same([item.status, item.json.id, item.headers.get('content-type')], [200, 1, 'application/json; charset=utf-8'])
  same((await ask(origin, '/items/1', { method: 'HEAD' })).text, '')
  same((await ask(origin, '/users/a%2Fb')).status, 200)
  same((await ask(origin, '/items?name=Wid%20get&id=7')).json, { item_name: 'Wid get', item_id: '7' })
  same((await post('/data', '{"name":"Ä","value":42}')).json, { status: 'success', received_name: 'Ä' })
  const faulty = await post('/data', '{"name":1}')
  same([faulty.status, faulty.headers.get('content-type')], [400, 'application/problem+json'])
  same(
    faulty.json.errors.map(({ path }) => path),
    ['name', 'value']
  )
  same((await post('/data', '{')).json.detail, 'Invalid JSON payload')
  same((await post('/data', 'a,b', { headers: { 'content-type': 'text/csv' } })).status, 415)
  same((await post('/data', `"${'x'.repeat(1_200_000)}"`)).status, 413)
  const parts = ['{"name":', '"streamed",', '"value":1}'].map((text) => new TextEncoder().encode(text))
  same((await post('/data', ReadableStream.from(parts), { duplex: 'half' })).json.received_name, 'streamed')
  const squeezed = new Blob(['{"name":"squeezed","value":1}']).stream().pipeThrough(new CompressionStream('gzip'))
  const gzip = { headers: { ...json, 'content-encoding': 'gzip' }, duplex: 'half' }
  same((await post('/data', squeezed, gzip)).json.received_name, 'squeezed')
  const account = { username: 'alice99', email: 'alice@example.com', password: 'correct horse battery' }
  same((await post('/signup', JSON.stringify(account))).status, 201)
  same((await ask(origin, '/items/999')).status, 404)
  same((await ask(origin, '/users/%zz')).status, 400)
  const refused = await ask(origin, '/data', { method: 'DELETE' })
  same([refused.status, refused.headers.get('allow')], [405, 'POST, OPTIONS'])
  const document = (await ask(origin, '/openapi.json')).json
  same(Object.keys(document.paths).length > 3, true)
  if (hasDocs) await checkDocs(origin)
  await leaveUpload(origin)
  same((await ask(origin, '/readyz')).json, { status: 'ok', failing: [], checks: {} })
}

async function checkDocs(origin) {
  const page = await ask(origin, '/docs')
  same([page.url, page.headers.get('content-type')], [`${origin}/docs/`, 'text/html; charset=utf-8'])
  const bundle = await ask(origin, '/docs/swagger-ui-bundle.js')
  same([bundle.headers.get('content-encoding') !== null, bundle.text.length > 1_000_000], [true, true])
}

/** A client that goes away in the middle of its request harms nobody. */
async function leaveUpload(origin) {
  const controller = new AbortController()
  const body = new ReadableStream({
    start(parts) {
      parts.enqueue(new Uint8Array([123]))
    }
  })
  const headers = { 'content-type': 'application/json' }
  const left = fetch(`${origin}/data`, { method: 'POST', headers, body, duplex: 'half', signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  await left.then(
    () => undefined,
    () => undefined
  )
}

async function ask(origin, path, init) {
  const answer = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(10_000) })
  const { status, headers, url } = answer
  const text = await answer.text()
  const isJson = text !== '' && /\bjson\b/.test(headers.get('content-type') ?? '')
  return { status, headers, url, text, json: isJson ? JSON.parse(text) : undefined }
}

function same(seen, expected) {
  const [left, right] = [seen, expected].map((value) => JSON.stringify(value))
  if (left !== right) throw new Error(`${left} came instead of ${right}`)
}

async function within(milliseconds, promise, complaint) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(complaint)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function pause(milliseconds) {
  return new Promise((wake) => setTimeout(wake, milliseconds))
}
