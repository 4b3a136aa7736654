import { expect } from 'chai'
import { Field, Integer, mapOf, oneOf, tupleOf, Unknown } from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { compileSerializer } from '../../src/record/write/serializer.js'
import { compileWriter } from '../../src/record/writer.js'

/** More would take minutes: what grows exponentially ends here. */
const MOST_STEPS = 200_000

/**
 * The value, in which each look at an object or a list is counted: its keys, a property, its prototype. Of one object there
 * is one copy, as readers tell objects apart.
 */
function watched(value: unknown, count: () => void): unknown {
  const known = new WeakMap<object, object>()
  const watch = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const made = known.get(part) ?? new Proxy(part, handler)
    known.set(part, made)
    return made
  }
  const handler: ProxyHandler<object> = {
    get: (target, key, receiver) => {
      count()
      return watch(Reflect.get(target, key, receiver))
    },
    has: (target, key) => {
      count()
      return Reflect.has(target, key)
    },
    ownKeys: (target) => {
      count()
      return Reflect.ownKeys(target)
    },
    getOwnPropertyDescriptor: (target, key) => {
      count()
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
    getPrototypeOf: (target) => {
      count()
      return Reflect.getPrototypeOf(target)
    }
  }
  return watch(value)
}

function stepsOf(value: unknown, work: (value: unknown) => unknown): number {
  let steps = 0
  work(
    watched(value, () => {
      steps += 1
      if (steps > MOST_STEPS) throw new RangeError('Too many steps')
    })
  )
  return steps
}

/** Expects that twice the size takes twice the steps, but for what each run takes. */
function expectLinear(makeWork: () => (value: unknown) => unknown, make: (size: number) => unknown, least: number) {
  const work = makeWork()
  const [one, two, four] = [20, 40, 80].map((size) => stepsOf(make(size), work)) as [number, number, number]
  expect(two - one, `${one}, ${two}, ${four} steps`).to.be.at.least(least)
  expect((four - two) / (two - one), `${one}, ${two}, ${four} steps`).to.be.at.most(2.01)
}

class Row {
  @Field(() => Integer) id!: number
  @Field({ maxLength: 80 }) name!: string
}

class Node {
  @Field(() => Node, { optional: true }) next?: Node
  @Field(() => Integer, { optional: true }) value?: number
}

class Left {
  @Field(() => oneOf(Left, Right), { optional: true }) next?: unknown
  @Field({ optional: true }) left?: boolean
}

class Right {
  @Field(() => oneOf(Left, Right), { optional: true }) next?: unknown
  @Field({ optional: true }) right?: boolean
}

class Cat {
  @Field({ enum: ['cat'] }) kind!: string
  @Field(() => [oneOf(Cat, Dog)], { optional: true }) friends?: unknown[]
}

class Dog {
  @Field({ enum: ['dog'] }) kind!: string
  @Field(() => [oneOf(Cat, Dog)], { optional: true }) friends?: unknown[]
}

class Unique {
  @Field(() => [Row], { uniqueItems: true }) rows!: Row[]
}

class Wide {}
const WIDEST = 80
for (let at = 0; at < WIDEST; at++) Field(() => Integer, { optional: true })(Wide.prototype, `field${at}`)

const list = <T>(size: number, make: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => make(at))
const nested = (size: number, wrap: (inner: unknown) => unknown, leaf: unknown): unknown =>
  list(size, () => 0).reduce<unknown>((inner) => wrap(inner), leaf)
const entries = (size: number, value: unknown) => Object.fromEntries(list(size, (at) => [`field${at}`, value]))

const row = (id: number) => ({ id, name: `row ${id}` })

