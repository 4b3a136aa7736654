import { expect } from 'chai'
import { IsIn, IsNotIn, IsOptional } from 'class-validator'
import {
  enumOf,
  Float,
  Int32,
  Integer,
  mapOf,
  nullable,
  oneOf,
  type SchemaObject,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { refusals } from '../support/bound.js'
import { schemaOf } from '../support/documented.js'
import { Colours, holderOf, INTEGER, Item, judge, NUMBER, propertyOf } from '../support/documented-fields.js'

describe('The schema of a type', () => {
  const cases: [string, TypeExpression, SchemaObject][] = [
    ['a string', String, { type: 'string' }],
    ['a boolean', Boolean, { type: 'boolean' }],
    ['a date-time', Date, { type: 'string', format: 'date-time' }],
    [
      'a float, bounded',
      Float,
      { type: 'number', format: 'float', minimum: -3.4028234663852886e38, maximum: 3.4028234663852886e38 }
    ],
    ['a double', Number, NUMBER],
    [
      'an integer of 32 bits, bounded',
      Int32,
      { type: 'integer', format: 'int32', minimum: -2147483648, maximum: 2147483647 }
    ],
    ['an integer of 64 bits, bounded by what JavaScript holds exactly', Integer, INTEGER],
    ['anything', Unknown, {}],
    ['a list', [String], { type: 'array', items: { type: 'string' } }],
    ['a list of lists', [[String]], { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['a map', mapOf(Boolean), { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['a map of anything', mapOf(Unknown), { type: 'object', additionalProperties: {} }],
    ['an enum of texts', enumOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['an enum of integers', enumOf([0, 1]), { type: 'integer', enum: [0, 1] }],
    ['an enum of numbers', enumOf([0.5, 1]), { type: 'number', enum: [0.5, 1] }],
    ['a mixed enum', enumOf(['a', 1, true]), { enum: ['a', 1, true] }],
    ['a named enum', Colours, { $ref: '#/components/schemas/Colour' }],
    ['a record', Item, { $ref: '#/components/schemas/Item' }],
    ['a list of records', [Item], { type: 'array', items: { $ref: '#/components/schemas/Item' } }],
    ['text or null', nullable(String), { type: 'string', nullable: true }],
    ['anything or null', nullable(Unknown), {}]
  ]
  for (const [what, type, expected] of cases) {
    it(`describes ${what}`, () => expect(schemaOf(type)).to.deep.equal(expected))
  }
})

describe('Null', () => {
  const GOOD = ['x', 'red', 1, 1.5, true, '2024-01-01T00:00:00Z']
  const types: [string, TypeExpression, unknown][] = [
    ['a string', String, 'x'],
    ['an integer', Integer, 1],
    ['a number', Number, 1.5],
    ['a boolean', Boolean, true],
    ['a date-time', Date, '2024-01-01T00:00:00Z'],
    ['an inline enum', enumOf(['x', 'y']), 'x'],
    ['a mixed enum', enumOf(['x', 1]), 1],
    ['a named enum', Colours, 'red'],
    ['a list', [String], ['x']],
    ['a map', mapOf(String), { a: 'x' }],
    ['a record', Item, { id: 1 }],
    ['a tuple', tupleOf(String, Integer), ['x', 1]],
    ['a union of several types', oneOf(String, Integer), 1],
    ['a union with a record', oneOf(Item, String), { id: 1 }],
    ['a union of constants', oneOf(enumOf(['x']), enumOf([1])), 'x'],
    ['a union with a list', oneOf([String], Boolean), ['x']]
  ]
  const ruleSets: [string, (good: unknown) => PropertyDecorator[]][] = [
    ['no rule', () => []],
    ['a list of values', (good) => (typeof good === 'object' ? [] : [IsIn(GOOD)])],
    ['a value that is refused', (good) => (typeof good === 'object' ? [] : [IsNotIn(['nobody'])])]
  ]
  for (const version of ['3.0', '3.1'] as const) {
    for (const [what, type, good] of types) {
      for (const [rules, decorators] of ruleSets) {
        // What class-validator compares with these values is a Date.
        if (type === Date && rules !== 'no rule') continue
        it(`is accepted for ${what} with ${rules} exactly when it is allowed (${version})`, async () => {
          for (const allowed of [false, true]) {
            const others = allowed && rules !== 'no rule' ? [IsOptional()] : []
            const holder = holderOf(type, { nullable: allowed }, ...decorators(good), ...others)
            const isValid = judge(holder, version)
            for (const [value, expected] of [
              [null, allowed],
              [good, true],
              [{ wrong: [] }, false]
            ] as const) {
              const about = `${JSON.stringify(value)} when ${allowed}`
              if (!(what === 'a tuple' && version === '3.0')) expect(isValid({ value }), about).to.equal(expected)
              expect((await refusals(holder, { value })).length === 0, about).to.equal(expected)
            }
          }
        })
      }
    }
  }

  it('is kept in a schema of several types in OpenAPI 3.0, which has no type null', () => {
    const none = { type: 'object', nullable: true, enum: [null] }
    expect(propertyOf(oneOf(String, Integer), { nullable: true })).to.deep.equal({
      anyOf: [{ type: 'string' }, INTEGER, none]
    })
    expect(propertyOf(enumOf(['x', 1]), { nullable: true })).to.deep.equal({ anyOf: [{ enum: ['x', 1] }, none] })
    expect(propertyOf(Item, { nullable: true })).to.deep.equal({
      anyOf: [{ $ref: '#/components/schemas/Item' }, none]
    })
    expect(propertyOf(oneOf(Item, nullable(String)))).to.deep.equal({
      anyOf: [{ $ref: '#/components/schemas/Item' }, { type: 'string' }, none]
    })
    expect(propertyOf(String, { enum: ['x'], nullable: true })).to.deep.equal({
      type: 'string',
      nullable: true,
      enum: ['x', null]
    })
  })

  it('is accepted as an item of a list and a value of a map exactly when it is allowed', () => {
    for (const type of [String, Item, Colours]) {
      for (const version of ['3.0', '3.1'] as const) {
        for (const allowed of [false, true]) {
          const inner = allowed ? nullable(type) : type
          expect(judge([inner], version)([null])).to.equal(allowed)
          expect(judge(mapOf(inner), version)({ key: null })).to.equal(allowed)
          expect(judge([inner], version)(null)).to.equal(false)
        }
      }
    }
  })

  it('is allowed once, however often that is said', () => {
    expect(propertyOf(nullable(nullable(String)), { nullable: true })).to.deep.equal({ type: 'string', nullable: true })
    expect(propertyOf(nullable(Item), { nullable: true }).anyOf).to.have.length(2)
  })
})
