import { digestOf, expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import { type Draw, drawWith } from '../../src/values/draw.js'
import { EXTREMES, extremeValue } from '../../src/values/extreme-values.js'
import { type TellingStyle, TellingValues } from '../../src/values/telling-values.js'
import { applyEdgeCase, valueEdgeCases } from '../../src/values/value-edge-cases.js'
import { JsonText } from '../../src/wire/json-text.js'

const LIST = 'verify/values/grid-list.txt'

const STYLES: readonly TellingStyle[] = ['telling', 'varied', 'long', 'empty', 'minimal']
const DRAWS = 5

/** All combinations of one member of each list; an empty one leaves its keywords out. */
function combined(...lists: readonly (readonly object[])[]): object[] {
  return lists.reduce<object[]>(
    (found, list) => found.flatMap((one) => list.map((more) => ({ ...one, ...more }))),
    [{}]
  )
}

const INTEGER = { type: 'integer' }
const BOOLEAN = { type: 'boolean' }
const WORD = { type: 'string', minLength: 1, maxLength: 3 }

/** Schemas whose keywords decide together which values there are. */
const GRIDS: Readonly<Record<string, readonly object[]>> = {
  numbers: [
    ...combined(
      [INTEGER, { type: 'number' }],
      [{}, { minimum: -1e17 }, { minimum: 1e17 }, { minimum: -3 }, { minimum: 0 }, { exclusiveMinimum: 2 }],
      [{}, { maximum: 1e17 }, { maximum: -1e17 }, { maximum: 3 }, { maximum: 0 }, { exclusiveMaximum: 4 }]
    ),
    ...combined(
      [INTEGER, { type: 'number' }],
      [{ multipleOf: 5 }, { multipleOf: 0.25 }],
      [{}, { minimum: -7 }, { minimum: 999 }, { exclusiveMinimum: 0 }],
      [{}, { maximum: 1001 }, { exclusiveMaximum: 5 }]
    ),
    { type: 'number', minimum: -2000, maximum: -1500 },
    { type: 'number', minimum: 1500, maximum: 2000 },
    { type: 'number', minimum: 0.1, maximum: 0.3 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.001 },
    { type: 'number', minimum: Number.MAX_SAFE_INTEGER },
    { type: 'number', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
    { type: 'number', minimum: 2 ** 52 - 1, maximum: 2 ** 52 + 1 }
  ],
  texts: [
    ...combined(
      [{ type: 'string' }],
      [{}, { maxLength: 0 }, { minLength: 1 }, { minLength: 1, maxLength: 1 }, { minLength: 20, maxLength: 21 }],
      [{}, { pattern: '^[a-z]*$' }, { pattern: '^(?:[A-Z]\\d)+$' }]
    ),
    ...[
      'date',
      'date-time',
      'time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uuid',
      'byte',
      'binary'
    ].flatMap((format) => [{}, { maxLength: 12 }].map((more) => ({ type: 'string', format, ...more }))),
    ...[
      '^\\p{L}+$',
      '^[^a]{3}$',
      'b',
      '^a|b$',
      '^.{2,4}$',
      '^\\S+@\\S+$',
      '^(?:(a)|b)\\1$',
      '^\\n$',
      '^[\\s\\S]$',
      '^$'
    ].map((pattern) => ({ type: 'string', pattern })),
    { type: 'string', examples: ['one', '😀', 'x'.repeat(50)], maxLength: 40 },
    { type: 'string', default: 'a' },
    { type: 'string', enum: ['', 'A', 'a', 'ab', 'a b', '1', 'true'] }
  ],
  lists: [
    ...combined(
      [{ type: 'array', items: INTEGER }],
      [{}, { minItems: 1 }, { minItems: 4 }],
      [{}, { maxItems: 0 }, { maxItems: 1 }, { maxItems: 5 }]
    ),
    ...combined(
      [{ type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true }],
      [{}, { minItems: 2 }, { minItems: 3 }, { minItems: 4 }]
    ),
    ...combined(
      [{ type: 'array', prefixItems: [INTEGER, BOOLEAN] }],
      [{}, { items: false }, { items: WORD }],
      [{}, { minItems: 1 }, { minItems: 4 }],
      [{}, { maxItems: 1 }, { maxItems: 3 }]
    ),
    { type: 'array' },
    { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'array', items: INTEGER } } } },
    { type: 'array', items: { anyOf: [INTEGER, WORD, { type: 'null' }] }, minItems: 2 },
    { type: 'array', items: WORD, examples: [['a'], ['b', 'c']] }
  ],
  objects: [
    ...combined(
      [{ type: 'object', properties: { a: INTEGER, b: WORD, 'c-d': BOOLEAN } }],
      [{}, { required: ['a'] }, { required: ['a', 'z'] }],
      [{}, { additionalProperties: false }, { additionalProperties: BOOLEAN }],
      [{}, { minProperties: 3 }, { minProperties: 6 }],
      [{}, { maxProperties: 1 }]
    ),
    ...combined(
      [{ type: 'object', additionalProperties: INTEGER }],
      [{}, { minProperties: 1 }, { minProperties: 4 }, { minProperties: 7 }],
      [{}, { maxProperties: 0 }, { maxProperties: 4 }]
    ),
    { type: 'object', properties: Object.fromEntries([...'abcdefghij'].map((name) => [name, BOOLEAN])) },
    ...[0, 1, 2, 3, 4].map((depth) => deep(depth)),
    {
      type: 'object',
      properties: { id: { ...INTEGER, readOnly: true }, at: { type: ['string', 'null'], format: 'date' } }
    },
    { type: 'object', properties: { a: { ...INTEGER, default: 5 }, b: { type: ['integer', 'null'], default: null } } },
    { type: ['object', 'null'], properties: { a: { type: ['array', 'null'], items: { type: ['null', 'boolean'] } } } },
    {
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
        { type: 'string', maxLength: 2 }
      ]
    },
    { anyOf: [{ type: 'null' }, { type: 'array', items: BOOLEAN, maxItems: 2 }, { type: 'number', minimum: 8 }] },
    {
      allOf: [
        { type: 'object', properties: { a: INTEGER } },
        { required: ['a', 'b'], properties: { b: WORD } }
      ]
    }
  ]
}

