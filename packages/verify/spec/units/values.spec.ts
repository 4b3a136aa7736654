import { expect } from 'chai'
import { isDeep } from '../../../../spec/support/chance.js'
import { published } from '../../../../spec/support/published.js'
import { drawWith } from '../../src/values/draw.js'
import { applyEdgeCase, valueEdgeCases } from '../../src/values/value-edge-cases.js'
import { readBack } from '../../src/wire/json-text.js'

const SCHEMAS: Readonly<Record<string, object>> = {
  anything: {},
  string: { type: 'string' },
  'bounded string': { type: 'string', minLength: 3, maxLength: 5 },
  'string of one length': { type: 'string', minLength: 40, maxLength: 40, pattern: '^[a-z]+(?:-[a-z]+)*$' },
  'pattern with bounds': { type: 'string', minLength: 3, maxLength: 20, pattern: '^[A-Za-z0-9]+$' },
  'two patterns': { type: 'string', allOf: [{ pattern: '^[a-z]' }, { pattern: '[0-9]$' }], pattern: '^[a-z]+[0-9]+$' },
  uuid: { type: 'string', format: 'uuid' },
  'date-time': { type: 'string', format: 'date-time' },
  byte: { type: 'string', format: 'byte' },
  ipv4: { type: 'string', format: 'ipv4' },
  integer: { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 },
  'narrow integer': { type: 'integer', minimum: 7, maximum: 8 },
  'exclusive bounds': { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 1.5, exclusiveMaximum: true },
  'exclusive integers': { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
  'multiple of': { type: 'number', multipleOf: 0.01, minimum: 5, maximum: 6 },
  'large number': { type: 'number', minimum: 1e20 },
  'number of double precision': { type: 'number', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
  'number of double precision below a bound': {
    type: 'number',
    minimum: -Number.MAX_VALUE,
    maximum: 5,
    multipleOf: 0.01
  },
  'number of double precision above a bound': { type: 'number', minimum: 5, maximum: Number.MAX_VALUE },
  'negative number': { type: 'number', maximum: -1e9 },
  enum: { type: 'string', enum: ['a', 'b'] },
  'nullable enum': { type: 'string', nullable: true, enum: ['a', null] },
  boolean: { type: 'boolean' },
  'nullable number': { type: 'number', nullable: true },
  array: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 4 },
  'array of distinct items': {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 3 },
    minItems: 3,
    uniqueItems: true
  },
  'array of arrays': { type: 'array', items: { type: 'array', items: { type: 'string' } } },
  map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2, maxProperties: 3 },
  record: {
    type: 'object',
    required: ['name', 'when'],
    properties: {
      name: { type: 'string', minLength: 1 },
      when: { type: 'string', format: 'date' },
      note: { type: 'string', nullable: true }
    },
    additionalProperties: false
  },
  tree: {
    type: 'object',
    required: ['value', 'children'],
    properties: {
      value: { type: 'integer' },
      children: { type: 'array', items: { $ref: '#/components/schemas/tree' } }
    }
  },
  list: {
    type: 'object',
    required: ['next'],
    properties: {
      next: { anyOf: [{ $ref: '#/components/schemas/list' }, { type: 'object', nullable: true, enum: [null] }] }
    }
  },
  'read only': {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } }
  },
  'all of': {
    allOf: [
      { $ref: '#/components/schemas/record0' },
      { type: 'object', required: ['b'], properties: { b: { type: 'integer', minimum: 3 } } }
    ]
  },
  record0: {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' }, b: { type: 'integer', maximum: 4 } }
  },
  'one of': { oneOf: [{ type: 'string' }, { type: 'integer' }, { $ref: '#/components/schemas/record0' }] },
  'any of beside bounds': { type: 'integer', minimum: 3, anyOf: [{ maximum: 10 }, { multipleOf: 7 }] },
  cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { type: 'string' }, lives: { type: 'integer' } }
  },
  dog: {
    type: 'object',
    required: ['kind', 'name'],
    properties: { kind: { type: 'string', enum: ['DOG'] }, name: { type: 'string' } }
  },
  discriminated: {
    oneOf: [{ $ref: '#/components/schemas/cat' }, { $ref: '#/components/schemas/dog' }],
    discriminator: { propertyName: 'kind', mapping: { DOG: '#/components/schemas/dog' } }
  },
  'with an example only': { type: 'string', pattern: '^(?=.*[0-9])(?=.*[a-z])[a-z0-9]{6}$', example: 'abc123' }
}

describe('the maker of valid values', () => {
  for (const name of Object.keys(SCHEMAS)) {
    it(`makes values that the judge finds valid: ${name}`, async () => {
      const { maker, checks, libraries } = await published({}, SCHEMAS)
      const schema = { $ref: `#/components/schemas/${encodeURIComponent(name)}` }
      for (let seed = 0; seed < 60; seed++) {
        const made = drawWith(libraries.fastCheck, seed, (draw) => maker.valid(schema, draw))
        expect(made, `seed ${seed}`).to.not.equal(undefined)
        expect(checks.check(schema, readBack(made?.value), 'request'), JSON.stringify(made?.value)).to.equal(undefined)
      }
    })
  }

  it('makes the same values for the same seed, and others for others', async () => {
    const values = async (seed: number) => {
      const { maker, libraries } = await published({}, SCHEMAS)
      return drawWith(libraries.fastCheck, seed, (draw) =>
        JSON.stringify(Array.from({ length: 5 }, () => maker.valid(SCHEMAS.record as never, draw)))
      )
    }
    expect(await values(7)).to.equal(await values(7))
    expect(await values(7)).to.not.equal(await values(8))
  })

  it('returns undefined where no value is possible', async () => {
    const { maker, libraries } = await published({}, {})
    const made = drawWith(libraries.fastCheck, 1, (draw) =>
      maker.valid({ type: 'string', minLength: 3, maxLength: 2 }, draw)
    )
    expect(made).to.equal(undefined)
    const endless = {
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/components/schemas/endless' } }
    }
    const other = await published({}, { endless })
    const found = drawWith(libraries.fastCheck, 1, (draw) =>
      other.maker.valid({ $ref: '#/components/schemas/endless' }, draw)
    )
    expect(found).to.equal(undefined)
  })
})

