import { expect } from 'chai'
import { validateSync } from 'class-validator'
import { type Class, Field, Integer, mapOf, nullable, type TypeExpression, type TypeToken, tupleOf } from 'fieldstone'
import { accepted, declarationErrors, refusals, replied, validated, written } from '../support/bound.js'
import { schemaOf } from '../support/documented.js'

class Point {
  @Field() x!: number
}

const Entry = tupleOf(String, nullable(Integer), Point)

class Holder {
  @Field(() => Entry) entry!: [string, number | null, Point]
  @Field(() => [tupleOf(Date, Date)], { optional: true }) spans?: [Date, Date][]
  @Field(() => nullable(tupleOf(Number, Number)), { optional: true }) place?: [number, number] | null
}

function withField(type: TypeExpression): Class {
  class Holder {}
  Field(() => type)(Holder.prototype, 'entry')
  return Holder
}

describe('A tuple', () => {
  it('binds each item by its own type', async () => {
    const { entry, spans } = await accepted<Holder>(Holder, {
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

  const rejected: readonly [body: unknown, faults: string[]][] = [
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
  for (const [body, faults] of rejected) {
    it(`rejects ${JSON.stringify(body)}`, async () => expect(await refusals(Entry, body)).to.deep.equal(faults))
  }

  it('names the rule that a number of items breaks, and the number', async () => {
    const ruleOf = async (body: unknown) => {
      const [fault] = (await validated(Entry, body)).faults ?? []
      return [fault?.rule, fault?.limit]
    }
    expect(await ruleOf(['a', 1])).to.deep.equal(['minItems', 3])
    expect(await ruleOf(['a', 1, { x: 1 }, 2])).to.deep.equal(['maxItems', 3])
  })

  it('reads texts by their lexical form', async () => {
    const type = tupleOf(Integer, Boolean)
    expect(await accepted(type, ['7', 'true'], 'text')).to.deep.equal([7, true])
    expect(await refusals(type, ['7.0', 'TRUE'], 'text')).to.deep.equal([
      '[0] must be an integer',
      '[1] must be true or false'
    ])
    expect(await refusals(type, '7', 'text')).to.deep.equal(['must have exactly 2 items'])
  })

  it('writes of each item only what its type declares', async () => {
    const value = ['a', 1, { x: 1, secret: 2 }, { secret: 3 }]
    expect(await replied(Entry, value)).to.deep.equal(['a', 1, { x: 1 }, null])
    const spans = mapOf([tupleOf(Date)])
    expect(await replied(spans, { a: [[new Date(0)]] })).to.deep.equal({
      a: [['1970-01-01T00:00:00.000Z']]
    })
  })

  it('reports the path of an item that has no form in JSON', async () => {
    const failure = await written(tupleOf(String, Date), ['a', new Date(Number.NaN)]).catch(
      (error: Error) => error.message
    )
    expect(failure).to.contain("The value at '[1]'")
  })

  it('is documented by prefixItems in OpenAPI 3.1', () => {
    expect(schemaOf(tupleOf(String, nullable(Boolean)), '3.1')).to.deep.equal({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: ['boolean', 'null'] }],
      items: false,
      minItems: 2
    })
  })

  it('is documented as far as OpenAPI 3.0 can, and the rest is listed', () => {
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

  it('is a rule that class-validator alone enforces', async () => {
    const good = await accepted<Holder>(Holder, { entry: ['a', 1, { x: 1 }] })
    expect(validateSync(good)).to.deep.equal([])
    const [error] = validateSync(Object.assign(new Holder(), { entry: ['a', 1] }))
    expect(error?.constraints).to.deep.equal({ tuple: 'entry must be a list of 3' })
  })

  it('has at least one item, and items with a type', async () => {
    expect(await declarationErrors(withField(tupleOf()))).to.deep.equal([
      'FIELD_TYPE_UNKNOWN: the type is a tuple without items, Holder.entry; write tupleOf(String, Integer).'
    ])
    expect((await declarationErrors(withField(tupleOf(undefined))))[0]).to.include('Holder.entry')
  })

  it('is typed', () => {
    const place: [string, number | null, Point] = null as unknown as Holder['entry']
    const typed: typeof Entry extends TypeToken<infer T> ? T : never = place
    // @ts-expect-error: the items are not booleans
    const wrong: typeof typed = [true, true, true]
    expect([typed, wrong]).to.have.length(2)
  })
})
