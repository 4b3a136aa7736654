import { expect } from 'chai'
import { validateSync } from 'class-validator'
import {
  Double,
  enumOf,
  Field,
  Float,
  Int32,
  Int64,
  Integer,
  mapOf,
  nullable,
  SetupError,
  tupleOf,
  Unknown
} from 'fieldstone'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import type { TypeSchema } from '../../../src/record/type/schema.js'
import { enumValues, parseType } from '../../../src/record/type/type-expression.js'
import { compileSerializer } from '../../../src/record/write/serializer.js'
import { accepted, refusals, setupErrors } from '../../support/binding.js'

enum Status {
  Draft = 'draft',
  Live = 'live'
}

enum Level {
  Low,
  High = 10,
  Minus = -1,
  Half = 0.5
}

enum Mixed {
  Zero,
  Name = 'Zero',
  Text = '1'
}

class Item {
  name = 'an item'
}

const ITEM: TypeSchema = { kind: 'record', class: Item }
const INT64: TypeSchema = { kind: 'integer', format: 'int64' }
const STRING: TypeSchema = { kind: 'string' }

function listOf(items: TypeSchema): TypeSchema {
  return { kind: 'array', items }
}

function literals(...values: (string | number | boolean)[]): TypeSchema {
  return { kind: 'enum', name: undefined, values }
}

describe('A declared type', () => {
  const types: [what: string, expression: unknown, expected: TypeSchema][] = [
    ['String', String, STRING],
    ['Number', Number, { kind: 'number', format: 'double' }],
    ['Boolean', Boolean, { kind: 'boolean' }],
    ['Date', Date, { kind: 'timestamp' }],
    ['Integer', Integer, INT64],
    ['Int64', Int64, INT64],
    ['Int32', Int32, { kind: 'integer', format: 'int32' }],
    ['Float', Float, { kind: 'number', format: 'float' }],
    ['Double', Double, { kind: 'number', format: 'double' }],
    ['Unknown', Unknown, { kind: 'any' }],
    ['a class', Item, ITEM],
    ['a function that answers a type', () => Item, ITEM],
    ['a function that answers a list', () => [Item], listOf(ITEM)],
    ['a list', [String], listOf(STRING)],
    ['a list of lists', [[Integer]], listOf(listOf(INT64))],
    ['a map', mapOf(Integer), { kind: 'map', values: INT64 }],
    ['a map of lists', mapOf([Item]), { kind: 'map', values: listOf(ITEM) }],
    ['a nullable type', nullable(Item), { kind: 'nullable', type: ITEM }],
    ['a type that is nullable twice', nullable(nullable(String)), { kind: 'nullable', type: STRING }],
    ['anything or null', nullable(Unknown), { kind: 'any' }],
    ['a list of nullable items', [nullable(String)], listOf({ kind: 'nullable', type: STRING })],
    ['a TypeScript enum', Status, literals('draft', 'live')],
    ['an enum with a member `type`', { type: 'kind', name: 'label' }, literals('kind', 'label')],
    ['enumOf an object that looks like a JSON Schema', enumOf({ type: 'string' }), literals('string')],
    ['enumOf an enum', enumOf(Status), literals('draft', 'live')],
    ['enumOf with a name', enumOf(Status, 'Status'), { kind: 'enum', name: 'Status', values: ['draft', 'live'] }],
    ['enumOf a list', enumOf(['a', 1, true]), literals('a', 1, true)],
    ['enumOf a list with repetitions', enumOf(['a', 'b', 'a']), literals('a', 'b')],
    ['a numeric enum', Level, literals(0, 10, -1, 0.5)],
    ['a mixed enum, whose texts look like its reverse mapping', Mixed, literals(0, 'Zero', '1')]
  ]
  for (const [what, expression, expected] of types) {
    it(`can be ${what}`, () => expect(parseType(expression, 'Item.x')).to.deep.equal(expected))
  }
})

describe('A sample value', () => {
  const samples: [unknown, TypeSchema][] = [
    [0, INT64],
    [-7, INT64],
    [1.5, { kind: 'number', format: 'double' }],
    [Number.NaN, { kind: 'number', format: 'double' }],
    ['', STRING],
    ['text', STRING],
    [true, { kind: 'boolean' }],
    [new Date(0), { kind: 'timestamp' }],
    [[], listOf(STRING)],
    [[0], listOf(INT64)],
    [new Item(), ITEM]
  ]
  for (const [sample, expected] of samples) {
    it(`is a declaration of its type: ${JSON.stringify(sample)}`, () =>
      expect(parseType(sample, 'here')).to.deep.equal(expected))
  }
})

