import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { isEmpty } from '../../src/schema/emptiness.js'
import { finiteValues } from '../../src/schema/finite-gaps.js'
import { typesOf } from '../../src/schema/pair.js'
import { candidatesOf, sampleOf } from '../../src/schema/samples.js'
import type { SchemaAt } from '../../src/schema/schema-at.js'
import { shapeOf } from '../../src/schema/shape.js'
import { validity } from '../../src/schema/validity.js'

type Schema = Readonly<Record<string, unknown>> | boolean | readonly Schema[]

/** The values and the schemas that they are held against; a list of schemas is a conjunction. */
interface Group {
  readonly values: readonly unknown[]
  readonly schemas: readonly Schema[]
  readonly is30?: boolean
}

const s = { type: 'string' }
const i = { type: 'integer' }
const n = { type: 'number' }
const o = { type: 'object' }
const a = { type: 'array' }
const when = (keyword: 'then' | 'else', schema: Schema) => Object.fromEntries([[keyword, schema]])
const deep = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : [deep(levels - 1, inner)])
const deepSchema = (levels: number, inner: Schema): Schema =>
  levels === 0 ? inner : { ...a, items: deepSchema(levels - 1, inner) }

const deepObject = (levels: number): unknown => (levels === 0 ? 1 : { a: deepObject(levels - 1) })
const within = (levels: number, around: (inner: Schema) => Schema, inner: Schema): Schema =>
  levels === 0 ? inner : around(within(levels - 1, around, inner))

const DEFS = {
  Text: s,
  Tree: { ...o, properties: { all: { ...a, items: { $ref: '#/$defs/Tree' } } }, required: ['name'] },
  Chain: { ...o, properties: { next: { $ref: '#/$defs/Chain' } }, required: ['next'] },
  'a/b~c%': i
}

