// Packs Fieldstone as it would be published, and writes server/package.json: the packed file as the server's dependency,
// for tools that install a server's dependencies afresh.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url).pathname
const target = new URL('../dist/package/', import.meta.url).pathname

/** Packs Fieldstone; returns the path of the file. */
export function pack() {
  mkdirSync(target, { recursive: true })
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target]
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const packed = JSON.parse(output)
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed)
  return target + filename
}

if (process.argv[1] === import.meta.filename) {
  const dependencies = { fieldstone: `file:${pack()}` }
  const manifest = { name: 'fieldstone-bench-server', private: true, type: 'module', dependencies }
  writeFileSync(new URL('../server/package.json', import.meta.url), `${JSON.stringify(manifest, null, 2)}\n`)
}
