import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { readForeignDocument } from '../../../src/record/standard/foreign-document.js'
import { compileValueCheck } from '../../../src/record/standard/value-check.js'
import { FaultList } from '../../../src/record/type/fault-list.js'

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
    it(`has the verdicts of Ajv on ${JSON.stringify(schema)}`, () => {
      const check = compileValueCheck(readForeignDocument(schema))
      const validate = ajv.compile(schema)
      for (const value of VALUES) {
        const faults = new FaultList()
        check(value, faults)
        expect(faults.isEmpty, JSON.stringify(value)).to.equal(validate(value))
      }
    })
  }

  it('tries an object once for each of its parts, and not for each way that leads there', () => {
    const $defs = {
      Node: { properties: { inner: { $ref: '#/$defs/Either' }, size: { type: 'integer' } } },
      Either: { anyOf: [{ $ref: '#/$defs/Node', required: ['none'] }, { $ref: '#/$defs/Node' }] }
    }
    const check = compileValueCheck(readForeignDocument({ $ref: '#/$defs/Either', $defs }))
    let reads = 0
    const leaf = {
      get size(): number {
        reads += 1
        return 1
      }
    }
    let value: object = leaf
    for (let depth = 0; depth < 10; depth++) value = { inner: value }
    const faults = new FaultList()
    check(value, faults)
    expect(faults.isEmpty).to.equal(true)
    expect(reads).to.equal(2)
  })

  it('leaves out keywords that it does not check, and patterns that are not for the flag u', () => {
    const schema = {
      type: 'array',
      uniqueItems: true,
      contains: {},
      items: { pattern: '\\-', readOnly: true, title: 'T' }
    }
    expect(readForeignDocument(schema).root).to.deep.equal({ type: 'array', items: { title: 'T' } })
  })

  it('counts decimals as JSON writes them, and takes neither Infinity nor an integer written as a fraction', () => {
    const faultsOf = (schema: object, value: unknown, rejectsIntegers = false) => {
      const faults = new FaultList()
      compileValueCheck(readForeignDocument(schema), { rejectsIntegers })(value, faults)
      return faults.at('body').map(({ path, rule, message }) => `${path} ${rule}: ${message}`.trim())
    }
    expect(faultsOf({ multipleOf: 0.1 }, 0.3)).to.deep.equal([])
    expect(faultsOf({ multipleOf: 0.1 }, 0.35)).to.deep.equal(['multipleOf: must be a multiple of 0.1'])
    expect(faultsOf({ multipleOf: 1e-7 }, 1e300)).to.deep.equal([])
    expect(faultsOf({ type: 'number' }, Number.POSITIVE_INFINITY)).to.deep.equal(['type: must be a number'])
    expect(faultsOf({ type: 'integer' }, 1, true)).to.deep.equal(['type: must be an integer'])
    const nested = { properties: { a: { items: { required: ['b c'] } } } }
    expect(faultsOf(nested, { a: [{}] })).to.deep.equal(['a[0]["b c"] required: is required'])
  })
})