const GROUPS: Readonly<Record<string, Group>> = {
  types: {
    values: [null, true, false, 0, 0.5, '', 'a', [], {}],
    schemas: [
      true,
      false,
      {},
      { type: 'null' },
      { type: 'boolean' },
      i,
      n,
      s,
      a,
      o,
      { type: ['string', 'null'] },
      { type: ['integer', 'number'] },
      { type: ['integer', 'string'] },
      { type: [] },
      { type: 'file' },
      { type: ['string', 7] },
      { type: 7 },
      [s, { type: ['string', 'null'] }],
      [i, n],
      [n, i],
      [s, i],
      { nullable: true, ...s },
      { not: s },
      { not: {} },
      { not: true },
      { not: false },
      { not: { $ref: '#/$defs/None' } }
    ]
  },
  'types of OpenAPI 3.0': {
    is30: true,
    values: [null, 0, 1, 2, 'a'],
    schemas: [
      { nullable: true, ...s },
      { nullable: false, ...s },
      { nullable: true },
      { nullable: true, type: ['string'] },
      { ...i, minimum: 1, exclusiveMinimum: true },
      { ...i, minimum: 1, exclusiveMinimum: false },
      { ...i, exclusiveMinimum: true },
      { ...i, maximum: 1, exclusiveMaximum: true },
      { ...i, maximum: 1, exclusiveMaximum: false },
      { $ref: '#/$defs/Text', maxLength: 0 }
    ]
  },
  'listed values': {
    values: [null, true, 0, 1, '1', 'a', [], [1], { x: 1 }, { x: 1, y: [2] }],
    schemas: [
      { enum: [] },
      { enum: [null, 1, 'a'] },
      { enum: ['a', 'b'], type: 'integer' },
      { enum: ['a', 1], ...i },
      { const: 1 },
      { const: null },
      { const: { x: 1 } },
      { const: [1] },
      { const: 'a', enum: ['a', 'b'] },
      { const: 'a', enum: ['b'] },
      { const: { y: [2], x: 1 }, enum: [{ x: 1, y: [2] }] },
      { enum: 'a' },
      [{ enum: ['a', 1] }, { enum: [1, 2] }],
      [{ enum: ['a'] }, { enum: ['b'] }],
      { enum: [{ x: 1, z: 1 }, { x: 2 }, [2], [1, 1]] },
      { enum: [[1], { 0: 1 }] },
      { enum: [{ x: undefined }] }
    ]
  },
  numbers: {
    values: [-1, -0.5, 0, 0.1, 0.3, 0.5, 1, 1.5, 2, 3, 6, 1e6, 2147483647, 2147483648, -2147483648, -2147483649],
    schemas: [
      { minimum: 1 },
      { exclusiveMinimum: 1 },
      { maximum: 1 },
      { exclusiveMaximum: 1 },
      { minimum: 1, exclusiveMinimum: 1 },
      { exclusiveMaximum: 1, maximum: 1 },
      { minimum: 1, exclusiveMinimum: 0.5 },
      { minimum: 0.5, exclusiveMinimum: 1 },
      { maximum: 1, exclusiveMaximum: 2 },
      { maximum: 2, exclusiveMaximum: 1 },
      [{ minimum: 1 }, { minimum: 2 }],
      [{ minimum: 2 }, { minimum: 1 }],
      [{ maximum: 1 }, { maximum: 2 }],
      [{ maximum: 2 }, { maximum: 1 }],
      [{ exclusiveMinimum: 1 }, { minimum: 1 }],
      [{ exclusiveMaximum: 1 }, { maximum: 1 }],
      { ...n, minimum: 0, maximum: -1 },
      { ...n, minimum: 1, maximum: 0 },
      { ...n, exclusiveMinimum: 0, exclusiveMaximum: 0 },
      { ...i, minimum: 0.5, maximum: 2.5 },
      { ...i, minimum: 0.2, maximum: 0.8 },
      { ...n, minimum: 0.2, maximum: 0.8 },
      { ...i, minimum: 1, maximum: 1 },
      { ...i, minimum: 1, exclusiveMaximum: 2 },
      { ...n, minimum: 1, maximum: 1 },
      { ...n, minimum: 1, exclusiveMaximum: 1 },
      { ...n, exclusiveMinimum: 1, maximum: 1 },
      { type: ['string', 'integer'], minimum: 1, maximum: 3 },
      { ...i, minimum: 100, maximum: 150 },
      { ...i, minimum: 100, maximum: 151 },
      { ...n, format: 'int32', exclusiveMinimum: -5_000_000_000, maximum: -2147483648 },
      { ...n, format: 'int32', exclusiveMaximum: 5_000_000_000, minimum: 2147483647 },
      { ...n, format: 'int32', exclusiveMinimum: 2147483647 },
      { ...n, format: 'int32', exclusiveMaximum: -2147483648 },
      { ...n, minimum: 2, maximum: 1 },
      { ...n, exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { ...i, exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { ...i, minimum: 0, maximum: 50 },
      { ...i, minimum: 0, maximum: 51 },
      { ...i, minimum: 1 },
      { ...i, maximum: 1 },
      { multipleOf: 2 },
      { multipleOf: 0.1 },
      { multipleOf: 0.5, ...i },
      { multipleOf: 1.5 },
      { multipleOf: 0 },
      { ...n, multipleOf: -2 },
      { ...n, multipleOf: 7, minimum: 15 },
      { ...n, multipleOf: 700, minimum: 1 },
      { ...n, multipleOf: 0.7, minimum: 15, maximum: 16 },
      [
        { ...n, multipleOf: 2 },
        { multipleOf: 3, minimum: 1 }
      ],
      { format: 'int32' },
      { format: 'int64' },
      { ...i, format: 'int32', minimum: 2147483647 },
      { ...i, format: 'int32', minimum: 2147483648 },
      { ...i, format: 'int32', maximum: -2147483649 },
      { ...n, minimum: -1e300, format: 'int64', maximum: -1e200 },
      { ...n, minimum: 2 ** 63, format: 'int64' },
      { ...n, format: 'float' },
      { ...n, format: 'double' },
      { ...n, format: 'date' },
      { ...n, format: 'our-own' },
      { ...n, format: 'constructor' },
      { minimum: '1', maximum: null, multipleOf: '2', format: 7 },
      { ...n, minimum: 101.25, exclusiveMaximum: 101.5 },
      { ...n, minimum: 1e7 },
      { ...n, maximum: -1e7 }
    ]
  },
  texts: {
    values: ['', 'a', 'b', 'ab', 'abc', 'ä', '😀', '😀😀', '1', '\n', 'a'.repeat(100), `${'a'.repeat(100)}b`],
    schemas: [
      { minLength: 1 },
      { minLength: 2 },
      { maxLength: 1 },
      { maxLength: 0 },
      { minLength: 2, maxLength: 1 },
      { ...s, minLength: 2, maxLength: 1 },
      { ...s, minLength: 2, maxLength: 2 },
      [{ minLength: 1 }, { minLength: 2 }],
      [{ minLength: 2 }, { minLength: 1 }],
      [{ maxLength: 1 }, { maxLength: 2 }],
      [{ maxLength: 2 }, { maxLength: 1 }],
      { ...s, minLength: 30 },
      { ...s, minLength: 300 },
      { ...s, minLength: 301 },
      { ...s, minLength: '2', maxLength: null, pattern: 7 },
      { pattern: 'a' },
      { pattern: '^a$' },
      { pattern: '^[a-z]$' },
      { ...s, pattern: '^.$' },
      { pattern: '^[^a]' },
      { pattern: '.*' },
      { pattern: '' },
      { pattern: '^' },
      { pattern: '(' },
      { pattern: '^\\-$|^a' },
      { pattern: '^\\u{61}$' },
      { pattern: '^(a+)+$' },
      { pattern: '^(a+)+$', minLength: 1000 },
      { ...s, pattern: '^1+$', minLength: 40 },
      [{ pattern: 'a' }, { pattern: 'b' }],
      { pattern: 'a', format: 'our-own' },
      { format: 'our-own', pattern: 'a' },
      { format: 'password' },
      { format: 'binary' },
      { format: 'int32' },
      { format: 'float' },
      { ...s, format: 'our-own' },
      { ...s, contentEncoding: 'base64' },
      { ...s, contentEncoding: 'base64', format: 'our-own' },
      { ...s, contentEncoding: 'hex' },
      { ...s, contentMediaType: 'application/octet-stream' },
      { ...s, contentMediaType: 'image/png' },
      { ...s, contentMediaType: 'application/octet-stream', format: 'byte' }
    ]
  },
  formats: {
    values: [
      ...['', 'a', '/a', 'a b', '2024-02-29', '1999-12-31', '24-02-29', 'x2024-02-29', '2024-02-29x', '10:20:30Z'],
      ...['10:20:30z', '10:20:30.5+01:00', '10:20:30-0100', '10:20:30+01', '10:20:30', 'x10:20:30Z', '10:20:30Zx'],
      ...['2024-02-29T10:20:30Z', '2024-02-29t10:20:30z', '2024-02-29 10:20:30Z', 'x2024-02-29T10:20:30Z'],
      ...['2024-02-29T10:20:30Zx', 'P1D', 'PT2H', 'xP', 'a@example.com', 'someone.else@example.org', 'example.com'],
      ...['example.com:80', '192.0.2.1', '10.1.2.3', '1.2.3', 'x1.2.3.4', '1.2.3.4x', '2001:db8::1', '::1', '::G'],
      ...['https://example.com/a', 'urn:a', 'A+b-c.d:', '1:a', 'x:a b', '123e4567-e89b-42d3-a456-426614174000'],
      ...['urn:uuid:123E4567-e89b-42d3-a456-426614174001', '123e4567-e89b-42d3-a456-42661417400'],
      ...['x123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-4266141740001', 'YWJj', 'YWI=', 'YW I='],
      ...['Y===', '=YQ', '-'].values()
    ],
    schemas: [
      ...['date', 'time', 'date-time', 'duration', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv4', 'ipv6'],
      ...['uri', 'url', 'iri', 'uri-reference', 'iri-reference', 'uuid', 'byte', 'json-pointer', 'password', 'binary'],
      ...['float', 'double', 'decimal', 'html', 'markdown', 'text', 'textarea', 'int32', 'int64', 'our-own'],
      ...['constructor']
    ].map((format) => ({ ...s, format }))
  },
  lists: {
    values: [[], ['a'], ['a', 'b'], ['a', 'a'], ['a', 1], [1, 'a'], [1], ['a', 'b', 'c'], [null], [[1], [1]]],
    schemas: [
      { items: s },
      { items: true },
      { items: false },
      { items: {} },
      { minItems: 1 },
      { ...a, minItems: 2 },
      { maxItems: 1 },
      { ...a, minItems: 2, maxItems: 1 },
      { ...a, minItems: 1, maxItems: 1 },
      [{ maxItems: 1 }, { maxItems: 2 }],
      { uniqueItems: true },
      { uniqueItems: false },
      { uniqueItems: 'yes' },
      { ...a, prefixItems: [s, i] },
      { ...a, prefixItems: [s], items: i },
      { ...a, prefixItems: [s], items: false },
      { ...a, prefixItems: [] },
      { ...a, prefixItems: s },
      { ...a, items: [s, i] },
      { ...a, items: [s], additionalItems: i },
      { ...a, items: [s], additionalItems: false },
      { ...a, items: [] },
      { ...a, items: s, additionalItems: i },
      { ...a, items: s, minItems: 2, uniqueItems: true },
      { ...a, items: i, minItems: 3, uniqueItems: true },
      { ...a, items: { enum: ['x', 'y'] }, minItems: 2, uniqueItems: true },
      { ...a, items: { enum: ['x', 'y'] }, minItems: 3, uniqueItems: true },
      { ...a, items: { ...s, minLength: 20 }, minItems: 2, uniqueItems: true },
      { ...a, minItems: 2, uniqueItems: true },
      { ...a, prefixItems: [i, s], items: i, minItems: 3, uniqueItems: true },
      { ...a, items: { type: ['string', 'null'] }, minItems: 2 },
      { ...a, items: false, minItems: 1 },
      { ...a, contains: s },
      { contains: s },
      { ...a, unevaluatedItems: false },
      { unevaluatedItems: false },
      { ...a, items: { ...a, items: i } },
      [
        { ...a, items: { ...s, minLength: 1 } },
        { ...a, items: { ...s, maxLength: 1 } }
      ]
    ]
  },
  objects: {
    values: [{}, { a: 'x' }, { a: 1 }, { b: 1 }, { a: 'x', b: 1 }, { a: 'x', b: 1, c: null }, { xa: 1 }, { xa: 'x' }],
    schemas: [
      { properties: { a: s } },
      { properties: { a: false } },
      { properties: { a: true } },
      { properties: 'a' },
      { required: ['a'] },
      { ...o, required: ['a'] },
      { ...o, required: ['a', 'b'], properties: { a: s, b: i } },
      { ...o, required: ['a', 7, 'a'] },
      { ...o, required: 'a' },
      { ...o, required: ['a'], properties: { a: false } },
      { ...o, required: ['a'], properties: { a: { ...i, minimum: 2, maximum: 1 } } },
      { ...o, required: ['a'], additionalProperties: false },
      { ...o, required: ['a'], patternProperties: { '^a': i } },
      { minProperties: 1 },
      { maxProperties: 1 },
      { ...o, minProperties: 1 },
      { ...o, minProperties: 2, maxProperties: 1 },
      { ...o, minProperties: 1, maxProperties: 1, required: ['a'] },
      { ...o, additionalProperties: false },
      { ...o, additionalProperties: true },
      { ...o, additionalProperties: s },
      { ...o, properties: { a: s }, additionalProperties: false },
      { ...o, properties: { a: s }, additionalProperties: i },
      { ...o, patternProperties: { '^x': s } },
      { ...o, patternProperties: { '^x': s, a$: i } },
      { ...o, patternProperties: { '^x': s }, additionalProperties: false },
      { ...o, properties: { xa: i }, patternProperties: { '^x': { minimum: 1 } } },
      { ...o, patternProperties: { '(': s } },
      { ...o, properties: { a: s }, patternProperties: { '(': s } },
      { ...o, propertyNames: { maxLength: 1 } },
      { propertyNames: { enum: ['a', 'b'] } },
      { propertyNames: { format: 'our-own' } },
      { ...o, dependentRequired: { a: ['b'] } },
      { dependentSchemas: { a: { required: ['b'] } } },
      { dependencies: { a: ['b'] } },
      { allOf: [{ properties: { a: s } }, { required: ['a'] }] },
      { allOf: [{ properties: { a: s } }], additionalProperties: false },
      { allOf: 'a' },
      { allOf: [{ properties: { a: s } }], unevaluatedProperties: false },
      { allOf: [{ properties: { a: s } }], unevaluatedProperties: i },
      { properties: { b: i }, unevaluatedProperties: false },
      { properties: { b: i }, unevaluatedProperties: true },
      { allOf: [{ additionalProperties: true }], unevaluatedProperties: false },
      { patternProperties: { '^x': s }, unevaluatedProperties: false },
      { patternProperties: { '(': s }, unevaluatedProperties: false },
      { anyOf: [{ properties: { a: s } }], unevaluatedProperties: false },
      { not: { required: ['a'] }, properties: { b: i }, unevaluatedProperties: false },
      { 'x-rules': [], properties: { b: i }, unevaluatedProperties: false },
      { if: { required: ['a'] }, properties: { b: i }, unevaluatedProperties: false },
      { allOf: [{ unevaluatedProperties: { ...n } }], properties: { a: s }, unevaluatedProperties: i },
      { ...o, required: ['__proto__'] }
    ]
  },
  variants: {
    values: [null, 0, 0.5, '', 'a', 'abc', {}, { kind: 'a' }, { kind: 'b' }],
    schemas: [
      { anyOf: [s, i] },
      { oneOf: [s, i] },
      { oneOf: [n, i] },
      { anyOf: [n, i] },
      { anyOf: [] },
      { oneOf: 'a' },
      { anyOf: [s], oneOf: [{ maxLength: 1 }, { minLength: 3 }] },
      { ...s, anyOf: [{ minLength: 3 }, { maxLength: 0 }] },
      { ...s, anyOf: [i, n] },
      { oneOf: [false, i] },
      { oneOf: [i, i] },
      { anyOf: [{ ...s, format: 'our-own' }, i] },
      { oneOf: [{ ...s, format: 'our-own' }, s] },
      { oneOf: [{ ...s, format: 'our-own' }, s, s] },
      { oneOf: [{ ...s, format: 'our-own' }, i] },
      { enum: [0, 'a', ''], anyOf: [i, { ...s, minLength: 1 }] },
      {
        oneOf: [
          { ...o, properties: { kind: { const: 'a' } }, required: ['kind'] },
          { ...o, properties: { kind: { const: 'b' } }, required: ['kind'] }
        ]
      },
      { anyOf: [{ anyOf: [i, { anyOf: [s] }] }] },
      { anyOf: [false, { not: {} }, { ...s, minLength: 2, maxLength: 1 }] },
      { anyOf: [{ anyOf: [{ anyOf: [{ anyOf: [{ anyOf: [false] }] }] }] }] },
      { anyOf: [{ anyOf: [{ anyOf: [{ anyOf: [false] }] }] }] }
    ]
  },
  conditions: {
    values: [null, 0, 1, 5, 'a', 'abc'],
    schemas: [
      { not: { minimum: 1 } },
      { not: { type: 'string', format: 'our-own' } },
      { if: i, ...when('then', { minimum: 1 }) },
      { if: i, ...when('else', { maxLength: 1 }) },
      { if: i, ...when('then', { minimum: 1 }), ...when('else', { maxLength: 1 }) },
      { if: { format: 'our-own' }, ...when('then', { minimum: 1 }) },
      { if: { format: 'our-own' }, ...when('then', { maxLength: 1 }), ...when('else', { maxLength: 1 }) },
      { if: { format: 'our-own' }, ...when('then', { maxLength: 1 }) },
      { if: { format: 'our-own' }, ...when('else', { maxLength: 1 }) },
      { if: i },
      { 'x-rules': [{ rule: 'r' }] },
      { $dynamicRef: '#a' },
      { $ref: '#/$defs/None' },
      { $ref: 'other.json' }
    ]
  },
  references: {
    values: ['a', 0, {}, { name: 'a' }, { name: 'a', all: [{}] }, { name: 'a', all: [{ name: 'b' }] }, { next: {} }],
    schemas: [
      { $ref: '#/$defs/Text' },
      { $ref: '#/$defs/a~1b~0c%25' },
      { $ref: '#/$defs/a~1b~0c%' },
      { $ref: '#/$defs/Text', maxLength: 0 },
      { $ref: '#/$defs/Tree' },
      { $ref: '#/$defs/Chain' },
      { $ref: '#/$defs/Text/type' },
      { $ref: '#/$defs/Text/type/x' },
      { $ref: '#/$defs/toString' },
      { $ref: 7 },
      { allOf: [{ $ref: '#/$defs/Text' }, { $ref: '#/$defs/Text' }] }
    ]
  },
  'depths of values': {
    values: [deep(11, 1), deep(12, 1), deep(12, 'a'), deep(13, 1), deepObject(11), deepObject(12), deepObject(13)],
    schemas: [
      deepSchema(12, i),
      deepSchema(11, i),
      deepSchema(13, i),
      ...[11, 12, 13].flatMap((levels) =>
        [(inner: Schema) => ({ properties: { a: inner } }), (inner: Schema) => ({ anyOf: [inner] })].map((around) =>
          within(levels, around, i)
        )
      ),
      ...[11, 12, 13].map((levels) => within(levels, (inner) => ({ not: inner }), i)),
      ...[3, 4, 5].flatMap((levels) =>
        [
          (inner: Schema) => ({ ...o, properties: { a: inner }, required: ['a'] }),
          (inner: Schema) => ({ anyOf: [inner] })
        ].map((around) => within(levels, around, { ...i, enum: [] }))
      ),
      deepSchema(5, { ...a, items: s, minItems: 1 }),
      { ...a, minItems: 1, items: { ...a, minItems: 1, items: { ...a, minItems: 1, items: s } } },
      Array.from({ length: 7 }).reduce((inner: Schema) => ({ ...a, minItems: 1, items: inner }), s as Schema),
      Array.from({ length: 6 }).reduce((inner: Schema) => ({ ...a, minItems: 1, items: inner }), s as Schema)
    ]
  }
}

function line(schema: Schema, { values, is30 = false }: Group): string {
  const schemas = (Array.isArray(schema) ? schema : [schema]).map(
    (raw, index): SchemaAt => ({ raw, at: `#/${index}`, document: { root: { $defs: DEFS }, is30 } })
  )
  const shape = shapeOf(schemas)
  const judged = values.map((value) => [JSON.stringify(value), validity(value, schemas)] as const)
  const of = (title: string, known: boolean | undefined) => {
    const those = judged.filter(([, each]) => each === known).map(([text]) => short(text))
    if (those.length === 0) return []
    return [`  ${title} ${those.length === values.length ? 'all' : those.join(' ')}`]
  }
  const sample = sampleOf(schemas)
  const few = finiteValues(shape)
  const near = [...shape.types].map((type) => {
    const all = candidatesOf(shape, type)
    return `${all.length} of ${type} ${short(JSON.stringify(all.slice(0, 3)))}`
  })
  return [
    `${JSON.stringify(schema)} is ${typesOf(shape)}${isEmpty(schemas) ? ', empty' : ''}`,
    ...of('valid', true),
    ...of('invalid', false),
    ...of('unknown', undefined),
    `  sample ${sample === undefined ? 'none' : short(JSON.stringify(sample.value))}${few === undefined ? '' : `, all ${short(JSON.stringify(few))}`}`,
    ...(near.length === 6 ? [] : [`  tried ${near.join(', ')}`])
  ].join('\n')
}

function short(text: string | undefined = 'undefined'): string {
  return text.length > 90 ? `${text.slice(0, 60)}…${text.length}` : text
}

describe('what a schema says of values', () => {
  for (const [title, group] of Object.entries(GROUPS)) {
    it(`is the same as before: ${title}`, () => {
      const lines = group.schemas.map((schema) => line(schema, group))
      expectWholeList(`diff/schema/values/${title.replaceAll(/[ .]+/g, '-')}-list.txt`, lines)
    })
  }
})
