/** The largest exponent that passes: a linear cost is measured a little above 1, as what is larger fits the processor's caches less. */
export const LIMIT = 1.15

const SAMPLE_MICROSECONDS = 4_000

/**
 * The least processor time of one run at each size, in microseconds: other work only ever makes a run slower. All sizes
 * are measured in turn, and a small one is run as often as takes as long as a large one, with its garbage.
 *
 * @param make makes the function that is measured, for one size: `(size) => run`, or `{ run, walk, close }`, where `walk`
 *   does no more than go over the same values
 * @returns `{ costs, walks }`, the second undefined where there is no such function
 */
export async function leastCosts(sizes, make, rounds) {
  const made = []
  for (const size of sizes) made.push(await makeRuns(make, size))
  try {
    const costs = await leastOf(made, 'run', rounds)
    const walks = made[0].walk && (await leastOf(made, 'walk', rounds))
    return { costs, walks }
  } finally {
    for (const { close } of made) await close?.()
  }
}

async function leastOf(made, name, rounds) {
  const runs = made.map((each) => each[name])
  const times = []
  for (const run of runs) {
    const once = await warmUp(run)
    times.push(Math.max(1, Math.ceil(SAMPLE_MICROSECONDS / Math.max(once, 1))))
  }
  const costs = runs.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of runs.entries()) {
      globalThis.gc?.()
      costs[index] = Math.min(costs[index], await costOf(run, times[index]))
    }
  }
  return costs
}

async function makeRuns(make, size) {
  const made = await make(size)
  return typeof made === 'function' ? { run: made } : made
}

/** Runs until the engine has compiled what it will, and knows which values come; returns the last cost. */
async function warmUp(run) {
  const until = performance.now() + 50
  let cost
  let times = 0
  do {
    cost = await costOf(run, 1)
    times++
  } while (times < 3 || (performance.now() < until && times < 10_000))
  return cost
}

async function costOf(run, times) {
  const before = process.cpuUsage()
  for (let index = 0; index < times; index++) {
    const running = run()
    if (running !== undefined) await running
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

/**
 * By which power of the size the cost grows: 1 is linear, 2 quadratic. The slope of the line through the logarithms, of all
 * sizes or of the three largest, whichever is more: what each run costs whatever its size hides the growth of small ones.
 * By as much as the walk over the same values grows faster than they do, the machine is slower with many values (its
 * caches hold less of them): that is left out.
 */
export function exponentOf(sizes, costs, walks) {
  const from = (first) => {
    const machine = walks === undefined ? 0 : slope(sizes, walks, first) - 1
    return slope(sizes, costs, first) - Math.max(0, machine)
  }
  return Math.max(from(0), from(-3))
}

function slope(sizes, costs, first) {
  const points = sizes.map((size, index) => [Math.log(size), Math.log(Math.max(costs[index], 0.01))]).slice(first)
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}
