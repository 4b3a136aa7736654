// Holds the harbor of the specs, an application with every form of route, response and error and all security schemes,
// against judges that others made: `verify` with its default options, which must have nothing to report; prism, which judges
// the requests and responses of that run by the document; a client that openapi-typescript generates, which compiles by the
// strictest settings and calls every operation; the rules of redocly and spectral, for the document of the RealWorld API, too.
// What each of them is known to judge wrongly is in scripts/judges, and counted at the end. The tools come from npm, into
// a temporary folder.
// Usage: node --conditions=fieldstone-modules scripts/check-judges.mjs [--seed n] [parts of the names of judges]
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { LINT_FAULTS } from './judges/lint-faults.mjs'
import { PRISM_FAULTS } from './judges/prism-faults.mjs'

const INSTALL_MS = 240_000
/** The check takes a minute; many times that where much else runs on the machine. */
const ALL_MS = 900_000
/** So many requests to a path with a status are judged by prism. */
const ALIKE = 12
const PACKAGES = [
  ...['@redocly/openapi-core@2', '@stoplight/spectral-core@1', '@stoplight/spectral-rulesets@1'],
  ...['@stoplight/prism-http@5', 'openapi-typescript@7', 'openapi-fetch@0.17', 'typescript@5.9', '@types/node@22']
]

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
const isWanted = (name) => positionals.length === 0 || positionals.some((part) => name.includes(part))
const isForPrism = positionals.some((part) => 'prism'.includes(part))
const seed = Number(values.seed ?? 2026)

const repository = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fieldstone-judges-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))
setTimeout(() => {
  console.log(`FAILED: The check did not end within ${ALL_MS / 60_000} minutes`)
  process.exit(1)
}, ALL_MS).unref()

const failures = []
const known = new Map()
// npm waits for the network while verification runs.
const tools = install()
tools.catch(() => {})

const { bootstrap } = await import('../dist/src/index.js')
const { formatReport, verify } = await import('../dist/packages/verify/src/index.js')
const { harbor } = await import('../dist/spec/harbor/application.js')
const { tideService, VERSIONINGS } = await import('../dist/spec/harbor/tides.js')
const { conduit } = await import('../dist/spec/real-world/application.js')

const HARBORS = [
  // The 3.0 harbor is tried as far as prism needs requests; `npm run deep` tries all of both.
  { name: '3.0', openapi: '3.0', ownErrors: false, runs: { runs: 4_000 } },
  { name: '3.1', openapi: '3.1', ownErrors: true, runs: {} }
]
const served = []
for (const { name, runs, ...options } of HARBORS) {
  const { application, options: credentials } = harbor(options)
  const service = await bootstrap(application)
  served.push({ name, service, runs, credentials, document: JSON.parse(JSON.stringify(service.document)), sent: [] })
}
for (const each of served) await attempt(`verify ${each.name}`, () => byVerify(each), isForPrism)
const load = createRequire(join(await tools, 'node_modules'))
for (const { name, document, sent } of served) await attempt(`prism ${name}`, () => byPrism(document, sent))
for (const each of served) await attempt(`client ${each.name}`, () => byClient(each))
const tides = await serveTides()
for (const each of tides) await attempt(`verify ${each.name}`, () => byVerify(each), isForPrism)
for (const { name, document, sent } of tides) await attempt(`prism ${name}`, () => byPrism(document, sent))
await attempt('types of the tides', () => byTypes(tides))
const realWorld = await bootstrap(conduit())
for (const { name, document } of [
  ...served,
  ...tides,
  { name: 'RealWorld', document: JSON.parse(JSON.stringify(realWorld.document)) }
]) {
  await attempt(`redocly ${name}`, () => byRedocly(document))
  await attempt(`spectral ${name}`, () => bySpectral(document))
}
for (const { service } of [...served, ...tides, { service: realWorld }]) await service.close()
for (const [what, count] of known) console.log(`known: ${what} (${count} times)`)
for (const line of failures) console.log(`FAILED: ${line}`)
process.exit(failures.length === 0 ? 0 : 1)

/** Each document of the service of two versions: by each form of versioning, in one version of OpenAPI, and in 3.2. */
async function serveTides() {
  const all = []
  const forms = [...Object.keys(VERSIONINGS).map((by, index) => [index % 2 === 0 ? '3.0' : '3.1', by]), ['3.2', 'path']]
  for (const [openapi, by] of forms) {
    const service = await bootstrap(tideService(openapi, by))
    for (const [name, document] of service.documents) {
      const described = JSON.parse(JSON.stringify(document))
      all.push({
        name: `tides ${openapi} by ${by}, ${name}`,
        service,
        credentials: {},
        runs: {},
        document: described,
        sent: []
      })
    }
  }
  return all
}

