// Installs the packed tarballs into empty projects, as a user would, and runs consumers there: one in plain JavaScript,
// the command, the README's example, compiled with the settings of the guide to getting started, and one that holds the bundle against the
// modules that it was made of; then fieldstone-verify alone, on a service without Fieldstone.
import { execSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'
import { blockOf } from './guide-block.mjs'
import { COMMAND_LINE, FRAMEWORK, VERIFY } from './tarballs.mjs'

const repository = resolve(import.meta.dirname, '..')
const { bin } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

const javascriptConsumer = `
import { generateOpenAPISpec, Router } from 'fieldstone'

const router = new Router()
router.get('/hello/{name}', (req, res) => res.end(router.urlParam(req, 'name')), { summary: 'Say hello' })
const document = generateOpenAPISpec(router, { title: 'Hello', version: '1.0.0' })
if (document.paths['/hello/{name}'].get.summary !== 'Say hello') throw new Error(JSON.stringify(document))
if (router.routes[0].source !== 'consumer.js:5') throw new Error(router.routes[0].source)
`

/** Every entry has the names of the module it was made of, and all entries mean the same classes and declarations. */
const bundleConsumer = `
import { plainToInstance } from 'class-transformer'
import { validateSync } from 'class-validator'
import { Field, SetupError } from 'fieldstone'
import { prometheus } from 'fieldstone/prometheus'

for (const [entry, compiled] of ${JSON.stringify(compiledEntries())}) {
  const [bundled, modules] = await Promise.all([import(entry), import(compiled)])
  const told = (names) => JSON.stringify(Object.keys(names).map((key) => [key, typeof names[key], names[key]?.name]))
  if (told(bundled) !== told(modules)) throw new Error(entry + ' exports ' + told(bundled) + ', not ' + told(modules))
}

class Note {}
Field(() => String, { minLength: 3 })(Note.prototype, 'title')
const [fault] = validateSync(plainToInstance(Note, { title: 'a' }))
if (!('minLength' in (fault?.constraints ?? {}))) throw new Error(JSON.stringify(fault))

try {
  prometheus()
  throw new Error('prom-client is not installed here')
} catch (error) {
  if (!(error instanceof SetupError) || !error.stack.includes('/src/operation/')) throw error
}
`

const commandApplication = `
import { Application, Controller, Get, Returns } from 'fieldstone'

class Hello {
  say() {
    return 'hello'
  }
}
const say = Object.getOwnPropertyDescriptor(Hello.prototype, 'say')
Get('/hello', { operationId: 'hello' })(Hello.prototype, 'say', say)
Returns(200, String)(Hello.prototype, 'say', say)
Controller()(Hello)
export const application = new Application({ title: 'Hello', version: '1.0.0', controllers: [Hello] })
`

/** A service of node:http alone, that does what its document says. */
const foreignService = `
import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } }]
const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } }, default: { description: 'no' } }
const paths = { '/items/{id}': { get: { operationId: 'show', parameters, responses } } }
writeFileSync('openapi.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'Items', version: '1' }, paths }))
createServer(({ method, url }, response) => {
  const id = /^\\/items\\/([1-9])(?:\\?.*)?$/.exec(url)?.[1]
  response.statusCode = id === undefined ? 404 : method === 'GET' || method === 'HEAD' ? 200 : 405
  if (response.statusCode === 200) response.setHeader('content-type', 'application/json')
  response.end(response.statusCode === 200 ? JSON.stringify({ id: Number(id) }) : undefined)
}).listen(Number(process.argv[2]), '127.0.0.1')
`

const verifyConsumer = `
import { formatReport, verify, type VerifyReport } from 'fieldstone-verify'

const report: VerifyReport = await verify({ url: process.argv[2], document: 'openapi.json' }, { runs: 60, seed: 1 })
if (report.disagreements.length > 0) throw new Error(formatReport(report))
`

/** The declarations are checked, too. */
const VERIFY_SETTINGS = { module: 'nodenext', target: 'es2022', strict: true, skipLibCheck: false, types: ['node'] }
const install = 'npm install --no-audit --no-fund --prefer-offline'
let project = mkdtempSync(join(tmpdir(), 'fieldstone-consumer-'))
try {
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  run(`${install} ${FRAMEWORK.join(' ')}`)

  write('consumer.js', javascriptConsumer)
  run(`"${process.execPath}" consumer.js`)
  console.log('The JavaScript consumer ran.')

  write('application.js', commandApplication)
  const [command] = Object.keys(bin)
  lacks('fieldstone-cli', `npx --no-install ${command} document application.js`)
  run(`${install} --save-dev ${COMMAND_LINE.join(' ')}`)
  const document = JSON.parse(execSync(`npx --no-install ${command} document application.js`, { cwd: project }))
  if (document.paths['/hello'].get.operationId !== 'hello') throw new Error(JSON.stringify(document))
  lacks('fieldstone-verify', `npx --no-install ${command} verify application.js`)
  run(`${install} --save-dev ${VERIFY}`)
  run(`npx --no-install ${command} verify application.js --runs 50`)
  console.log('The command ran.')

  run(`${install} typescript @types/node`)
  const port = await freePort()
  mkdirSync(join(project, 'src'))
  write('src/consumer.ts', blockOf('README.md', 'ts').replaceAll('8080', String(port)))
  compileExample()
  const service = spawn(process.execPath, ['dist/consumer.js'], { cwd: project, stdio: 'inherit' })
  try {
    await tryExample(`http://127.0.0.1:${port}`, service)
  } finally {
    if (service.exitCode === null) {
      service.kill()
      await once(service, 'exit')
    }
  }
  console.log('The README example ran.')

  write('bundle.js', bundleConsumer)
  run(`"${process.execPath}" --enable-source-maps bundle.js`)
  const lost = lostSources(join(project, 'node_modules/fieldstone'))
  if (lost.length > 0) throw new Error(`Maps lead to what is not in the package: ${lost.join(', ')}`)
  console.log('The bundle is what its modules are, in one copy, with maps to its sources.')
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 })
}

