// npm run paired -- --base <the dist of another build> [--rounds 25] [--least 40]
//
// The writer of this build beside that of another build, in one process, in turn: processor time of the same work.
// For each task it prints the median over the rounds of the ratio of the two, and the bound that the true median is
// below with 95 % confidence (order statistics of the paired ratios, which suppose nothing of how they are distributed).
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine, machine } from '../process/machine.js'
import { medianAndBound } from '../process/statistics.js'
import { markdownTable } from '../process/table.js'

const { values } = parseArgs({
  options: { base: { type: 'string' }, rounds: { type: 'string' }, least: { type: 'string' }, only: { type: 'string' } }
})
if (values.base === undefined) throw new Error('name the build to compare with: --base /path/to/its/dist')
const ROUNDS = Number(values.rounds ?? 25)
/** Processor time of one measurement, in milliseconds. */
const LEAST_MS = Number(values.least ?? 40)
if (!(ROUNDS >= 15)) throw new Error('fewer than 15 rounds say little')

const TEXTS = ['a name', 'another name of some length', 'short', 'something "quoted"', 'ünïcode']

/** What is written: the declaration, made with each build's own decorators, and a value that fits it. */
const TASKS = {
  'two texts': (r) => [r.record({ status: r.text, user_id: r.text }), { status: 'ok', user_id: '42' }],
  'one item': (r) => [item(r), itemOf(7)],
  'one with enums and nulls': (r) => [
    r.record({
      id: r.integer,
      state: r.oneOf(['open', 'closed', 'gone']),
      rank: r.oneOf([1, 2, 3]),
      note: { ...r.text, nullable: true },
      nick: { ...r.text, optional: true },
      seen: { ...r.date, nullable: true }
    }),
    { id: 7, state: 'closed', rank: 2, note: null, seen: new Date(1e12) }
  ],
  'integers and numbers': (r) => [
    r.record({ a: r.integer, b: r.integer, c: r.int32, d: r.number, e: r.number, f: r.float }),
    { a: 7, b: 2 ** 40, c: -5, d: 1.5, e: 1e21, f: 0.25 }
  ],
  'catalog, 100 nested items': (r) => {
    const dimensions = r.record({ w: r.number, h: r.number, d: r.number })
    const entry = r.record({
      id: r.integer,
      name: r.text,
      price: r.number,
      tags: r.list(r.text),
      dimensions: r.of(dimensions),
      createdAt: r.date
    })
    return [
      [entry],
      many(100, (index) => ({
        ...itemOf(index),
        price: index * 1.5,
        tags: ['a', 'b'],
        dimensions: { w: 1, h: index, d: 2.5 }
      }))
    ]
  },
  'tree of 31': (r) => {
    const node = r.record({ name: r.text, weight: r.integer })
    r.add(node, 'children', { type: () => [node] })
    const tree = (depth) => ({ name: 'n', weight: depth, children: depth === 0 ? [] : many(2, () => tree(depth - 1)) })
    return [node, tree(4)]
  },
  '1,000 integers': (r) => [[r.Integer], many(1_000, (index) => index * 3)],
  '1,000 numbers': () => [[Number], many(1_000, (index) => index * 1.5)],
  '1,000 texts': () => [[String], many(1_000, (index) => `some text ${index}`)],
  'a map of 50': (r) => [r.mapOf(Number), Object.fromEntries(many(50, (index) => [`key${index}`, index]))]
}

function item(r) {
  return r.record({ id: r.integer, name: r.text, createdAt: r.date })
}

function itemOf(id) {
  return { id, name: TEXTS[id % TEXTS.length], createdAt: new Date(1_700_000_000_000 + id * 1_000) }
}

function many(count, make) {
  return Array.from({ length: count }, (_, index) => make(index))
}

async function buildOf(dist) {
  const load = (path) => import(pathToFileURL(resolve(dist, 'src', path)).href)
  const [{ Field }, types, { compileWriter }] = await Promise.all([
    load('record/field/field.js'),
    load('record/type/type-expression.js'),
    load('record/writer.js')
  ])
  const { Integer, Int32, Float, enumOf, mapOf, parseType } = types
  const add = (target, name, { type, ...options }) => Field(type, options)(target.prototype, name)
  const of = (type) => ({ type: () => type })
  const declare = {
    add,
    of,
    Integer,
    mapOf,
    record: (fields) => {
      const target = class Written {}
      for (const [name, field] of Object.entries(fields)) add(target, name, field)
      return target
    },
    list: ({ type }) => ({ type: () => [type()] }),
    oneOf: (list) => of(enumOf(list)),
    text: of(String),
    number: of(Number),
    integer: of(Integer),
    int32: of(Int32),
    float: of(Float),
    date: of(Date)
  }
  return (task) => {
    const [type, value] = TASKS[task](declare)
    const write = compileWriter(parseType(type, 'bench'))
    const notes = { misfits: undefined }
    return { write: () => write(value, notes), isNoted: () => notes.misfits !== undefined }
  }
}

function time(write, calls) {
  const { user, system } = process.cpuUsage()
  let length = 0
  // The length in bytes is asked for as a reply does: a text put together from pieces becomes one text only then.
  for (let call = 0; call < calls; call++) length += Buffer.byteLength(write())
  const spent = process.cpuUsage({ user, system })
  if (length === 0) throw new Error('nothing was written')
  return spent.user + spent.system
}

function callsFor(write) {
  for (let calls = 1; ; calls *= 2) if (time(write, calls) >= LEAST_MS * 1_000) return calls
}

console.log(describeMachine(machine()))
const own = await buildOf(new URL('../../dist', import.meta.url).pathname)
const base = await buildOf(values.base)
const rows = []
const all = []
for (const task of Object.keys(TASKS)) {
  if (values.only !== undefined && !task.includes(values.only)) continue
  const contenders = { own: own(task), base: base(task) }
  if (contenders.own.write() !== contenders.base.write()) throw new Error(`${task}: they write different texts`)
  if (contenders.own.isNoted()) throw new Error(`${task}: the value does not fit`)
  const calls = Math.max(callsFor(contenders.own.write), callsFor(contenders.base.write))
  const ratios = []
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ['own', 'base', 'base', 'own'] : ['base', 'own', 'own', 'base']
    const spent = { own: 0, base: 0 }
    for (const name of order) {
      globalThis.gc?.()
      spent[name] += time(contenders[name].write, calls)
    }
    ratios.push(spent.own / spent.base)
    least = Math.min(least, spent.own / 2 / calls)
  }
  const { median, bound } = medianAndBound(ratios)
  all.push(ratios)
  rows.push([task, (least * 1_000).toFixed(0), median.toFixed(3), bound.toFixed(3)])
}
const whole = medianAndBound(many(ROUNDS, (round) => Math.exp(mean(all.map((ratios) => Math.log(ratios[round]))))))
rows.push(['all, geometric mean', '', whole.median.toFixed(3), whole.bound.toFixed(3)])
console.log(`\n${markdownTable([`writing, ${ROUNDS} rounds`, 'ns', 'median ratio', 'upper 95 % bound'], rows)}`)

function mean(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}
