// Makes small mistakes in the sources by chance, one at a time, and runs the specs that run the changed code: a mistake
// that no spec sees is a survivor, and is printed. The same seed makes the same mistakes in the same sources.
// Only the specs that run the changed code run on a mutant; then, on what they have left, the nearest whole spec files,
// for what a spec has made that another looks at.
// Runs on the existing build, in copies of it below .build/mutants.
// Usage: node scripts/mutants.mjs [--count 100] [--seed <text>] [--jobs 2] [--only <path>]… [--except <path>]… [--stale] [--list]
//   --only, --except  paths below the repository that files must, or must not, begin with; --list runs no specs
//   --stale  takes what spec files ran as it was measured before `src` changed, which can let a mutant survive wrongly
// Exits with 1 below 92 % found.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BuildCopy } from './mutants/build-copy.mjs'
import { compiledPosition } from './mutants/compiled-position.mjs'
import { measureSpecs, partsAt, partsIn } from './mutants/coverage.mjs'
import { ALL } from './mutants/ran-code.mjs'
import { Sources } from './mutants/sources.mjs'

/** How many of a hundred mutants the specs must find. */
const LEAST = 92
/** How long the specs of the first process take without a mutant, in milliseconds; each later one gets twice that. */
const FIRST = 2_000
/** How long the whole spec files take that run on what the specs have left. */
const WHOLE = 60_000

const repository = resolve(import.meta.dirname, '..')
const folder = join(repository, '.build/mutants')
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    jobs: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true, default: [''] },
    except: { type: 'string', multiple: true, default: [] },
    stale: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false }
  }
})
const [count, jobs] = [Number(values.count), Number(values.jobs)]
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(jobs) || jobs < 1) {
  console.error('--count and --jobs take whole numbers above 0')
  process.exit(2)
}
if (!existsSync(join(repository, 'dist/spec'))) {
  console.error('There is no build: npm run build:all')
  process.exit(2)
}

/** What somebody has found out of mutants that no spec can see; they are survivors nevertheless. */
const EXPLAINED = JSON.parse(readFileSync(join(import.meta.dirname, 'mutants/explained.json'), 'utf8'))

const sources = new Sources(repository)
const mutants = await drawn()
await sources.close()
console.log(`${mutants.length} mutants, seed ${values.seed}`)
if (values.list) {
  for (const mutant of mutants) console.log(`\n${described(mutant)}`)
  process.exit(0)
}

const copies = Array.from({ length: jobs }, (_, index) => new BuildCopy(repository, join(folder, `job-${index + 1}`)))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const copy of copies) copy.stop()
    process.exit(130)
  })
}
const start = performance.now()
const measured = await measureSpecs(repository, copies, join(folder, 'coverage'), console.log, values.stale)
const specs = measured.filter(({ passed }) => passed)
console.log(`${specs.length} spec files, known after ${seconds(performance.now() - start)}`)

/** By source file, how many of its mutants each spec file has found in this run and in those before. */
const KILLS = join(folder, 'kills.json')
const kills = existsSync(KILLS) ? JSON.parse(readFileSync(KILLS, 'utf8')) : {}

const positions = new Map()
/** Of specs that were run without their neighbors, whether they pass without a mutant. */
const sound = new Map()
let done = 0
const queue = [...mutants]
await Promise.all(copies.map(judgeAll))
for (const copy of copies) copy.remove()

const survivors = mutants.filter(({ verdict }) => verdict === 'survived')
for (const mutant of survivors) console.log(`\nSURVIVED ${described(mutant)}\n${mutant.why}`)
const slow = mutants.filter(({ verdict }) => verdict === 'timed out')
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

async function judgeAll(copy) {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const from = performance.now()
    Object.assign(mutant, await judge(copy, mutant))
    const { file, line, kind, verdict, why } = mutant
    console.log(`${++done} ${verdict} in ${seconds(performance.now() - from)}: ${file}:${line} ${kind} (${why})`)
  }
}

/** Runs specs on a mutant, until one fails or all have passed. */
async function judge(copy, mutant) {
  const { some, whole } = covering(mutant)
  let passed = 0
  for (const chunk of [...chunks(some), ...chunks(within(whole, WHOLE))]) {
    const outcome = await runOn(copy, mutant, chunk)
    if (outcome !== undefined) return outcome
    passed += chunk.length
  }
  return {
    verdict: 'survived',
    why: passed === 0 ? 'no spec runs it' : `the specs of ${some.length} files run it, and pass`
  }
}

