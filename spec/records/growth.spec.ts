import { expect } from 'chai'
import { Field, Integer, mapOf, oneOf, type TypeExpression, Unknown } from 'fieldstone'
import { written } from '../support/bound.js'

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

async function stepsOf(value: unknown, work: (value: unknown) => unknown): Promise<number> {
  let steps = 0
  await work(
    watched(value, () => {
      steps += 1
      if (steps > MOST_STEPS) throw new RangeError('Too many steps')
    })
  )
  return steps
}

/** Expects that twice the size takes twice the steps, but for what each run takes. */
async function expectLinear(work: (value: unknown) => unknown, make: (size: number) => unknown): Promise<void> {
  const steps: number[] = []
  for (const size of [20, 40, 80]) steps.push(await stepsOf(make(size), work))
  const [one, two, four] = steps as [number, number, number]
  expect(two - one, `${steps} steps`).to.be.at.least(20)
  expect((four - two) / (two - one), `${steps} steps`).to.be.at.most(2.01)
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

const list = <T>(size: number, make: (at: number) => T): T[] => Array.from({ length: size }, (_, at) => make(at))
const nested = (size: number, wrap: (inner: unknown) => unknown, leaf: unknown): unknown =>
  list(size, () => 0).reduce<unknown>((inner) => wrap(inner), leaf)
const entries = (size: number, value: unknown) => Object.fromEntries(list(size, (at) => [`field${at}`, value]))

const row = (id: number) => ({ id, name: `row ${id}` })

/** What is written, of which type, and how a value of a size is made. */
const WRITTEN: readonly [what: string, type: TypeExpression, make: (size: number) => unknown][] = [
  ['a list of records', [Row], (size) => list(size, row)],
  ['a map', mapOf(Integer), (size) => entries(size, 1)],
  ['the depth of a record', Node, (size) => nested(size, (next) => ({ next, value: 1 }), {})],
  ['the depth of a union', oneOf(Left, Right), (size) => nested(size, (next) => ({ next }), { right: true })],
  ['a list of a union', [oneOf(Cat, Dog)], (size) => list(size, (at) => ({ kind: at % 2 === 0 ? 'dog' : 'cat' }))],
  ['what may be anything', Unknown, (size) => list(size, (at) => ({ at, inner: [at] }))],
  ['the depth of what may be anything', Unknown, (size) => nested(size, (inner) => [inner], 1)]
]

describe('The steps', () => {
  for (const [what, type, make] of WRITTEN) {
    it(`to write ${what} grow no faster than its size`, async () =>
      await expectLinear(async (value) => await written(type, value), make))
  }

  it('are counted, and too many end the work', async () => {
    const quadratic = (value: unknown) => {
      const items = value as unknown[]
      return items.every((item) => items.indexOf(item) >= 0)
    }
    const failure = await expectLinear(quadratic, (size) => list(size, (at) => ({ at }))).catch((error: Error) => error)
    expect((failure as Error).message).to.contain('steps')
    const many = list(1_000, (at) => ({ at }))
    expect(await stepsOf(many, quadratic).catch((error: unknown) => error)).to.be.instanceOf(RangeError)
  })
})
