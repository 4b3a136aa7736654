// npm run compare -- [--subjects raw,fieldstone] [--cases data,order] [--rounds 5] [--seconds 2] [--out file.json]
//   --warmup 1 (of processor time)  --connections 32  --verify (correctness alone)  --from file.json (print a result once more)
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { ServerProcess } from '../process/server-process.js'
import { warmUp } from '../process/warm-up.js'
import { wrongAnswers } from './answer.js'
import { CASES } from './cases.js'
import { load } from './load.js'
import { report, summarise } from './report.js'
import { SUBJECTS } from './subjects.js'
import { versionOf } from './version.js'

const { values: given } = parseArgs({
  options: {
    subjects: { type: 'string' },
    cases: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    warmup: { type: 'string', default: '1' },
    connections: { type: 'string', default: '32' },
    out: { type: 'string' },
    from: { type: 'string' },
    verify: { type: 'boolean', default: false }
  }
})

if (given.from !== undefined) console.log(report(JSON.parse(readFileSync(given.from, 'utf8'))))
else await main()

async function main() {
  const subjects = chosen(SUBJECTS, given.subjects, 'subject')
  const raw = SUBJECTS[0]
  if (!subjects.includes(raw)) subjects.unshift(raw)
  const options = {
    rounds: positive('rounds'),
    seconds: positive('seconds'),
    warmup: positive('warmup'),
    connections: positive('connections')
  }
  const result = {
    machine: machine(),
    options,
    subjects: subjects.map(({ name, title }) => ({ name, title, version: versionOf(name) })),
    cases: []
  }
  console.log(`${describeMachine(result.machine)}\n`)
  for (const entry of chosen(CASES, given.cases, 'case')) {
    result.cases.push({ name: entry.name, title: entry.title, subjects: await measure(entry, subjects, options) })
  }
  if (given.verify) return
  console.log(
    `\n${report(result)}\n\n${save(`compare-${result.machine.date.replace(/[:.]/g, '-')}`, result, given.out)}`
  )
}

/** One case: every subject in a process of its own, verified, warmed up, and then loaded in turn, round by round. */
async function measure(entry, subjects, options) {
  const servers = new Map()
  const figures = {}
  try {
    for (const subject of subjects) {
      const server = await ServerProcess.start(subject, { EXTRA_ROUTES: String(entry.routes ?? 0) })
      servers.set(subject.name, server)
      const wrong = await wrongAnswers(server.port, entry)
      figures[subject.name] = { wrong, rounds: [] }
      console.log(`${entry.name}: ${subject.name} ${wrong.length === 0 ? 'answers rightly' : 'is left out'}`)
      for (const text of wrong) console.log(`  ${text}`)
    }
    if (figures.raw.wrong.length > 0)
      throw new Error(`${entry.name}: raw answers wrongly, there is nothing to compare with`)
    if (given.verify) return figures
    const measured = subjects.filter(({ name }) => figures[name].wrong.length === 0)
    for (const { name } of measured) {
      const server = servers.get(name)
      await warmUp(server, options.warmup, (seconds) => load(server, entry, { ...options, seconds }))
    }
    for (let round = 0; round < options.rounds; round++) {
      // Nobody is always first, or always behind the same neighbour's garbage.
      const shift = round % measured.length
      for (const { name } of [...measured.slice(shift), ...measured.slice(0, shift)]) {
        figures[name].rounds[round] = await load(servers.get(name), entry, options)
      }
    }
    for (const { name } of measured) figures[name].summary = summarise(figures[name].rounds, figures.raw.rounds)
    const shown = measured.map(({ name }) => `${name} ${figures[name].summary.ratio.toFixed(2)}`)
    console.log(`${entry.name}: ${shown.join(', ')}`)
    return figures
  } finally {
    for (const server of servers.values()) await server.stop()
  }
}

function chosen(list, names, what) {
  if (names === undefined) return [...list]
  return names.split(',').map((name) => {
    const found = list.find((entry) => entry.name === name)
    if (found === undefined) throw new Error(`no ${what} ${name}; there are ${list.map((e) => e.name).join(', ')}`)
    return found
  })
}

function positive(name) {
  const value = Number(given[name])
  if (!(value > 0)) throw new Error(`--${name} is a number above 0`)
  return value
}