project = mkdtempSync(join(tmpdir(), 'fieldstone-verify-consumer-'))
try {
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  run(`${install} ${VERIFY} typescript @types/node`)
  write('service.js', foreignService)
  const port = await freePort()
  const service = spawn(process.execPath, ['service.js', String(port)], { cwd: project, stdio: 'inherit' })
  try {
    await untilListening(`http://127.0.0.1:${port}`, service)
    run(`npx --no-install fieldstone-verify --url http://127.0.0.1:${port} --document openapi.json`)
    write('consumer.ts', verifyConsumer)
    write('tsconfig.json', JSON.stringify({ compilerOptions: VERIFY_SETTINGS, files: ['consumer.ts'] }))
    run(`"${process.execPath}" node_modules/typescript/bin/tsc`)
    run(`"${process.execPath}" consumer.js http://127.0.0.1:${port}`)
  } finally {
    if (service.exitCode === null) {
      service.kill()
      await once(service, 'exit')
    }
  }
  console.log('fieldstone-verify ran alone.')
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 })
}

function write(name, content) {
  writeFileSync(join(project, name), content)
}

/** The name of each entry, and the address of the compiled module that it was bundled from. */
function compiledEntries() {
  const { name, exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  return Object.entries(exports).flatMap(([path, entry]) => {
    if (typeof entry === 'string') return []
    const compiled = entry.types.replace(/d\.ts$/, 'js')
    return [[path.replace(/^\./, name), pathToFileURL(resolve(repository, compiled))]]
  })
}

/** What the maps of an installed package name as sources, and the package does not have. */
function lostSources(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.map'))
  if (files.length === 0) throw new Error(`${folder} has no maps`)
  return files.flatMap((file) => {
    const map = join(folder, file)
    const { sources } = JSON.parse(readFileSync(map, 'utf8'))
    return sources.filter((source) => !existsSync(resolve(dirname(map), source))).map((source) => `${file}: ${source}`)
  })
}

/** Holds that a command says how to install what it lacks. */
function lacks(name, command) {
  const { status, stderr } = spawnSync(command, { cwd: project, encoding: 'utf8', shell: true })
  if (status === 2 && stderr.includes(`npm install --save-dev ${name}`)) return
  throw new Error(`Without ${name}: ${status} ${stderr}`)
}

function run(command) {
  execSync(command, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Compiles the example by the settings of the guide to getting started and the newest compiler; check-toolchains.mjs tries the others. */
function compileExample() {
  write('tsconfig.json', blockOf('docs/getting-started.md', 'json tsconfig'))
  run(`"${process.execPath}" node_modules/typescript/bin/tsc`)
}

async function tryExample(origin, service) {
  await untilListening(origin, service)
  const created = await post(`${origin}/notes`, { title: 'Hello', stars: 3 })
  expectStatus(created, 201)
  const refused = await post(`${origin}/notes`, { title: '', stars: 9 })
  expectStatus(refused, 400)
  const { detail } = await refused.json()
  if (!/^validation failed: Field 'title' .+; Field 'stars' .+/.test(detail)) throw new Error(`Unexpected: ${detail}`)
  expectStatus(await fetch(`${origin}/notes`), 405)
  const document = await (await fetch(`${origin}/openapi.json`)).json()
  if (document.components.schemas.Note === undefined) throw new Error('The document lacks the Note schema')
  const page = await fetch(`${origin}/docs/`)
  expectStatus(page, 200)
  for (const [, asset] of (await page.text()).matchAll(/(?:src|href)="(?![a-z]+:|#)([^"]+)"/g)) {
    expectStatus(await fetch(new URL(asset, `${origin}/docs/`)), 200)
  }
}

function post(url, value) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
}

function expectStatus(response, status) {
  if (response.status !== status) throw new Error(`${response.url} answered ${response.status} instead of ${status}`)
}

async function untilListening(origin, service) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (service.exitCode !== null) throw new Error(`The README example ended with code ${service.exitCode}`)
    try {
      return await fetch(`${origin}/openapi.json`)
    } catch {
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
  throw new Error('The README example did not listen within 10 seconds')
}
