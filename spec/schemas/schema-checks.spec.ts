import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { type StandardSchema } from 'fieldstone'
import { JsonText, refusals, validated } from '../support/bound.js'

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 2, 5, 6, 10, '', 'a', 'ab', 'abc', '☂️', '😀😀', '12', 'x-1', '2024-05-17'],
  ...[
    '2024-05-17T08:30:00Z',
    '2024-02-30',
    '08:30:00Z',
    '127.0.0.1',
    '256.0.0.1',
    '0b6cd0c5-6ba7-4d5a-9d0e-4c1f6ad1b0ce'
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
  ...['date', 'time', 'date-time', 'uuid', 'ipv4'].map((format) => ({ type: 'string', format })),
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
    ipv4: /^127\.0\.0\.1$/
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

  it('counts decimals as JSON writes them, and tells the place and the rule of what is wrong', async () => {
    const faultsOf = async (schema: object, value: unknown) => {
      const { faults = [] } = await validated(describedBy(schema), value)
      return faults.map(({ path, rule, message }) => `${path} ${rule}: ${message}`.trim())
    }
    expect(await faultsOf({ multipleOf: 0.1 }, 0.3)).to.deep.equal([])
    expect(await faultsOf({ multipleOf: 0.1 }, 0.35)).to.deep.equal(['multipleOf: must be a multiple of 0.1'])
    expect(await faultsOf({ multipleOf: 1e-7 }, 1e300)).to.deep.equal([])
    const nested = { properties: { a: { items: { required: ['b c'] } } } }
    expect(await faultsOf(nested, { a: [{}] })).to.deep.equal(['a[0]["b c"] required: is required'])
  })
})
