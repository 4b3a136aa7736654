import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import {
  ArrayUnique,
  arrayUnique,
  IsArray,
  IsOptional,
  registerDecorator,
  validate,
  validateSync
} from 'class-validator'
import fc from 'fast-check'
import { type Binder, compileBinder } from '../../../src/record/binder.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { hasDistinctItems, hasUniqueItems } from '../../../src/record/rule/unique-items.js'
import { chance } from '../../support/chance.js'
import { comparisons } from '../../support/comparisons.js'

describe('Unique items', () => {
  const unique: [string, unknown][] = [
    ['no items', []],
    ['different scalars', [1, '1', true, 'true', null, 'null', false, 'false', 0, '0', '']],
    ['an object and its text', [{ a: 1 }, '{"a":1}', '{"":[["a",1]]}']],
    ['an object and the list of its entries', [{ a: 1 }, [['a', 1]]]],
    ['an object and how it is compared', [{ a: 1 }, { '': [['a', 1]] }]],
    [
      'lists in another order',
      [
        [1, 2],
        [2, 1]
      ]
    ],
    ['a member that is null and one that is missing', [{ a: null }, {}]],
    ['a member that is null and one that is undefined', [{ a: null }, { a: undefined }]],
    ['a list and its item', [[1], 1, [[1]]]],
    [
      'records whose texts together are the same',
      [
        { a: 'b', c: '' },
        { a: '', c: 'b' },
        { a: 'b"0:', c: '' }
      ]
    ],
    [
      'records whose names together are the same',
      [
        { ab: 1, c: 1 },
        { a: 1, bc: 1 }
      ]
    ],
    ['lists whose numbers together are the same', [[1, 23], [12, 3], [123]]],
    ['long texts that end differently', ['a', 'b', 'c', '4'].map((end) => 'x'.repeat(40_000) + end)],
    ['long names that end differently', ['a', 'b', '4'].map((end) => ({ ['x'.repeat(40_000) + end]: 1 }))],
    ['moments of the program', [new Date(0), new Date(1), { a: new Date(0) }]]
  ]
  for (const [what, items] of unique) it(`are ${what}`, () => expect(hasUniqueItems(items)).to.equal(true))

  const repeated: [string, unknown][] = [
    ['the same text twice', ['a', 'b', 'a']],
    ['zero and minus zero', [0, -0]],
    ['null twice', [null, null]],
    [
      'equal objects, whatever the order of their keys',
      [
        { a: 1, b: { c: 1, d: 2 } },
        { b: { d: 2, c: 1 }, a: 1 }
      ]
    ],
    [
      'equal lists',
      [
        [1, [2]],
        [1, [2]]
      ]
    ],
    [
      'equal records within lists within records, in three orders',
      [
        { a: [{ b: 1, c: [{ d: 1, e: 2 }] }], f: null },
        { a: [{ c: [{ d: 1, e: 3 }], b: 1 }], f: null },
        { f: null, a: [{ c: [{ e: 2, d: 1 }], b: 1 }] }
      ]
    ],
    ['equal long texts', ['x'.repeat(40_000), 'y'.repeat(40_000), 'x'.repeat(40_000)]],
    ['equal records of long texts', [{ a: 'x'.repeat(40_000) }, 1, { a: 'x'.repeat(40_000) }]],
    ['a record and an instance that is the same in JSON', [{ a: 1 }, Object.assign(Object.create({}), { a: 1 })]],
    ['a moment of the program and its text', [{ a: new Date(0) }, { a: new Date(0).toISOString() }]],
    ['a value other than a list', { 0: 'a' }]
  ]
  for (const [what, items] of repeated) it(`are not ${what}`, () => expect(hasUniqueItems(items)).to.equal(false))

  it('are found among 200,000 in one step for each item', () => {
    const items = Array.from({ length: 200_000 }, (_, index) => `item ${index}`)
    expect(comparisons(() => expect(hasUniqueItems(items)).to.equal(true))).to.deep.equal({
      lookups: 200_000,
      searches: 0
    })
    expect(hasUniqueItems([...items, 'item 77'])).to.equal(false)
  })

  it('are those of which no two are deeply equal', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom(0, 1, 10, '1', '', 'a', true, null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc
          .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'ab', '1'), tie('value')), { selector: ([name]) => name })
          .map((entries) => Object.fromEntries(entries))
      )
    }))
    let repeated = 0
    const { numRuns, ...chosen } = chance(1_000, 100_000)
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 6 }), (items) => {
        const isUnique = items.every((item, at) => !items.slice(0, at).some((other) => isDeepStrictEqual(item, other)))
        if (!isUnique) repeated += 1
        expect(hasUniqueItems(items), JSON.stringify(items)).to.equal(isUnique)
      }),
      { ...chosen, numRuns }
    )
    expect(repeated).to.be.within(numRuns / 10, numRuns - numRuns / 10)
  })

  it('are compared by keys that the engine hashes to their end, however long the items and their names are', () => {
    const long = (end: number) => 'x'.repeat(100_000) + end
    const items = Array.from({ length: 50 }, (_, at) => [long(at), { a: long(at) }, { [long(at)]: 1 }]).flat()
    expect(
      Math.max(...keysOf(() => expect(hasUniqueItems(items)).to.equal(true)).map((key) => key.length))
    ).to.be.below(16_384)
  })
})

