import { expect } from 'chai'
import { IsIn, Matches, ValidateBy, ValidateIf } from 'class-validator'
import { type FieldOptions, Integer, nullable, type SchemaObject, type TypeExpression } from 'fieldstone'
import { componentsOf, propertiesOf } from '../support/documented.js'
import { Colours, holderOf, INTEGER, Item, NUMBER, propertyOf } from '../support/documented-fields.js'

describe('The rules of a field', () => {
  const matching = (...patterns: string[]) => patterns.map((pattern) => Matches(new RegExp(pattern)))
  const cases: [string, TypeExpression, FieldOptions, PropertyDecorator[], SchemaObject][] = [
    ['a length', String, { minLength: 3, maxLength: 20 }, [], { type: 'string', minLength: 3, maxLength: 20 }],
    ['a pattern', String, { pattern: '^a' }, [], { type: 'string', pattern: '^a' }],
    ['a list of values', String, { enum: ['a'] }, [], { type: 'string', enum: ['a'] }],
    ['an exclusive minimum', Number, { exclusiveMinimum: 0 }, [], { ...NUMBER, minimum: 0, exclusiveMinimum: true }],
    ['an exclusive maximum', Number, { exclusiveMaximum: 9 }, [], { ...NUMBER, maximum: 9, exclusiveMaximum: true }],
    [
      'an inclusive minimum above an exclusive one',
      Number,
      { exclusiveMinimum: 0, minimum: 1 },
      [],
      { ...NUMBER, minimum: 1 }
    ],
    [
      'an exclusive minimum at an inclusive one',
      Number,
      { exclusiveMinimum: 1, minimum: 1 },
      [],
      { ...NUMBER, minimum: 1, exclusiveMinimum: true }
    ],
    [
      'a bound within those of an integer',
      Integer,
      { minimum: 0, maximum: 9 },
      [],
      { ...INTEGER, minimum: 0, maximum: 9 }
    ],
    ['a bound beyond those of an integer', Integer, { minimum: -1e300 }, [], INTEGER],
    ['a multiple', Number, { multipleOf: 0.5 }, [], { ...NUMBER, multipleOf: 0.5 }],
    [
      'several patterns',
      String,
      { pattern: 'a' },
      matching('b', 'c'),
      { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: 'c' }] }
    ],
    ['the same pattern twice', String, { pattern: 'a' }, matching('a'), { type: 'string', pattern: 'a' }],
    [
      'two lists of values',
      String,
      { enum: ['a', 'b'] },
      [IsIn(['b', 'c'])],
      { type: 'string', enum: ['a', 'b'], allOf: [{ enum: ['b', 'c'] }] }
    ],
    [
      'the number of items',
      [String],
      { minItems: 1, uniqueItems: true },
      [],
      { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true }
    ],
    [
      'a rule on a record',
      Item,
      { minProperties: 1 },
      [],
      { allOf: [{ $ref: '#/components/schemas/Item' }], minProperties: 1 }
    ]
  ]
  for (const [what, type, options, others, expected] of cases) {
    it(`say ${what}`, () => {
      const { allOf, ...found } = propertyOf(type, options, '3.0', ...others)
      const { allOf: expectedAll, ...rest } = expected
      expect(found).to.deep.equal(rest)
      expect(allOf ?? []).to.have.deep.members(expectedAll ?? [])
    })
  }

  it('about each item are in the schema of the items', () => {
    const options = { each: true, minLength: 3, minItems: 1 }
    expect(propertyOf([String], options)).to.deep.equal({
      type: 'array',
      items: { type: 'string', minLength: 3 },
      minItems: 1
    })
    expect(propertyOf([nullable(String)], { ...options, nullable: true })).to.deep.equal({
      type: 'array',
      nullable: true,
      items: { type: 'string', nullable: true, minLength: 3 },
      minItems: 1
    })
  })

  it('that JSON Schema cannot express are listed under x-rules, with the arguments that JSON can write', () => {
    const rule = (name: string, constraints?: unknown[], each = false) =>
      ValidateBy({ name, constraints, validator: { validate: () => true } } as never, { each })
    const listed = (type: TypeExpression, ...rules: PropertyDecorator[]) =>
      propertyOf(type, { nullable: true }, '3.0', ...rules)['x-rules'] ?? []
    expect(
      listed(String, rule('isOdd'), rule('isBefore', ['noon', 3]), rule('custom', [() => true]))
    ).to.have.deep.members([{ rule: 'isOdd' }, { rule: 'isBefore', constraints: ['noon', 3] }, { rule: 'custom' }])
    expect(listed(Item, rule('isOdd'))).to.deep.equal([{ rule: 'isOdd' }])
    expect(propertyOf([String], {}, '3.0', rule('isOdd', undefined, true)).items).to.deep.equal({
      type: 'string',
      'x-rules': [{ rule: 'isOdd' }]
    })
  })

  it('that hold only under a condition are listed, and not demanded of every record', () => {
    const holder = holderOf(
      String,
      { minLength: 3 },
      ValidateIf(() => true)
    )
    const { value } = propertiesOf(holder)
    expect(value).to.have.all.keys('x-rules')
    expect(value?.['x-rules']?.map(({ rule, conditional }) => [rule, conditional])).to.deep.include(['minLength', true])
    expect(componentsOf(holder).Holder).not.to.have.property('required')
  })
})

describe('What a field says about itself', () => {
  const more = { description: 'It is this.', example: 'e', default: 'd', deprecated: true }

  it('stands beside its type', () => {
    expect(propertyOf(String, more)).to.deep.equal({ type: 'string', ...more })
  })

  it('is not lost beside a reference, which OpenAPI 3.0 would ignore', () => {
    const about = { description: 'It is this.', deprecated: true }
    expect(propertyOf(Item, about)).to.deep.equal({ ...about, allOf: [{ $ref: '#/components/schemas/Item' }] })
    expect(propertyOf(Colours, { ...about, default: 'red', nullable: true })).to.deep.equal({
      ...about,
      default: 'red',
      anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'object', nullable: true, enum: [null] }]
    })
  })

  it('keeps values that read as nothing', () => {
    expect(propertyOf(String, { nullable: true, default: null, example: '' })).to.deep.equal({
      type: 'string',
      nullable: true,
      default: null,
      example: ''
    })
  })

  it('is written as OpenAPI 3.1 has it when that is asked for', () => {
    const { default: _default, ...about } = more
    expect(propertyOf(String, { ...about, nullable: true, enum: ['e'] }, '3.1')).to.deep.equal({
      ...{ type: ['string', 'null'], enum: ['e', null], description: 'It is this.', examples: ['e'], deprecated: true }
    })
    const { minimum: _minimum, ...rest } = NUMBER
    expect(propertyOf(Number, { exclusiveMinimum: 0 }, '3.1')).to.deep.equal({ ...rest, exclusiveMinimum: 0 })
  })
})
