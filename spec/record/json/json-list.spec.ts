import { Failure, stepTo } from '../../../src/record/json/failure.js'
import { anyForm, hasNoForm, hasToJSON, scalarForm, TypeMismatch } from '../../../src/record/json/json-form.js'
import { JsonKeys } from '../../../src/record/json/json-keys.js'
import {
  ANYTHING,
  checkDepth,
  isList,
  projectScalar,
  projectStructure,
  projectValue
} from '../../../src/record/json/projection.js'
import { findPromises, isPromise, promiseFailure } from '../../../src/record/json/promises.js'
import { calls, expectWholeList, shown } from '../../support/whole-list.js'

class Money {
  readonly #amount: unknown
  constructor(amount: unknown) {
    this.#amount = amount
  }
  toJSON(): unknown {
    return this.#amount
  }
}
class Plain {
  a = 1
}

const saying = (form: unknown, more: object = {}) => Object.assign(more, { toJSON: () => form })
/** An object that is awaited, as the query of a database is. */
const awaited = () => Object.fromEntries([['then', () => undefined]])
const late = () => Promise.resolve(1)
const rejected = () => Promise.reject(new Error('late'))

/** Values by what they are, each made anew. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  'a date in the middle of the year -1': () => new Date(Date.UTC(-1, 5, 1)),
  'a date in the middle of the year 10000': () => new Date(Date.UTC(10_000, 5, 1)),
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  'a number': () => 1.5,
  'no number': () => Number.NaN,
  'a text': () => 'a',
  'a symbol': () => Symbol('s'),
  'a small bigint': () => 5n,
  'the largest safe bigint': () => 2n ** 53n - 1n,
  'a large bigint': () => 2n ** 53n,
  'the least safe bigint': () => -(2n ** 53n) + 1n,
  'a small large bigint': () => -(2n ** 53n),
  'a function': () => () => 1,
  'a function with toJSON': () => saying('f', () => 1),
  'an object': () => ({ a: 1 }),
  'a bare object': () => Object.create(null),
  'an instance': () => new Plain(),
  'an instance without a name': () => new (class {})(),
  'an object of an odd class': () => Object.create({ constructor: { name: 5 } }),
  'an object without a constructor': () => Object.create({ constructor: undefined }),
  'a list': () => [1],
  'a map': () => new Map([[1, 2]]),
  'a date': () => new Date(0),
  'no date': () => new Date(Number.NaN),
  'a date before the year 0': () => new Date(-62167219200001),
  'the first date of the year 0': () => new Date(-62167219200000),
  'the last date of the year 9999': () => new Date(253402300799999),
  'a date of the year 10000': () => new Date(253402300800000),
  'a date with toJSON': () => saying('own', new Date(0)),
  'a promise': late,
  'a promise that is rejected': rejected,
  'a thenable': awaited,
  'no thenable': () => Object.fromEntries([['then', 1]]),
  'toJSON that is no function': () => ({ toJSON: 1 }),
  'toJSON of a text': () => new Money('5 CHF'),
  'toJSON of a number': () => new Money(5),
  'toJSON of null': () => new Money(null),
  'toJSON of nothing': () => new Money(undefined),
  'toJSON of an object': () => new Money({ a: 1 }),
  'toJSON of an instance': () => new Money(new Plain()),
  'toJSON of a list': () => new Money([1]),
  'toJSON of a date': () => new Money(new Date(0)),
  'toJSON of no date': () => new Money(new Date(Number.NaN)),
  'toJSON of a promise': () => new Money(late()),
  'toJSON of a rejected promise': () => new Money(rejected()),
  'toJSON of a bigint': () => new Money(5n),
  'toJSON of a function': () => new Money(() => 1),
  'toJSON that reads its argument': () => ({ toJSON: (key: unknown) => `key ${shown(key)}` }),
  'toJSON that throws': () => ({
    toJSON: () => {
      throw new TypeError('no form')
    }
  }),
  'a boxed text': () => Object('a'),
  'a boxed number': () => Object(1),
  'a boxed boolean': () => Object(false),
  'a boxed bigint': () => Object(5n),
  'a large boxed bigint': () => Object(2n ** 60n),
  'a boxed symbol': () => Object(Symbol('s')),
  'toJSON of a boxed text': () => new Money(Object('a'))
}

/** What a call comes to, and the reason of a failure. */
function formOf(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    if (!(error instanceof Failure)) return `throws ${(error as Error).message}`
    return `${error.constructor.name}: ${error.reason}${error.path === '' ? '' : ` at ${error.path}`}`
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Money)