async function install() {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline', '--loglevel=error']
  await execute('npm', ['install', ...options, ...PACKAGES], folder, INSTALL_MS)
  return folder
}

async function execute(program, args, cwd, timeout = INSTALL_MS) {
  const env = { ...process.env, CI: 'true', NO_COLOR: '1' }
  const limits = { cwd, env, timeout, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 }
  try {
    return (await promisify(execFile)(program, args, limits)).stdout
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout}`)
  }
}

async function attempt(name, judge, isNeeded = false) {
  if (!isWanted(name) && !isNeeded) return
  const start = Date.now()
  try {
    const outcome = await judge()
    console.log(
      `${name}: well (${Math.round((Date.now() - start) / 1000)} s${outcome === undefined ? '' : `, ${outcome}`})`
    )
  } catch (error) {
    failures.push(`${name}: ${error.stack}`)
    console.log(`${name}: FAILED`)
  }
}

/** Has verify try the service, and keeps requests of each kind with their responses. */
async function byVerify({ service, document, credentials, runs, sent }) {
  const kept = new Map()
  const inject = async (request) => {
    const response = await service.inject(request)
    const key = `${request.method} ${request.url.split('?')[0].replace(/[\da-f-]{36}/gi, '')} ${response.statusCode}`
    const alike = (kept.get(key) ?? 0) + 1
    kept.set(key, alike)
    if (alike <= ALIKE) sent.push({ request, response })
    return response
  }
  const report = await verify({ document, inject }, { ...credentials, ...runs, seed })
  const isWhole = runs.runs === undefined
  const unmet = report.coverage.parts.flatMap((part) => part.unmet)
  const found = report.disagreements.length + report.suspicions.length
  const missing = isWhole ? report.unproved.length + report.untriedSequences.length + unmet.length : 0
  if (found + missing > 0) throw new Error(formatReport(report))
  return `${report.requests} requests`
}

/** What prism, as a proxy before the service, says of each request and its response. */
async function byPrism(document, sent) {
  const { createInstance, getHttpOperationsFromSpec } = load('@stoplight/prism-http')
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  const silent = () => {}
  const logger = {
    info: silent,
    debug: silent,
    warn: silent,
    error: silent,
    trace: silent,
    success: silent,
    child: () => logger
  }
  let current
  const instance = createInstance(
    {
      ...{ isProxy: true, upstream: new URL('http://service.test'), mock: false, errors: false },
      ...{ validateRequest: true, validateResponse: true, checkSecurity: true }
    },
    { logger, forward: () => () => async () => ({ _tag: 'Right', right: current }) }
  )
  const unknown = []
  for (const { request, response } of sent) {
    const [path, search = ''] = request.url.split('?')
    const body = request.body === undefined ? '' : Buffer.from(request.body).toString()
    const headers = { ...request.headers, ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }) }
    const query = Object.create(null)
    for (const [name, value] of new URLSearchParams(search))
      query[name] = name in query ? [query[name], value].flat() : value
    const input = {
      ...{ method: request.method.toLowerCase(), headers, body: parsed(body, headers['content-type']) },
      url: { baseUrl: document.servers[0].url, path, query }
    }
    const received = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    const { statusCode: status, body: text } = response
    current = { statusCode: status, headers: received, body: parsed(text, received['content-type']) }
    const { kind, violations, rejected = [] } = await verdict(instance, input, operations, status)
    if (kind === undefined) continue
    const messages = violations.map(({ message }) => message)
    const places = violations.map((violation) => (violation.path ?? []).join('.'))
    const at = {
      kind,
      method: request.method,
      path,
      search: `?${search}`,
      headers,
      body,
      status,
      text,
      messages,
      places,
      rejected,
      accepts: document['x-version-media-type']
    }
    const fault = PRISM_FAULTS.find(({ isIt }) => isIt(at))
    if (fault === undefined) unknown.push(JSON.stringify(at).slice(0, 2_000))
    else count(`prism ${fault.what}`)
  }
  if (unknown.length > 0) throw new Error(`${unknown.length} disagreements:\n${unknown.slice(0, 10).join('\n')}`)
  return `${sent.length} requests`
}

/** In what prism disagrees with the service; nothing where they agree, or where the status says nothing of the request. */
async function verdict(instance, input, operations, status) {
  let result
  try {
    result = await instance.request(input, operations)()
  } catch (error) {
    return { kind: 'throws', violations: [error] }
  }
  if (result._tag === 'Left') return { kind: 'throws', violations: [result.left] }
  const { input: ofRequest, output: ofResponse } = result.right.validations
  if (ofRequest.some(({ message }) => message === 'Selected route not found')) {
    return status === 404 || status === 405 ? {} : { kind: 'route', violations: ofRequest }
  }
  const rejected = ofRequest.map(({ message, path = [] }) => `${path.join('.')}: ${message}`)
  if (ofResponse.length > 0) return { kind: 'response', violations: ofResponse, rejected }
  const errors = ofRequest.filter(({ severity }) => severity === 0)
  if (errors.length > 0) return status < 400 ? { kind: 'rejects', violations: errors } : {}
  return [400, 401, 403, 413, 415, 422].includes(status) ? { kind: 'accepts', violations: [] } : {}
}

/** As prism's server reads a body. */
function parsed(text, type = '') {
  if (!/[/+]json(?:\s*;|$)/i.test(type)) return text === '' ? undefined : text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Generates a client from the document, compiles calls of it by strict settings, and runs them. */
async function byClient({ name, service, document, credentials }) {
  const place = join(await tools, `client-${name}`)
  mkdirSync(place)
  writeFileSync(join(place, 'document.json'), JSON.stringify(document))
  copyFileSync(join(repository, 'scripts/judges/client.ts'), join(place, 'client.ts'))
  const strict = ['exactOptionalPropertyTypes', 'noUncheckedIndexedAccess', 'noPropertyAccessFromIndexSignature']
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], types: ['node'], strict: true },
    ...Object.fromEntries([...strict, 'noUnusedLocals', 'noUnusedParameters'].map((option) => [option, true])),
    skipLibCheck: false
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }))
  const program = (tool) => join(folder, 'node_modules/.bin', tool)
  await execute(
    program('openapi-typescript'),
    ['document.json', '--default-non-nullable=false', '-o', 'document.ts'],
    place
  )
  await execute(program('tsc'), ['-p', '.'], place)
  const { url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
  credentials.reset()
  const written = await execute(process.execPath, ['client.js', url, JSON.stringify(credentials.credentials)], place)
  const called = new Set(JSON.parse(written))
  const operations = Object.entries(document.paths).flatMap(([path, item]) => {
    return Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`)
  })
  const uncalled = operations.filter((operation) => !called.has(operation))
  if (uncalled.length > 0) throw new Error(`The client does not call ${uncalled.join(', ')}`)
  return `${operations.length} operations`
}

