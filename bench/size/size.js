// npm run size -- [--only fieldstone,fastify] [--out file.json]
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { markdownTable } from '../process/table.js'
import { pack } from './pack.js'

/** What a user installs for routing, validation and an OpenAPI document. A list entry names a package of this bench. */
const INSTALLATIONS = {
  fieldstone: { title: 'Fieldstone', packages: [] },
  fastify: { title: 'Fastify + @fastify/swagger', packages: ['fastify'], more: { '@fastify/swagger': '9.9.3' } },
  hono: {
    title: 'Hono + zod-openapi, node-server',
    packages: ['hono', '@hono/node-server', 'zod'],
    more: { '@hono/zod-openapi': '1.6.3' }
  },
  express: { title: 'Express + zod (no document)', packages: ['express', 'zod'] },
  'nest-express': {
    title: 'NestJS on Express, class-validator, @nestjs/swagger',
    packages: [
      '@nestjs/common',
      '@nestjs/core',
      '@nestjs/platform-express',
      'class-transformer',
      'class-validator',
      'reflect-metadata',
      'rxjs'
    ],
    more: { '@nestjs/swagger': '12.0.2' }
  }
}
const INSTALL_LIMIT_MS = 180_000

const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } })
const bench = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const result = { machine: machine(), installations: {} }
for (const name of values.only?.split(',') ?? Object.keys(INSTALLATIONS)) {
  const { packages, more } = INSTALLATIONS[name]
  const versions = Object.fromEntries(packages.map((dependency) => [dependency, bench.dependencies[dependency]]))
  const dependencies = name === 'fieldstone' ? { fieldstone: `file:${pack()}` } : { ...versions, ...more }
  result.installations[name] = install(dependencies)
}
const rows = Object.entries(result.installations).map(([name, { packages, files, bytes }]) => [
  INSTALLATIONS[name].title,
  String(packages),
  String(files),
  (bytes / 1e6).toFixed(1)
])
console.log(`${describeMachine(result.machine)}\n\n${markdownTable(['installed', 'packages', 'files', 'MB'], rows)}\n`)
console.log(save(`size-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out))

/** Installs into an empty temporary folder and looks at what is there. */
function install(dependencies) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-size-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    const args = ['install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_LIMIT_MS })
    const modules = join(folder, 'node_modules')
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
    const installed = Object.keys(packages).filter((path) => existsSync(join(folder, path)))
    const files = readdirSync(modules, { recursive: true }).map((path) => lstatSync(join(modules, path)))
    const plain = files.filter((file) => file.isFile())
    const bytes = plain.reduce((sum, { size }) => sum + size, 0)
    return { dependencies, packages: installed.length, files: plain.length, bytes }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
