import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const guide = readFileSync('docs/operation.md', 'utf8')
const examples = [...guide.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => ({
  name,
  code
}))
const folder = resolve('.build/operation-guide')

/** The build that this spec belongs to. */
function built(path: string): string {
  return fileURLToPath(new URL(`../src/${path}`, import.meta.url))
}

const ENTRIES = {
  fieldstone: built('index'),
  'fieldstone/opentelemetry': built('operation/opentelemetry'),
  'fieldstone/prometheus': built('operation/prometheus'),
  'fieldstone/rate-limit': built('operation/rate-limit')
}

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  noUnusedLocals: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  types: ['node'],
  paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, [`${path}.d.ts`]]))
}

describe('the guide to operation', () => {
  before(function () {
    this.timeout(60_000)
    // Inside the repository, so that the examples find the libraries.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
    for (const { name, code } of examples) writeFileSync(`${folder}/${name}.ts`, code)
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }))
    const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
      encoding: 'utf8'
    })
    expect(stdout).to.equal('')
  })

  it('names every example', () => {
    expect(examples.length).to.equal(guide.match(/^```ts/gm)?.length)
    expect(examples.map(({ name }) => name)).to.deep.equal(['hooks', 'prometheus', 'opentelemetry', 'rates', 'redis'])
  })

  for (const { name } of examples) {
    it(`has an application that answers: ${name}`, function () {
      this.timeout(20_000)
      const entries = Object.entries(ENTRIES).map(([entry, path]) => [entry, `file://${path}.js`])
      // The package by its name is this very build.
      writeFileSync(
        `${folder}/resolve.js`,
        `const entries = new Map(${JSON.stringify(entries)})
         export const resolve = (name, context, next) => next(entries.get(name) ?? name, context)`
      )
      const program = `
        import { register } from 'node:module'
        register('file://${folder}/resolve.js')
        const { bootstrap } = await import('fieldstone')
        const { app } = await import('file://${folder}/${name}.js')
        const service = await bootstrap(app)
        const statuses = []
        for (const url of ['/nowhere', '/metrics']) statuses.push((await service.inject(url)).statusCode)
        await service.close()
        console.log(JSON.stringify(statuses))`
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
        env: { ...process.env, REDIS_URL: 'redis://127.0.0.1:1' },
        timeout: 15_000
      })
      const [line = ''] = stdout.split('\n')
      expect(line, stderr).to.equal(JSON.stringify([404, name === 'prometheus' ? 200 : 404]))
    })
  }
})
