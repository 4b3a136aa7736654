// npm run growth -- [--only union,widths] [--rounds 7] [--report] [--list]
// How the processor time of each kind of input grows with its size; ends with 1 where one grows faster than it may.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { markdownTable } from '../process/table.js'
import { CASES } from './cases.js'
import { LIMIT } from './fit.js'

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    report: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false }
  }
})
/** In how many processes a case may be measured: what is above the limit in one of them only is the noise of that one. */
const PROCESSES = 3

const wanted = given.only?.split(',')
const cases = [...CASES.entries()].filter(
  ([, { name }]) => wanted === undefined || wanted.some((part) => name.includes(part))
)
if (cases.length === 0) throw new Error(`no case is called ${given.only}`)

if (given.list) for (const [, { name, sizes }] of cases) console.log(`${name}: ${sizes.join(', ')}`)
else await measure()

async function measure() {
  console.log(`${describeMachine(machine())}\n`)
  const rows = []
  let faster = 0
  for (const [index, { name, sizes }] of cases) {
    const { exponent, costs } = await leastMeasured(index, name)
    if (exponent > LIMIT) faster += 1
    const largest = sizes.at(-1)
    const each = (costs.at(-1) / largest) * 1000
    const row = [name, largest, `${costs.at(-1).toFixed(0)} µs`, `${each.toFixed(each < 10 ? 1 : 0)} ns`]
    rows.push([...row, exponent.toFixed(2), exponent > LIMIT ? `above ${LIMIT}` : ''])
    console.error(rows.at(-1).join('  '))
  }
  console.log(markdownTable(['input', 'largest size', 'its cost', 'for each', 'exponent', ''], rows))
  console.log(`\n${faster === 0 ? 'Nothing grows' : `${faster} grow`} faster than by an exponent of ${LIMIT}.`)
  if (faster > 0 && !given.report) process.exitCode = 1
}

async function leastMeasured(index, name) {
  let least
  for (let run = 1; run <= PROCESSES; run++) {
    const found = await measured(index, name)
    if (least === undefined || found.exponent < least.exponent) least = found
    if (least.exponent <= LIMIT) break
  }
  return least
}

/** What a process of its own measures of the case: one has no garbage of another, nor code that another one has compiled. */
async function measured(index, name) {
  const child = fork(new URL('one-case.js', import.meta.url), [String(index), given.rounds])
  let result
  child.once('message', (message) => {
    result = message
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0 || result === undefined) throw new Error(`${name}: its process ended with ${signal ?? code}`)
  return result
}
