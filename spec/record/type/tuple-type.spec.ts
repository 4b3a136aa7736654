import { expect } from 'chai'
import { validateSync } from 'class-validator'
import { Field } from '../../../src/record/field/field.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { tupleOf } from '../../../src/record/type/tuple-type.js'
import { Integer, mapOf, nullable, parseType } from '../../../src/record/type/type-expression.js'
import { compileSerializer } from '../../../src/record/write/serializer.js'
import { accepted, refusals, setupErrors } from '../../support/binding.js'

class Point {
  @Field() x!: number
}

const Entry = tupleOf(String, nullable(Integer), Point)

class Holder {
  @Field(() => Entry) entry!: [string, number | null, Point]
  @Field(() => [tupleOf(Date, Date)], { optional: true }) spans?: [Date, Date][]
  @Field(() => nullable(tupleOf(Number, Number)), { optional: true }) place?: [number, number] | null
}

function schemaOf(type: unknown, version: '3.0' | '3.1') {
  return new SchemaEmitter(version).schemaOf(parseType(type, 'here'), 'here')
}

describe('A tuple', () => {
  it('binds each item by its own type', () => {
    const { entry, spans } = accepted<Holder>(Holder, {
      entry: ['a', null, { x: 1, y: 2 }],
      spans: [['2024-05-17T00:00:00Z', '2024-05-18T00:00:00Z']],
      place: null
    })
    expect(entry.slice(0, 2)).to.deep.equal(['a', null])
    expect(entry[2])
      .to.be.instanceOf(Point)
      .and.to.deep.equal(Object.assign(new Point(), { x: 1 }))
    expect(spans?.[0]?.[1]).to.be.instanceOf(Date)
  })

  const refused: readonly [body: unknown, told: string[]][] = [
    [['a', 1], ['must have exactly 3 items']],
    [['a', 1, { x: 1 }, 2], ['must have exactly 3 items']],
    [[], ['must have exactly 3 items']],
    ['abc', ['must be an array']],
    [{ 0: 'a', 1: 1, 2: {}, length: 3 }, ['must be an array']],
    [null, ['must not be null']],
    [
      [1, 'b', { x: '1' }],
      ['[0] must be a string', '[1] must be an integer', '[2].x must be a number']
    ]
  ]
  for (const [body, told] of refused) {
    it(`refuses ${JSON.stringify(body)}`, () => expect(refusals(Entry, body)).to.deep.equal(told))
  }

  it('reads texts by their lexical form', () => {
    const type = tupleOf(Integer, Boolean)
    expect(accepted(type, ['7', 'true'], 'text')).to.deep.equal([7, true])
    expect(refusals(type, ['7.0', 'TRUE'], 'text')).to.deep.equal([
      '[0] must be an integer',
      '[1] must be true or false'
    ])
    expect(refusals(type, '7', 'text')).to.deep.equal(['must have exactly 2 items'])
  })

  it('shows of each item what its type declares', () => {
    const value = ['a', 1, { x: 1, secret: 2 }, { secret: 3 }]
    expect(compileSerializer(parseType(Entry, 'here'))(value)).to.deep.equal(['a', 1, { x: 1 }, null])
    const spans = mapOf([tupleOf(Date)])
    expect(compileSerializer(parseType(spans, 'here'))({ a: [[new Date(0)]] })).to.deep.equal({
      a: [['1970-01-01T00:00:00.000Z']]
    })
  })

  it('names the way to an item that JSON cannot carry', () => {
    const serialize = compileSerializer(parseType(tupleOf(String, Date), 'here'))
    expect(() => serialize(['a', new Date(Number.NaN)])).to.throw("The value at '[1]'")
  })

  it('is told by prefixItems in OpenAPI 3.1', () => {
    expect(schemaOf(tupleOf(String, nullable(Boolean)), '3.1')).to.deep.equal({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: ['boolean', 'null'] }],
      items: false,
      minItems: 2
    })
  })

  it('is told as far as OpenAPI 3.0 can, and the rest is listed', () => {
    expect(schemaOf(tupleOf(String, nullable(Boolean), String), '3.0')).to.deep.equal({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'boolean', nullable: true }] },
      minItems: 3,
      maxItems: 3,
      'x-rules': [{ rule: 'tuple' }]
    })
    // Nothing is left unsaid where all items are of one type.
    expect(schemaOf(tupleOf(String, String), '3.0')).to.deep.equal({
      ...{ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }
    })
  })

  it('is a rule that class-validator by itself enforces', () => {
    const good = accepted<Holder>(Holder, { entry: ['a', 1, { x: 1 }] })
    expect(validateSync(good)).to.deep.equal([])
    const [error] = validateSync(Object.assign(new Holder(), { entry: ['a', 1] }))
    expect(error?.constraints).to.deep.equal({ tuple: 'entry must be a list of 3' })
  })

  it('has at least one item, and items with a type', () => {
    expect(setupErrors(() => parseType(tupleOf(), 'Holder.entry'))).to.deep.equal([
      'FIELD_TYPE_UNKNOWN: the type is a tuple of nothing, Holder.entry; write tupleOf(String, Integer).'
    ])
    expect(setupErrors(() => parseType(tupleOf(undefined), 'Holder.entry'))[0]).to.include('Holder.entry')
  })

  it('is typed', () => {
    const place: [string, number | null, Point] = null as unknown as Holder['entry']
    const typed: typeof Entry extends import('../../../src/index.js').TypeToken<infer T> ? T : never = place
    // @ts-expect-error: the items are no booleans
    const wrong: typeof typed = [true, true, true]
    expect([typed, wrong]).to.have.length(2)
  })
})