/** What is read, of which type, and how a value of a size is made. */
const READ: readonly [what: string, type: unknown, make: (size: number) => unknown][] = [
  ['a list of records', [Row], (size) => list(size, row)],
  ['a list of records of which each is wrong', [Row], (size) => list(size, () => ({ id: 'x', name: 5 }))],
  ['a map', mapOf(Integer), (size) => entries(size, 1)],
  ['a map of wrong values', mapOf(Integer), (size) => entries(size, 'x')],
  ['the fields of a record of which each is wrong', Wide, (size) => entries(size, 'x')],
  ['the depth of a record', Node, (size) => nested(size, (next) => ({ next, value: 1 }), {})],
  [
    'the depth of a record that is wrong at its end',
    Node,
    (size) => nested(size, (next) => ({ next }), { value: 'x' })
  ],
  ['the depth of a union', oneOf(Left, Right), (size) => nested(size, (next) => ({ next }), { right: true })],
  [
    'the depth of a union that is wrong at its end',
    oneOf(Left, Right),
    (size) => nested(size, (next) => ({ next }), 5)
  ],
  [
    'the depth of a union of constants',
    oneOf(Cat, Dog),
    (size) => nested(size, (friend) => ({ kind: 'dog', friends: [friend] }), { kind: 'cat' })
  ],
  [
    'a list of a union',
    [oneOf(Cat, Dog, Row)],
    (size) => list(size, (at) => (at % 2 === 0 ? { kind: 'dog' } : row(at)))
  ],
  [
    'a list of a union that no member accepts',
    tupleOf([oneOf(Cat, Dog)]),
    (size) => [list(size, () => ({ kind: 'x' }))]
  ],
  ['a list of a union of lists', [oneOf([Integer], [String])], (size) => list(size, () => [1, 'x'])],
  ['what may be anything', Unknown, (size) => list(size, (at) => ({ at, inner: [at] }))],
  ['the depth of what may be anything', Unknown, (size) => nested(size, (inner) => [inner], 1)],
  ['unique records', Unique, (size) => ({ rows: list(size, row) })],
  ['unique records of which the last is repeated', Unique, (size) => ({ rows: [...list(size, row), row(size - 1)] })],
  [
    'unique records with their names in turn',
    Unique,
    (size) => ({
      rows: list(size, (id) => (id % 2 === 0 ? { id, name: 'x' } : { name: 'x', id }))
    })
  ]
]

/** What is written, of which type, and how a value of a size is made. */
const WRITTEN: readonly [what: string, type: unknown, make: (size: number) => unknown][] = [
  ['a list of records', [Row], (size) => list(size, row)],
  ['a map', mapOf(Integer), (size) => entries(size, 1)],
  ['the depth of a record', Node, (size) => nested(size, (next) => ({ next, value: 1 }), {})],
  ['the depth of a union', oneOf(Left, Right), (size) => nested(size, (next) => ({ next }), { right: true })],
  ['a list of a union', [oneOf(Cat, Dog)], (size) => list(size, (at) => ({ kind: at % 2 === 0 ? 'dog' : 'cat' }))],
  ['what may be anything', Unknown, (size) => list(size, (at) => ({ at, inner: [at] }))],
  ['the depth of what may be anything', Unknown, (size) => nested(size, (inner) => [inner], 1)]
]

describe('The steps', () => {
  for (const [what, type, make] of READ) {
    for (const generatesCode of [true, false]) {
      it(`to read ${what} grow no faster than its size, ${generatesCode ? 'by generated code' : 'by closures'}`, () => {
        expectLinear(
          () => {
            const binder = compileBinder(parseType(type, 'here'), 'json', 'body', { generatesCode })
            return (value) => binder.validate(value)
          },
          make,
          20
        )
      })
    }
  }

  for (const [what, type, make] of WRITTEN) {
    it(`to write ${what} grow no faster than its size, by generated code and by projectors`, () => {
      const parsed = parseType(type, 'here')
      expectLinear(() => compileWriter(parsed) as (value: unknown) => unknown, make, 20)
      expectLinear(
        () => {
          const serialize = compileSerializer(parsed)
          return (value) => JSON.stringify(serialize(value))
        },
        make,
        20
      )
    })
  }

  it('are counted, and too many end the work', () => {
    const quadratic = (value: unknown) => {
      const items = value as unknown[]
      return items.every((item) => items.indexOf(item) >= 0)
    }
    expect(() =>
      expectLinear(
        () => quadratic,
        (size) => list(size, (at) => ({ at })),
        20
      )
    ).to.throw('steps')
    expect(() =>
      stepsOf(
        list(1_000, (at) => ({ at })),
        quadratic
      )
    ).to.throw(RangeError)
  })
})
