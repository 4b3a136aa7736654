// npm run bulk -- [--subjects fieldstone,fastify] [--starts 5] [--controllers 1000] [--report] [--out file.json]
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { median } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'

const MB = 1024 * 1024
/** What 10,000 routes with their document may need: milliseconds of processor time, and megabytes at most at any time. */
const GOALS = { cpu: 2_000, peak: 250 }
const LIMIT_MS = 60_000
const TITLES = { fieldstone: 'Fieldstone', fastify: 'Fastify, @fastify/swagger' }

const { values } = parseArgs({
  options: {
    subjects: { type: 'string', default: Object.keys(TITLES).join() },
    starts: { type: 'string', default: '5' },
    controllers: { type: 'string', default: '1000' },
    report: { type: 'boolean', default: false },
    out: { type: 'string' }
  }
})
const names = values.subjects.split(',')
const starts = Number(values.starts)
const controllers = Number(values.controllers)
const unknown = names.filter((name) => TITLES[name] === undefined)
if (unknown.length > 0) throw new Error(`no subject ${unknown}; there are ${Object.keys(TITLES)}`)
if (!(starts > 0 && controllers > 0)) throw new Error('--starts and --controllers are above 0')

const result = { machine: machine(), options: { starts, controllers }, goals: GOALS, subjects: {} }
console.log(`${describeMachine(result.machine)}; ${(controllers * 10).toLocaleString('en')} routes\n`)
for (const name of names) result.subjects[name] = []
// Once for nothing: the files come into the page cache.
for (const name of names) await measure(name, 1)
for (let start = 0; start < starts; start++) {
  for (const name of names) result.subjects[name].push(await measure(name, controllers))
}
const rows = names.map((name) => {
  const of = (read) => {
    const all = result.subjects[name].map(read)
    return `${median(all).toFixed(0)} (${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)})`
  }
  return [
    TITLES[name],
    of(({ cpu }) => cpu / 1_000),
    of(({ peak }) => peak / MB),
    of(({ kept }) => kept / MB),
    of(({ heap }) => heap / MB),
    of(({ documentMs }) => documentMs),
    of(({ documentBytes }) => documentBytes / MB)
  ]
})
const header = [
  'start to the first response',
  'ms of processor time',
  'MB at most',
  'MB after a collection',
  'MB of heap',
  'ms until the document',
  'MB of document'
]
console.log(markdownTable(header, rows))
console.log(`\n${save(`bulk-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out)}`)

const own = result.subjects.fieldstone
if (own !== undefined && controllers === 1_000) {
  const cpu = median(own.map((each) => each.cpu / 1_000))
  const peak = median(own.map((each) => each.peak / MB))
  const line = (what, value, goal, unit) =>
    `${value <= goal ? 'met' : 'missed'}: ${what}, ${value.toFixed(0)} ${unit}; the goal is ${goal} ${unit}`
  console.log(`${line('processor time', cpu, GOALS.cpu, 'ms')}\n${line('memory', peak, GOALS.peak, 'MB')}`)
  if (!values.report && (cpu > GOALS.cpu || peak > GOALS.peak)) process.exitCode = 1
}

/** One start of an application until its first response; then its document is read. */
async function measure(name, count) {
  const child = fork(new URL(`${name}.js`, import.meta.url), {
    execArgv: ['--expose-gc', '--import', new URL('usage.js', import.meta.url).href],
    env: { ...process.env, NODE_ENV: 'production', CONTROLLERS: String(count) },
    timeout: LIMIT_MS
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const receive = () => {
    return new Promise((resolve, reject) => {
      child.once('message', resolve)
      exited.then((code) => reject(new Error(`${name} ended with ${code}`)))
    })
  }
  try {
    const { port } = await receive()
    const url = `http://127.0.0.1:${port}`
    const { status } = await fetchWhole(`${url}/things0/3`)
    if (status !== 200) throw new Error(`${name} responds with ${status}`)
    const usage = receive()
    child.send('usage')
    const used = await usage
    const begin = performance.now()
    const { text } = await fetchWhole(`${url}/openapi.json`)
    const documentMs = performance.now() - begin
    const paths = Object.keys(JSON.parse(text).paths).length
    if (paths !== count * 4) throw new Error(`the document of ${name} has ${paths} paths`)
    return { ...used, documentMs, documentBytes: text.length }
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

async function fetchWhole(url) {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}
