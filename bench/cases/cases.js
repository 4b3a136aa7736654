// npm run cases -- [--only gzip-body,not-found] [--subjects raw,fieldstone] [--rounds 25] [--starts 1, how often all subjects are started] [--seconds 0.3] [--warmup 1, of processor time]
//   --report (ends with 0 although a goal is missed)  --verify (only whether all respond rightly)  --out file.json
import { realpathSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { ServerProcess } from '../process/server-process.js'
import { median } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'
import { warmUp } from '../process/warm-up.js'
import { wrongResponses } from './check.js'
import { chosenCases } from './chosen-cases.js'
import { judge } from './judge.js'
import { load } from './load.js'

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    subjects: { type: 'string' },
    rounds: { type: 'string', default: '25' },
    starts: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    warmup: { type: 'string' },
    report: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    out: { type: 'string' }
  }
})
const rounds = Number(given.rounds)
const starts = Number(given.starts)
if (!(rounds >= 5)) throw new Error('fewer than 5 rounds say nothing')
if (!(Number.isInteger(starts) && starts >= 1 && starts <= rounds)) {
  throw new Error('--starts is a whole number from 1 to that of rounds')
}

const root = realpathSync(new URL('../..', import.meta.url).pathname)
const measured = realpathSync(new URL('../node_modules/fieldstone', import.meta.url).pathname)
if (measured !== root) throw new Error(`bench/node_modules/fieldstone is ${measured}, not this checkout: install here`)

const result = { machine: machine(), rounds, starts, cases: [] }
console.log(`${describeMachine(result.machine)}\n`)
for (const entry of await chosenCases(given.only?.split(','))) result.cases.push(await measure(entry))
if (!given.verify) {
  const missed = result.cases.flatMap(({ verdicts }) => verdicts).filter(({ isMet }) => !isMet)
  console.log(`${missed.length === 0 ? 'Every goal is met.' : `${missed.length} goals are missed.`}\n`)
  console.log(save(`cases-${result.machine.date.replace(/[:.]/g, '-')}`, result, given.out))
  if (missed.length > 0 && !given.report) process.exitCode = 1
}

/**
 * One case. What the engine compiles, and where in memory it lies, differs by some hundredths from process to process, and
 * stays for as long as one lives: the rounds of several starts contain it.
 */
async function measure(entry) {
  const { name, title, subjects, goals } = entry
  console.log(`${name}: ${title}`)
  const figures = {}
  for (let start = 0; start < starts; start++) {
    const first = Math.floor((rounds * start) / starts)
    await measureStarted(entry, figures, { first, end: Math.floor((rounds * (start + 1)) / starts) })
  }
  if (given.verify) return { name, title, verdicts: [] }
  // A peer that was left out of a start has nothing to be paired with.
  for (const subject of Object.keys(figures)) if (figures[subject].length < rounds) delete figures[subject]
  const verdicts = judge(figures, goals)
  print(subjects, figures, verdicts)
  return { name, title, figures, verdicts }
}

/**
 * Some rounds of a case, whose figures are added: every subject in a process of its own, verified, warmed up, then loaded in
 * turn, round by round.
 */
async function measureStarted(entry, figures, { first, end }) {
  const { subjects, load: measureOnce = load } = entry
  const seconds = Number(given.seconds ?? entry.seconds ?? 0.3)
  const warmup = Number(given.warmup ?? entry.warmup ?? 1)
  const servers = new Map()
  try {
    for (const subject of subjects) {
      if (given.subjects !== undefined && !given.subjects.split(',').includes(subject.name)) continue
      const server = await startedRightly(subject, entry)
      if (server === undefined) continue
      servers.set(subject.name, server)
      figures[subject.name] ??= []
    }
    if (given.verify) return
    const order = [...servers]
    for (const [, server] of order) await warmUp(server, warmup, (seconds) => measureOnce(server, entry, seconds))
    for (let round = first; round < end; round++) {
      // None is always first, or always behind the same neighbor's garbage.
      const shift = round % order.length
      const turn = [...order.slice(shift), ...order.slice(0, shift)]
      const there = new Map()
      for (const [subject, server] of turn) there.set(subject, await measureOnce(server, entry, seconds / 2))
      // There and back: what else the machine does within a round meets all alike.
      for (const [subject, server] of turn.toReversed()) {
        figures[subject].push(meanOf(there.get(subject), await measureOnce(server, entry, seconds / 2)))
      }
    }
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

function meanOf(one, other) {
  return Object.fromEntries(Object.keys(one).map((figure) => [figure, (one[figure] + other[figure]) / 2]))
}

/** A subject that responds rightly; undefined for a peer that does not, which is left out. */
async function startedRightly(subject, entry) {
  let server
  let wrong
  try {
    server = await ServerProcess.start({ ready: '/ready', ...subject }, subject.env)
    wrong = await wrongResponses(server.port, entry)
  } catch (error) {
    wrong = [error.message]
  }
  if (wrong.length === 0) return server
  await server?.stop()
  const text = `${subject.name} responds wrongly: ${wrong.join('; ')}`
  if (subject.name === 'raw' || subject.name === 'fieldstone') throw new Error(text)
  console.log(`  left out: ${text}`)
  return undefined
}

function print(subjects, figures, verdicts) {
  const shown = subjects.filter(({ name }) => figures[name] !== undefined)
  const kinds = Object.keys(figures.fieldstone[0])
  const rows = shown.map(({ name, title }) => [
    title,
    ...kinds.map((kind) => median(figures[name].map((figure) => figure[kind])).toFixed(1))
  ])
  console.log(`\n${markdownTable(['medians for one request', ...kinds], rows)}\n`)
  const goalRows = verdicts.map(({ figure, to, median: middle, bound, atMost, isMet }) => [
    `${figure} ÷ ${to}`,
    middle.toFixed(3),
    bound.toFixed(3),
    atMost === Number.POSITIVE_INFINITY ? '' : atMost.toFixed(2),
    atMost === Number.POSITIVE_INFINITY ? '' : isMet ? 'met' : 'missed'
  ])
  console.log(`${markdownTable(['Fieldstone', 'median', 'upper 95 % bound', 'goal', ''], goalRows)}\n`)
}
