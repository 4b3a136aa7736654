// npm run startup -- [--subjects raw,fieldstone] [--starts 9] [--seconds 3] [--out file.json]
import { parseArgs } from 'node:util'
import { CASES } from '../compare/cases.js'
import { load } from '../compare/load.js'
import { SUBJECTS } from '../compare/subjects.js'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { ServerProcess } from '../process/server-process.js'
import { median } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'
import { measureGrowth } from './growth.js'

const { values } = parseArgs({
  options: {
    subjects: { type: 'string', default: 'raw,fieldstone,fastify' },
    starts: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '3' },
    out: { type: 'string' }
  }
})
const names = values.subjects.split(',')
const unknown = names.filter((name) => !SUBJECTS.some((subject) => subject.name === name))
if (unknown.length > 0)
  throw new Error(`no subject ${unknown}; there are ${SUBJECTS.map(({ name }) => name).join(', ')}`)
const subjects = SUBJECTS.filter(({ name }) => names.includes(name))
const starts = Number(values.starts)
const seconds = Number(values.seconds)
if (!(starts > 0 && seconds > 0)) throw new Error('--starts and --seconds are numbers above 0')

const MB = 1024 * 1024
const result = { machine: machine(), options: { starts, seconds }, subjects: {}, growth: undefined }
console.log(`${describeMachine(result.machine)}\n`)
for (const { name } of subjects) result.subjects[name] = {}
for (const extraRoutes of [0, 500]) await measureStarts(extraRoutes)
const rows = subjects.flatMap(({ name, title }) =>
  Object.entries(result.subjects[name]).map(([extraRoutes, { times, cpu, fresh, loaded }]) => [
    `${title}, ${extraRoutes} more routes`,
    `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`,
    (median(cpu) / 1_000).toFixed(0),
    (median(fresh) / MB).toFixed(0),
    (loaded / MB).toFixed(0)
  ])
)
console.log(
  markdownTable(['start', 'ms to the first answer', 'ms of processor time', 'MB then', 'MB after load'], rows)
)
result.growth = await measureGrowth()
console.log(`\n${markdownTable(['a large application', 'ms'], Object.entries(result.growth).map(growthRow))}\n`)
console.log(save(`startup-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out))

/** Interleaved starts of all subjects; the last one is loaded with every case, and its memory read. */
async function measureStarts(extraRoutes) {
  const env = { EXTRA_ROUTES: String(extraRoutes) }
  // Once for nothing: the files come into the page cache.
  for (const subject of subjects) await (await ServerProcess.start(subject, env)).stop()
  for (const { name } of subjects) result.subjects[name][extraRoutes] = { times: [], cpu: [], fresh: [], loaded: 0 }
  for (let start = 1; start <= starts; start++) {
    for (const subject of subjects) {
      const figures = result.subjects[subject.name][extraRoutes]
      const server = await ServerProcess.start(subject, env)
      try {
        const usage = await server.usage()
        figures.times.push(server.readyAfter)
        figures.cpu.push(usage.cpu)
        figures.fresh.push(usage.rss)
        if (start < starts) continue
        for (const entry of CASES) await load(server, entry, { connections: 32, seconds })
        figures.loaded = (await server.usage()).rss
      } finally {
        await server.stop()
      }
    }
  }
}

function growthRow([what, milliseconds]) {
  return [what, milliseconds.toFixed(0)]
}
