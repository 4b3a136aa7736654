import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { type StandardSchema } from 'fieldstone'
import { accepted, JsonText, refusals, validated } from '../support/bound.js'

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 2, 5, 6, 10, '', 'a', 'ab', 'abc', '☂️', '😀😀', '12', 'x-1', '2024-05-17'],
  ...[
    '2024-05-17T08:30:00Z',
    '2024-02-30',
    '08:30:00Z',
    '127.0.0.1',
    '256.0.0.1',
    '0b6cd0c5-6ba7-4d5a-9d0e-4c1f6ad1b0ce',
    'YWI=',
    'YQ==',
    'YQ='
  ],
  ...[[], [1], ['a'], ['a', 1], [1, 'a'], ['a', 1, true], ['a', 'b', 'c', 'd'], [[1]], [null]],
  ...[
    {},
    { a: 1 },
    { a: 'x' },
    { a: 'x', b: 1 },
    { a: 'x', c: true },
    { 'x-1': 1 },
    { 'x-1': 'y' },
    { a: { a: { a: 1 } } }
  ],
  ...[{ constructor: 1 }, JSON.parse('{"__proto__":1}'), { kind: 'cat', lives: 9 }, { kind: 'dog', lives: 9 }]
]

const SCHEMAS: readonly object[] = [
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((type) => ({ type })),
  { type: ['string', 'null'] },
  {},
  { enum: ['a', 1, null, { a: 1 }, ['a', 1]] },
  { const: { a: 'x', b: 1 } },
  { minLength: 2, maxLength: 2 },
  { pattern: '^[a-z]+$' },
  { pattern: '^\\p{L}$' },
  ...['date', 'time', 'date-time', 'uuid', 'ipv4', 'byte'].map((format) => ({ type: 'string', format })),
  { minimum: 1, maximum: 5 },
  { exclusiveMinimum: 1, exclusiveMaximum: 5 },
  { multipleOf: 2 },
  { multipleOf: 0.5 },
  { minItems: 1, maxItems: 2 },
  { minProperties: 1, maxProperties: 1 },
  { required: ['a', 'constructor'] },
  { required: ['a'], properties: { a: { type: 'string' } }, additionalProperties: false },
  { properties: { a: { type: 'string' } }, additionalProperties: { type: 'boolean' } },
  { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
  { propertyNames: { maxLength: 2 } },
  { propertyNames: { enum: ['a', 'b'] } },
  { items: { type: 'string' } },
  { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
  { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
  { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }] },
  { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
  { allOf: [{ required: ['a'] }, { maxProperties: 1 }] },
  { not: { type: ['string', 'object'] } },
  { not: {} },
  { anyOf: [{ properties: { kind: { const: 'cat' } }, required: ['kind'] }, { not: { type: 'object' } }] },
  { type: 'object', properties: { a: { $ref: '#' } } },
  {
    $ref: '#/$defs/Node',
    $defs: { Node: { type: ['object', 'integer'], additionalProperties: { $ref: '#/$defs/Node' } } }
  },
  { properties: { a: true, b: false } }
]

/** A schema that describes itself like this, and itself accepts everything. */
function describedBy(schema: object): StandardSchema {
  const describe = () => schema as Record<string, unknown>
  const validate = (value: unknown) => ({ value })
  return { '~standard': { version: 1, vendor: 'spec', validate, jsonSchema: { input: describe, output: describe } } }
}

describe('The check of values by the JSON Schema of a library', () => {
  const formats = {
    date: /^\d{4}-(?!02-30)\d\d-\d\d$/,
    time: /^\d\d:\d\d:\d\dZ$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    ipv4: /^127\.0\.0\.1$/,
    byte: /^(?:YWI=|YQ==)?$/
  }
  const ajv = new Ajv2020({ strict: false, ownProperties: true, formats })

  for (const schema of SCHEMAS) {
    it(`has the verdicts of Ajv on ${JSON.stringify(schema)}`, async () => {
      const type = describedBy(schema)
      const validate = ajv.compile(schema)
      for (const value of VALUES) {
        const { faults } = await validated(type, new JsonText(JSON.stringify(value)))
        expect(faults === undefined, JSON.stringify(value)).to.equal(validate(value))
      }
    })
  }

  it('takes no longer than the value is large, however many ways lead into it', async () => {
    const $defs = {
      Node: { properties: { inner: { $ref: '#/$defs/Either' }, size: { type: 'integer' } } },
      Either: { anyOf: [{ $ref: '#/$defs/Node', required: ['none'] }, { $ref: '#/$defs/Node' }] }
    }
    let value: object = { size: 1 }
    // Each level doubles the ways.
    for (let depth = 0; depth < 200; depth++) value = { inner: value }
    expect(await refusals(describedBy({ $ref: '#/$defs/Either', $defs }), value)).to.deep.equal([])
  })

  /** The place, the rule and the message of each fault, and its limit where it has one. */
  async function faultsOf(schema: object, value: unknown): Promise<string[]> {
    const { faults = [] } = await validated(describedBy(schema), value)
    return faults.map(({ path, rule, limit, message }) => {
      return `${path} ${rule}${limit === undefined ? '' : ` ${limit}`}: ${message}`.trim()
    })
  }

  const NUMBER = { type: 'number' }
  // biome-ignore format: one row a line
  const faulty: readonly (readonly [schema: object, value: unknown, fault: string])[] = [
    [{ type: ['string', 'null'] }, 5, 'type: must be a string or null'],
    [{ enum: ['a', 1, null] }, 'b', 'enum: must be one of "a", 1, null'],
    [{ const: { a: 1 } }, 5, 'const: must be {"a":1}'],
    [{ minLength: 1 }, '', 'minLength 1: must be at least 1 character long'],
    [{ maxLength: 2 }, 'abc', 'maxLength 2: must be at most 2 characters long'],
    [{ pattern: '^a' }, 'b', 'pattern: must match ^a'],
    [{ format: 'date' }, 'b', 'format date: must have the format date'],
    [{ format: 'byte' }, 'YQ=', 'format byte: must have the format byte'],
    [{ minimum: 1 }, 0, 'minimum 1: must be at least 1'],
    [{ maximum: 1 }, 2, 'maximum 1: must be at most 1'],
    [{ exclusiveMinimum: 1 }, 1, 'exclusiveMinimum 1: must be greater than 1'],
    [{ exclusiveMaximum: 1 }, 1, 'exclusiveMaximum 1: must be less than 1'],
    [{ multipleOf: 2 }, 3, 'multipleOf 2: must be a multiple of 2'],
    [{ minItems: 1 }, [], 'minItems 1: must have at least 1 item'],
    [{ maxItems: 2 }, [1, 2, 3], 'maxItems 2: must have at most 2 items'],
    [{ minProperties: 1 }, {}, 'minProperties 1: must have at least 1 member'],
    [{ maxProperties: 0 }, { a: 1 }, 'maxProperties 0: must have at most 0 members'],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, 'ab propertyNames: is not an allowed name'],
    [{ patternProperties: { '^x-': NUMBER } }, { 'x-a': '' }, 'x-a patternProperties: has a wrong value for its name'],
    [{ properties: { a: NUMBER }, additionalProperties: false }, { b: 1 }, 'b additionalProperties: is not a declared name'],
    [{ additionalProperties: { items: NUMBER } }, { b: [1, ''] }, 'b[1] type: must be a number'],
    [{ prefixItems: [NUMBER, NUMBER] }, [1, ''], '[1] type: must be a number'],
    [{ prefixItems: [NUMBER], items: false }, [1, 2], 'maxItems 1: must have at most 1 item'],
    [{ prefixItems: [{}], items: NUMBER }, ['', ''], '[1] type: must be a number'],
    [{ anyOf: [NUMBER, { type: 'null' }] }, '', 'anyOf: is of none of the allowed types'],
    [{ oneOf: [NUMBER, { type: 'null' }] }, '', 'oneOf: is of none of the allowed types'],
    [{ oneOf: [NUMBER, { minimum: 1 }] }, 1, 'oneOf: is of several of the allowed types'],
    [{ not: NUMBER }, 1, 'not: is not allowed']
  ]
  for (const [schema, value, fault] of faulty) {
    it(`says of ${JSON.stringify(value)} under ${JSON.stringify(schema)} what is wrong, and where`, async () => {
      expect(await faultsOf(schema, value)).to.deep.equal([fault])
    })
  }

  it('is of what texts say for the schema of each item', async () => {
    const list = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } }
    expect(await accepted(describedBy(list), ['1', '2', 'true'], 'text')).to.deep.equal(['1', 2, true])
  })

  it('counts decimals as JSON writes them, and tells the place and the rule of what is wrong', async () => {
    expect(await faultsOf({ multipleOf: 0.1 }, 0.3)).to.deep.equal([])
    expect(await faultsOf({ multipleOf: 0.1 }, 0.35)).to.deep.equal(['multipleOf 0.1: must be a multiple of 0.1'])
    expect(await faultsOf({ multipleOf: 1e-7 }, 1e300)).to.deep.equal([])
    const nested = { properties: { a: { items: { required: ['b c'] } } } }
    expect(await faultsOf(nested, { a: [{}] })).to.deep.equal(['a[0]["b c"] required: is required'])
  })
})
