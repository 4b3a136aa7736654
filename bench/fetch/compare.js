// npm run compare:fetch -- [--runtime bun,deno] [--cases data,order] [--subjects raw,raw-strict,fieldstone] [--rounds 15]
//   [--seconds 0.25] [--warmup 1]  --report (ends with 0 although a goal is missed)  --verify  --out file.json
import { parseArgs } from 'node:util'
import { load } from '../cases/load.js'
import { wrongAnswers } from '../compare/answer.js'
import { CASES } from '../compare/cases.js'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { geometricMean, median, medianAndBound } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'
import { warmUp } from '../process/warm-up.js'
import { RuntimeProcess } from './runtime-process.js'

const SUBJECTS = ['raw', 'raw-strict', 'fieldstone', 'hono', 'elysia']
/** Those of which the processor time is mostly that of a body that is read and validated. */
const VALIDATED = ['data', 'signup', 'order']
const AT_MOST_RAW = 1.25

const { values: given } = parseArgs({
  options: {
    runtime: { type: 'string', default: 'bun,deno' },
    cases: { type: 'string' },
    subjects: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '0.25' },
    warmup: { type: 'string', default: '1' },
    report: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    out: { type: 'string' }
  }
})
const rounds = Number(given.rounds)
if (!(rounds >= 5)) throw new Error('fewer than 5 rounds say nothing')
const names = given.subjects?.split(',') ?? SUBJECTS
const entries = CASES.filter(({ name, routes }) => {
  return routes === undefined && (given.cases === undefined || given.cases.split(',').includes(name))
})

const result = { machine: machine(), rounds, runtimes: {} }
let missed = 0
console.log(`${describeMachine(result.machine)}. Medians of ${rounds} paired rounds of ${given.seconds} s.\n`)
for (const runtime of given.runtime.split(',')) {
  const figures = await measure(runtime)
  result.runtimes[runtime] = figures
  if (!given.verify) print(runtime, figures)
}
if (!given.verify) console.log(save(`fetch-${result.machine.date.replace(/[:.]/g, '-')}`, result, given.out))
if (missed > 0 && !given.report) process.exitCode = 1

/** Microseconds of processor time a request, by case and subject, round by round. */
async function measure(runtime) {
  const servers = new Map()
  const figures = {}
  try {
    for (const name of names) {
      servers.set(name, await RuntimeProcess.start(runtime, new URL(`./${name}.js`, import.meta.url).pathname))
    }
    for (const entry of entries) {
      const right = []
      figures[entry.name] = {}
      for (const [name, server] of servers) {
        const wrong = await wrongAnswers(server.port, entry)
        if (wrong.length === 0) right.push([name, server])
        else console.log(`${runtime}, ${entry.name}: ${name} is left out: ${wrong.join('; ')}`)
      }
      if (given.verify) continue
      const exchange = { exchanges: [{ request: entry.request, status: entry.status }] }
      for (const [, server] of right) {
        await warmUp(server, Number(given.warmup), (seconds) => load(server, exchange, seconds))
      }
      for (const [name] of right) figures[entry.name][name] = []
      for (let round = 0; round < rounds; round++) {
        // None is always first, or always behind the same neighbor's garbage.
        const shift = round % right.length
        for (const [name, server] of [...right.slice(shift), ...right.slice(0, shift)]) {
          figures[entry.name][name].push((await load(server, exchange, Number(given.seconds))).cpu)
        }
      }
    }
    return figures
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

function print(runtime, figures) {
  const others = names.filter((name) => name !== 'fieldstone')
  const ratiosOf = (name, other) => figures[name].fieldstone.map((own, round) => own / figures[name][other][round])
  const shown = ({ median: middle, bound }) => `${middle.toFixed(2)} (${bound.toFixed(2)})`
  const rows = entries.map(({ name, title }) => [
    title,
    ...names.map((subject) => (figures[name][subject] ? median(figures[name][subject]).toFixed(1) : '–')),
    ...others.map((other) => (figures[name][other] ? shown(medianAndBound(ratiosOf(name, other))) : '–'))
  ])
  console.log(`${runtime}: microseconds of processor time a request; Fieldstone divided by others (upper 95 % bound)\n`)
  console.log(`${markdownTable(['case', ...names, ...others.map((other) => `÷ ${other}`)], rows)}\n`)
  const meanOf = (chosen, other) => {
    const each = chosen.map((name) => ratiosOf(name, other))
    return medianAndBound(Array.from({ length: rounds }, (_, round) => geometricMean(each.map((of) => of[round]))))
  }
  const measured = (other) => entries.map(({ name }) => name).filter((name) => figures[name][other] !== undefined)
  const goals = [
    ...others.filter(isByHand).flatMap((other) => {
      return VALIDATED.filter((name) => figures[name]?.[other]).map((name) => {
        return { what: `${name} ÷ ${other}`, ...medianAndBound(ratiosOf(name, other)), atMost: AT_MOST_RAW }
      })
    }),
    ...others.map((other) => {
      const atMost = isByHand(other) ? undefined : 1
      return { what: `geometric mean ÷ ${other}`, ...meanOf(measured(other), other), atMost }
    })
  ]
  const goalRows = goals.map(({ what, median: middle, bound, atMost }) => {
    const isMissed = atMost !== undefined && !(bound <= atMost)
    if (isMissed) missed++
    return [
      what,
      middle.toFixed(3),
      bound.toFixed(3),
      atMost ?? '',
      atMost === undefined ? '' : isMissed ? 'missed' : 'met'
    ]
  })
  console.log(`${markdownTable(['Fieldstone', 'median', 'upper 95 % bound', 'goal', ''], goalRows)}\n`)
}

function isByHand(subject) {
  return subject.startsWith('raw')
}