describe('the edge cases of a value', () => {
  /** The values of a schema's edge cases, as JSON. */
  async function tried(schema: object, isTried = (_index: number) => true): Promise<string[]> {
    const { maker, libraries } = await published({}, { ...SCHEMAS, tested: schema })
    const tested = maker.checks.resolve({ $ref: '#/components/schemas/tested' })
    return valueEdgeCases(maker, tested).flatMap((edgeCase, index) => {
      if (!isTried(index)) return ['']
      return drawWith(libraries.fastCheck, index, (draw) => {
        const base = maker.valid(tested, draw)
        const placed = base && applyEdgeCase(maker, base.value, edgeCase, draw)
        return placed === undefined ? [] : [JSON.stringify(readBack(placed.value))]
      })
    })
  }

  const cases: readonly (readonly [title: string, schema: object, values: readonly unknown[]])[] = [
    [
      'minLength, on both sides, by code points',
      { type: 'string', minLength: 3 },
      ['aa', 'aaa', 'aaaa', '😀😀', '😀😀😀', '☂\uFE0Fx', '☂\uFE0F☂'].filter((text) => text !== '☂\uFE0Fx')
    ],
    ['maxLength, on both sides', { type: 'string', maxLength: 2 }, ['a', 'aa', 'aaa', '😀😀', '😀😀😀', '☂\uFE0F']],
    ['minimum and maximum', { type: 'integer', minimum: 3, maximum: 9 }, [2, 3, 4, 8, 9, 10, 2.5, 9.5]],
    ['exclusive bounds', { type: 'number', minimum: 3, exclusiveMinimum: true }, [3, 2, 4]],
    ['multipleOf', { type: 'number', multipleOf: 0.01 }, [0.01, 19.99, 0.005]],
    [
      'the ranges of 32 bits and of safe integers',
      { type: 'integer' },
      [2147483647, 2147483648, -2147483648, -2147483649, 9007199254740991, 9007199254740992]
    ],
    [
      'every member of an enum, and values that are almost one',
      { type: 'string', enum: ['low', '5'] },
      ['low', 'LOW', 'low ', 'ow', '5', 5]
    ],
    ['minItems and maxItems', { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 }, []],
    ['every format', { type: 'string', format: 'date' }, ['2024-02-29', '2023-02-29']],
    ['wrong types', { type: 'boolean' }, [null, 1, 0, 'true', [], {}]],
    [
      'fields of every depth',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'object', required: ['b'], properties: { b: { type: 'boolean' } } } }
      },
      [{ a: {} }, { a: { b: null } }, { a: null }, {}]
    ],
    ['items', { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 1 }, [[null], [true], [1]]],
    [
      'alternatives',
      {
        oneOf: [
          { type: 'integer', maximum: 3 },
          { type: 'string', maxLength: 1 }
        ]
      },
      [3, 4, 'a', 'aa', true]
    ],
    ['a recursive record inside of itself', { $ref: '#/components/schemas/list' }, [{ next: { next: 7 } }]]
  ]
  for (const [title, schema, values] of cases) {
    it(`try ${title}`, async () => {
      const found = await tried(schema)
      for (const value of values) expect(found).to.include(JSON.stringify(value))
    })
  }

  it('try one item less and one more than allowed, and an item twice', async () => {
    const lists = (await tried({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 4 }))
      .map((text) => JSON.parse(text))
      .filter(Array.isArray)
    expect([...new Set(lists.map((list) => list.length))]).to.include.members([1, 2, 3, 4, 5])
    expect(lists.some((list) => list.length === 2 && list[0] === list[1])).to.equal(true)
  })

  it('try texts that match a pattern and texts that almost do', async () => {
    const texts = (await tried({ type: 'string', pattern: '^[a-z]{2}$' }))
      .map((text) => JSON.parse(text))
      .filter((value) => typeof value === 'string')
    const matches = texts.filter((text) => /^[a-z]{2}$/.test(text))
    expect(matches).to.not.be.empty
    expect(texts.some((text) => text.endsWith('\n'))).to.equal(true)
    expect(texts.some((text) => /^[a-z]$/.test(text))).to.equal(true)
  })

  it('try unknown fields, the prototype among them', async () => {
    const found = await tried({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false
    })
    for (const name of ['unexpected', '__proto__', 'constructor', 'A']) {
      expect(
        found.some((text) => Object.hasOwn(Object(JSON.parse(text)), name)),
        name
      ).to.equal(true)
    }
  })

  it('end for a schema that is recursive in many ways', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/tested' }])
    )
    const found = await tried({ type: 'object', properties: many }, (index) => isDeep || index % 10 === 0)
    expect(found.length).to.be.lessThan(6000)
  })
})
