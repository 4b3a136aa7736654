// Installs the packed tarball into an empty project, as a user would, and runs two consumers there:
// one in plain JavaScript, and the README's example, type-checked with the libraries' own declarations checked too.
import { execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '..')
const tarball = resolve(repository, '.build/package/fieldstone.tgz')
const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

const javascriptConsumer = `
import { generateOpenAPISpec, Router } from 'fieldstone'

const router = new Router()
router.get('/hello/{name}', (req, res) => res.end(router.urlParam(req, 'name')), { summary: 'Say hello' })
const document = generateOpenAPISpec(router, { title: 'Hello', version: '1.0.0' })
if (document.paths['/hello/{name}'].get.summary !== 'Say hello') throw new Error(JSON.stringify(document))
`

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: false,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node']
}

const project = mkdtempSync(join(tmpdir(), 'fieldstone-consumer-'))
try {
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  run(`npm install --no-audit --no-fund --prefer-offline "${tarball}" "@types/node@${devDependencies['@types/node']}"`)

  write('consumer.js', javascriptConsumer)
  run(`"${process.execPath}" consumer.js`)
  console.log('The JavaScript consumer ran.')

  const port = await freePort()
  write('consumer.ts', readmeExample().replaceAll('8080', String(port)))
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  run(`"${process.execPath}" "${join(repository, 'node_modules/typescript/bin/tsc')}" -p tsconfig.json`)
  const service = spawn(process.execPath, ['consumer.js'], { cwd: project, stdio: 'inherit' })
  try {
    await tryExample(`http://127.0.0.1:${port}`, service)
  } finally {
    if (service.exitCode === null) {
      service.kill()
      await once(service, 'exit')
    }
  }
  console.log('The README example type-checked and ran.')
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 })
}

function write(name, content) {
  writeFileSync(join(project, name), content)
}

function run(command) {
  execSync(command, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
}

function readmeExample() {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(repository, 'README.md'), 'utf8')) ?? []
  if (example === undefined) throw new Error('README.md has no example in TypeScript')
  return example
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
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
