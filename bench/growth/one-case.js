// Started by growth.js for one case, so that no case runs beside what another one has left: node one-case.js <index> <rounds>
import { CASES } from './cases.js'
import { exponentOf, LIMIT, leastCosts } from './fit.js'

const ATTEMPTS = 2

const [index, rounds] = process.argv.slice(2).map(Number)
process.send(await measured(CASES[index]))
process.disconnect()

/** Up to two attempts, of which the least cost of each size counts: other work only ever makes a size look dearer. */
async function measured({ sizes, make }) {
  let least
  for (let attempt = 1; ; attempt++) {
    const found = await leastCosts(sizes, make, rounds)
    least = { costs: lesser(found.costs, least?.costs), walks: lesser(found.walks, least?.walks) }
    const exponent = exponentOf(sizes, least.costs, least.walks)
    if (exponent <= LIMIT || attempt === ATTEMPTS) return { exponent, costs: least.costs }
  }
}

function lesser(costs, others) {
  return others === undefined ? costs : costs.map((cost, index) => Math.min(cost, others[index]))
}
