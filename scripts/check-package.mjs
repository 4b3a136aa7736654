// Installs the packed tarball into an empty project, as a user would, and runs consumers there: one in plain JavaScript,
// one that holds the bundle against the modules that it was made of, the command, and the README's example, compiled with
// the README's settings by several compilers, our declarations checked too.
import { execSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'

const repository = resolve(import.meta.dirname, '..')
const tarball = resolve(repository, '.build/package/fieldstone.tgz')
const { bin, devDependencies, exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

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
import { Field, SetupError } from 'fieldstone'
import { plainToInstance } from 'fieldstone/class-transformer'
import { validateSync } from 'fieldstone/class-validator'
import { prometheus } from 'fieldstone/prometheus'

for (const [entry, compiled] of ${JSON.stringify(compiledEntries())}) {
  const [bundled, modules] = await Promise.all([import(entry), import(compiled)])
  const told = (names) => JSON.stringify(Object.keys(names).map((key) => [key, typeof names[key], names[key]?.name]))
  if (told(bundled) !== told(modules)) throw new Error(entry + ' exports ' + told(bundled) + ', not ' + told(modules))
}

class Note {}
Field(() => String, { minLength: 3 })(Note.prototype, 'title')
const [fault] = validateSync(plainToInstance(Note, { title: 'a', more: 1 }, { excludeExtraneousValues: true }))
if (!('minLength' in (fault?.constraints ?? {})) || fault.target.more) throw new Error(JSON.stringify(fault))

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

/** The newest compiler compiles what runs; these, too, have nothing to say. Each has the types of Node that it can read. */
const COMPILERS = [
  { typescript: '5.4', nodeTypes: '20.19.8' },
  { typescript: '5.9', nodeTypes: '22' },
  { typescript: '6', nodeTypes: '24' },
  { typescript: 'latest', nodeTypes: 'latest' }
]

/** Settings that look closer at declarations than the README's. */
const STRICT = {
  // Without those that are included by themselves: the declarations refer to what they need.
  types: [],
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true
}

/** Every entry but those of libraries that are not installed here. `fieldstone/rate-limit` needs no ioredis. */
const everyEntry = `
import * as transformer from 'fieldstone/class-transformer'
import * as validator from 'fieldstone/class-validator'
import { RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { verify } from 'fieldstone/verify'

export const everything = [transformer.plainToInstance, validator.validate, rateLimit, RedisStore, verify]
`

const project = mkdtempSync(join(tmpdir(), 'fieldstone-consumer-'))
try {
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  const libraries = ['ajv', 'fast-check'].map((name) => `"${name}@${devDependencies[name]}"`).join(' ')
  const install = 'npm install --no-audit --no-fund --prefer-offline'
  run(`${install} "${tarball}" ${libraries}`)

  write('consumer.js', javascriptConsumer)
  run(`"${process.execPath}" consumer.js`)
  console.log('The JavaScript consumer ran.')

  write('bundle.js', bundleConsumer)
  run(`"${process.execPath}" --enable-source-maps bundle.js`)
  console.log('The bundle is what its modules are, in one copy, with maps to its sources.')

  write('application.js', commandApplication)
  const [command] = Object.keys(bin)
  const document = JSON.parse(execSync(`npx --no-install ${command} document application.js`, { cwd: project }))
  if (document.paths['/hello'].get.operationId !== 'hello') throw new Error(JSON.stringify(document))
  run(`npx --no-install ${command} verify application.js --runs 50`)
  console.log('The command ran.')

  for (const { typescript, nodeTypes } of COMPILERS) {
    run(`${install} typescript@${typescript} @types/node@${nodeTypes}`)
    for (const settings of [{}, STRICT]) compileExample(settings)
    console.log(`The README example type-checked by TypeScript ${typescript}.`)
  }

  const port = await freePort()
  write('src/consumer.ts', readmeExample().replaceAll('8080', String(port)))
  compileExample({}, [])
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
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 })
}

function write(name, content) {
  writeFileSync(join(project, name), content)
}

/** The name of each entry, and the address of the compiled module that it was bundled from. */
function compiledEntries() {
  return Object.entries(exports).flatMap(([name, entry]) =>
    typeof entry === 'string'
      ? []
      : [[name.replace(/^\./, 'fieldstone'), pathToFileURL(resolve(repository, entry.types.replace(/d\.ts$/, 'js')))]]
  )
}

function run(command) {
  execSync(command, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Compiles it by the README's settings and these, with the declarations checked; only those of Fieldstone count. */
function compileExample(
  settings,
  files = [
    ['src/consumer.ts', readmeExample()],
    ['src/entries.ts', everyEntry]
  ]
) {
  mkdirSync(join(project, 'src'), { recursive: true })
  for (const [file, text] of files) write(file, text)
  const { compilerOptions, ...others } = JSON.parse(fromReadme('json'))
  const options = { ...compilerOptions, ...settings, skipLibCheck: false, pretty: false }
  write('tsconfig.json', JSON.stringify({ compilerOptions: options, ...others }))
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler], { cwd: project, encoding: 'utf8' })
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  const ours = errors.filter((line) => !/^node_modules\/(?!fieldstone\/)/.test(line))
  if (ours.length > 0) throw new Error(`With ${JSON.stringify(settings)}:\n${ours.join('\n')}`)
  if (status !== 0 && errors.length === 0) throw new Error(`The compiler failed: ${stdout}`)
}

function readmeExample() {
  return fromReadme('ts')
}

/** The first block of code in this language. */
function fromReadme(language) {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? []
  if (block === undefined) throw new Error(`README.md has no block in ${language}`)
  return block
}

async function tryExample(origin, service) {
  await untilListening(origin, service)
  const created = await post(`${origin}/notes`, { title: 'Hello', stars: 3 })
  expectStatus(created, 201)
  expectStatus(await fetch(new URL(`/notes/${(await created.json()).id}`, origin)), 200)
  const refused = await post(`${origin}/notes`, { title: '', stars: 9 })
  expectStatus(refused, 400)
  const { detail } = await refused.json()
  if (!/^validation failed: Field 'title' .+; Field 'stars' .+/.test(detail)) throw new Error(`Unexpected: ${detail}`)
  expectStatus(await fetch(`${origin}/notes/99`), 404)
  const document = await (await fetch(`${origin}/openapi.json`)).json()
  if (document.components.schemas.NewNote === undefined) throw new Error('The document lacks the NewNote schema')
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
