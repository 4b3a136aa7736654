// npm run growth -- [--only union,widths] [--rounds 7] [--report] [--list]
// How the processor time of each kind of input grows with its size; ends with 1 where one grows faster than it may.
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { markdownTable } from '../process/table.js'
import { exponentOf, leastCosts } from './fit.js'
import { RECORD_CASES } from './record-cases.js'
import { ROUTE_CASES } from './route-cases.js'
import { SERVICE_CASES } from './service-cases.js'

/** A linear cost is measured a little above 1: what is larger fits the processor's caches less. */
const LIMIT = 1.15

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    report: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false }
  }
})
const wanted = given.only?.split(',')
const cases = [...RECORD_CASES, ...SERVICE_CASES, ...ROUTE_CASES].filter(
  ({ name }) => wanted === undefined || wanted.some((part) => name.includes(part))
)
if (cases.length === 0) throw new Error(`no case is called ${given.only}`)

if (given.list) for (const { name, sizes } of cases) console.log(`${name}: ${sizes.join(', ')}`)
else await measure()

async function measure() {
  console.log(`${describeMachine(machine())}\n`)
  const rows = []
  let faster = 0
  for (const entry of cases) {
    const { fit, costs } = await measured(entry)
    if (fit > LIMIT) faster += 1
    const largest = entry.sizes.at(-1)
    const each = (costs.at(-1) / largest) * 1000
    const row = [entry.name, largest, `${costs.at(-1).toFixed(0)} µs`, `${each.toFixed(each < 10 ? 1 : 0)} ns`]
    rows.push([...row, fit.toFixed(2), fit > LIMIT ? `above ${LIMIT}` : ''])
    console.error(rows.at(-1).join('  '))
  }
  console.log(markdownTable(['input', 'largest size', 'its cost', 'for each', 'exponent', ''], rows))
  console.log(`\n${faster === 0 ? 'Nothing grows' : `${faster} grow`} faster than by an exponent of ${LIMIT}.`)
  if (faster > 0 && !given.report) process.exitCode = 1
}

/** Up to three attempts, of which the least cost of each size counts: other work only ever makes a size look dearer. */
async function measured({ sizes, make }) {
  let costs = sizes.map(() => Number.POSITIVE_INFINITY)
  for (let attempt = 1; ; attempt++) {
    const found = await leastCosts(sizes, make, Number(given.rounds))
    costs = costs.map((cost, index) => Math.min(cost, found[index]))
    const fit = exponentOf(sizes, costs)
    if (fit <= LIMIT || attempt === 3) return { fit, costs }
  }
}