/** The texts by which sets and maps found or kept something while the work was done. */
function keysOf(work: () => void): string[] {
  const keys: string[] = []
  const originals = [Set.prototype, Map.prototype].map((prototype) => {
    const own = new Map(['has', 'add', 'get', 'set'].map((name) => [name, Reflect.get(prototype, name)]))
    return { prototype, own: [...own].filter(([, method]) => method !== undefined) }
  })
  for (const { prototype, own } of originals) {
    for (const [name, method] of own) {
      Reflect.set(prototype, name, function (this: unknown, key: unknown, ...rest: unknown[]) {
        if (typeof key === 'string') keys.push(key)
        return Reflect.apply(method, this, [key, ...rest])
      })
    }
  }
  try {
    work()
  } finally {
    for (const { prototype, own } of originals) for (const [name, method] of own) Reflect.set(prototype, name, method)
  }
  return keys
}

type Identify = (item: unknown) => unknown

const byId: Identify = (item) => (item as { id?: unknown }).id

/** The ways to check a list by the rule: by a record's binder, with generated code and without. */
function checksOf(identify: Identify | undefined) {
  class Listed {
    @IsArray() @ArrayUnique(identify as never) list!: unknown
  }
  const type = { kind: 'record', class: Listed } as const
  const binders = [true, false].map((generatesCode) => compileBinder(type, 'json', 'body', { generatesCode }))
  const bound = (at: 0 | 1) => (list: unknown) =>
    ((binders[at] as Binder).validate({ list }) as { faults: unknown }).faults === undefined
  return { 'generated code': bound(0), closures: bound(1) }
}

