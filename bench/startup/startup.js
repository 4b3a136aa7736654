// npm run startup -- [--subjects raw,fieldstone] [--starts 9] [--loads 3] [--seconds 1] [--out file.json]
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

const SAMPLE = {
  name: 'sample',
  title: 'Fieldstone’s sample application',
  program: new URL('../../dist/sample-app/main.js', import.meta.url).pathname,
  // As `npm start` does.
  flags: ['--enable-source-maps'],
  // It has neither the routes of every case nor more routes.
  plain: true
}
const STARTED = [...SUBJECTS, SAMPLE]
/** An application of 5,000 routes takes its time: fewer starts of it, and no load. */
const LARGE = 5_000
const LARGE_STARTS = 3

const { values } = parseArgs({
  options: {
    subjects: { type: 'string', default: 'raw,fieldstone,sample,fastify' },
    starts: { type: 'string', default: '9' },
    loads: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    out: { type: 'string' }
  }
})
const names = values.subjects.split(',')
const unknown = names.filter((name) => !STARTED.some((subject) => subject.name === name))
if (unknown.length > 0)
  throw new Error(`no subject ${unknown}; there are ${STARTED.map(({ name }) => name).join(', ')}`)
const subjects = STARTED.filter(({ name }) => names.includes(name))
const starts = Number(values.starts)
const loads = Number(values.loads)
const seconds = Number(values.seconds)
if (!(starts > 0 && loads >= 0 && seconds > 0))
  throw new Error('--starts and --seconds are above 0, --loads is not below')

const MB = 1024 * 1024
const result = { machine: machine(), options: { starts, loads, seconds }, subjects: {}, growth: undefined }
console.log(`${describeMachine(result.machine)}\n`)
for (const { name } of subjects) result.subjects[name] = {}
for (const extraRoutes of [0, 500, LARGE]) await measureStarts(extraRoutes)
const rows = subjects.flatMap(({ name, title }) =>
  Object.entries(result.subjects[name]).map(([extraRoutes, { times, cpu, fresh, loaded }]) => [
    extraRoutes === '0' ? title : `${title}, ${Number(extraRoutes).toLocaleString('en')} more routes`,
    `${median(times).toFixed(0)} (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`,
    (median(cpu) / 1_000).toFixed(0),
    (median(fresh) / MB).toFixed(0),
    loaded.length === 0 ? '–' : (median(loaded) / MB).toFixed(0)
  ])
)
console.log(
  markdownTable(['start', 'ms to the first answer', 'ms of processor time', 'MB then', 'MB after load'], rows)
)
result.growth = await measureGrowth()
console.log(`\n${markdownTable(['a large application', 'ms'], Object.entries(result.growth).map(growthRow))}\n`)
console.log(save(`startup-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out))

/** Interleaved starts of all subjects; the last ones are loaded with every case, and their memory read. */
async function measureStarts(extraRoutes) {
  const env = { EXTRA_ROUTES: String(extraRoutes) }
  const large = extraRoutes === LARGE
  const count = large ? Math.min(starts, LARGE_STARTS) : starts
  const cases = CASES.filter(({ routes }) => routes === undefined)
  const started = subjects.filter(({ plain }) => plain !== true || extraRoutes === 0)
  // Once for nothing: the files come into the page cache.
  for (const subject of started) await (await ServerProcess.start(subject, env)).stop()
  for (const { name } of started) result.subjects[name][extraRoutes] = { times: [], cpu: [], fresh: [], loaded: [] }
  for (let start = 1; start <= count; start++) {
    for (const subject of started) {
      const figures = result.subjects[subject.name][extraRoutes]
      const server = await ServerProcess.start(subject, env)
      try {
        const usage = await server.usage()
        figures.times.push(server.readyAfter)
        figures.cpu.push(usage.cpu)
        figures.fresh.push(usage.rss)
        if (large || subject.plain || start <= count - loads) continue
        for (const entry of cases) await load(server, entry, { connections: 32, seconds })
        figures.loaded.push((await server.usage()).rss)
      } finally {
        await server.stop()
      }
    }
  }
}

function growthRow([what, milliseconds]) {
  return [what, milliseconds.toFixed(0)]
}
