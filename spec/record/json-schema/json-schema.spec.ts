import Ajv2020Module from 'ajv/dist/2020.js'
import AjvDraft04Module from 'ajv-draft-04'
import { expect } from 'chai'
import { type SchemaObject, SetupError } from 'fieldstone'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import type { FieldSchema, RecordSchema, RuleKeywords, TypeSchema } from '../../../src/record/type/schema.js'
import type { DialectVersion } from '../../support/dialect-version.js'
import { field, INTEGER, lookupAmong, record, rule, STRING } from '../../support/record-model.js'

// Both are CommonJS with a default export.
const AjvDraft04 = AjvDraft04Module.default
const Ajv2020 = Ajv2020Module.default

const DOUBLE_BOUNDS = { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }
const NUMBER: TypeSchema = { kind: 'number', format: 'double' }
const COLOURS: TypeSchema = { kind: 'enum', name: 'Colour', values: ['red', 'green'] }
const item = record('Item', () => [field('id', INTEGER)])
const ITEM: TypeSchema = { kind: 'record', class: item.class }

function list(items: TypeSchema): TypeSchema {
  return { kind: 'array', items }
}

function mapOf(values: TypeSchema): TypeSchema {
  return { kind: 'map', values }
}

function nullable(type: TypeSchema): TypeSchema {
  return { kind: 'nullable', type }
}

function schemaOf(type: TypeSchema, version?: DialectVersion): SchemaObject {
  return new SchemaEmitter(version, lookupAmong(item)).schemaOf(type, 'Here.now')
}

/** The schema of one field of a record. */
function propertyOf(declared: FieldSchema, version?: DialectVersion): SchemaObject {
  const holder = record('Holder', () => [declared])
  const emitter = new SchemaEmitter(version, lookupAmong(holder, item))
  emitter.schemaOf({ kind: 'record', class: holder.class }, 'Here.now')
  return emitter.components.Holder?.properties?.[declared.name] as SchemaObject
}

const AJV_OPTIONS = { strict: false, validateFormats: false } as const
const JUDGES = { '3.0': new AjvDraft04(AJV_OPTIONS), '3.1': new Ajv2020(AJV_OPTIONS) }

/** Judges values by a schema and components, each with the validator of its dialect. */
function judge(schema: SchemaObject, components: Record<string, SchemaObject>, version: DialectVersion) {
  // Ajv itself knows OpenAPI 3.0's nullable, and refuses to compile one that has no type beside it.
  return JUDGES[version].compile({ ...schema, components: { schemas: components } })
}