/** The types of all these documents compile. */
async function byTypes(described) {
  const place = join(await tools, 'types')
  mkdirSync(place)
  const compilerOptions = { target: 'es2022', module: 'nodenext', types: [], strict: true, noEmit: true }
  const files = described.map((_, index) => `document-${index}.ts`)
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const program = (tool) => join(folder, 'node_modules/.bin', tool)
  for (const [index, { document }] of described.entries()) {
    writeFileSync(join(place, 'document.json'), JSON.stringify(document))
    await execute(program('openapi-typescript'), ['document.json', '-o', files[index]], place)
  }
  await execute(program('tsc'), ['-p', '.'], place)
  return `${files.length} documents`
}

async function byRedocly(document) {
  const { createConfig, lintDocument, makeDocumentFromString, BaseResolver } = load('@redocly/openapi-core')
  const config = await createConfig({ extends: ['recommended'] })
  const source = makeDocumentFromString(JSON.stringify(document), join(folder, 'openapi.json'))
  const problems = await lintDocument({ document: source, config, externalRefResolver: new BaseResolver() })
  return judgeLint(
    'redocly',
    problems.map(({ ruleId, message, location }) => ({ rule: ruleId, message, at: location[0]?.pointer ?? '' }))
  )
}

async function bySpectral(document) {
  const { Spectral } = load('@stoplight/spectral-core')
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [load('@stoplight/spectral-rulesets').oas] })
  const problems = await spectral.run(document)
  const pointer = (path) => `#/${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
  return judgeLint(
    'spectral',
    problems.map(({ code, message, path }) => ({ rule: String(code), message, at: pointer(path) }))
  )
}

function judgeLint(linter, problems) {
  const unknown = problems.filter(({ rule, at }) => {
    const fault = LINT_FAULTS.find((each) => each.linter === linter && each.rule === rule && each.at.test(at))
    if (fault !== undefined) count(`${linter} ${rule}: ${fault.why}`)
    return fault === undefined
  })
  if (unknown.length > 0)
    throw new Error(unknown.map(({ rule, message, at }) => `${rule} at ${at}: ${message}`).join('\n'))
}

function count(what) {
  known.set(what, (known.get(what) ?? 0) + 1)
}
