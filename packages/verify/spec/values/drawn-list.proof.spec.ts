import { digested, digestOf, expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import { drawWith } from '../../src/values/draw.js'
import { EXTREMES, extremeValue } from '../../src/values/extreme-values.js'
import { drawFile } from '../../src/values/file-samples.js'
import { type TellingStyle, TellingValues } from '../../src/values/telling-values.js'
import { applyEdgeCase, valueEdgeCases } from '../../src/values/value-edge-cases.js'
import { JsonText } from '../../src/wire/json-text.js'

const LIST = 'verify/values/drawn-list.txt'

const INTEGER = { type: 'integer' }
const NUMBER = { type: 'number' }
const STRING = { type: 'string' }

/** Schemas of every type, with bounds, in combinations; as OpenAPI 3.1 says them. */
const SCHEMAS: Readonly<Record<string, object | boolean>> = {
  anything: true,
  nothing: false,
  'no type': { minimum: 3, maxLength: 2 },
  null: { type: 'null' },
  boolean: { type: 'boolean' },
  'text or number': { type: ['string', 'number', 'null'], maxLength: 4, maximum: 9 },
  text: STRING,
  'text with bounds': { ...STRING, minLength: 3, maxLength: 30 },
  'one character': { ...STRING, minLength: 1, maxLength: 1 },
  'a text without end': { ...STRING, minLength: 4000 },
  'a text above the longest edge': { ...STRING, maxLength: 100_001 },
  'a text at the longest edge': { ...STRING, maxLength: 100_000 },
  'no text but the empty one': { ...STRING, maxLength: 0 },
  'a pattern': { ...STRING, pattern: '^[A-Z]{2}[0-9]{3,}$' },
  'a pattern with bounds': { ...STRING, pattern: '^[a-z ]+$', minLength: 20, maxLength: 22 },
  'a pattern and a length that it hardly has': { ...STRING, pattern: '^(?:ab)+$', minLength: 9, maxLength: 11 },
  'two patterns': { allOf: [{ ...STRING, pattern: '^[a-f]+$' }, { pattern: '[c-z]' }] },
  'a pattern that cannot be drawn': { ...STRING, pattern: '^(?=a)[a-c]+$', examples: ['abc', 'x'] },
  'a pattern of digits': { ...STRING, pattern: '^\\d{4}$' },
  'a pattern and a format': { ...STRING, pattern: '^[^@]+@b\\.example$', format: 'email' },
  'an unknown format': { ...STRING, format: 'color' },
  'a day': { ...STRING, format: 'date' },
  'two formats': { allOf: [{ ...STRING, format: 'uuid' }, { format: 'date' }] },
  base64: { ...STRING, format: 'byte', maxLength: 8 },
  'a rule': { ...STRING, 'x-rules': [{ rule: 'isPort' }, { rule: 'isUnknown' }] },
  'a rule and a pattern': { ...STRING, pattern: '^#[0-9a-f]{3}$', 'x-rules': [{ rule: 'isHexColor' }] },
  'a record with examples': {
    type: 'object',
    properties: { a: INTEGER, b: { type: 'array', items: INTEGER, examples: [[1, 2]] } },
    examples: [{ a: 1, b: [3] }, { a: 2 }]
  },
  'an enum of records': { enum: [{ a: 1 }, { a: [2] }] },
  'examples and a default': { ...STRING, example: 'one', examples: ['two', 'three'], default: 'four' },
  integer: INTEGER,
  'integer from 5': { ...INTEGER, minimum: 5 },
  'integer to -5': { ...INTEGER, maximum: -5 },
  'integer between': { ...INTEGER, exclusiveMinimum: 0, exclusiveMaximum: 3 },
  'integer of few': { ...INTEGER, minimum: 2, maximum: 3 },
  'integer or number': { type: ['integer', 'number'], minimum: 0, maximum: 1 },
  int32: { ...INTEGER, format: 'int32' },
  int64: { ...INTEGER, format: 'int64' },
  float: { ...NUMBER, format: 'float' },
  number: NUMBER,
  'number between': { ...NUMBER, exclusiveMinimum: -0.5, exclusiveMaximum: 0.25 },
  'number from a bound of both kinds': { ...NUMBER, minimum: 1, exclusiveMinimum: 2, maximum: 9, exclusiveMaximum: 8 },
  'a large number': { ...NUMBER, minimum: 2e16 },
  'any number of a type': { ...NUMBER, minimum: -1e17, maximum: 1e17 },
  'multiple of 7': { ...INTEGER, multipleOf: 7, minimum: 1, maximum: 1000 },
  'multiple of a cent': { ...NUMBER, multipleOf: 0.01, minimum: -1, maximum: 1 },
  'two multiples': { allOf: [{ ...INTEGER, multipleOf: 2 }, { multipleOf: 3 }], maximum: 60 },
  'an enum of texts': { enum: ['a', 'B', 'cd', '5', ''] },
  'an enum of all': { enum: [1, 2.5, 'x', true, false, null, 1e21] },
  const: { const: { a: [1] } },
  'an enum within': { allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }] },
  'an enum that has none of its type': { ...STRING, enum: [1] },
  list: { type: 'array', items: INTEGER },
  'list of lists': { type: 'array', items: { type: 'array', items: { type: 'boolean' }, maxItems: 2 }, maxItems: 3 },
  'list with bounds': { type: 'array', items: STRING, minItems: 2, maxItems: 4 },
  'list of distinct items': { type: 'array', items: { ...INTEGER, minimum: 0, maximum: 9 }, uniqueItems: true },
  'list of many distinct items': {
    type: 'array',
    items: { enum: ['a', 'b', 'c'] },
    minItems: 3,
    uniqueItems: true
  },
  'a full list': { type: 'array', items: { type: 'boolean' }, minItems: 200 },
  'a list above the counts that are tried': { type: 'array', items: { type: 'boolean' }, maxItems: 1001 },
  'a list at the counts that are tried': { type: 'array', items: { type: 'boolean' }, maxItems: 1000 },
  pair: { type: 'array', prefixItems: [INTEGER, STRING], items: false, minItems: 2 },
  'pair and more': { type: 'array', prefixItems: [INTEGER], items: { type: 'boolean' } },
  'a list that contains': { type: 'array', items: INTEGER, contains: { const: 3 } },
  object: { type: 'object' },
  map: { type: 'object', additionalProperties: NUMBER },
  'map with bounds': { type: 'object', additionalProperties: STRING, minProperties: 2, maxProperties: 3 },
  'map of names': { type: 'object', additionalProperties: INTEGER, propertyNames: { pattern: '^[a-z]{2}$' } },
  record: {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { ...INTEGER, readOnly: true },
      name: { ...STRING, minLength: 1, maxLength: 20 },
      secret: { ...STRING, writeOnly: true },
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: STRING, maxItems: 3 },
      UPPER: { type: 'boolean' }
    },
    additionalProperties: false
  },
  'record with more': {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: INTEGER },
    additionalProperties: { type: 'boolean' }
  },
  'record of a base': {
    allOf: [
      { $ref: '#/components/schemas/base' },
      { type: 'object', required: ['own'], properties: { own: INTEGER, kind: { const: 'x' } } }
    ]
  },
  base: { type: 'object', required: ['kind'], properties: { kind: STRING, old: { type: 'boolean' } } },
  'one of two': { oneOf: [{ ...STRING, maxLength: 3 }, INTEGER] },
  'any of two records': {
    type: 'object',
    properties: { both: { type: 'boolean' } },
    anyOf: [
      { required: ['left'], properties: { left: INTEGER } },
      { required: ['right'], properties: { right: STRING } }
    ]
  },
  'two groups': { anyOf: [{ minimum: 2 }, { maximum: -2 }], oneOf: [INTEGER, { ...NUMBER, multipleOf: 0.5 }] },
  'not a text': { type: ['string', 'integer'], not: { type: 'string' } },
  'if and then': {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] }, size: INTEGER },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['size'] },
    if: { properties: { kind: { const: 'a' } } }
  },
  'depends on': { type: 'object', properties: { a: INTEGER, b: INTEGER }, dependentRequired: { a: ['b'] } },
  tree: {
    type: 'object',
    required: ['value'],
    properties: { value: INTEGER, children: { type: 'array', items: { $ref: '#/components/schemas/tree' } } }
  },
  'deep record': {
    type: 'object',
    required: ['a'],
    properties: {
      a: {
        type: 'object',
        properties: {
          b: { type: 'object', properties: { c: { type: 'object', properties: { d: { type: ['null', 'array'] } } } } }
        }
      }
    }
  },
  'names of JavaScript': {
    type: 'object',
    required: ['__proto__', 'constructor'],
    properties: JSON.parse(
      '{"__proto__":{"type":"integer"},"constructor":{"type":"string"},"toString":{"type":"null"}}'
    )
  },
  'not possible': { ...INTEGER, minimum: 3, maximum: 2 }
}

