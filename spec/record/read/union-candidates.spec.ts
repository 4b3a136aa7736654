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
  Unknown
} from 'fieldstone'
import { type Binder, compileBinder } from '../../../src/record/binder.js'
import { describeType, jsonKinds } from '../../../src/record/kinds/type-facts.js'
import type { Bound } from '../../../src/record/type/fault-list.js'
import type { TypeSchema } from '../../../src/record/type/schema.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { accepted, refusals } from '../../support/binding.js'
import { chance } from '../../support/chance.js'

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

function classOf(fields: readonly number[], rejects: boolean): Class {
  class Member {}
  for (const index of fields) {
    const [property, type, options = {}] = FIELDS[index] as (typeof FIELDS)[number]
    Field(() => type as never, { ...options, name: property })(Member.prototype, `own_${property}`)
  }
  RecordOf({ unknownFields: rejects ? 'reject' : 'strip' })(Member)
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

/** What a union does without a look at shapes: each member reads the value, and the first that accepts it has it. */
function boundByAll(types: readonly TypeSchema[], binders: readonly Binder[], raw: unknown): Bound<unknown> {
  const all = binders.map((binder) => binder.validate(raw) as Bound<unknown>)
  const first = all.find(({ faults }) => faults === undefined)
  if (first !== undefined) return first
  const fault = (rule: string, message: string): Bound<unknown> => {
    return { value: undefined, faults: [{ in: 'body', path: '', rule, message }] }
  }
  if (raw === null) return fault('type', 'must not be null')
  const kind = Array.isArray(raw) ? 'array' : typeof raw
  const [only, ...more] = all.filter((_, index) => jsonKinds(types[index] as TypeSchema, 'json').has(kind as 'object'))
  if (only !== undefined && more.length === 0) return only
  return fault('anyOf', `must be one of: ${types.map(describeType).join(', ')}`)
}

describe('The members of a union that a value may be of', () => {
  it('are as if all had read it: the same one binds it, or the same faults are reported', () => {
    let taken = 0
    const { numRuns, ...chosen } = chance(150, 20_000)
    fc.assert(
      fc.property(members, fc.array(fc.oneof(object, value), { minLength: 30, maxLength: 30 }), (given, values) => {
        const declared = given.map((member) => {
          const isRecord = Array.isArray(member) && Array.isArray(member[0])
          return isRecord ? classOf(member[0] as number[], member[1] as boolean) : member
        })
        const types = declared.map((member) => parseType(member, 'here'))
        const binders = types.map((type) => compileBinder(type, 'json', 'body'))
        const union = parseType(oneOf(...(declared as [unknown, unknown])), 'here')
        for (const generatesCode of [true, false]) {
          const binder = compileBinder(union, 'json', 'body', { generatesCode })
          for (const drawn of values) {
            const raw: unknown = JSON.parse(JSON.stringify(drawn))
            const expected = boundByAll(types, binders, raw)
            const bound = binder.validate(raw) as Bound<unknown>
            expect(bound.faults, JSON.stringify(raw)).to.deep.equal(expected.faults)
            if (expected.faults !== undefined) continue
            taken += 1
            expect(bound.value).to.deep.equal(expected.value)
            expect(Object(bound.value).constructor).to.equal(Object(expected.value).constructor)
          }
        }
      }),
      { ...chosen, numRuns }
    )
    expect(taken).to.be.above(numRuns)
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
      return Counted
    })
    const binder = compileBinder(parseType([oneOf(...(records as unknown as [Class, Class]))], 'here'), 'json', 'body')
    return (items: readonly unknown[]): { made: number; faults: readonly Fault[] | undefined } => {
      binder.validate(items)
      made = 0
      const { faults } = binder.validate(items) as Bound<unknown>
      return { made, faults }
    }
  }

  for (const count of [10, 100]) {
    const last = count - 1
    it(`are one of ${count} that a constant, a required field or the kind of a field tells apart`, () => {
      const tagged = counted(count, (target, index) => Field(() => String, { enum: [`k${index}`] })(target, 'kind'))
      expect(tagged([{ id: 1, kind: `k${last}` }])).to.deep.equal({ made: 1, faults: undefined })
      const owning = counted(count, (target, index) => Field(() => String)(target, `own${index}`))
      expect(owning([{ id: 1, [`own${last}`]: 'x' }])).to.deep.equal({ made: 1, faults: undefined })
      const kinds = counted(count, (target, index) =>
        Field(() => (index === last ? [String] : Integer), { optional: true })(target, 'some')
      )
      expect(kinds([{ id: 1, some: ['x'] }])).to.deep.equal({ made: 1, faults: undefined })
    })

    it(`are none of ${count} whose required fields are absent, for one fault`, () => {
      const owning = counted(count, (target, index) => Field(() => String)(target, `own${index}`))
      const { made, faults } = owning([{ id: 1 }])
      expect(made).to.equal(0)
      expect(faults).to.have.length(1)
    })

    it(`are tried once each where only rules tell ${count} apart`, () => {
      const alike = counted(count, (target, index) => Field(() => String, { maxLength: index + 1 })(target, 'name'))
      const items = Array.from({ length: 5 }, () => ({ id: 1, name: 'x'.repeat(count) }))
      expect(alike(items)).to.deep.equal({ made: 5 * count, faults: undefined })
    })
  }

  it('include one whose field has a default, is transformed or may be null', () => {
    class Sized {
      @Field(() => Integer, { default: 3 }) size!: number
      @Field({ enum: ['box'], nullable: true }) kind!: string | null
    }
    class Named {
      @Field() name!: string
    }
    expect(accepted(oneOf(Named, Sized), { kind: null })).to.deep.equal(
      Object.assign(new Sized(), { size: 3, kind: null })
    )
    expect(refusals(oneOf(Named, Sized), { kind: 'bag' })).to.deep.equal(['must be one of: a Named, a Sized'])
  })
})