describe('ArrayUnique', () => {
  const shared = { id: 1 }
  const samples: [string, unknown, Identify | undefined][] = [
    ['different identifiers', [{ id: 1 }, { id: 2 }], byId],
    ['the same identifier twice', [{ id: 1 }, { id: 2 }, { id: 1 }], byId],
    ['a number and its text', [{ id: 1 }, { id: '1' }, { id: '"1' }, { id: '#1' }], byId],
    ['0 and -0', [{ id: 0 }, { id: -0 }], byId],
    ['two objects that are alike', [{ id: {} }, { id: {} }], byId],
    ['one object twice', [{ id: shared }, { id: shared }], byId],
    ['no identifier twice', [{}, {}], byId],
    ['null and no identifier', [null, {}], byId],
    ['null twice', [null, null], byId],
    ['true and "true"', [{ id: true }, { id: 'true' }], byId],
    ['no items', [], byId],
    ['one that is not a number', [{ id: 1 }], () => Number.NaN],
    ['large integers of another type', [{ id: 1 }], () => 1n],
    ['large integers twice', [{ id: 1 }, { id: 2 }], () => 1n],
    ['texts', ['a', 'b', 'A'], undefined],
    ['texts, whatever their case', ['a', 'b', 'A'], (item) => String(item).toLowerCase()],
    ['one text twice', ['a', 'b', 'a'], undefined],
    ['no list', { 0: 1 }, byId]
  ]
  for (const [what, list, identify] of samples) {
    const isUnique = arrayUnique(list as unknown[], identify as never)
    it(`${isUnique ? 'accepts' : 'rejects'} ${what}, as class-validator does, in every check`, () => {
      for (const [who, accepts] of Object.entries(checksOf(identify))) expect(accepts(list), who).to.equal(isUnique)
    })
  }

  // JSON has none of these, but a record that class-validator checks may.
  const lists: [string, unknown][] = [
    ['NaN', [Number.NaN]],
    ['a hole', Object.assign(new Array(3), { 0: 1, 2: 2 })],
    ['undefined', [undefined, 1]],
    ['undefined twice', [undefined, undefined]],
    ['a set', new Set([1])],
    ['symbols', [Symbol.iterator, Symbol.iterator]],
    ['a bigint and a number', [1n, 1]]
  ]
  for (const [what, list] of lists) {
    it(`decides in class-validator as before: ${what}`, () => {
      for (const identify of [undefined, (item: unknown) => item]) {
        class Checked {
          @ArrayUnique(identify as never) list: unknown
        }
        recordSchemaOf(Checked)
        expect(validateSync(Object.assign(new Checked(), { list })).length === 0).to.equal(
          arrayUnique(list as unknown[], identify as never)
        )
      }
    })
  }

  it('rejects the list if the identifier throws', () => {
    const fails = checksOf(() => {
      throw new RangeError('no identifier')
    })
    expect(fails.closures([1])).to.equal(false)
    expect(fails['generated code']([1])).to.equal(false)
    expect(fails.closures([null])).to.equal(true)
  })

  /** How often lists were searched, and the identifier called, while the work was done. */
  async function steps(work: (identify: Identify) => unknown): Promise<{ searches: number; calls: number }> {
    const { indexOf } = Array.prototype
    let [searches, calls] = [0, 0]
    // biome-ignore lint/suspicious/noExplicitAny: the parameters of the method that it replaces
    Array.prototype.indexOf = function (this: unknown[], ...args: any) {
      if (this.length > 1000) searches += 1
      return indexOf.apply(this, args)
    }
    try {
      await work((item) => {
        calls += 1
        return byId(item)
      })
    } finally {
      Array.prototype.indexOf = indexOf
    }
    return { searches, calls }
  }

  const many = Array.from({ length: 20_000 }, (_, id) => ({ id }))

  for (const who of ['generated code', 'closures'] as const) {
    it(`calls the identifier once for each of 20,000 items, and never searches the list: ${who}`, async () => {
      const taken = await steps((identify) => expect(checksOf(identify)[who](many)).to.equal(true))
      expect(taken).to.deep.equal({ searches: 0, calls: 20_000 })
    })
  }

  it('does not search the list if class-validator itself runs because of an asynchronous rule', async () => {
    const taken = await steps(async (identify) => {
      class Awaited {
        @IsArray() @ArrayUnique(identify) list!: unknown[]
        @IsOptional() other?: string
      }
      const later = { name: 'later', async: true, validator: { validate: async () => true } }
      registerDecorator({ ...later, target: Awaited, propertyName: 'other' })
      const binder = compileBinder({ kind: 'record', class: Awaited }, 'json', 'body')
      expect((await binder.validate({ list: many, other: 'x' })).faults).to.equal(undefined)
    })
    // By the binder, and by class-validator.
    expect(taken).to.deep.equal({ searches: 0, calls: 40_000 })
  })

  it('has the same results when class-validator itself runs', async () => {
    class Checked {
      @IsArray() @ArrayUnique(byId) list!: unknown[]
    }
    recordSchemaOf(Checked)
    const of = (list: unknown[]) => Object.assign(new Checked(), { list })
    expect(validateSync(of([{ id: 1 }, { id: 2 }]))).to.have.length(0)
    const [error] = await validate(of([{ id: 1 }, { id: 1 }]))
    expect(error?.constraints).to.deep.equal({ arrayUnique: "All list's elements must be unique" })
  })

  it('is uniqueItems in the document only without an identifier, even one that returns the item itself', () => {
    class Documented {
      @IsArray() @ArrayUnique() plain!: string[]
      @IsArray() @ArrayUnique((item) => item) identified!: string[]
    }
    const keywords = recordSchemaOf(Documented).fields.map(({ rules }) => rules[0]?.keywords)
    expect(keywords[1]).to.equal(undefined)
  })
})

describe('Distinct items', () => {
  it('are compared by keys whose hashes a client cannot choose: neither numbers nor texts of numbers', () => {
    const keys = keysOf(() => hasDistinctItems([1, 2.5, '3', '4294967295', 5n, '7'.repeat(20_000)]))
    expect(keys).to.have.length.above(6)
    for (const key of keys) expect(key).to.not.match(/^\d/)
  })
})
