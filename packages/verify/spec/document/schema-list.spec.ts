import { expectListed } from '../../../../spec/support/listed.js'
import { outcome, shown } from '../../../../spec/support/whole-list.js'
import { type JsonSchema, resolvePointer } from '../../src/document/json-schema-2020.js'
import { MOST_PARTS, SchemaGrowth } from '../../src/document/schema-growth.js'
import { type CheckPurpose, SchemaPreparation } from '../../src/document/schema-preparation.js'

const LIST = 'verify/document/schema-list.txt'

const SCHEMAS = {
  Item: { type: 'object', properties: { name: {} } },
  Pair: { required: ['a', 'b'], properties: { a: { $ref: '#/Item' }, b: { $ref: '#/Item' } } },
  Four: { required: ['a', 'b'], properties: { a: { $ref: '#/Pair' }, b: { $ref: '#/Pair' } } },
  Again: { $ref: '#/Again' },
  Round: { allOf: [{ $ref: '#/About' }] },
  About: { anyOf: [{}, { $ref: '#/Round' }] },
  Tree: { required: ['next'], properties: { next: { $ref: '#/Tree' } } },
  List: { minItems: 2, items: { $ref: '#/List' } },
  Both: { required: ['a'], properties: { a: { $ref: '#/Both' } }, allOf: [{ $ref: '#/Both' }] },
  ReadOnly: { readOnly: true },
  WriteOnly: { allOf: [{ writeOnly: true }] },
  Base: { properties: { id: { readOnly: true } } },
  Empty: { properties: {} },
  Open: { properties: { a: {} }, additionalProperties: true }
}
const target = (reference: string) => resolvePointer(SCHEMAS, reference) as JsonSchema
const ref = (name: string) => ({ $ref: `#/${name}` })
const x = {}

/** How many schemas check a value is counted. */
const COUNTED: readonly JsonSchema[] = [
  true,
  false,
  {},
  { type: 'string', enum: [{}, {}] },
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => ({ [keyword]: [x, true, { allOf: [x] }] })),
  ...['allOf', 'prefixItems'].map((keyword) => ({ [keyword]: x })),
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'].map((name) => ({ [name]: x })),
  { not: true },
  { dependentSchemas: { a: x, b: { allOf: [x] } } },
  { dependentSchemas: [x] },
  { properties: { a: x, b: x } },
  { properties: { a: x, b: { allOf: [x] } }, required: ['b', 'c'] },
  { properties: { a: x }, required: 'a' },
  { properties: [x], required: ['0'] },
  { items: x },
  { items: x, minItems: 0 },
  { items: x, minItems: 1 },
  { items: { allOf: [x, x] }, minItems: 3 },
  { items: true, minItems: 3 },
  { items: x, minItems: -3 },
  { items: x, minItems: '3' },
  { items: [x], minItems: 3 },
  { items: x, minItems: 2, prefixItems: [x] },
  ...Object.keys(SCHEMAS).map(ref),
  { $ref: 5 },
  { $ref: '#/Item', allOf: [x] },
  { $ref: '#/Nothing' },
  { allOf: [ref('Item'), ref('Item')] },
  { items: ref('Four'), minItems: 2 },
  { required: ['a', 'b'], properties: { a: ref('Tree'), b: ref('Tree') } },
  { items: x, minItems: MOST_PARTS - 1 },
  { items: x, minItems: MOST_PARTS }
]