const PROJECTORS = {
  anything: ANYTHING,
  'a text': projectScalar('a text', false),
  'perhaps a text': projectScalar('a text', true),
  'a list': projectStructure('a list', false, isList, (list, depth) => ['list', list.length, depth]),
  'perhaps a list': projectStructure('a list', true, isList, (list, depth) => ['list', list.length, depth]),
  'an object': projectStructure('an object', false, isObject, (value, depth) => [Object.keys(value), depth]),
  'perhaps an object': projectStructure('an object', true, isObject, (value, depth) => [Object.keys(value), depth])
}

const long = (length: number, last = 'a') => `${'x'.repeat(length - 1)}${last}`
const withKeys = (count: number, last: string) =>
  Object.fromEntries([...Array.from({ length: count }, (_, at) => [`key ${at}`, at]), [last, 1]])
let deep: unknown = 1
for (let at = 0; at < 256; at++) deep = [deep]

/** Groups of values; those of one line are compared with each other. */
const COMPARED: readonly (readonly [what: string, ...values: unknown[]])[] = [
  ['scalars', 1, '1', true, null, 1n, undefined, 0, -0, '', 'n1', '#1', '"1', Number.NaN, '~', 'true', false, 'f'],
  ['order of members', { a: 1, b: 2 }, { b: 2, a: 1 }, { a: 2, b: 1 }, { b: 1, a: 2 }, { a: 1 }, { a: 1, b: 2, c: 3 }],
  ['three members', { a: 1, b: 2, c: 3 }, { c: 3, a: 1, b: 2 }, { b: 2, c: 3, a: 1 }, { c: 1, a: 2, b: 3 }],
  ['members of members', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, { a: { b: 2, c: 1 } }, { a: [{ b: 1, c: 2 }] }],
  ['lists', [], [1], [1, 2], [2, 1], ['1', 2], [[1], 2], [[1, 2]], [12], ['a', 'b'], ['ab'], ['a1:b'], [null], [false]],
  ['lists of texts', ['a', '"1:b'], ['a"1:b'], ['1', '2,'], [1, 2], ['#1,'], ['t'], [true], ['n'], [null]],
  ['objects and lists', {}, [], { 0: 1 }, [1], { length: 1 }, null],
  ['names that join', { 'a1:b': 1 }, { a: 1, b: 1 }, { ab: 1 }, { '': 1 }, { 1: 1 }, { a: { b: 1 } }, { 'a.b': 1 }],
  ['one shape at two places', [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { b: 1 }], [{ b: 1 }, { a: 1 }]],
  [
    'long texts',
    long(8191),
    long(8191, 'b'),
    long(8192),
    long(8192, 'b'),
    long(8193),
    long(8193, 'b'),
    `${long(8190)}c`
  ],
  [
    'longer texts',
    long(20_000),
    long(20_000, 'b'),
    long(20_001),
    `y${long(19_999)}`,
    long(8190),
    long(16_382),
    long(16_383)
  ],
  ['long lists', [long(9000)], [long(9000, 'b')], [long(4500), long(4500)], [long(4500), long(4500, 'b')]],
  [
    'many members',
    withKeys(900, 'a'),
    withKeys(900, 'b'),
    Object.fromEntries(Object.entries(withKeys(900, 'a')).reverse())
  ],
  ['depth', deep, [deep], deep],
  [
    'no JSON',
    new Plain(),
    new Date(0),
    Symbol('s'),
    [undefined],
    { a: undefined },
    [() => 1],
    new Map(),
    [1n],
    [new Plain()]
  ]
]

/** The numbers of the classes of equal keys, and how long the keys are. */
function classes(keyOf: (keys: JsonKeys, value: unknown) => unknown, values: readonly unknown[]): string {
  const keys = new JsonKeys()
  const known: unknown[] = []
  const lengths = new Set<string>()
  const numbers = values.map((value) => {
    let key: unknown
    try {
      key = keyOf(keys, value)
    } catch (error) {
      return (error as Error).message
    }
    if (typeof key === 'string') lengths.add(key.length > 100 ? 'long' : key)
    const at = known.indexOf(key)
    return at === -1 ? known.push(key) - 1 : at
  })
  return `${numbers.join(' ')}; keys ${[...lengths].map((key) => JSON.stringify(key)).join(' ')}`
}

