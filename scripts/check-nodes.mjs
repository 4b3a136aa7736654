// Runs the specs, as they stand in dist, on other lines of Node, which come from npm into a temporary folder.
// Usage: node scripts/check-nodes.mjs <line>[@<time zone>]…   such as 22 26@America/New_York
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const repository = resolve(import.meta.dirname, '..')
const lines = process.argv.slice(2)
if (lines.length === 0) {
  console.error('Name lines of Node: node scripts/check-nodes.mjs 22 26@America/New_York')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'fieldstone-nodes-'))
let running
process.on('exit', () => {
  running?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))

let failed = 0
const installed = new Map()
// One after another: mocha takes all cores.
for (const each of lines) {
  const [line, zone = 'UTC'] = each.split('@')
  if (!installed.has(line)) installed.set(line, await install(line))
  const programs = installed.get(line)
  const { stdout } = await promisify(execFile)(join(programs, 'node'), ['--version'])
  console.log(`Node ${stdout.trim()}, ${zone}`)
  // What the specs start as `node` is the same line.
  const env = { ...process.env, TZ: zone, PATH: `${programs}${delimiter}${process.env.PATH}` }
  const args = ['--reporter', 'dot', '--ignore', '**/*.proof.spec.js', 'dist/{spec,packages}/**/*.spec.js']
  const mocha = join(repository, 'node_modules/mocha/bin/mocha.js')
  running = spawn(join(programs, 'node'), [mocha, ...args], { cwd: repository, env, stdio: 'inherit' })
  const [code] = await once(running, 'exit')
  if (code !== 0) failed++
  console.log(`Node ${line}, ${zone}: ${code === 0 ? 'well' : 'FAILED'}`)
}
process.exit(failed === 0 ? 0 : 1)

/** The folder of the programs of a line of Node. */
async function install(line) {
  const place = join(folder, line)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  await promisify(execFile)('npm', ['install', ...options, `node@${line}`], { cwd: place, timeout: 240_000 })
  return join(place, 'node_modules/node/bin')
}