/** Schemas that are prepared for each purpose. */
const PREPARED: readonly JsonSchema[] = [
  true,
  {},
  { $id: 'a', $schema: 'b', $anchor: 'c', examples: [1], discriminator: {}, default: 1, title: 'a', example: 1 },
  { properties: { $id: { $id: 'a' }, examples: { examples: [] } } },
  ref('Item'),
  { $ref: 5 },
  ...['integer', 'number', ['integer'], ['integer', 'null'], ['number', 'string'], undefined].map((type) => ({ type })),
  { type: 'integer', not: { type: 'integer' } },
  { properties: { a: x } },
  { properties: {} },
  { properties: { a: x }, additionalProperties: false },
  { properties: { a: x }, unevaluatedProperties: x },
  { patternProperties: { a: x } },
  { properties: { a: { properties: { b: x } } } },
  { items: { properties: { b: x } }, prefixItems: [{ properties: { b: x } }] },
  { additionalProperties: { properties: { b: x } } },
  { patternProperties: { '^a': { properties: { b: x } } } },
  { not: { properties: { b: x } }, contains: { properties: { b: x } }, propertyNames: { properties: { b: x } } },
  ...['allOf', 'anyOf', 'oneOf'].map((keyword) => ({ [keyword]: [{ properties: { b: x } }, x] })),
  { allOf: [ref('Item')] },
  { allOf: [ref('Empty')] },
  { anyOf: [ref('Round')] },
  { allOf: [{ properties: { a: x }, additionalProperties: false }] },
  {
    required: ['a', 'b', 'c', 'd'],
    properties: {
      a: { readOnly: true },
      b: { writeOnly: true },
      c: ref('ReadOnly'),
      d: ref('WriteOnly'),
      e: ref('Again')
    }
  },
  { required: 'a', properties: { a: { readOnly: true, writeOnly: true } } },
  { required: ['a'], properties: { a: { readOnly: 'true' }, b: { anyOf: [{ readOnly: true }] }, c: ref('Round') } },
  { required: ['a'], properties: { b: { readOnly: true } } },
  { allOf: [{ required: ['a'], properties: { a: { readOnly: true } } }] },
  { required: ['a'], allOf: [{ properties: { a: { readOnly: true } } }] },
  { required: ['id', 'b'], allOf: [ref('Base'), { properties: { b: x } }] },
  { allOf: [ref('Base'), { required: ['id'] }, { anyOf: [{ required: ['id'] }, { oneOf: [{ required: ['id'] }] }] }] },
  { properties: { a: { readOnly: true } }, not: { required: ['a'] }, if: { required: ['a'] } },
  { properties: { id: ref('Base') }, required: ['id'], items: { required: ['id'] } }
]

const PURPOSES: readonly CheckPurpose[] = [
  'request',
  'request-certain',
  'fraction',
  'request-without-read-only',
  'request-ignoring-read-only',
  'response',
  'response-without-write-only',
  'response-closed'
]

describe('A schema of a document', () => {
  it('makes as many as schema-list.txt says that check a value', () => {
    const lines = COUNTED.map((schema) => {
      const fault = (minItems: number) =>
        new SchemaGrowth(target).fault({ minItems, items: {}, prefixItems: [schema] } as JsonSchema)
      // The schema around counts one, and each of its items.
      let [low, high] = [0, MOST_PARTS]
      try {
        while (low < high) {
          const middle = (low + high) >> 1
          if (fault(middle) === undefined) low = middle + 1
          else high = middle
        }
      } catch (error) {
        return `${shown(schema)}: ${(error as Error).message}`
      }
      const alone = outcome(() => new SchemaGrowth(target).fault(schema))
      return `${shown(schema)}: ${MOST_PARTS - low}${alone === 'undefined' ? '' : `, ${alone}`}`
    })
    const growth = new SchemaGrowth(target)
    for (const name of ['Again', 'Round', 'Again', 'Item', 'Tree'])
      lines.push(`one after the other, ${name}: ${outcome(() => growth.fault(ref(name)))}`)
    expectListed(LIST, 'growth', lines)
  })

  it('is prepared for each purpose as schema-list.txt says', () => {
    const resolve = (schema: JsonSchema): JsonSchema => {
      const { $ref } = Object(schema) as { $ref?: unknown }
      return typeof $ref === 'string' ? target($ref) : schema
    }
    const lines = PREPARED.flatMap((schema) => {
      const before = shown(schema)
      const byText = new Map<string, string[]>()
      for (const is30 of [true, false]) {
        for (const purpose of PURPOSES) {
          for (const isRoot of [true, false]) {
            const text = shown(new SchemaPreparation(is30, resolve).prepare(schema, purpose, isRoot))
            const titles = byText.get(text) ?? []
            byText.set(text, titles)
            titles.push(`${purpose}${isRoot ? '' : ' of a part'}${is30 ? ' 3.0' : ''}`)
          }
        }
      }
      const all = [...byText].sort(([, one], [, other]) => other.length - one.length)
      const [[most = ''] = [], ...others] = all
      const changed = shown(schema) === before ? '' : ' (changed itself)'
      return [
        `${before}${changed}`,
        `  ${most}`,
        ...others.map(([text, titles]) => `  ${text} for ${titles.join(', ')}`)
      ]
    })
    expectListed(LIST, 'preparation', lines)
  })
})
