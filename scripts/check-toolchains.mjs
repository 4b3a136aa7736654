// Installs the packed tarball into a project, as a user would, and uses it there by the tools that users have: our
// declarations, the README's example and the sample application in both forms of decorators by the README's settings and
// by stricter ones, with every compiler that is supported; CommonJS as the compilers write it; Jest, Vitest and Mocha. Each
// case runs what it compiled: valid and invalid input, and the messages. The cases are in scripts/toolchains. Tools that
// compile without types are in check-decorators.mjs.
// Usage: node scripts/pack.mjs && node scripts/check-toolchains.mjs [part of the names of cases]
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FRAMEWORK, VERIFY } from './tarballs.mjs'
import { CASES, COMPILERS } from './toolchains/cases.mjs'
import { Place } from './toolchains/place.mjs'

const INSTALL_MS = 480_000
/** The check takes two minutes; many times that where much else runs on the machine. */
const ALL_MS = 1_800_000
const AT_ONCE = 2

const wanted = process.argv[2] ?? ''

/** Optional libraries of the package are not among them: our declarations must compile without those, too. */
const PACKAGES = [
  ...[...FRAMEWORK, VERIFY],
  ...COMPILERS.flatMap(({ version, nodeTypes }) => [
    `typescript-${version}@npm:typescript@${version}`,
    `node-types-${version}@npm:@types/node@${nodeTypes}`
  ]),
  ...['class-validator', 'class-transformer', 'reflect-metadata'],
  ...['jest@30', '@types/node@22', '@swc/core@1', '@swc/jest@0.2'],
  ...['vitest@4', 'mocha@12', 'tsx@4']
]

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-toolchains-'))
const failures = []
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))
setTimeout(() => {
  console.log(`FAILED: The check did not end within ${ALL_MS / 60_000} minutes`)
  process.exit(1)
}, ALL_MS).unref()

writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'toolchains', private: true }))
await install()
const waiting = CASES.filter(({ name }) => name.includes(wanted)).entries()
await Promise.all(Array.from({ length: AT_ONCE }, work))
for (const line of failures) console.log(`FAILED: ${line}`)
process.exit(failures.length === 0 ? 0 : 1)

async function work() {
  for (const [index, { name, run }] of waiting) {
    const start = Date.now()
    try {
      await run(new Place(folder, `case-${index}`))
      console.log(`${name}: well (${Math.round((Date.now() - start) / 1000)} s)`)
    } catch (error) {
      failures.push(`${name}: ${error.message}`)
      console.log(`${name}: FAILED`)
    }
  }
}

async function install() {
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline', '--loglevel=error']
  const limits = { cwd: folder, timeout: INSTALL_MS, killSignal: 'SIGKILL' }
  await promisify(execFile)('npm', ['install', ...options, ...PACKAGES], limits)
}