/** Objects in objects, each with a list beside it. */
function deep(depth: number): object {
  const inner = depth === 0 ? { type: ['integer', 'null', 'array'], items: INTEGER } : deep(depth - 1)
  return {
    type: 'object',
    properties: { in: inner, list: { type: 'array', items: inner, maxItems: 2 } },
    required: ['in']
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => (each instanceof JsonText ? `number ${each.text}` : each))
  const plain = (text ?? 'none').replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return plain.length <= 60 ? plain : `${plain.slice(0, 40)}…${plain.length} ${digestOf([plain])}`
}

describe('The values of schemas whose keywords belong together', () => {
  for (const [name, schemas] of Object.entries(GRIDS)) {
    it(`are those of grid-list.txt: ${name}`, async () => {
      const { maker, libraries } = await published({}, Object.fromEntries(schemas.entries()), '3.1.0')
      const telling = new TellingValues(maker)
      const lines = schemas.flatMap((own, at) => {
        const schema: JsonSchema = { $ref: `#/components/schemas/${at}` }
        const listed = (title: string, count: number, make: (draw: Draw) => unknown) => {
          const all = Array.from({ length: count }, (_, seed) => {
            return drawWith(libraries.fastCheck, seed, (draw) => shown(make(draw)))
          })
          return `${title} ${digestOf(all)} ${all[0]}`
        }
        const edges = valueEdgeCases(maker, schema).map((edge, index) => {
          const label = `${edge.rank} ${edge.label} ${edge.share ?? ''}`
          // To put a value into another one takes longer than all else; drawn-list.txt has it.
          if (name !== 'numbers') return label
          const placed = drawWith(libraries.fastCheck, index, (draw) => {
            return applyEdgeCase(maker, maker.make(schema, draw), edge, draw)
          })
          return `${label} ${shown(placed?.value)}`
        })
        return [
          `\n${JSON.stringify(own)}`,
          [
            listed('made', 3 * DRAWS, (draw) => maker.make(schema, draw)),
            listed('valid', DRAWS, (draw) => maker.valid(schema, draw)?.value),
            ...EXTREMES.map((each) => listed(each, 2, (draw) => extremeValue(maker, schema, each, draw)?.value)),
            ...STYLES.map((each) => listed(each, 3, (draw) => telling.make(schema, each, draw)?.value))
          ].join('; '),
          `${edges.length} edge cases ${digestOf(edges)}`
        ]
      })
      expectListed(LIST, name, lines)
    }).timeout(60_000)
  }
})
