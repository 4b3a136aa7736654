import { fork } from 'node:child_process'
import { median } from '../process/statistics.js'

const RUNS = 3
const LIMIT_MS = 60_000
const PROGRAMS = ['many-controllers.js', 'many-routes.js', 'many-routes-fastify.js']

/** What large applications take to set up: medians of several processes, in milliseconds, by what was done. */
export async function measureGrowth() {
  const samples = {}
  for (let run = 0; run < RUNS; run++) {
    for (const program of PROGRAMS) {
      for (const [what, milliseconds] of Object.entries(await runOnce(program))) {
        samples[what] ??= []
        samples[what].push(milliseconds)
      }
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([what, values]) => [what, median(values)]))
}

function runOnce(program) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL(program, import.meta.url), { timeout: LIMIT_MS })
    let times
    child.once('message', (message) => {
      times = message
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (times === undefined) reject(new Error(`${program} ended with ${code ?? signal} and no result`))
      else resolve(times)
    })
  })
}
