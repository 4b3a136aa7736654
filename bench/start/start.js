// npm run start:size -- [--starts 21] [--report] [--out file.json]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { describeMachine, machine } from '../process/machine.js'
import { save } from '../process/save.js'
import { ServerProcess } from '../process/server-process.js'
import { median, medianAndBound } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'
import { FORBIDDEN, LARGEST_KB, NOT_INSTALLED } from './named-application.js'

const at = (path) => new URL(path, import.meta.url).pathname
/** Away from the peers of the bench, some of which have libraries that the named application has not. */
const OUT = mkdtempSync(join(tmpdir(), 'fieldstone-start-'))
process.on('exit', () => rmSync(OUT, { recursive: true, force: true, maxRetries: 3 }))

/** The named application, once on each framework, as one file of esbuild's. */
const SUBJECTS = [
  { name: 'fieldstone', title: 'Fieldstone', source: at('../dist/start/fieldstone.js') },
  { name: 'hono', title: 'Hono + @hono/zod-openapi', source: at('hono.js') },
  { name: 'fastify', title: 'Fastify + @fastify/swagger', source: at('fastify.js') }
]
const PEER = 'hono'
/** A start is not slower than the peer's. */
const GOAL = 1

const { values } = parseArgs({
  options: { starts: { type: 'string', default: '21' }, report: { type: 'boolean' }, out: { type: 'string' } }
})
const starts = Number(values.starts)
if (!(starts >= 5)) throw new Error('--starts is 5 or more')

// Named as what is measured: bundles of modules that were compiled before would measure what was.
execFileSync(process.execPath, [at('../../node_modules/typescript/bin/tsc'), '-p', at('../tsconfig.json')], {
  stdio: 'inherit'
})
const subjects = []
for (const subject of SUBJECTS) subjects.push(await bundled(subject))

const result = { machine: machine(), options: { starts }, subjects: {} }
console.log(`${describeMachine(result.machine)}\n`)
for (const { name, kilobytes } of subjects) result.subjects[name] = { kilobytes }
const cached = process.getBuiltinModule?.('node:module')?.enableCompileCache !== undefined
await measure('plain', subjects)
if (cached) await measure('cached', subjects.map(behindCache))

const missed = []
const [own] = subjects
const size = own.kilobytes.toFixed(0)
if (!(own.kilobytes < LARGEST_KB)) missed.push(`the bundle has ${size} KB; the goal is below ${LARGEST_KB}`)
for (const word of FORBIDDEN) if (own.text.includes(word)) missed.push(`the bundle contains ${word}`)
const forms = cached ? ['plain', 'cached'] : ['plain']
const rows = subjects.flatMap(({ name, title, kilobytes }) =>
  forms.map((form) => {
    const { times, cpu } = result.subjects[name][form]
    const ratio = name === PEER ? undefined : medianAndBound(times.map((time, index) => time / peerTimes(form)[index]))
    return [
      form === 'plain' ? title : `${title}, with Node’s compile cache`,
      kilobytes.toFixed(0),
      median(times).toFixed(0),
      (median(cpu) / 1_000).toFixed(0),
      ratio === undefined ? '1' : `${ratio.median.toFixed(2)} (≤ ${ratio.bound.toFixed(2)})`
    ]
  })
)
const header = [
  'one file of esbuild --minify',
  'KB',
  'ms to the first 200',
  'ms of processor time',
  'start ÷ Hono, and 95 % bound'
]
console.log(markdownTable(header, rows))
for (const form of forms) {
  const { times } = result.subjects[own.name][form]
  const { bound } = medianAndBound(times.map((time, index) => time / peerTimes(form)[index]))
  if (bound >= GOAL) missed.push(`${form} starts take ${bound.toFixed(2)} of Hono’s at most; the goal is below ${GOAL}`)
}
console.log(missed.length === 0 ? '\nall goals are met' : `\nmissed: ${missed.join('; ')}`)
console.log(save(`start-${result.machine.date.replace(/[:.]/g, '-')}`, result, values.out))
if (missed.length > 0 && values.report !== true) process.exitCode = 1

function peerTimes(form) {
  return result.subjects[PEER][form].times
}

/** As the guide says: `esbuild --bundle --minify --keep-names --platform=node`. */
async function bundled({ name, title, source }) {
  const program = join(OUT, `${name}.cjs`)
  await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    platform: 'node',
    external: NOT_INSTALLED,
    outfile: program,
    logLevel: 'error'
  })
  return {
    name,
    title,
    program,
    ready: '/orders/1',
    kilobytes: statSync(program).size / 1_000,
    text: readFileSync(program, 'utf8')
  }
}

/** The same bundle, started by a file that turns Node's cache of compiled code on. */
function behindCache({ name, program, ready }) {
  const started = join(OUT, `${name}-cached.cjs`)
  const folder = join(OUT, `cache-${name}`)
  // Node writes its cache when the process ends, and not if it is killed.
  const lines = [
    `require('node:module').enableCompileCache(${JSON.stringify(folder)})`,
    'if (process.env.FILL_CACHE) setTimeout(() => process.exit(), 1_000)',
    `require(${JSON.stringify(program)})`
  ]
  writeFileSync(started, `${lines.join('\n')}\n`)
  return { name, program: started, ready }
}

/** Interleaved starts, each subject first as often as the others. */
async function measure(form, among) {
  // Once without a figure: the files come into the page cache, and compiled code into Node's.
  for (const subject of among) {
    const server = await ServerProcess.start(subject, { FILL_CACHE: '1' })
    if (form === 'cached') await server.exited
    else await server.stop()
  }
  for (const { name } of among) result.subjects[name][form] = { times: [], cpu: [] }
  for (let start = 0; start < starts; start++) {
    for (let turn = 0; turn < among.length; turn++) {
      const subject = among[(start + turn) % among.length]
      const server = await ServerProcess.start(subject)
      try {
        const figures = result.subjects[subject.name][form]
        figures.times.push(server.readyAfter)
        figures.cpu.push((await server.usage()).cpu)
      } finally {
        await server.stop()
      }
    }
  }
}
