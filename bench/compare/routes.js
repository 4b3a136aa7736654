// npm run routes -- [--subjects fieldstone,fastify] [--routes 500] [--rounds 9] [--seconds 1] [--warmup 1] [--out file.json]
//   What more routes in an application cost a request: the same server with and without them, loaded in turn.
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { ServerProcess } from '../process/server-process.js'
import { median } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'
import { warmUp } from '../process/warm-up.js'
import { wrongAnswers } from './answer.js'
import { load } from './load.js'
import { SUBJECTS } from './subjects.js'

const { values } = parseArgs({
  options: {
    subjects: { type: 'string', default: 'raw,fieldstone,fastify' },
    routes: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    warmup: { type: 'string', default: '1' },
    connections: { type: 'string', default: '32' },
    out: { type: 'string' }
  }
})
const names = values.subjects.split(',')
const subjects = SUBJECTS.filter(({ name }) => names.includes(name))
if (subjects.length < names.length) throw new Error(`there are only ${SUBJECTS.map(({ name }) => name).join(', ')}`)
const [routes, rounds, seconds, warmup, connections] = ['routes', 'rounds', 'seconds', 'warmup', 'connections'].map(
  (option) => {
    const value = Number(values[option])
    if (!(value > 0)) throw new Error(`--${option} is a number above 0`)
    return value
  }
)
const request = { method: 'GET', path: '/users/42' }
const entry = { request, status: 200, json: { status: 'ok', user_id: '42' }, refused: [] }

const result = { machine: machine(), options: { routes, rounds, seconds, warmup, connections }, subjects: {} }
console.log(`${describeMachine(result.machine)}. GET /users/42, medians of ${rounds} pairs of ${seconds} s.\n`)
for (const subject of subjects) result.subjects[subject.name] = await measure(subject)
const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`
console.log(
  markdownTable(
    [`${routes} more routes cost`, 'of the requests a second', 'processor time a request'],
    subjects.map(({ name, title }) => {
      const { slower, dearer } = result.subjects[name]
      return [title, percent(slower), percent(dearer)]
    })
  )
)
console.log(`\n${save(`routes-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out)}`)

/** Two processes of one subject, the order changed from round to round. */
async function measure(subject) {
  const few = await ServerProcess.start(subject)
  let many
  try {
    many = await ServerProcess.start(subject, { EXTRA_ROUTES: String(routes) })
    const wrong = await wrongAnswers(many.port, { ...entry, routes })
    if (wrong.length > 0) throw new Error(`${subject.name}: ${wrong.join('; ')}`)
    const pairs = []
    for (const server of [few, many]) {
      await warmUp(server, warmup, (seconds) => load(server, entry, { connections, seconds }))
    }
    for (let round = 0; round < rounds; round++) {
      const pair = new Map()
      for (const server of round % 2 === 0 ? [few, many] : [many, few]) {
        pair.set(server, await load(server, entry, { connections, seconds }))
      }
      pairs.push([pair.get(few), pair.get(many)])
    }
    return {
      pairs,
      slower: median(pairs.map(([before, after]) => before.perSecond / after.perSecond)),
      dearer: median(pairs.map(([before, after]) => after.cpuPerRequest / before.cpuPerRequest))
    }
  } finally {
    await few.stop()
    await many?.stop()
  }
}
