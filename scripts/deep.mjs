// Runs the specs that try cases by chance, of the compiled build: with many more cases, and others each time. They come in
// an order by chance, as many side by side as there are cores but four at most, and again with other seeds, until the
// time is over; what has begun then is brought to its end. In ten minutes or more each runs at least once.
// Usage: node scripts/deep.mjs [--minutes 10] [--seed <integer>]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const repository = resolve(import.meta.dirname, '..')
const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes ?? 10)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('--minutes takes a number above 0, and --seed an integer')
  process.exit(2)
}

if (!existsSync(join(repository, 'dist/spec'))) {
  console.error('There is no build: npm run build:all')
  process.exit(2)
}
const files = ['dist/spec', 'dist/packages']
  .flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  )
  .filter((file) => file.endsWith('.spec.js'))
  .filter((file) => readFileSync(join(repository, file), 'utf8').includes('support/chance.js'))
  .sort()
console.log(`${files.length} spec files, seed ${seed}, ${minutes} minutes`)

const draw = generator(seed)
const end = Date.now() + minutes * 60_000
const failures = []
/** What specs counted, in all runs together. */
const counters = new Map()
let queue = []
let done = 0
/** Those that must still run, whatever the time. */
let due = minutes < 10 ? 0 : files.length
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
for (const failure of failures) console.log(failure)
for (const [what, times] of [...counters].sort()) console.log(`${times} ${what}`)
console.log(`${done} runs of spec files, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

async function work() {
  do {
    if (queue.length === 0) queue = shuffled(files)
    due--
    await run(queue.pop(), Math.floor(draw() * 2 ** 31))
  } while (Date.now() < end || due > 0)
}

async function run(file, own) {
  const env = { ...process.env, FIELDSTONE_DEEP: 'true', FIELDSTONE_SEED: String(own), NO_COLOR: '1' }
  // A limit against hanging alone: cases are many here.
  const mocha = join(repository, 'node_modules/mocha/bin/mocha.js')
  const args = [mocha, '--no-parallel', '--timeout', '1800000', '--reporter', 'dot', file]
  const child = spawn(process.execPath, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const start = Date.now()
  const [code] = await once(child, 'close')
  done++
  const command = `FIELDSTONE_DEEP=true FIELDSTONE_SEED=${own} npx mocha ${file}`
  console.log(`${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s: ${command}`)
  for (const [, times, what] of output.matchAll(/^counted (\d+) (.+)$/gm)) {
    counters.set(what, (counters.get(what) ?? 0) + Number(times))
  }
  if (code !== 0) failures.push(`\nFAILED: ${command}\n${output}`)
}

function shuffled(list) {
  const left = [...list]
  const out = []
  while (left.length > 0) out.push(...left.splice(Math.floor(draw() * left.length), 1))
  return out
}

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
function generator(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
