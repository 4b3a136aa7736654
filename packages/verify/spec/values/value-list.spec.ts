import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import { expectWholeList, shown as shownParts } from '../../../../spec/support/whole-list.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import type { Draw } from '../../src/values/draw.js'
import { EXTREMES, extremeValue } from '../../src/values/extreme-values.js'
import { drawFile, fileSamples } from '../../src/values/file-samples.js'
import { type TellingStyle, TellingValues } from '../../src/values/telling-values.js'
import { JsonText } from '../../src/wire/json-text.js'

const SCHEMAS: Readonly<Record<string, object>> = {
  anything: {},
  text: { type: 'string' },
  'short text': { type: 'string', maxLength: 3 },
  'long text': { type: 'string', minLength: 8 },
  'text of a pattern': { type: 'string', pattern: '^[a-c]+$', minLength: 2, maxLength: 4 },
  'text with an example': { type: 'string', example: 'as in the example' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  moment: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  uuid: { type: 'string', format: 'uuid' },
  'text of a rule': { type: 'string', 'x-rules': [{ rule: 'isIBAN' }] },
  integer: { type: 'integer' },
  'integer with bounds': { type: 'integer', minimum: 3, maximum: 40 },
  'integer between bounds': { type: 'integer', minimum: 3, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true },
  number: { type: 'number' },
  'number with bounds': { type: 'number', minimum: 0.25, maximum: 0.75 },
  'number between bounds': { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
  'number of steps': { type: 'number', multipleOf: 0.1, minimum: 0.25, maximum: 20 },
  'number of double precision': { type: 'number', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
  boolean: { type: 'boolean' },
  enum: { type: 'string', enum: ['first', 'second', 'third'] },
  'nullable text': { type: 'string', nullable: true },
  'nullable integer': { type: 'integer', nullable: true },
  list: { type: 'array', items: { type: 'integer' } },
  'list with bounds': { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 5 },
  'list of distinct items': { type: 'array', items: { type: 'integer', minimum: 1, maximum: 3 }, uniqueItems: true },
  'full list': { type: 'array', items: { type: 'string', maxLength: 2 }, maxItems: 2 },
  map: { type: 'object', additionalProperties: { type: 'boolean' } },
  'map with bounds': { type: 'object', additionalProperties: { type: 'boolean' }, minProperties: 2, maxProperties: 4 },
  record: {
    type: 'object',
    required: ['id', 'name', 'box'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string', minLength: 1 },
      price: { type: 'number', minimum: 0 },
      isOpen: { type: 'boolean' },
      note: { type: 'string', nullable: true },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 4 },
      box: { type: 'object', properties: { depth: { type: 'integer', minimum: 1 } } }
    },
    additionalProperties: false
  },
  'record that requires a field which it does not describe': {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'boolean' } }
  },
  tree: {
    type: 'object',
    required: ['value'],
    properties: {
      value: { type: 'boolean' },
      left: { $ref: '#/components/schemas/tree' },
      list: { type: 'array', items: { $ref: '#/components/schemas/tree' } }
    }
  },
  alternatives: {
    oneOf: [{ type: 'boolean' }, { type: 'object', properties: { a: { type: 'integer', minimum: 2 } } }]
  },
  cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: {}, lives: { type: 'integer', minimum: 9 } }
  },
  dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  'by a discriminator': {
    oneOf: [{ $ref: '#/components/schemas/cat' }, { $ref: '#/components/schemas/dog' }],
    discriminator: { propertyName: 'kind', mapping: { DOG: '#/components/schemas/dog' } }
  },
  'record of records': {
    type: 'object',
    required: ['inner'],
    properties: {
      inner: {
        type: 'object',
        properties: Object.fromEntries([...'abcdefgh'].map((name) => [name, { type: 'boolean' }]))
      }
    }
  },
  'number above the large ones': { type: 'number', minimum: 1e17 },
  'number below the large ones': { type: 'integer', maximum: -1e17 },
  'not possible': { type: 'string', minLength: 2, maxLength: 1 }
}

const OBJECT = { type: 'object' }
const INTEGER = { type: 'integer' }
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** So many properties of the same schema. */
function many(count: number, schema: object): object {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema]))
}