describe('The schema of a type', () => {
  const cases: [string, TypeSchema, SchemaObject][] = [
    ['a string', STRING, { type: 'string' }],
    ['a boolean', { kind: 'boolean' }, { type: 'boolean' }],
    ['a timestamp', { kind: 'timestamp' }, { type: 'string', format: 'date-time' }],
    [
      'a float, bounded',
      { kind: 'number', format: 'float' },
      { type: 'number', format: 'float', minimum: -3.4028234663852886e38, maximum: 3.4028234663852886e38 }
    ],
    ['a double', NUMBER, num({})],
    [
      'an integer of 32 bits, bounded',
      { kind: 'integer', format: 'int32' },
      { type: 'integer', format: 'int32', minimum: -2147483648, maximum: 2147483647 }
    ],
    [
      'an integer of 64 bits, bounded by what JavaScript holds exactly',
      INTEGER,
      { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
    ],
    ['anything', { kind: 'any' }, {}],
    ['a list', list(STRING), { type: 'array', items: { type: 'string' } }],
    ['a list of lists', list(list(STRING)), { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['a map', mapOf({ kind: 'boolean' }), { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['a map of anything', mapOf({ kind: 'any' }), { type: 'object', additionalProperties: {} }],
    ['an enum of texts', { kind: 'enum', name: undefined, values: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    ['an enum of integers', { kind: 'enum', name: undefined, values: [0, 1] }, { type: 'integer', enum: [0, 1] }],
    ['an enum of numbers', { kind: 'enum', name: undefined, values: [0.5, 1] }, { type: 'number', enum: [0.5, 1] }],
    ['a mixed enum', { kind: 'enum', name: undefined, values: ['a', 1, true] }, { enum: ['a', 1, true] }],
    ['a named enum', COLOURS, { $ref: '#/components/schemas/Colour' }],
    ['a record', ITEM, { $ref: '#/components/schemas/Item' }],
    ['a list of records', list(ITEM), { type: 'array', items: { $ref: '#/components/schemas/Item' } }],
    ['text or null', nullable(STRING), { type: 'string', nullable: true }],
    ['anything or null', nullable({ kind: 'any' }), {}]
  ]
  for (const [what, type, expected] of cases) {
    it(`tells ${what}`, () => expect(schemaOf(type)).to.deep.equal(expected))
  }
})

describe('Null', () => {
  const types: [string, TypeSchema, unknown][] = [
    ['a string', STRING, 'x'],
    ['an integer', INTEGER, 1],
    ['a number', NUMBER, 1.5],
    ['a boolean', { kind: 'boolean' }, true],
    ['a timestamp', { kind: 'timestamp' }, '2024-01-01T00:00:00Z'],
    ['an inline enum', { kind: 'enum', name: undefined, values: ['x', 'y'] }, 'x'],
    ['a mixed enum', { kind: 'enum', name: undefined, values: ['x', 1] }, 1],
    ['a named enum', COLOURS, 'red'],
    ['a list', list(STRING), ['x']],
    ['a map', mapOf(STRING), { a: 'x' }],
    ['a record', ITEM, { id: 1 }]
  ]
  const ruleSets: [string, RuleKeywords[]][] = [
    ['no rule', []],
    ['a list of values', [{ enum: ['x', 'red', 1, 1.5, true, '2024-01-01T00:00:00Z', ['x'], { a: 'x' }, { id: 1 }] }]],
    ['a value that is refused', [{ not: { enum: ['nobody', null] } }]],
    ['alternatives', [{ anyOf: [{ enum: ['nobody'] }, { not: { enum: [null] } }] }]],
    ['two patterns', [{ pattern: '^[^!]' }, { pattern: '[^!]$' }]]
  ]
  for (const version of ['3.0', '3.1'] as const) {
    for (const [what, type, good] of types) {
      for (const [rules, keywords] of ruleSets) {
        it(`is accepted for ${what} with ${rules} exactly when it is allowed (${version})`, () => {
          for (const allowed of [false, true]) {
            const declared = field('value', type, { nullable: allowed, rules: keywords.map((each) => rule(each)) })
            const holder = record('Holder', () => [declared])
            const emitter = new SchemaEmitter(version, lookupAmong(holder, item))
            const schema = emitter.schemaOf({ kind: 'record', class: holder.class }, 'Here.now')
            const accepts = judge(schema, emitter.components, version)
            expect(accepts({ value: null }), `null when ${allowed}`).to.equal(allowed)
            expect(accepts({ value: good }), `a good value when ${allowed}`).to.equal(true)
            expect(accepts({ value: { wrong: [] } }), 'a wrong value').to.equal(false)
            expect(accepts({}), 'no value').to.equal(false)
          }
        })
      }
    }
  }

  it('is accepted as an item of a list and a value of a map exactly when it is allowed', () => {
    for (const type of [STRING, ITEM, COLOURS]) {
      for (const version of ['3.0', '3.1'] as const) {
        for (const allowed of [false, true]) {
          const emitter = new SchemaEmitter(version, lookupAmong(item))
          const inner = allowed ? nullable(type) : type
          const items = emitter.schemaOf(list(inner), 'Here.now')
          const values = emitter.schemaOf(mapOf(inner), 'Here.now')
          expect(judge(items, emitter.components, version)([null])).to.equal(allowed)
          expect(judge(values, emitter.components, version)({ key: null })).to.equal(allowed)
          expect(judge(items, emitter.components, version)(null)).to.equal(false)
        }
      }
    }
  })

  it('is allowed once, however often that is said', () => {
    expect(propertyOf(field('a', nullable(nullable(STRING)), { nullable: true }))).to.deep.equal({
      type: 'string',
      nullable: true
    })
    expect(propertyOf(field('a', nullable(ITEM), { nullable: true })).anyOf).to.have.length(2)
  })
})

describe('The rules of a field', () => {
  const cases: [string, TypeSchema, RuleKeywords[], SchemaObject][] = [
    ['a length', STRING, [{ minLength: 3 }, { maxLength: 20 }], { type: 'string', minLength: 3, maxLength: 20 }],
    ['a pattern', STRING, [{ pattern: '^a' }], { type: 'string', pattern: '^a' }],
    ['a format', STRING, [{ format: 'email' }], { type: 'string', format: 'email' }],
    ['a list of values', STRING, [{ enum: ['a'] }], { type: 'string', enum: ['a'] }],
    ['a constant', STRING, [{ const: 'a' }], { type: 'string', enum: ['a'] }],
    ['an exclusive minimum', NUMBER, [{ exclusiveMinimum: 0 }], num({ minimum: 0, exclusiveMinimum: true })],
    ['an exclusive maximum', NUMBER, [{ exclusiveMaximum: 9 }], num({ maximum: 9, exclusiveMaximum: true })],
    [
      "an exclusive minimum in OpenAPI 3.0's own form",
      NUMBER,
      [{ minimum: 0, exclusiveMinimum: true }],
      num({ minimum: 0, exclusiveMinimum: true })
    ],
    ['a flag that says nothing', NUMBER, [{ minimum: 0, exclusiveMinimum: false }], num({ minimum: 0 })],
    ...(
      [
        ['minimum', 'maximum'],
        ['exclusiveMinimum', 'exclusiveMaximum'],
        ['minLength', 'maxLength'],
        ['minItems', 'maxItems'],
        ['minProperties', 'maxProperties']
      ] as const
    ).map(([least, most]): [string, TypeSchema, RuleKeywords[], SchemaObject] => [
      `the narrower of two of each: ${least}, ${most}`,
      { kind: 'any' },
      [{ [least]: 1 }, { [least]: 3 }, { [least]: 2 }, { [most]: 8 }, { [most]: 6 }, { [most]: 7 }],
      least === 'exclusiveMinimum'
        ? { minimum: 3, exclusiveMinimum: true, maximum: 6, exclusiveMaximum: true }
        : { [least]: 3, [most]: 6 }
    ]),
    ['the narrower of two minima', NUMBER, [{ minimum: 3 }, { minimum: 1 }], num({ minimum: 3 })],
    [
      'an inclusive minimum above an exclusive one',
      NUMBER,
      [{ exclusiveMinimum: 0 }, { minimum: 1 }],
      num({ minimum: 1 })
    ],
    [
      'an exclusive minimum at an inclusive one',
      NUMBER,
      [{ minimum: 1 }, { exclusiveMinimum: 1 }],
      num({ minimum: 1, exclusiveMinimum: true })
    ],
    ['a bound within those of an integer', INTEGER, [{ minimum: 0 }, { maximum: 9 }], int({ minimum: 0, maximum: 9 })],
    ['a bound beyond those of an integer', INTEGER, [{ minimum: -1e300 }], int({})],
    ['a multiple', NUMBER, [{ multipleOf: 0.5 }], num({ multipleOf: 0.5 })],
    [
      'two multiples',
      NUMBER,
      [{ multipleOf: 2 }, { multipleOf: 3 }],
      num({ multipleOf: 2, allOf: [{ multipleOf: 3 }] })
    ],
    [
      'two patterns',
      STRING,
      [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'c' }],
      { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: 'c' }] }
    ],
    ['the same pattern twice', STRING, [{ pattern: 'a' }, { pattern: 'a' }], { type: 'string', pattern: 'a' }],
    [
      'two lists of values',
      STRING,
      [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
      { type: 'string', enum: ['a', 'b'], allOf: [{ enum: ['b', 'c'] }] }
    ],
    ['a number that must be whole', NUMBER, [{ type: 'integer' }], { ...DOUBLE_BOUNDS, type: 'integer' }],
    [
      'the number of items',
      list(STRING),
      [{ minItems: 1 }, { uniqueItems: true }],
      arr({ minItems: 1, uniqueItems: true })
    ],
    ['a rule on a record', ITEM, [{ minProperties: 1 }], { allOf: [itemRef()], minProperties: 1 }]
  ]
  for (const [what, type, keywords, expected] of cases) {
    it(`tell ${what}`, () => {
      expect(propertyOf(field('value', type, { rules: keywords.map((each) => rule(each)) }))).to.deep.equal(expected)
    })
  }

  it('about each item speak in the schema of the items', () => {
    const rules = [rule({ minLength: 3 }, { each: true }), rule({ minItems: 1 })]
    expect(propertyOf(field('tags', list(STRING), { rules }))).to.deep.equal({
      type: 'array',
      items: { type: 'string', minLength: 3 },
      minItems: 1
    })
    expect(propertyOf(field('tags', mapOf(STRING), { rules: [rule({ minLength: 3 }, { each: true })] }))).to.deep.equal(
      {
        type: 'object',
        additionalProperties: { type: 'string', minLength: 3 }
      }
    )
    expect(propertyOf(field('tags', list(nullable(STRING)), { nullable: true, rules }))).to.deep.equal({
      type: 'array',
      nullable: true,
      items: { type: 'string', nullable: true, minLength: 3 },
      minItems: 1
    })
  })

  it('that JSON Schema cannot express are listed under x-rules, with the arguments that JSON can write', () => {
    const odd = rule(undefined, { name: 'isOdd', constraint: 'isOdd' })
    const before = rule(undefined, { constraint: 'isBefore', constraints: ['noon', 3] })
    const custom = rule(undefined, { constraint: 'custom', constraints: [() => true] })
    expect(propertyOf(field('value', STRING, { rules: [odd, before, custom], nullable: true }))).to.deep.equal({
      type: 'string',
      nullable: true,
      'x-rules': [{ rule: 'isOdd' }, { rule: 'isBefore', constraints: ['noon', 3] }, { rule: 'custom' }]
    })
    expect(propertyOf(field('value', ITEM, { rules: [odd], nullable: true }))['x-rules']).to.deep.equal([
      { rule: 'isOdd' }
    ])
    const each = { ...odd, each: true }
    expect(propertyOf(field('value', list(STRING), { rules: [each] })).items).to.deep.equal({
      type: 'string',
      'x-rules': [{ rule: 'isOdd' }]
    })
    expect(propertyOf(field('value', { kind: 'any' }, { rules: [each], nullable: true }))).to.deep.equal({
      'x-rules': [{ rule: 'isOdd' }]
    })
  })

  it('are listed too where only a later JSON Schema has the keyword', () => {
    const contains = rule({ contains: { const: 'a' } }, { constraint: 'arrayContains', constraints: [['a']] })
    const declared = field('value', list(STRING), { rules: [contains] })
    expect(propertyOf(declared)).to.deep.equal(arr({ 'x-rules': [{ rule: 'arrayContains', constraints: [['a']] }] }))
    expect(propertyOf(declared, '3.1')).to.deep.equal(arr({ contains: { const: 'a' } }))
  })

  it('that hold only under a condition are listed, and not demanded of every record', () => {
    const always = rule({ minLength: 3 }, { constraint: 'minLength', stage: 'conditional', constraints: [3] })
    const type: TypeSchema = { kind: 'any' }
    const rules = [always, rule({ pattern: 'a' })]
    const condition = { holds: () => true, type: STRING, required: true, rules, ofType: [] }
    expect(propertyOf(field('value', type, { rules: [always], condition, required: false }))).to.deep.equal({
      'x-rules': [
        { rule: 'minLength', constraints: [3], conditional: true },
        { rule: 'pattern', conditional: true }
      ]
    })
  })

  for (const inner of [
    { contains: {} },
    { anyOf: [{ type: 'string' }, { contains: {} }] },
    { anyOf: {} },
    { not: { items: { contains: {} } } },
    { properties: { a: {}, b: { contains: {} } } },
    { properties: [] }
  ]) {
    it(`are listed where a later keyword is within another, or none at all: ${JSON.stringify(inner)}`, () => {
      expect(propertyOf(field('value', { kind: 'any' }, { rules: [rule(inner as RuleKeywords)] }))).to.deep.equal({
        'x-rules': [{ rule: Object.keys(inner)[0] }]
      })
    })
  }

  const known: readonly SchemaObject[] = [
    { type: 'string' },
    { nullable: true },
    { format: 'email' },
    { title: 't' },
    { description: 'd' },
    { deprecated: true },
    { default: 1 },
    { example: 1 },
    { examples: [1] },
    { enum: [1] },
    { const: 1 },
    { minLength: 1 },
    { maxLength: 1 },
    { pattern: 'a' },
    { minimum: 1 },
    { maximum: 1 },
    { exclusiveMinimum: 1 },
    { exclusiveMaximum: 1 },
    { multipleOf: 2 },
    { minItems: 1 },
    { maxItems: 1 },
    { uniqueItems: true },
    { required: ['a'] },
    { minProperties: 1 },
    { maxProperties: 1 },
    { readOnly: true },
    { writeOnly: true },
    { items: { type: 'string' } },
    { additionalProperties: false },
    { not: { type: 'string' } },
    { allOf: [{ minLength: 1 }] },
    { anyOf: [{ minLength: 1 }] },
    { oneOf: [{ minLength: 1 }] },
    { prefixItems: [{ minLength: 1 }] },
    { properties: { a: {} } },
    { 'x-own': 1 } as SchemaObject
  ]
  for (const keyword of known) {
    it(`are written with a keyword that OpenAPI 3.0 has, or that can be rewritten: ${JSON.stringify(keyword)}`, () => {
      const written = propertyOf(field('value', { kind: 'any' }, { rules: [rule({ not: keyword } as RuleKeywords)] }))
      expect(Object.keys(written)).to.deep.equal(['not'])
    })
  }

  it('are written in the dialect inside of other keywords as well', () => {
    const rules = [rule({ not: { anyOf: [{ const: 3 }, { exclusiveMinimum: 5 }, { type: ['string', 'null'] }] } })]
    expect(propertyOf(field('value', { kind: 'any' }, { rules }))).to.deep.equal({
      not: { anyOf: [{ enum: [3] }, { minimum: 5, exclusiveMinimum: true }, { type: 'string', nullable: true }] }
    })
  })
})

function num(more: SchemaObject): SchemaObject {
  const { minimum: _minimum, ...withoutMinimum } = DOUBLE_BOUNDS
  const isExclusive = typeof more.exclusiveMinimum === 'number'
  return { type: 'number', format: 'double', ...(isExclusive ? withoutMinimum : DOUBLE_BOUNDS), ...more }
}

function int(more: SchemaObject): SchemaObject {
  return { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991, ...more }
}

function arr(more: SchemaObject): SchemaObject {
  return { type: 'array', items: { type: 'string' }, ...more }
}

function itemRef(): SchemaObject {
  return { $ref: '#/components/schemas/Item' }
}

describe('What a field says about itself', () => {
  const more = { description: 'It is this.', example: 'e', default: 'd', deprecated: true }

  it('stands beside its type', () => {
    expect(propertyOf(field('value', STRING, more))).to.deep.equal({ type: 'string', ...more })
  })

  it('is not lost beside a reference, which OpenAPI 3.0 would ignore', () => {
    expect(propertyOf(field('value', ITEM, more))).to.deep.equal({ ...more, allOf: [itemRef()] })
    expect(propertyOf(field('value', COLOURS, { ...more, nullable: true }))).to.deep.equal({
      ...more,
      anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'object', nullable: true, enum: [null] }]
    })
  })

  it('keeps values that read as nothing', () => {
    expect(propertyOf(field('value', STRING, { nullable: true, default: null, example: '' }))).to.deep.equal({
      type: 'string',
      nullable: true,
      default: null,
      example: ''
    })
  })

  it('is written as OpenAPI 3.1 has it when that is asked for', () => {
    expect(
      propertyOf(field('value', STRING, { ...more, nullable: true, rules: [rule({ enum: ['e'] })] }), '3.1')
    ).to.deep.equal({
      ...{ type: ['string', 'null'], enum: ['e', null], description: 'It is this.', default: 'd', examples: ['e'] },
      deprecated: true
    })
    expect(propertyOf(field('value', NUMBER, { rules: [rule({ exclusiveMinimum: 0 })] }), '3.1')).to.deep.equal(
      num({ exclusiveMinimum: 0 })
    )
  })
})

describe('The components of a document', () => {
  function emit(version: DialectVersion, ...records: RecordSchema[]) {
    const emitter = new SchemaEmitter(version, lookupAmong(...records))
    for (const { class: target } of records) emitter.schemaOf({ kind: 'record', class: target }, 'Here.now')
    return emitter.components
  }

  it('hold a record with its JSON names, its required fields and its description', () => {
    const user = record(
      'User',
      () => [
        field('id', INTEGER),
        field('nick', STRING, { property: 'nickName', required: false }),
        field('note', STRING, { required: false, nullable: true })
      ],
      { description: 'Someone.', unknownFields: 'reject' }
    )
    expect(emit('3.0', user)).to.deep.equal({
      User: {
        type: 'object',
        description: 'Someone.',
        properties: { id: int({}), nick: { type: 'string' }, note: { type: 'string', nullable: true } },
        required: ['id'],
        additionalProperties: false
      }
    })
  })

  it('leave out an empty list of required fields, and allow unknown fields that are dropped', () => {
    const loose = record('Loose', () => [field('a', STRING, { required: false })])
    expect(emit('3.0', loose).Loose).to.deep.equal({ type: 'object', properties: { a: { type: 'string' } } })
  })

  it('hold each record and each named enum once', () => {
    const emitter = new SchemaEmitter('3.0', lookupAmong(item))
    for (const type of [ITEM, list(ITEM), COLOURS, { ...COLOURS }, nullable(ITEM)]) emitter.schemaOf(type, 'Here.now')
    expect(Object.keys(emitter.components)).to.deep.equal(['Item', 'Colour'])
    expect(emitter.components.Colour).to.deep.equal({ type: 'string', enum: ['red', 'green'] })
  })

  it('describe a recursive record by a reference to itself, which a validator follows', () => {
    const tree = record('Tree', (self) => [
      field('name', STRING),
      field('children', list({ kind: 'record', class: self })),
      field('parent', { kind: 'record', class: self }, { nullable: true, required: false })
    ])
    const components = emit('3.0', tree)
    expect(Object.keys(components)).to.deep.equal(['Tree'])
    const accepts = judge({ $ref: '#/components/schemas/Tree' }, components, '3.0')
    const leaf = { name: 'leaf', children: [], parent: null }
    expect(accepts({ name: 'root', children: [leaf], parent: leaf })).to.equal(true)
    expect(accepts({ name: 'root', children: [{ ...leaf, children: [{ name: 1, children: [] }] }] })).to.equal(false)
  })

  it('describe records that refer to each other', () => {
    const book = record('Book', () => [])
    const author = record('Author', () => [field('books', list({ kind: 'record', class: book.class }))])
    const linked = { ...book, fields: [field('author', { kind: 'record', class: author.class })] }
    expect(Object.keys(emit('3.0', linked, author))).to.deep.equal(['Book', 'Author'])
  })

  it('hold names and fields that JavaScript gives a meaning to', () => {
    const odd = record('__proto__', () => [field('__proto__', STRING), field('constructor', STRING)])
    const components = emit('3.0', { ...odd, name: '__proto__' })
    expect(Object.keys(components)).to.deep.equal(['__proto__'])
    const [schema] = Object.values(components)
    expect(Object.keys(schema?.properties ?? {})).to.deep.equal(['__proto__', 'constructor'])
  })

  it('are named with the characters that OpenAPI allows', () => {
    const page = record('Page<Größe>', () => [field('a', STRING)])
    expect(Object.keys(emit('3.0', page))).to.deep.equal(['Page_Gr__e_'])
  })

  it('refuse two records of one name, and say who uses them', () => {
    const other = record('Item', () => [field('sku', STRING)])
    const order = record('Order', () => [field('item', ITEM), field('gift', { kind: 'record', class: other.class })])
    expect(() => emit('3.0', order, item, other))
      .to.throw(SetupError)
      .that.includes({
        code: 'RECORD_NAME_DUPLICATE',
        message:
          'RECORD_NAME_DUPLICATE: two different records or enums are named Item, ' +
          "used by Order.item and by Order.gift; rename one of them, or give one another name in the document: @Record({ name: '…' })."
      })
  })

  it('refuse a record and an enum, or two enums, of one name', () => {
    const colour = record('Colour', () => [field('hue', INTEGER)])
    const emitter = new SchemaEmitter('3.0', lookupAmong(colour))
    emitter.schemaOf(COLOURS, 'Car.colour')
    const more: TypeSchema = { kind: 'enum', name: 'Colour', values: ['blue'] }
    expect(() => emitter.schemaOf(more, 'Bike.colour')).to.throw(SetupError, /used by Car.colour and by Bike.colour/)
    expect(() => emitter.schemaOf({ kind: 'record', class: colour.class }, 'Wall.colour')).to.throw(SetupError)
  })

  it('refuse a record without a name', () => {
    const nameless = { ...item, name: '' }
    expect(() => emit('3.0', nameless))
      .to.throw(SetupError)
      .with.property('code', 'RECORD_INVALID')
  })
})
