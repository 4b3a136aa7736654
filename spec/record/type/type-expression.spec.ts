import { expect } from 'chai'
import { SetupError } from '../../../src/errors.js'
import type { TypeSchema } from '../../../src/record/type/schema.js'
import {
  Double,
  enumOf,
  enumValues,
  Float,
  Int32,
  Int64,
  Integer,
  mapOf,
  nullable,
  parseType,
  Unknown
} from '../../../src/record/type/type-expression.js'

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
    it(`stands for its type: ${JSON.stringify(sample)}`, () =>
      expect(parseType(sample, 'here')).to.deep.equal(expected))
  }
})

describe('What is no type', () => {
  const wrong: [what: string, expression: unknown, told: string][] = [
    ['undefined', undefined, 'undefined (a circular import'],
    ['a function that answers nothing', () => undefined, 'undefined (a circular import'],
    ['null', null, 'the type is null'],
    ['Object', Object, 'Object, which says nothing'],
    ['Array', Array, 'an array of unknown items'],
    ['Map', Map, 'Map, which JSON cannot carry'],
    ['Set', Set, 'Set, which JSON cannot carry'],
    ['Promise', Promise, 'Promise, which JSON cannot carry'],
    ['Symbol', Symbol, 'Symbol, which JSON cannot carry'],
    ['BigInt', BigInt, 'BigInt, which JSON cannot carry'],
    ['Function', Function, 'Function, which JSON cannot carry'],
    ['a map', new Map(), 'Map, which JSON cannot carry'],
    ['a bigint', 1n, 'a bigint, which JSON cannot carry'],
    ['a symbol', Symbol('s'), 'a symbol, which JSON cannot carry'],
    ['a plain object', { a: {} }, 'a plain object'],
    ['an empty object', {}, 'a plain object'],
    ['an object without a prototype', Object.create(null), 'a plain object'],
    ['a list of several types', [String, Number], 'a list of several types'],
    ['a list of no type', [null], 'the type is null'],
    ['a map of no type', mapOf(Object), 'Object, which says nothing'],
    ['an empty enum', enumOf([]), 'an enum without values'],
    ['an enum of what JSON cannot carry', enumOf([Number.NaN]), 'an enum with the value NaN'],
    ['an enum of objects', enumOf([{}] as never), 'an enum with the value [object Object]'],
    ['an enum of null', enumOf([null] as never), 'an enum with the value null'],
    ['enumOf nothing', enumOf(undefined as never), 'an enum without values']
  ]
  for (const [what, expression, told] of wrong) {
    it(`is told with its place: ${what}`, () => {
      expect(() => parseType(expression, 'Item.x'))
        .to.throw(SetupError)
        .that.satisfies(
          (error: SetupError) =>
            error.code === 'FIELD_TYPE_UNKNOWN' && error.place === 'Item.x' && error.message.includes(told)
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