/** The verdict of some specs on a mutant; undefined where they pass. */
async function runOn(copy, mutant, chunk) {
  const limit = 3 * timeOf(chunk) + 20_000
  copy.replace(moduleOf(mutant), mutant.code)
  const { end, why, by } = await copy
    .run(filesOf(chunk), limit, { selected: selectedOf(chunk) })
    .finally(() => copy.restore())
  if (end === 'passed') return undefined
  const culprits = chunk.filter(({ file }) => by === undefined || file === by)
  if (!(await isSound(copy, culprits, limit))) {
    // A spec that needs others of its file says nothing alone.
    const files = culprits.filter(({ keys }) => keys !== undefined).map(({ spec }) => wholeOf(spec))
    return files.length === 0 ? undefined : await runOn(copy, mutant, files)
  }
  if (end === 'limit') return { verdict: 'timed out', why }
  if (by !== undefined) remember(mutant.file, by)
  return { verdict: 'killed', why }
}

/** Whether specs pass without a mutant when they run without the others of their files. */
async function isSound(copy, chunk, limit) {
  const key = JSON.stringify(chunk.map(({ file, keys }) => [file, keys]))
  if (!sound.has(key)) {
    const { end } = await copy.run(filesOf(chunk), limit, { selected: selectedOf(chunk) })
    sound.set(key, end === 'passed')
  }
  return sound.get(key)
}

function filesOf(chunk) {
  return chunk.map(({ file }) => file)
}

function timeOf(chunk) {
  return chunk.reduce((sum, { ms }) => sum + ms, 0)
}

function wholeOf(spec) {
  return { spec, file: spec.file, ms: spec.ms, keys: undefined }
}

function selectedOf(chunk) {
  return Object.fromEntries(chunk.filter(({ keys }) => keys !== undefined).map(({ file, keys }) => [file, keys]))
}

function remember(file, spec) {
  kills[file] ??= {}
  kills[file][spec] = (kills[file][spec] ?? 0) + 1
  writeFileSync(KILLS, JSON.stringify(kills))
}

function moduleOf({ file }) {
  return file.replace(/^src\/(.*)\.ts$/, 'dist/src/$1.js')
}

/**
 * The spec files that run the mutated code, with the specs in them that do, and as a whole. The nearest come first: by
 * name, then those that have found other mutants of the file, by room, and then what runs the least else.
 */
function covering(mutant) {
  const { file, start: begin } = mutant
  const module = moduleOf(mutant)
  if (!positions.has(file)) positions.set(file, compiledPosition(join(repository, module), sources.text(file)))
  const offset = positions.get(file)(begin)
  const mirror = module.replace(/^dist\/src\/(.*)\.js$/, 'dist/spec/$1.spec.js')
  const words = wordsOf(mirror)
  // A spec file that takes long has to have found more.
  const found = (spec) => (kills[file]?.[spec.file] ?? 0) / Math.max(spec.ms, 1_000)
  const rank = (spec) =>
    spec.file === mirror ? 0 : found(spec) > 0 ? 1 : dirname(spec.file) === dirname(mirror) ? 2 : 3
  const cost = ({ file: spec, ran, ms }) => {
    const shared = wordsOf(spec).filter((word) => words.includes(word)).length
    return (Object.keys(ran).length * Math.max(ms, 1_000)) / (1 + shared) ** 2
  }
  // A module that is new since all was measured may be run by each spec file whose modules have changed since then.
  const isNew = !specs.some(({ loaded }) => loaded[module] !== undefined)
  const near = specs
    .filter((spec) => (isNew ? spec.changed.size > 0 : partsAt(spec, module, offset)?.length !== 0))
    .sort((one, other) => rank(one) - rank(other) || found(other) - found(one) || cost(one) - cost(other))
  const some = near.flatMap((spec) => {
    const parts = isNew ? undefined : partsAt(spec, module, offset)
    // What runs when the module is loaded shows in the specs that run other code of it. Of a module that has changed since
    // all was measured, each may run anything.
    const keys = parts === undefined || parts.includes(ALL) ? partsIn(spec, module) : parts
    if (keys.length === 0) return []
    const ms = [ALL, ...keys].reduce((sum, key) => sum + (spec.times[key] ?? 0), 0)
    return [{ spec, file: spec.file, ms, keys }]
  })
  return { some, whole: near.map(wholeOf) }
}

/** As many of the first as take no longer than the limit, but one. */
function within(list, limit) {
  let sum = 0
  return list.filter(({ ms }, index) => {
    sum += ms
    return index === 0 || sum <= limit
  })
}

/** The words of a path: `record`, `json`, `schema`, `rule`, `keywords`. */
function wordsOf(spec) {
  return spec.replace(/^dist\/spec\/|\.spec\.js$/g, '').split(/[/.-]/)
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