/** As OpenAPI 3.1 says them: on both sides of what decides how a value is made. */
const MORE: Readonly<Record<string, object | boolean>> = {
  nothing: false,
  ...Object.fromEntries(
    [50, 51, 52].map((most) => [`list of at most ${most}`, { type: 'array', items: INTEGER, maxItems: most }])
  ),
  'long list of few': { type: 'array', items: { enum: [1, 2] }, maxItems: 5 },
  'long list of few that are distinct': { type: 'array', items: { enum: [1, 2] }, uniqueItems: true },
  'list of one': { type: 'array', items: { const: 'one' } },
  'list of four': { type: 'array', items: { type: 'boolean' }, minItems: 4 },
  'list in a list': { type: 'array', items: { type: 'array', items: { const: 1 } } },
  'list of anything': { type: 'array' },
  'list of all': { type: 'array', items: true },
  'empty list': { type: 'array', items: false },
  pair: { type: 'array', prefixItems: [INTEGER, { type: 'boolean' }], items: false },
  'pair of which one may be there': { type: 'array', prefixItems: [INTEGER, { type: 'boolean' }], maxItems: 1 },
  'pair and more': { type: 'array', prefixItems: [INTEGER], items: { const: 'more' }, minItems: 3 },
  leaf: { ...OBJECT, properties: { a: INTEGER, b: { type: 'array', items: INTEGER } } },
  'leaf one': { ...OBJECT, properties: { a: of('leaf'), b: INTEGER } },
  'leaf two': { ...OBJECT, properties: { a: of('leaf%20one'), b: INTEGER } },
  'leaf three': { ...OBJECT, properties: { a: of('leaf%20two'), b: INTEGER } },
  'leaf that is required': { ...OBJECT, required: ['a'], properties: { a: of('leaf%20three'), b: INTEGER } },
  'record that requires more': {
    ...OBJECT,
    required: ['a', 'b', 'c'],
    properties: { a: INTEGER },
    additionalProperties: { const: 1 }
  },
  'record that has three of five': { ...OBJECT, properties: many(5, INTEGER), minProperties: 3, maxProperties: 3 },
  'record that has ten': { ...OBJECT, properties: many(2, INTEGER), minProperties: 8 },
  'map of maps': { ...OBJECT, additionalProperties: { ...OBJECT, additionalProperties: INTEGER } },
  'map of nothing': { ...OBJECT, additionalProperties: false },
  'map of all': { ...OBJECT, additionalProperties: true },
  'text of a pattern with an example': { type: 'string', pattern: '^[ab]{1,2}$', examples: ['a'] },
  'text of a pattern, and nearly always an example': { type: 'string', pattern: '^[ab]$', examples: ['a', 'b', 'c'] },
  'short email': { type: 'string', format: 'email', maxLength: 24 },
  'shorter email': { type: 'string', format: 'email', maxLength: 6 },
  'text of no known format': { type: 'string', format: 'color' },
  ...Object.fromEntries(
    [0, 1, 5, 30, 399, 401].map((most) => [`text of at most ${most}`, { type: 'string', maxLength: most }])
  ),
  'text of at least 90': { type: 'string', minLength: 90 },
  'small integer': { ...INTEGER, maximum: 4 },
  'large integer': { ...INTEGER, minimum: 3_000_000_000 },
  'integer from seven': { ...INTEGER, minimum: 7, maximum: 7 },
  'whole number': { type: 'number', multipleOf: 1 },
  'half number': { type: 'number', multipleOf: 0.5 },
  'number to one': { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  'null alone': { type: 'null' },
  'text or null': { type: ['string', 'null'], maxLength: 2 },
  'enum of null': { enum: [null] },
  'record or text': { type: ['object', 'string'], properties: { a: INTEGER } },
  'enum and alternatives': { enum: [1, 'x'], oneOf: [INTEGER, { type: 'string' }] },
  'nested alternatives': { anyOf: [{ oneOf: [INTEGER, { type: 'boolean' }] }, { type: 'string', maxLength: 1 }] },
  'alternatives beside a property': {
    ...OBJECT,
    properties: { a: INTEGER },
    oneOf: [{ required: ['a'] }, { required: ['b'] }]
  },
  'examples and a default': { type: 'string', examples: ['one', { no: 1 }], default: 'two' },
  'example that is not valid': { ...INTEGER, examples: ['x'] },
  'what only its example is': {
    type: 'string',
    pattern: '^(?=.*[0-9])(?=.*[a-z])[a-z0-9]{6}$',
    examples: ['x', 'abc123']
  },
  'discriminated without a mapping': {
    oneOf: [of('cat'), of('dog'), { ...OBJECT }],
    discriminator: { propertyName: 'kind' }
  },
  'discriminated by a name': {
    anyOf: [of('cat'), of('dog')],
    discriminator: { propertyName: 'kind', mapping: { C: 'cat', D: 'dog', E: '#/components/schemas/dog' } }
  },
  'discriminated beside anything': { anyOf: [true, of('cat')], discriminator: { propertyName: 'kind' } },
  'discriminated by no text': { oneOf: [of('cat')], discriminator: { propertyName: 5 } },
  'discriminated by a text': { oneOf: [of('cat')], discriminator: 'kind' },
  cat: { ...OBJECT, required: ['kind'], properties: { kind: { type: 'string' }, lives: INTEGER } },
  dog: { ...OBJECT, required: ['kind'], properties: { kind: { type: 'string' } } }
}

/** Schemas that have themselves in what they are made of. */
const CIRCLES = {
  itself: { allOf: [of('itself'), { minimum: 2 }], maximum: 5, default: 3, examples: [4] },
  round: { allOf: [of('about'), true, { minimum: 3 }], type: 'integer' },
  about: { allOf: [of('round'), { minimum: 1, enum: [5, 6] }], const: 5, type: ['number', 'null'] },
  never: { allOf: [false, of('itself')] },
  both: { allOf: [{ properties: { a: { minimum: 1 } } }, { properties: { a: true, b: false } }] }
}

const STYLES: readonly TellingStyle[] = ['telling', 'varied', 'long', 'empty', 'minimal']

function shown(made: { readonly value: unknown } | undefined): string {
  if (made === undefined) return 'none'
  const text = JSON.stringify(made.value, (_, value) => (value instanceof JsonText ? `number ${value.text}` : value))
  const plain = text.replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return plain.length <= 400 ? plain : `${plain.slice(0, 300)} …${plain.length}… ${plain.slice(-60)}`
}

describe('The values that are made for schemas', () => {
  it('are those of value-list.txt: valid ones, with all parts at an extreme, and such that show what is kept', async () => {
    const linesOf = async (schemas: Readonly<Record<string, object | boolean>>, version: string) => {
      const { maker } = await published({}, schemas, version)
      const telling = new TellingValues(maker)
      return Object.keys(schemas).flatMap((name) => {
        const schema: JsonSchema = { $ref: `#/components/schemas/${encodeURIComponent(name)}` }
        const draws = (make: (draw: Draw) => { readonly value: unknown } | undefined) => [
          ...new Set([leastDraw(), evenDraw(1), evenDraw(2)].map((draw) => shown(make(draw))))
        ]
        return [
          `\n${name}: ${JSON.stringify(schemas[name])}`,
          ...draws((draw) => maker.valid(schema, draw)).map((text) => `valid: ${text}`),
          ...EXTREMES.flatMap((each) =>
            draws((draw) => extremeValue(maker, schema, each, draw)).map((text) => `${each}: ${text}`)
          ),
          ...STYLES.flatMap((each) =>
            draws((draw) => telling.make(schema, each, draw)).map((text) => `${each}: ${text}`)
          )
        ]
      })
    }
    const lines = [...(await linesOf(SCHEMAS, '3.0.3')), ...(await linesOf(MORE, '3.1.0'))]
    const types = ['image/png', 'image/*', 'text/*', 'text/csv', 'font/woff', '*/*', 'x/*', 'text/x']
    const files = types.flatMap((type) =>
      fileSamples(type).map(
        (sample) => `${type}: ${sample.type}, .${sample.extension}, ${Buffer.from(sample.content).toString('base64')}`
      )
    )
    const sizes = [
      [0, 5],
      [70, 80],
      [3, 1000]
    ].flatMap(([least = 0, most = 0]) =>
      [leastDraw(), evenDraw(1), evenDraw(2)].map((draw) => {
        const { type, content } = drawFile(['text/plain', 'image/gif', 'text/csv'], least, most, draw)
        return `a file of ${least} to ${most} bytes: ${type}, ${Buffer.from(content).toString('base64')}`
      })
    )
    const { maker } = await published({}, CIRCLES, '3.1.0')
    const flat = Object.keys(CIRCLES).flatMap((name) => {
      const { types, members, bounds, examples, properties } = maker.flattener.flatten(of(name))
      return `${name}: ${shownParts([types, members, bounds, examples, properties])}`
    })
    expectWholeList('verify/values/value-list.txt', [...lines, '\nflat', ...flat, '\nfiles', ...files, ...sizes])
  })
})
