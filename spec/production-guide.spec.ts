import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { serverSettings } from '../src/http/server-options.js'
import { DEFAULT_BODY_LIMIT } from '../src/http/settings.js'
import { serviceOf } from './support/applications.js'

const guide = readFileSync('docs/production.md', 'utf8')
const examples = [...guide.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => ({
  name,
  code
}))

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  noUnusedLocals: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  // The declarations of this very build.
  paths: { fieldstone: [fileURLToPath(new URL('../src/index.d.ts', import.meta.url))] }
}

describe('the guide to production', () => {
  it('compiles in all of its examples', function () {
    this.timeout(60_000)
    // Inside the repository, so that the examples import the package by its name.
    const folder = resolve('.build/production-guide')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    expect(examples.length)
      .to.equal(guide.match(/^```ts/gm)?.length)
      .and.to.be.greaterThan(7)
    for (const { name, code } of examples) writeFileSync(`${folder}/${name}.ts`, code)
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }))
    const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
      encoding: 'utf8'
    })
    expect(stdout).to.equal('')
  })

  it('tells the defaults of the limits as they are', () => {
    const rows = [...guide.matchAll(/^\| `server\.(\w+)` \| ([\d,]+) \|/gm)]
    const told = Object.fromEntries(rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]))
    expect(told).to.deep.equal(serverSettings())
    expect(guide).to.contain(`| \`bodyLimit\` | ${DEFAULT_BODY_LIMIT.toLocaleString('en-US')} |`)
  })

  it('probes what the service serves', async () => {
    const service = await serviceOf([], { health: true })
    const paths = [...guide.matchAll(/Probe: \{ httpGet: \{ path: (\S+),/g)].map(([, path = '']) => path)
    expect(paths).to.deep.equal(['/livez', '/livez', '/readyz'])
    for (const path of paths) expect((await service.inject(path)).statusCode).to.equal(200)
  })
})
