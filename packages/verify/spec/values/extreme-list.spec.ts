import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import type { Draw } from '../../src/values/draw.js'
import { EXTREMES, extremeValue } from '../../src/values/extreme-values.js'

const of = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const BOOLEAN = { type: 'boolean' }
const INTEGER = { type: 'integer' }
const record = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

/** So many properties of the same schema. */
function many(count: number, schema: object): object {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]))
}

/** A record in a record, so many times. */
function deep(depth: number, more: object, leaf: object): object {
  return depth === 0 ? leaf : record({ a: deep(depth - 1, more, leaf), b: BOOLEAN }, more)
}

/** Whose values are the same at each extreme, and take long. */
const SLOW = new Set(['chain', 'what may have what is endless', 'a wide tree'])

/** As OpenAPI 3.1 says them. */
const SCHEMAS: Readonly<Record<string, object | boolean>> = {
  chain: record({ next: of('chain') }, { required: ['next'] }),
  anything: true,
  nothing: false,
  'what may have what is endless': record({ a: of('chain'), b: BOOLEAN }),
  'a list of what is impossible': { type: 'array', items: { ...INTEGER, minimum: 2, maximum: 1 } },
  'a map of what is impossible': { type: 'object', additionalProperties: false, minProperties: 1 },
  'an impossible property that is required': record({ a: { ...INTEGER, minimum: 2, maximum: 1 } }, { required: ['a'] }),
  'an impossible property': record({ a: { ...INTEGER, minimum: 2, maximum: 1 }, b: { enum: ['x', 'y'] } }),
  'an enum without a member that fits': record({ a: { allOf: [{ enum: [1] }, { enum: [2] }] }, b: BOOLEAN }),
  'an enum whose members are of another type': { type: 'string', enum: [1, 2] },
  'an enum of values': { enum: ['first', { a: 1 }, null, ['last']] },
  leaves: record(many(13, BOOLEAN)),
  branches: record(many(13, of('leaves'))),
  'a wide tree': record(many(13, of('branches'))),
  'a deep record': deep(7, {}, INTEGER),
  'a deep record that is required': deep(7, { required: ['a'] }, { type: ['string', 'null'] }),
  'lists in lists': deep(2, {}, { type: 'array', items: { type: 'array', items: { type: 'array', items: BOOLEAN } } }),
  'long lists': {
    type: 'array',
    maxItems: 90,
    items: { type: 'array', maxItems: 90, items: { type: 'array', maxItems: 90, items: BOOLEAN } }
  },
  'many long lists': record(many(30, { type: 'array', maxItems: 90, items: BOOLEAN })),
  'a list at the longest': { type: 'array', items: BOOLEAN, maxItems: 100 },
  'a list above the longest': { type: 'array', items: BOOLEAN, maxItems: 101 },
  'a list that is longer': { type: 'array', items: BOOLEAN, minItems: 150 },
  'a list of few distinct items': { type: 'array', items: { enum: [1, 2] }, uniqueItems: true, maxItems: 9 },
  'a list of distinct items': {
    type: 'array',
    items: { ...INTEGER, minimum: 1, maximum: 40 },
    uniqueItems: true,
    maxItems: 5
  },
  'a list of anything': { type: 'array', minItems: 2 },
  'an empty list alone': { type: 'array', items: false },
  'a pair': { type: 'array', prefixItems: [INTEGER, BOOLEAN], items: false },
  'a pair and more': { type: 'array', prefixItems: [INTEGER, BOOLEAN], items: { const: 'more' } },
  'a pair and whatever': { type: 'array', prefixItems: [INTEGER, BOOLEAN], minItems: 4 },
  'a map': { type: 'object', additionalProperties: BOOLEAN },
  'a map of anything': { type: 'object', additionalProperties: true, minProperties: 2 },
  'an object that has some': { type: 'object', minProperties: 2, maxProperties: 4 },
  'a map of one': { type: 'object', additionalProperties: BOOLEAN, maxProperties: 1 },
  'a map of none': { type: 'object', additionalProperties: BOOLEAN, maxProperties: 0 },
  'a map of at least five': { type: 'object', additionalProperties: BOOLEAN, minProperties: 5 },
  'a map at the longest': { type: 'object', additionalProperties: { const: 1 }, maxProperties: 100 },
  'a map above the longest': { type: 'object', additionalProperties: { const: 1 }, maxProperties: 101 },
  'a map that is too long': { type: 'object', additionalProperties: BOOLEAN, minProperties: 1_000_000_000 },
  'a record that is a map': record(
    { a: BOOLEAN, entry0: INTEGER },
    { additionalProperties: { const: 1 }, minProperties: 3 }
  ),
  'a record that needs two of three': record(
    { a: BOOLEAN, b: INTEGER, c: INTEGER },
    { minProperties: 2, additionalProperties: false }
  ),
  'a record of which some is not sent': record(
    { id: { ...INTEGER, readOnly: true }, a: BOOLEAN, b: { type: ['boolean', 'null'] } },
    { required: ['a'] }
  ),
  'a record that may be null': record(
    { a: { ...record({ b: BOOLEAN }), type: ['object', 'null'] } },
    { type: ['object', 'null'] }
  ),
  alternatives: { oneOf: [{ type: 'string', minLength: 2 }, INTEGER] },
  'alternatives of which none is possible': record({
    a: { oneOf: [false, { ...INTEGER, minimum: 2, maximum: 1 }] },
    b: BOOLEAN
  }),
  'alternatives that fit both': { oneOf: [INTEGER, { type: 'number' }] },
  'text, number, truth or null': { type: ['null', 'boolean', 'number', 'string'], minLength: 3, maximum: 7 },
  'truth or null': { type: ['null', 'boolean'] },
  'number or truth': { type: ['number', 'boolean'], minimum: 3, maximum: 4 },
  'null alone': { type: 'null' },
  'not null': { type: ['null', 'integer'], not: { type: 'null' }, minimum: 5 },
  'text with a pattern': { type: 'string', pattern: '^x*$', maxLength: 3 },
  'text of a format': { type: 'string', format: 'color', maxLength: 3 },
  'text of a rule': { type: 'string', 'x-rules': [{ rule: 'isHexColor' }] },
  'text at the longest': { type: 'string', maxLength: 20_000 },
  'text above the longest': { type: 'string', maxLength: 20_001 },
  'text from a length': { type: 'string', minLength: 2 },
  'text that is long': { type: 'string', minLength: 100_000 },
  number: { type: 'number' },
  'number without zero': { type: 'number', minimum: 0.5, maximum: 3 },
  'number between': { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 4 },
  'number between that is near': { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1.4 },
  'integer between': { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 },
  'integer from': { type: 'integer', minimum: 3 },
  'integer to': { type: 'integer', maximum: -3 },
  'integer with uneven bounds': { type: 'integer', minimum: 1.5, maximum: 3.5 },
  int32: { type: 'integer', format: 'int32' },
  'multiple of a tenth': { type: 'number', multipleOf: 0.1, minimum: 0.25, maximum: 1.05 },
  'multiple of a tenth between': { type: 'number', multipleOf: 0.1, exclusiveMinimum: 0.3, exclusiveMaximum: 1.1 },
  'multiple of a third': { type: 'number', multipleOf: 0.333333333333333, maximum: 3 },
  'multiple of seven': { type: 'integer', multipleOf: 7, minimum: 1, maximum: 50 },
  'multiple of seven without bounds': { type: 'integer', multipleOf: 7 }
}

describe('Values with all parts at an extreme', () => {
  it('are those of extreme-list.txt', async () => {
    const { maker } = await published({}, SCHEMAS, '3.1.0')
    const line = (schema: JsonSchema, extreme: (typeof EXTREMES)[number], draw: Draw) => {
      const made = extremeValue(maker, schema, extreme, draw)
      if (made === undefined) return 'none'
      const { length } = JSON.stringify(made.value)
      return length > 300 ? `${length} characters, ${shown(JSON.stringify(made.value))}` : shown(made.value)
    }
    const lines = Object.entries(SCHEMAS).flatMap(([name, own]) => {
      if (name === 'chain') return []
      const schema: JsonSchema = of(encodeURIComponent(name))
      const isSlow = SLOW.has(name)
      const values = EXTREMES.filter((each) => !isSlow || each === 'most').map((each) => {
        const texts = new Set(
          (isSlow ? [leastDraw()] : [leastDraw(), evenDraw(1)]).map((draw) => line(schema, each, draw))
        )
        return `${each}: ${[...texts].join(' or ')}`
      })
      return [`\n${name} ${shown(JSON.stringify(own))}`, ...values]
    })
    expectWholeList('verify/values/extreme-list.txt', lines)
  })
})
