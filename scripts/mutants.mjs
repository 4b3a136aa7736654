// Makes small mistakes in the sources by chance, one at a time, and runs the specs that run the changed code: a mistake
// that no spec sees is a survivor, and is printed. The same seed makes the same mistakes in the same sources.
// Runs on the existing build, in copies of it below .build/mutants.
// Usage: node scripts/mutants.mjs [--count 100] [--seed <text>] [--jobs 2] [--only <path>]… [--except <path>]… [--list]
//   --only, --except  paths below the repository that files must, or must not, begin with; --list runs no specs
// Exits with 1 below 92 % found.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BuildCopy } from './mutants/build-copy.mjs'
import { compiledPosition } from './mutants/compiled-position.mjs'
import { hasRun, measureSpecs } from './mutants/coverage.mjs'
import { Sources } from './mutants/sources.mjs'

/** How many of a hundred mutants the specs must find. */
const LEAST = 92
/** How long the spec files of the first process take without a mutant, in milliseconds; each later one gets twice that. */
const FIRST = 2_000

const repository = resolve(import.meta.dirname, '..')
const folder = join(repository, '.build/mutants')
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true, default: [''] },
    except: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false }
  }
})
const [count, jobs] = [Number(values.count), Number(values.jobs)]
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(jobs) || jobs < 1) {
  console.error('--count and --jobs take whole numbers above 0')
  process.exit(2)
}
if (!existsSync(join(repository, 'dist/package.json'))) {
  console.error('There is no build: npm run build')
  process.exit(2)
}

/** What somebody has found out of mutants that no spec can see; they are survivors nevertheless. */
const EXPLAINED = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants/explained.json'), 'utf8'))

const sources = new Sources(repository)
const mutants = await drawn()
sources.close()
console.log(`${mutants.length} mutants, seed ${values.seed}`)
if (values.list) {
  for (const mutant of mutants) console.log(`\n${described(mutant)}`)
  process.exit(0)
}

const copies = Array.from({ length: jobs }, (_, index) => new BuildCopy(repository, join(folder, `job-${index + 1}`)))
const start = performance.now()
const specs = (await measureSpecs(repository, copies, join(folder, 'coverage'), (text) => console.log(text))).filter(
  ({ passed }) => passed
)
console.log(`${specs.length} spec files, known after ${seconds(performance.now() - start)}`)

const positions = new Map()
const queue = [...mutants]
let done = 0
await Promise.all(
  copies.map(async (copy) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const from = performance.now()
      Object.assign(mutant, await judge(copy, mutant))
      const { file, line, kind, end, why } = mutant
      console.log(
        `${++done} ${end} in ${seconds(performance.now() - from)}: ${file}:${line} ${kind}${why && ` (${why})`}`
      )
    }
  })
)
for (const copy of copies) copy.remove()

const survivors = mutants.filter(({ end }) => end === 'survived')
for (const mutant of survivors) console.log(`\nSURVIVED ${described(mutant)}\n${mutant.why}`)
const slow = mutants.filter(({ end }) => end === 'timed out')
for (const mutant of slow) console.log(`\nTIMED OUT ${described(mutant)}`)
const found = mutants.length - survivors.length
const percentage = (100 * found) / mutants.length
console.log(
  `\n${mutants.length} mutants of seed ${values.seed}: ${found - slow.length} killed, ${slow.length} timed out, ` +
    `${survivors.length} survived: ${percentage.toFixed(1)} % found in ${seconds(performance.now() - start)}`
)
process.exit(percentage < LEAST ? 1 : 0)

/** As many mutants as are wanted, each as likely as every other. */
async function drawn() {
  const files = sources.files.filter(
    (file) => values.only.some((path) => file.startsWith(path)) && !values.except.some((path) => file.startsWith(path))
  )
  const draw = generator(createHash('sha256').update(values.seed).digest().readInt32LE())
  const all = files.flatMap((file) => sources.mutationsOf(file))
  const chosen = []
  while (chosen.length < count && all.length > 0) {
    const index = Math.floor(draw() * all.length)
    const [mutation] = all.splice(index, 1)
    const code = await sources.compiled(mutation)
    if (code === undefined) continue
    const line = sources.text(mutation.file).slice(0, mutation.start).split('\n').length
    chosen.push({ ...mutation, line, code })
  }
  return chosen
}

/** Runs the specs on a mutant, until one fails. */
async function judge(copy, mutant) {
  const module = mutant.file.replace(/^src\/(.*)\.ts$/, 'dist/src/$1.js')
  if (!positions.has(mutant.file)) {
    positions.set(mutant.file, compiledPosition(join(repository, module), sources.text(mutant.file)))
  }
  const offset = positions.get(mutant.file)(mutant.start)
  const covering = ordered(
    mutant.file,
    specs.filter((spec) => hasRun(spec, module, offset))
  )
  copy.replace(module, mutant.code)
  try {
    for (const chunk of chunks(covering)) {
      const normal = chunk.reduce((sum, { ms }) => sum + ms, 0)
      const { end, why } = await copy.run(
        chunk.map(({ file }) => file),
        3 * normal + 20_000
      )
      if (end === 'failed') return { end: 'killed', why }
      if (end === 'limit') return { end: 'timed out', why }
    }
  } finally {
    copy.restore()
  }
  const why = covering.length === 0 ? 'No spec runs it.' : `${covering.length} spec files run it, and pass.`
  return { end: 'survived', why }
}

/** The spec of the same name first, then those of the same room, then what runs the least else. */
function ordered(file, list) {
  const mirror = file.replace(/^src\/(.*)\.ts$/, 'dist/spec/$1.spec.js')
  const rank = (spec) => {
    if (spec.file === mirror) return 0
    if (dirname(spec.file) === dirname(mirror)) return basename(spec.file).includes(basename(file, '.ts')) ? 1 : 2
    return 3
  }
  const size = ({ ran }) => Object.keys(ran).length
  const cost = (spec) => size(spec) * Math.max(spec.ms, 1_000)
  return [...list].sort((a, b) => rank(a) - rank(b) || cost(a) - cost(b))
}

/** Few at first, because most mutants are found there; a process for each file would cost more than the specs. */
function* chunks(list) {
  let limit = FIRST
  let chunk = []
  let sum = 0
  for (const spec of list) {
    if (chunk.length > 0 && sum + spec.ms > limit) {
      yield chunk
      chunk = []
      sum = 0
      limit *= 2
    }
    chunk.push(spec)
    sum += spec.ms
  }
  if (chunk.length > 0) yield chunk
}

/** Where a mutant is, and its lines before and after; with what is known of it. */
function described(mutant) {
  const { file, line, kind } = mutant
  const [before, after] = [sources.text(file).split('\n'), sources.mutated(mutant).split('\n')]
  let [from, end] = [0, 0]
  while (before[from] === after[from]) from++
  while (end < Math.min(before.length, after.length) - from && before.at(-1 - end) === after.at(-1 - end)) end++
  const lines = (list, sign) => list.slice(from, list.length - end).map((each) => `${sign} ${each}`)
  const removed = lines(before, '-')
  const known = EXPLAINED.filter(
    (each) => each.file === file && removed.some((text) => text.slice(2).trim() === each.line)
  )
  const explained = known.map(({ why }) => `explained: ${why}`)
  return [`${file}:${line} ${kind}`, ...removed, ...lines(after, '+'), ...explained].join('\n')
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** Numbers from 0 to 1, the same for the same start: mulberry32. */
function generator(state) {
  let at = state
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
