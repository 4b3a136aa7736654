// What is slow, or looks where nobody has looked: lines of Node, random cases and random requests of new seeds, the
// judges that others made, and the coverage, proofs included. Runs all of it, whatever fails, on the existing build.
// Usage: npm run nightly [-- part of the names]
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const PARTS = {
  nodes: ['npm', 'run', 'nodes:check', '--', '22', '24', '26', '26@America/New_York'],
  coverage: ['npm', 'run', 'coverage'],
  runtimes: ['npm', 'run', 'runtimes:check'],
  judges: ['npm', 'run', 'judges:check'],
  deep: ['npm', 'run', 'deep', '--', '--minutes', '10'],
  fuzz: ['npm', 'run', 'fuzz', '--', '--minutes', '5']
}

const repository = resolve(import.meta.dirname, '..')
const wanted = Object.entries(PARTS).filter(([name]) => name.includes(process.argv[2] ?? ''))
const lines = wanted.map(([name, [program, ...args]]) => {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const { status } = spawnSync(program, args, { cwd: repository, stdio: 'inherit' })
  const seconds = Math.round((performance.now() - start) / 1000)
  return { isSound: status === 0, text: `${name}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s` }
})
console.log(`\n${lines.map(({ text }) => text).join('\n')}`)
process.exit(lines.length > 0 && lines.every(({ isSound }) => isSound) ? 0 : 1)
