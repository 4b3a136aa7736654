import { expect } from 'chai'
import fc from 'fast-check'
import {
  type Class,
  DateOnly,
  type Fault,
  Field,
  type FieldOptions,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  type TypeExpression,
  Unknown
} from 'fieldstone'
import { accepted, type Bound, refusals, told, validated } from '../support/bound.js'
import { cases, chance } from '../support/chance.js'

class Inner {
  @Field({ maxLength: 2 }) text!: string
}

const FIELDS: readonly [property: string, type: unknown, options?: FieldOptions][] = [
  ['a', String, { maxLength: 2 }],
  ['a', Integer],
  ['a', String, { enum: ['x', 'y'] }],
  ['a', String, { enum: ['x'], optional: true }],
  ['a', String, { enum: ['y'], nullable: true }],
  ['b', Integer, { enum: [0, 1] }],
  ['b', Number, { default: 5 }],
  ['b', Unknown],
  ['b', Inner, { optional: true }],
  ['c', [String], { nullable: true }],
  ['c', oneOf(Boolean, Inner)],
  ['c', String, { readOnly: true }],
  ['c', mapOf(Integer)],
  ['toString', nullable(DateOnly)],
  ['d', String, { optional: true }]
]

let made = 0

function classOf(fields: readonly number[], rejects: boolean): Class {
  class Member {}
  for (const index of fields) {
    const [property, type, options = {}] = FIELDS[index] as (typeof FIELDS)[number]
    Field(() => type as never, { ...options, name: property })(Member.prototype, `own_${property}`)
  }
  RecordOf({ name: `Member${++made}`, unknownFields: rejects ? 'reject' : 'strip' })(Member)
  return Member
}

const members = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.uniqueArray(fc.nat(FIELDS.length - 1), {
          minLength: 1,
          maxLength: 3,
          selector: (index) => FIELDS[index]?.[0]
        }),
        fc.boolean()
      )
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(String, Integer, Boolean, [Integer], [Inner], mapOf(String)) }
  ),
  { minLength: 2, maxLength: 6 }
)

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, 'x', 'y', 'long', 0, -0, 1, 1.5, true, '2024-05-17'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString', 'text', 'd'), tie('value'), { maxKeys: 4 })
  )
}))
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString', 'd'), value, { maxKeys: 5 })

/** What JSON has of a value: `object`, `array`, or the type of a scalar. */
const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** What a union does: each member reads the value, and the first that accepts it has it. */
async function boundByAll(types: readonly TypeExpression[], raw: unknown): Promise<Bound | undefined> {
  const all: Bound[] = []
  for (const type of types) all.push(await validated(type, raw))
  return all.find(({ faults }) => faults === undefined)
}

describe('The members of a union that a value may be of', () => {
  it('are as if all had read it: the first that accepts it binds it', async () => {
    let taken = 0
    let refused = 0
    const { seed } = chance(0, 0)
    const values = fc.array(fc.oneof(object, value), { minLength: 12, maxLength: 12 })
    for (const [given, drawn] of fc.sample(fc.tuple(members, values), { seed, numRuns: cases(12, 1_000) })) {
      const types = given.map((member) => {
        const isRecord = Array.isArray(member) && Array.isArray(member[0])
        return isRecord ? classOf(member[0] as number[], member[1] as boolean) : (member as TypeExpression)
      })
      const union = oneOf(...(types as [TypeExpression, TypeExpression]))
      for (const each of drawn) {
        const raw: unknown = JSON.parse(JSON.stringify(each))
        const expected = await boundByAll(types, raw)
        const found = await validated(union, raw)
        const about = JSON.stringify(raw)
        expect(found.faults === undefined, about).to.equal(expected !== undefined)
        if (expected === undefined) {
          refused += 1
          if (raw === null) expect(told(found)).to.deep.equal(['must not be null'])
          continue
        }
        taken += 1
        expect(found.value, about).to.deep.equal(expected.value)
        expect(kindOf(found.value)).to.equal(kindOf(expected.value))
        expect(Object(found.value).constructor, about).to.equal(Object(expected.value).constructor)
      }
    }
    expect(Math.min(taken, refused)).to.be.above(10)
  })

  /** A union of so many records, and how many of them were made when a value was read. */
  function counted(count: number, declare: (target: object, index: number) => void) {
    let made = 0
    const records = Array.from({ length: count }, (_, index) => {
      class Counted {
        constructor() {
          made += 1
        }
      }
      Field(() => Integer)(Counted.prototype, 'id')
      declare(Counted.prototype, index)
      RecordOf({ name: `Counted${index}` })(Counted)
      return Counted
    })
    const type = [oneOf(...(records as unknown as [Class, Class]))]
    return async (items: readonly unknown[]): Promise<{ made: number; faults: readonly Fault[] | undefined }> => {
      await validated(type, items)
      made = 0
      const { faults } = await validated(type, items)
      return { made, faults }
    }
  }

  for (const count of [10, 100]) {
    const last = count - 1
    it(`are one of ${count} that a constant, a required field or the kind of a field tells apart`, async () => {
      const tagged = counted(count, (target, index) => Field(() => String, { enum: [`k${index}`] })(target, 'kind'))
      expect(await tagged([{ id: 1, kind: `k${last}` }])).to.deep.equal({ made: 1, faults: undefined })
      const owning = counted(count, (target, index) => Field(() => String)(target, `own${index}`))
      expect(await owning([{ id: 1, [`own${last}`]: 'x' }])).to.deep.equal({ made: 1, faults: undefined })
      const kinds = counted(count, (target, index) =>
        Field(() => (index === last ? [String] : Integer), { optional: true })(target, 'some')
      )
      expect(await kinds([{ id: 1, some: ['x'] }])).to.deep.equal({ made: 1, faults: undefined })
    })

    it(`are none of ${count} whose required fields are absent, for one fault`, async () => {
      const owning = counted(count, (target, index) => Field(() => String)(target, `own${index}`))
      const { made, faults } = await owning([{ id: 1 }])
      expect(made).to.equal(0)
      expect(faults).to.have.length(1)
    })

    it(`are tried once each where only rules tell ${count} apart`, async () => {
      const alike = counted(count, (target, index) => Field(() => String, { maxLength: index + 1 })(target, 'name'))
      const items = Array.from({ length: 5 }, () => ({ id: 1, name: 'x'.repeat(count) }))
      expect(await alike(items)).to.deep.equal({ made: 5 * count, faults: undefined })
    })
  }

  it('include one whose field has a default, is transformed or may be null', async () => {
    class Sized {
      @Field(() => Integer, { default: 3 }) size!: number
      @Field({ enum: ['box'], nullable: true }) kind!: string | null
    }
    class Named {
      @Field() name!: string
    }
    expect(await accepted(oneOf(Named, Sized), { kind: null })).to.deep.equal(
      Object.assign(new Sized(), { size: 3, kind: null })
    )
    expect(await refusals(oneOf(Named, Sized), { kind: 'bag' })).to.deep.equal(['must be one of: a Named, a Sized'])
  })
})