describe('What is not a type', () => {
  const wrong: [what: string, expression: unknown, message: string][] = [
    ['undefined', undefined, 'undefined (a circular import'],
    ['a function that answers nothing', () => undefined, 'undefined (a circular import'],
    ['null', null, 'the type is null'],
    ['Object', Object, 'Object, which is also emitted for'],
    ['Array', Array, 'an array of unknown items'],
    ['Map', Map, 'Map, which has no form in JSON'],
    ['Set', Set, 'Set, which has no form in JSON'],
    ['Promise', Promise, 'Promise, which has no form in JSON'],
    ['Symbol', Symbol, 'Symbol, which has no form in JSON'],
    ['BigInt', BigInt, 'BigInt, which has no form in JSON'],
    ['Function', Function, 'Function, which has no form in JSON'],
    ['a map', new Map(), 'Map, which has no form in JSON'],
    ['a bigint', 1n, 'a bigint, which has no form in JSON'],
    ['a symbol', Symbol('s'), 'a symbol, which has no form in JSON'],
    ['a plain object', { a: {} }, 'a plain object'],
    ['an empty object', {}, 'a plain object'],
    ['a JSON Schema', { type: 'integer' }, 'a JSON Schema'],
    ['a JSON Schema of an object', { type: 'object', properties: { a: { type: 'string' } } }, 'a JSON Schema'],
    ['a JSON Schema of several types', { type: ['string', 'null'] }, 'a JSON Schema'],
    ['a reference of JSON Schema', { $ref: '#/components/schemas/Item' }, 'a JSON Schema'],
    ['an object without a prototype', Object.create(null), 'a plain object'],
    ['a list of several types', [String, Number], 'a list of several types'],
    ['a list of no type', [null], 'the type is null'],
    ['a map of no type', mapOf(Object), 'Object, which is also emitted for'],
    ['an empty enum', enumOf([]), 'an enum without values'],
    ['an enum of what JSON cannot carry', enumOf([Number.NaN]), 'an enum with the value NaN'],
    ['an enum of objects', enumOf([{}] as never), 'an enum with the value [object Object]'],
    ['an enum of null', enumOf([null] as never), 'an enum with the value null'],
    ['enumOf nothing', enumOf(undefined as never), 'an enum without values']
  ]
  for (const [what, expression, message] of wrong) {
    it(`is reported with its place: ${what}`, () => {
      expect(() => parseType(expression, 'Item.x'))
        .to.throw(SetupError)
        .that.satisfies(
          (error: SetupError) =>
            error.code === 'FIELD_TYPE_UNKNOWN' && error.place === 'Item.x' && error.message.includes(message)
        )
    })
  }
})

describe('The values of an enum', () => {
  it('leave out the reverse mapping of numeric members, and nothing else', () => {
    expect(enumValues(Level)).to.deep.equal([0, 10, -1, 0.5])
    expect(enumValues(Mixed)).to.deep.equal([0, 'Zero', '1'])
    expect(enumValues({ '1': 'one', '2': 'two' })).to.deep.equal(['one', 'two'])
  })
})

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
    it(`rejects ${JSON.stringify(body)}`, () => expect(refusals(Entry, body)).to.deep.equal(faults))
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

  it('writes of each item only what its type declares', () => {
    const value = ['a', 1, { x: 1, secret: 2 }, { secret: 3 }]
    expect(compileSerializer(parseType(Entry, 'here'))(value)).to.deep.equal(['a', 1, { x: 1 }, null])
    const spans = mapOf([tupleOf(Date)])
    expect(compileSerializer(parseType(spans, 'here'))({ a: [[new Date(0)]] })).to.deep.equal({
      a: [['1970-01-01T00:00:00.000Z']]
    })
  })

  it('reports the path of an item that has no form in JSON', () => {
    const serialize = compileSerializer(parseType(tupleOf(String, Date), 'here'))
    expect(() => serialize(['a', new Date(Number.NaN)])).to.throw("The value at '[1]'")
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

  it('is a rule that class-validator alone enforces', () => {
    const good = accepted<Holder>(Holder, { entry: ['a', 1, { x: 1 }] })
    expect(validateSync(good)).to.deep.equal([])
    const [error] = validateSync(Object.assign(new Holder(), { entry: ['a', 1] }))
    expect(error?.constraints).to.deep.equal({ tuple: 'entry must be a list of 3' })
  })

  it('has at least one item, and items with a type', () => {
    expect(setupErrors(() => parseType(tupleOf(), 'Holder.entry'))).to.deep.equal([
      'FIELD_TYPE_UNKNOWN: the type is a tuple without items, Holder.entry; write tupleOf(String, Integer).'
    ])
    expect(setupErrors(() => parseType(tupleOf(undefined), 'Holder.entry'))[0]).to.include('Holder.entry')
  })

  it('is typed', () => {
    const place: [string, number | null, Point] = null as unknown as Holder['entry']
    const typed: typeof Entry extends import('../../../src/index.js').TypeToken<infer T> ? T : never = place
    // @ts-expect-error: the items are not booleans
    const wrong: typeof typed = [true, true, true]
    expect([typed, wrong]).to.have.length(2)
  })
})
