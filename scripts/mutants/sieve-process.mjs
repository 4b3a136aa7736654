// Loads spec files once, and runs on each mutant of the switched modules those specs that come to it.
// Started by the sieve with a channel; its variable SIEVE names a file with the work.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import Mocha from 'mocha'
import { choose, stopRecording, takeReached } from './mutant-switch.mjs'

const { specs, mutants, known } = JSON.parse(readFileSync(process.env.SIEVE, 'utf8'))
/** How long the specs of one mutant may take without it, in milliseconds: the shortest are taken. */
const LEAST = 3_000

// What a mutant leaves behind fails later, when no spec runs.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

const mocha = new Mocha({ reporter: class {}, timeout: 60_000, ui: 'bdd' })
for (const file of specs) mocha.addFile(file)
mocha.cleanReferencesAfterRun(false)
await mocha.loadFilesAsync()

const recorded = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : await record()
stopRecording()
const atLoad = new Set(recorded.atLoad)
for (const number of mutants) {
  const titles = Object.keys(recorded.reached).filter((title) =>
    recorded.sets[recorded.reached[title]].includes(number)
  )
  const isStatic = atLoad.has(number)
  process.send({ number, began: true })
  process.send({ number, ...(await judge(number, titles, isStatic)) })
}
process.exit(0)

/** The verdict of the specs that come to a mutant. */
async function judge(number, titles, isStatic) {
  if (titles.length === 0) return { verdict: isStatic ? 'static' : 'not run' }
  const sorted = titles.sort((one, other) => recorded.times[one] - recorded.times[other])
  let sum = 0
  const chosen = sorted.filter((title, index) => {
    sum += recorded.times[title]
    return index === 0 || sum <= LEAST
  })
  choose(number)
  const { failed } = await run(new Set(chosen), 2_000 + 10 * sum)
  choose(0)
  if (failed === undefined) return { verdict: isStatic ? 'static' : 'survived', specs: chosen.length }
  // A spec that now fails without the mutant says nothing of later ones.
  const again = await run(new Set([failed]), 60_000)
  return { verdict: 'killed', why: failed, isPolluted: again.failed !== undefined }
}

/** Runs all specs twice: to see what they come to, and to leave out those that do not pass again. */
async function record() {
  const found = { atLoad: [...takeReached()], reached: {}, sets: [], times: {} }
  const bySuite = new Map()
  const failed = new Set()
  let since = performance.now()
  const indexes = new Map()
  const keep = (title, suite) => {
    const numbers = new Set(takeReached())
    for (let each = suite; each !== undefined; each = each.parent)
      for (const one of bySuite.get(each) ?? []) numbers.add(one)
    const list = [...numbers].sort((a, b) => a - b)
    const key = list.join(' ')
    if (!indexes.has(key)) indexes.set(key, found.sets.push(list) - 1)
    found.reached[title] = indexes.get(key)
  }
  await run(undefined, 60_000, (runner) => {
    runner.on('hook end', ({ parent, title, ctx }) => {
      if (/^"(?:before|after) each"/.test(title) && ctx?.currentTest !== undefined) return
      const list = bySuite.get(parent) ?? new Set()
      bySuite.set(parent, list)
      for (const one of takeReached()) list.add(one)
    })
    runner.on('test', () => (since = performance.now()))
    runner.on('test end', (test) => {
      const title = test.fullTitle()
      found.times[title] = Math.ceil(performance.now() - since)
      if (test.state === 'passed') keep(title, test.parent)
      else failed.add(title)
    })
    runner.on('fail', (test) => failed.add(test.fullTitle()))
  })
  takeReached()
  await run(
    new Set(Object.keys(found.reached)),
    60_000,
    (runner) => {
      runner.on('fail', (test) => failed.add(test.fullTitle()))
    },
    false
  )
  for (const title of failed) delete found.reached[title]
  process.send({ baseline: Object.keys(found.reached).length, leftOut: [...failed] })
  writeFileSync(known, JSON.stringify(found))
  return found
}

/** Runs the specs with these full titles, or all; tells the first that fails. */
function run(titles, timeout, listen = () => {}, isBailing = titles !== undefined) {
  mocha.suite.bail(isBailing)
  setTimeouts(mocha.suite, timeout)
  mocha.options.grep = undefined
  return new Promise((resolve) => {
    let failed
    const runner = mocha.run(() => resolve({ failed }))
    // Mocha asks only this of its pattern.
    if (titles !== undefined) {
      runner._grep = { test: (title) => titles.has(title) }
      runner.total = titles.size
    }
    runner.on('fail', (test) => {
      failed ??=
        test.type === 'hook' ? (test.ctx?.currentTest?.fullTitle() ?? [...(titles ?? [''])][0]) : test.fullTitle()
    })
    listen(runner)
  })
}

/** Gives all specs and hooks the same time. */
function setTimeouts(suite, timeout) {
  for (const each of [
    ...suite.tests,
    ...suite._beforeAll,
    ...suite._beforeEach,
    ...suite._afterEach,
    ...suite._afterAll
  ])
    each.timeout(timeout)
  for (const each of suite.suites) setTimeouts(each, timeout)
}