/** As many as are searched, but for the list itself and three others. */
const MANY = Array.from({ length: 99_996 }, () => ({}))
const inner = { deep: late() }
const CONTAINERS: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  'list with null': () => [null, late()],
  'a text': () => 'a',
  'a promise': late,
  'a function': () => () => 1,
  'a function with a promise': () => Object.assign(() => 1, { a: late() }),
  list: () => [1, [late()]],
  'list of two': () => [{ a: { b: late() } }, rejected()],
  object: () => ({ a: 1, b: { 'c d': rejected() } }),
  map: () => new Map<unknown, unknown>([['k', [late()]]]),
  'map of numbers': () => new Map<unknown, unknown>([[5, { a: late() }]]),
  set: () => new Set([late()]),
  getter: () => ({
    get a() {
      return late()
    }
  }),
  thenable: () => ({ a: [awaited()] }),
  'no thenable': () => ({ a: Object.fromEntries([['then', late()]]) }),
  bytes: () => Object.assign(new Uint8Array(2), { a: late() }),
  'within a promise': () => Object.assign(late(), { a: late() }),
  'met twice': () => ({ one: inner, two: inner }),
  ring: () => {
    const ring: { again?: unknown; last?: unknown } = {}
    ring.again = [ring]
    ring.last = late()
    return ring
  },
  'hidden member': () => Object.defineProperty({}, 'a', { value: late() }),
  'many objects': () => [MANY, [late()]],
  'too many objects': () => [MANY, [[late()]]],
  'too many objects after a promise': () => [late(), MANY, [[late()]]]
}

describe('A value in JSON', () => {
  it('has the form of json-list.txt', () => {
    const lines: string[] = []
    for (const [what, make] of Object.entries(VALUES)) {
      const facts = [hasNoForm(make()) && 'has no form', hasToJSON(make()) && 'has toJSON'].filter(Boolean)
      const any = formOf(() => anyForm(make()))
      const scalar = formOf(() => scalarForm(make(), 'a text'))
      lines.push(
        `${what}${facts.map((fact) => ` ${String(fact)}`).join()}: ${any}${scalar === any ? '' : `; as a scalar ${scalar}`}`
      )
      for (const [name, projector] of Object.entries(PROJECTORS)) {
        const projected = formOf(() => projectValue(make(), projector, 3))
        if (projected !== any) lines.push(`  where ${name} is declared: ${projected}`)
      }
    }
    lines.push('\n# mismatches')
    for (const [what, make] of Object.entries(VALUES)) {
      const value = make()
      if (hasNoForm(value) || hasToJSON(value) || value instanceof Promise) continue
      lines.push(
        `${what}: ${new TypeMismatch(value, 'a number').reason}; ${new TypeMismatch({}, 'a number', value).reason}`
      )
    }
    const failure = new Failure('why').within('.c').within('[1]').within('.a')
    lines.push(`${failure.reason} at ${failure.path}`, `${new Failure('why').within('[0]').path}`)
    lines.push(
      ...calls('stepTo', stepTo, [
        ['a'],
        [''],
        ['a b'],
        ['a.b'],
        ['[0]'],
        ['0'],
        ['__proto__'],
        ['ä'],
        ['a"b'],
        ['$a_1']
      ])
    )
    lines.push(`depth ${[0, 1, 255, 256, 257, 1000].map((depth) => formOf(() => checkDepth(depth))).join('; ')}`)
    expectWholeList('record/json/json-list.txt', lines)
  })

  it('has the key of key-list.txt', () => {
    const lines: string[] = []
    for (const [what, ...values] of COMPARED) {
      lines.push(`${what}: ${classes((keys, value) => keys.plain(value), values)}`)
      lines.push(`  by identity: ${classes((keys, value) => keys.scalar(value), values)}`)
    }
    expectWholeList('record/json/key-list.txt', lines)
  })

  it('leads to the promises of promise-list.txt', async () => {
    const lines: string[] = []
    for (const [what, make] of Object.entries(CONTAINERS)) lines.push(`${what}: ${shown(findPromises(make()))}`)
    lines.push(`${promiseFailure(rejected()).reason}; ${isPromise(awaited())} ${isPromise({})} ${isPromise(late())}`)
    // What is rejected and not awaited ends the process in the next turn.
    await new Promise((resolve) => setImmediate(resolve))
    expectWholeList('record/json/promise-list.txt', lines)
  })
})
