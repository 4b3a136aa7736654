/**
 * Runs verify with its default options on an application with each of the planted mistakes of developers
 * (`spec/verify/application-mistakes`), and prints what it finds: `npm run mistakes`.
 *
 * - `--only <id,…>`: these mistakes; the whole report of each is printed
 * - `--seed <n>`: the seed of each run (default: 1)
 * - `--honest <n>`: in place of mistakes the honest application, with n seeds and 10,000 requests each
 * - `--jobs <n>`: processes side by side (default: 2); with 1 the times are those of one core
 *
 * Ends with 1 where fewer than 95 % of the mistakes are reported as what they are, and where the honest application has
 * any finding.
 */
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    honest: { type: 'string' },
    jobs: { type: 'string', default: '2' }
  }
})
const LEAST = 0.95

const { EXPECTED, MISTAKES } = await import('../dist/spec/verify/application-mistakes/expected-findings.js')
const seed = Number(values.seed)
const ids = values.only?.split(',')
const tasks =
  values.honest === undefined
    ? MISTAKES.filter(({ id }) => ids?.includes(id) ?? true).map(({ id }) => ({ id, seed, isWhole: ids !== undefined }))
    : Array.from({ length: Number(values.honest) }, (_, index) => ({ seed: seed + index, runs: 10_000, isWhole: true }))

const results = []
const waiting = [...tasks]
await Promise.all(Array.from({ length: Math.min(Number(values.jobs), tasks.length) }, work))

/** Gives a process one task after the other. */
async function work() {
  const child = fork(new URL('application-mistakes-run.mjs', import.meta.url), {
    execArgv: ['--conditions=fieldstone-modules']
  })
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
    const result = await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) =>
        reject(new Error(`the run of ${task.id ?? 'the honest application'} ended with ${code}`))
      )
      child.send(task)
    })
    child.removeAllListeners('exit')
    results.push(result)
    print(result)
  }
  child.disconnect()
}

function print({ id, seed, findings, seconds, requests, report }) {
  const kinds = [...new Set(findings.map(({ kind, operation }) => `${kind} ${operation}`))].slice(0, 4).join(', ')
  const name = id ?? `the honest application, seed ${seed}`
  console.log(
    `${verdictOf({ id, findings }).padEnd(9)} ${name} (${seconds.toFixed(1)} s, ${requests} requests) ${kinds}`
  )
  if (report !== undefined && (id !== undefined || findings.length > 0)) console.log(`${report}\n`)
}

function verdictOf({ id, findings }) {
  if (id === undefined) return findings.length === 0 ? 'clean' : 'ALARM'
  if (findings.some(({ kind }) => EXPECTED[id]?.includes(kind))) return 'named'
  return findings.length > 0 ? 'found' : 'MISSED'
}

const verdicts = results.map(verdictOf)
const count = (verdict) => verdicts.filter((other) => other === verdict).length
const longest = Math.max(...results.map(({ seconds }) => seconds))
if (values.honest === undefined) {
  const share = count('named') / results.length
  console.log(
    `\n${count('named')} of ${results.length} mistakes are reported as what they are (${(share * 100).toFixed(1)} %), ` +
      `${count('found')} as something else, ${count('MISSED')} are missed. The longest run took ${longest.toFixed(1)} s.`
  )
  process.exitCode = share >= LEAST ? 0 : 1
} else {
  console.log(`\n${count('ALARM')} of ${results.length} runs of the honest application have findings.`)
  process.exitCode = count('ALARM') === 0 ? 0 : 1
}
