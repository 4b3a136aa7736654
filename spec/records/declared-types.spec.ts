import { expect } from 'chai'
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
  type SchemaObject,
  type TypeExpression,
  Unknown
} from 'fieldstone'
import { declarationErrors } from '../support/bound.js'
import { schemaOf } from '../support/documented.js'

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
  @Field() name: string = 'an item'
}

const ITEM: SchemaObject = { $ref: '#/components/schemas/Item' }
const INT64 = bounded('integer', 'int64', 9007199254740991)
const STRING: SchemaObject = { type: 'string' }
const DOUBLE = bounded('number', 'double', Number.MAX_VALUE)

function bounded(type: 'integer' | 'number', format: string, maximum: number, minimum = -maximum): SchemaObject {
  return { type, format, minimum, maximum }
}

function listOf(items: SchemaObject): SchemaObject {
  return { type: 'array', items }
}

function nullableOf(schema: SchemaObject): SchemaObject {
  return { ...schema, nullable: true }
}

describe('A declared type', () => {
  const types: [what: string, expression: unknown, expected: SchemaObject][] = [
    ['String', String, STRING],
    ['Number', Number, DOUBLE],
    ['Boolean', Boolean, { type: 'boolean' }],
    ['Date', Date, { type: 'string', format: 'date-time' }],
    ['Integer', Integer, INT64],
    ['Int64', Int64, INT64],
    ['Int32', Int32, bounded('integer', 'int32', 2147483647, -2147483648)],
    ['Float', Float, bounded('number', 'float', 3.4028234663852886e38)],
    ['Double', Double, DOUBLE],
    ['Unknown', Unknown, {}],
    ['a class', Item, ITEM],
    ['a function that answers a type', () => Item, ITEM],
    ['a function that answers a list', () => [Item], listOf(ITEM)],
    ['a list', [String], listOf(STRING)],
    ['a list of lists', [[Integer]], listOf(listOf(INT64))],
    ['a map', mapOf(Integer), { type: 'object', additionalProperties: INT64 }],
    ['a map of lists', mapOf([Item]), { type: 'object', additionalProperties: listOf(ITEM) }],
    ['a type that is nullable twice', nullable(nullable(String)), nullableOf(STRING)],
    ['anything or null', nullable(Unknown), {}],
    ['a list of nullable items', [nullable(String)], listOf(nullableOf(STRING))],
    ['a TypeScript enum', Status, { type: 'string', enum: ['draft', 'live'] }],
    ['an enum with a member `type`', { type: 'kind', name: 'label' }, { type: 'string', enum: ['kind', 'label'] }],
    [
      'enumOf an object that looks like a JSON Schema',
      enumOf({ type: 'string' }),
      { type: 'string', enum: ['string'] }
    ],
    ['enumOf an enum', enumOf(Status), { type: 'string', enum: ['draft', 'live'] }],
    ['enumOf with a name', enumOf(Status, 'Status'), { $ref: '#/components/schemas/Status' }],
    ['enumOf a list', enumOf(['a', 1, true]), { enum: ['a', 1, true] }],
    ['enumOf a list with repetitions', enumOf(['a', 'b', 'a']), { type: 'string', enum: ['a', 'b'] }],
    ['a numeric enum', Level, { type: 'number', enum: [0, 10, -1, 0.5] }],
    ['a mixed enum, whose texts look like its reverse mapping', Mixed, { enum: [0, 'Zero', '1'] }]
  ]
  for (const [what, expression, expected] of types) {
    it(`can be ${what}`, () => expect(schemaOf(expression as TypeExpression)).to.deep.equal(expected))
  }
})

describe('A sample value', () => {
  const samples: [unknown, SchemaObject][] = [
    [0, INT64],
    [-7, INT64],
    [1.5, DOUBLE],
    [Number.NaN, DOUBLE],
    ['', STRING],
    ['text', STRING],
    [true, { type: 'boolean' }],
    [new Date(0), { type: 'string', format: 'date-time' }],
    [[], listOf(STRING)],
    [[0], listOf(INT64)],
    [new Item(), ITEM]
  ]
  for (const [sample, expected] of samples) {
    it(`is a declaration of its type: ${JSON.stringify(sample)}`, () =>
      expect(schemaOf(sample as TypeExpression)).to.deep.equal(expected))
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
    it(`is reported with its place: ${what}`, async () => {
      class Holder {}
      Field(() => expression as never)(Holder.prototype, 'x')
      const [error, ...others] = await declarationErrors(Holder)
      expect(others).to.deep.equal([])
      expect(error).to.match(/^FIELD_TYPE_UNKNOWN: /)
      expect(error).to.include(message).and.include(', Holder.x; ')
    })
  }
})