const STYLES: readonly TellingStyle[] = ['telling', 'varied', 'long', 'empty', 'minimal']

const COUNT = 40
const SHOWN = 4

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (each instanceof JsonText ? `number ${each.text}` : each))
  return (text ?? 'undefined').replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

function short(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 90)} …${text.length} (${digestOf([text])})`
}

/** Maps, sets and what else JSON does not have. */
function plain(_: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value)
  return value instanceof Set ? [...value] : value
}

describe('The values that are drawn for schemas', () => {
  it('are those of drawn-list.txt, with what is read of the schemas and the edge cases of each', async () => {
    const { maker, libraries } = await published({}, SCHEMAS as Record<string, object>, '3.1.0')
    const telling = new TellingValues(maker)
    const { fastCheck } = libraries
    for (const [name, own] of Object.entries(SCHEMAS)) {
      const schema: JsonSchema = { $ref: `#/components/schemas/${encodeURIComponent(name)}` }
      const drawn = (make: (draw: Parameters<Parameters<typeof drawWith>[2]>[0]) => unknown, count = COUNT) =>
        Array.from({ length: count }, (_, seed) => drawWith(fastCheck, seed, (draw) => short(shown(make(draw)))))
      const listed = (title: string, values: readonly string[]) => {
        const first = [...new Set(values)].slice(0, SHOWN)
        return `${title} (${digestOf(values)}): ${first.join('; ')}`
      }
      const edges = valueEdgeCases(maker, schema)
      const edgeLines = edges.map((edge, index) => {
        const placed = drawWith(fastCheck, index, (draw) => {
          return applyEdgeCase(maker, maker.make(schema, draw), edge, draw)
        })
        const steps = edge.steps.map((step) => (step.kind === 'property' ? step.name : step.kind)).join('.')
        return short(`${edge.rank} ${steps} ${edge.label} [${edge.share ?? ''}]: ${shown(placed?.value)}`)
      })
      expectListed(LIST, name, [
        JSON.stringify(own),
        `flat: ${JSON.stringify(maker.flattener.flatten(schema), plain)}`,
        listed(
          'made',
          drawn((draw) => maker.make(schema, draw))
        ),
        listed(
          'made below',
          drawn((draw) => maker.make(schema, draw, 3), 12)
        ),
        listed(
          'valid',
          drawn((draw) => maker.valid(schema, draw)?.value, 12)
        ),
        ...EXTREMES.map((each) =>
          listed(
            each,
            drawn((draw) => extremeValue(maker, schema, each, draw)?.value, 5)
          )
        ),
        ...STYLES.map((each) =>
          listed(
            each,
            drawn((draw) => telling.make(schema, each, draw)?.value, 8)
          )
        ),
        'edge cases:',
        ...digested(edgeLines, 3)
      ])
    }
    const files = [['text/plain'], ['image/*', 'text/csv'], ['x/y']].flatMap((types) =>
      [
        [0, 1000],
        [90, 95],
        [0, 3]
      ].map(([least = 0, most = 0]) => {
        const all = Array.from({ length: COUNT }, (_, seed) =>
          drawWith(fastCheck, seed, (draw) => {
            const { type, extension, content } = drawFile(types, least, most, draw)
            return `${type} .${extension} ${content.length} ${Buffer.from(content).toString('base64')}`
          })
        )
        return `${types} of ${least} to ${most} bytes (${digestOf(all)}): ${short(all[0] as string)}`
      })
    )
    expectListed(LIST, 'files', files)
  }).timeout(60_000)
})
