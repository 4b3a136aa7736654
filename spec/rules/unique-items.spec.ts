import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import {
  ArrayUnique,
  arrayUnique,
  IsArray,
  IsOptional,
  IsString,
  registerDecorator,
  validate,
  validateSync
} from 'class-validator'
import fc from 'fast-check'
import { type Class, Field, Unknown } from 'fieldstone'
import { refusals } from '../support/bound.js'
import { cases, seed } from '../support/chance.js'
import { longSearches } from '../support/comparisons.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

const REPEATED = ['list must not hold the same item twice']

class Unique {
  @Field(() => [Unknown], { uniqueItems: true }) list!: unknown[]
}

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
    ['long names that end differently', ['a', 'b', '4'].map((end) => ({ ['x'.repeat(40_000) + end]: 1 }))]
  ]
  for (const [what, list] of unique) {
    it(`are ${what}`, async () => expect(await refusals(Unique, { list })).to.deep.equal([]))
  }

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
    ['equal records of long texts', [{ a: 'x'.repeat(40_000) }, 1, { a: 'x'.repeat(40_000) }]]
  ]
  for (const [what, list] of repeated) {
    it(`are not ${what}`, async () => expect(await refusals(Unique, { list })).to.deep.equal(REPEATED))
  }

  it('are those of which no two are deeply equal', async () => {
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
    const numRuns = cases(500, 20_000)
    for (const list of fc.sample(fc.array(value, { minLength: 2, maxLength: 6 }), { seed: seed(1), numRuns })) {
      const isUnique = list.every((item, at) => !list.slice(0, at).some((other) => isDeepStrictEqual(item, other)))
      if (!isUnique) repeated += 1
      expect(await refusals(Unique, { list }), JSON.stringify(list)).to.deep.equal(isUnique ? [] : REPEATED)
    }
    expect(repeated).to.be.within(numRuns / 10, numRuns - numRuns / 10)
  })
})

type Identify = (item: unknown) => unknown

const byId: Identify = (item) => (item as { id?: unknown }).id

function listedBy(identify: Identify | undefined): Class {
  class Listed {
    @IsArray() @ArrayUnique(identify as never) list!: unknown
  }
  return Listed
}

describe('ArrayUnique', () => {
  const samples: [string, unknown, Identify | undefined][] = [
    ['different identifiers', [{ id: 1 }, { id: 2 }], byId],
    ['the same identifier twice', [{ id: 1 }, { id: 2 }, { id: 1 }], byId],
    ['a number and its text', [{ id: 1 }, { id: '1' }, { id: '"1' }, { id: '#1' }], byId],
    ['0 and -0', [{ id: 0 }, { id: -0 }], byId],
    ['two objects that are alike', [{ id: {} }, { id: {} }], byId],
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
    ['one text twice', ['a', 'b', 'a'], undefined]
  ]
  for (const [what, list, identify] of samples) {
    const isUnique = arrayUnique(list as unknown[], identify as never)
    it(`${isUnique ? 'accepts' : 'rejects'} ${what}, as class-validator does`, async () => {
      expect(await refusals(listedBy(identify), { list })).to.have.length(isUnique ? 0 : 1)
    })
  }

  it('rejects the list if the identifier throws', async () => {
    const type = listedBy(() => {
      throw new RangeError('no identifier')
    })
    expect(await refusals(type, { list: [1] })).to.have.length(1)
  })

  const many = Array.from({ length: 20_000 }, (_, id) => ({ id }))

  it('calls the identifier once for each of 20,000 items, and never searches the list', async () => {
    let calls = 0
    const type = listedBy((item) => {
      calls += 1
      return byId(item)
    })
    const { result, searches } = await longSearches(async () => await refusals(type, { list: many }))
    expect({ result, searches, calls }).to.deep.equal({ result: [], searches: 0, calls: 20_000 })
  })

  it('does not search the list if class-validator itself runs because of an asynchronous rule', async () => {
    class Awaited {
      @IsArray() @ArrayUnique(byId) list!: unknown[]
      @IsOptional() other?: string
    }
    const later = { name: 'later', async: true, validator: { validate: async () => true } }
    registerDecorator({ ...later, target: Awaited, propertyName: 'other' })
    const { result, searches } = await longSearches(async () => await refusals(Awaited, { list: many, other: 'x' }))
    expect({ result, searches }).to.deep.equal({ result: [], searches: 0 })
  })

  it('has the same results when class-validator itself runs', async () => {
    const Checked = listedBy(byId) as new () => object
    componentsOf(Checked)
    const of = (list: unknown[]) => Object.assign(new Checked(), { list })
    expect(validateSync(of([{ id: 1 }, { id: 2 }]))).to.have.length(0)
    const [error] = await validate(of([{ id: 1 }, { id: 1 }]))
    expect(error?.constraints).to.deep.equal({ arrayUnique: "All list's elements must be unique" })
  })

  it('is uniqueItems in the document only without an identifier, even one that returns the item itself', () => {
    class Documented {
      @IsArray() @ArrayUnique() @IsString({ each: true }) plain!: string[]
      @IsArray() @ArrayUnique((item) => item) @IsString({ each: true }) identified!: string[]
    }
    const { plain, identified } = propertiesOf(Documented)
    expect(plain).to.include({ uniqueItems: true })
    expect(identified).not.to.have.property('uniqueItems')
    expect(identified?.['x-rules']).to.deep.equal([{ rule: 'arrayUnique', fault: 'uniqueItems' }])
  })
})
