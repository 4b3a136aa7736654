import { expect } from 'chai'
import { Field } from 'fieldstone'
import { type Binder, compileBinder } from '../../../src/record/binder.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { compileDocumentProjector } from '../../../src/record/standard/document-projector.js'
import { readForeignDocument } from '../../../src/record/standard/foreign-document.js'
import { safeValue } from '../../../src/record/standard/safe-value.js'
import { compileTextReader } from '../../../src/record/standard/sent-texts.js'
import { isUnion, shapeOf } from '../../../src/record/standard/shape.js'
import { standardItems, standardProperties, takesNull } from '../../../src/record/standard/standard-parts.js'
import { compileValueCheck } from '../../../src/record/standard/value-check.js'
import { FaultList } from '../../../src/record/type/fault-list.js'
import type { ForeignSchema } from '../../../src/record/type/schema.js'
import { compileWriter } from '../../../src/record/writer.js'
import { calls, expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

const TREE = {
  $defs: {
    tree: {
      type: 'object',
      properties: { name: { type: 'string' }, inner: { $ref: '#/$defs/tree' } },
      required: ['name']
    },
    'a/b~c': { type: 'integer' },
    loop: { $ref: '#/$defs/loop' },
    all: { allOf: [{ $ref: '#/$defs/all' }] }
  }
}
const NAMED = { type: 'object', properties: { a: { type: 'string', minLength: 2 }, b: { type: 'integer' } } }

const SCHEMAS: readonly unknown[] = [
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].map((type) => ({ type })),
  ...[
    {},
    true,
    false,
    null,
    5,
    [],
    'x',
    { type: [] },
    { type: 'text' },
    { type: ['string', 'null'] },
    { type: ['integer', 'object', 'array'] }
  ],
  ...[
    { type: undefined, title: 'T' },
    { type: 'string', format: 'email', 'x-more': 1, $comment: 'c', readOnly: true, writeOnly: true }
  ],
  ...['date', 'time', 'date-time', 'uuid', 'byte', 'ipv4', 'ends_with', 'other'].map((format) => ({
    type: 'string',
    format
  })),
  ...[
    { enum: ['a', 1, null, { a: 1 }, ['a', 1]] },
    { enum: [] },
    { const: { a: 'x', b: 1 } },
    { const: null },
    { const: 'a' },
    { enum: [1, 2] }
  ],
  ...[
    { minLength: 2, maxLength: 2 },
    { minLength: -1 },
    { minLength: 1.5 },
    { maxLength: '2' },
    { pattern: '^[a-z]+$' },
    { pattern: '(' }
  ],
  ...[
    { pattern: '(a+)+$' },
    { pattern: '(a+)+$', format: 'ends_with' },
    { pattern: 5 },
    { type: 'string', pattern: '\\-' }
  ],
  ...[
    { minimum: 1, maximum: 5 },
    { exclusiveMinimum: 1, exclusiveMaximum: 5 },
    { minimum: 'x' },
    { minimum: Number.POSITIVE_INFINITY }
  ],
  ...[
    { multipleOf: 2 },
    { multipleOf: 0.5 },
    { multipleOf: 0.01 },
    { multipleOf: 0 },
    { minItems: 1, maxItems: 2 },
    { minProperties: 1, maxProperties: 1 }
  ],
  ...[
    { required: ['a'] },
    { required: 'a' },
    { required: [5] },
    { title: 5 },
    { default: 1n },
    { examples: 'x' },
    { deprecated: 1 },
    { deprecated: true }
  ],
  ...[
    NAMED,
    { ...NAMED, additionalProperties: false },
    { ...NAMED, additionalProperties: true },
    { ...NAMED, additionalProperties: { type: 'boolean' } }
  ],
  ...[
    { ...NAMED, required: ['a'] },
    { properties: { a: true, b: false } },
    { properties: 5 },
    { properties: { a: 5 } },
    { type: 'object', additionalProperties: 5 }
  ],
  ...[
    { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    { patternProperties: { '(': {} } },
    { patternProperties: { '(a+)+': {} } }
  ],
  ...[
    { propertyNames: { maxLength: 2 } },
    { propertyNames: { enum: ['a'] } },
    { items: { type: 'string' } },
    { items: false },
    { items: [{}] }
  ],
  ...[
    { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    { prefixItems: [{ type: 'string' }], items: { type: 'integer' } }
  ],
  ...[
    { prefixItems: {} },
    { prefixItems: [{ type: 'boolean' }] },
    { type: 'array', items: { type: 'array', items: { type: 'integer' } } }
  ],
  ...[
    { anyOf: [{ type: 'string', minLength: 3 }, { type: 'integer' }] },
    { anyOf: [] },
    { oneOf: [] },
    { allOf: [] },
    { anyOf: [{ not: {} }, { type: 'integer' }] }
  ],
  ...[
    { anyOf: [NAMED, { type: 'array', items: NAMED }] },
    { anyOf: [NAMED, { type: 'object', properties: { c: { type: 'boolean' } }, required: ['c'] }] }
  ],
  ...[
    { anyOf: [{ type: 'null' }, NAMED] },
    { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
    { anyOf: [{}, NAMED] },
    { anyOf: [{ not: {} }] }
  ],
  ...[
    { allOf: [NAMED, { properties: { c: { type: 'boolean' } }, required: ['c'] }] },
    { allOf: [{ type: 'integer' }, { minimum: 5 }] }
  ],
  ...[
    { not: { type: 'string' } },
    { not: {} },
    { not: 5 },
    { $ref: '#' },
    { $ref: '#/$defs/none' },
    { $ref: 5 },
    { $ref: 'https://a.example' }
  ],
  ...['#/$defs/tree', '#/$defs/a~1b~0c', '#/$defs/a%2Fb', '#/$defs/loop', '#/$defs/all', '#/definitions/x'].map(
    ($ref) => ({ $ref, ...TREE })
  ),
  ...[
    { type: 'array', items: { $ref: '#' } },
    { $ref: '#/$defs/tree', required: ['inner'], ...TREE },
    { type: 'object', properties: { t: { $ref: '#/$defs/tree' } }, ...TREE }
  ],
  // What of a value is written.
  ...[
    { type: 'object', additionalProperties: NAMED },
    { type: 'object', properties: { a: { type: 'string' } }, patternProperties: { '^x-': { type: 'integer' } } },
    { type: 'object', properties: { toString: { type: 'string' }, constructor: { type: 'integer' } } },
    { anyOf: [{ properties: { a: { type: 'string' } } }, { type: 'array', items: NAMED }] },
    { anyOf: [{ type: 'object' }, { type: 'object', properties: { a: { type: 'string' } } }] },
    {
      anyOf: [{ $ref: '#/$defs/closed' }, { $ref: '#/$defs/other' }],
      $defs: {
        closed: { ...NAMED, required: ['a'], additionalProperties: false },
        other: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
      }
    }
  ],
  ...[
    { allOf: [{ $ref: '#/$defs/tree' }, NAMED], ...TREE },
    { if: { type: 'string' }, else: { minLength: 2 } },
    { contains: {} },
    { unevaluatedProperties: false }
  ],
  // What is left out, and what cannot be read.
  ...[
    { prefixItems: [NAMED] },
    { anyOf: [{ not: {} }, { type: 'integer' }, { type: 'string' }] },
    { anyOf: [{ not: {} }, { type: 'integer' }], title: 'T' },
    { patternProperties: { '(a+)+$': { type: 'integer' } } },
    { patternProperties: { '\\-': { type: 'integer' } } },
    { $ref: '#/$defs/x', $defs: { x: 5 } },
    { $ref: '#/$defs/x', $defs: { x: true } },
    { $ref: '#/definitions/x', definitions: { x: { type: 'string' } }, $defs: {} },
    { allOf: [{ required: ['a'] }, { additionalProperties: { type: 'integer' } }] },
    { maxLength: 0, maxItems: 0, maxProperties: 0 },
    { minLength: 0, minItems: 0, minProperties: 0 },
    { type: 'x'.repeat(100) },
    { const: JSON.parse('{"__proto__":{}}') },
    { const: { a: 1 } },
    { const: { 0: 'a' } },
    { const: ['a'] },
    { $ref: '#/$defs/n', $defs: { n: { enum: [1, 2] } } },
    { $ref: '#/$defs/u', $defs: { u: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } }
  ]
]

const cycle: { properties?: object } = {}
cycle.properties = { a: cycle }

const VALUES: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    2,
    5,
    6,
    0.07,
    1e300,
    Number.POSITIVE_INFINITY,
    '',
    'a',
    'ab',
    'abc',
    '😀😀',
    '12',
    'true',
    '1.0',
    '1e2',
    '-5'
  ],
  ...[
    '2024-05-17',
    '2024-02-30',
    '2024-05-17T08:30:00Z',
    '08:30:00Z',
    '127.0.0.1',
    '256.0.0.1',
    '1.2.3',
    '0b6cd0c5-6ba7-4d5a-9d0e-4c1f6ad1b0ce',
    'YQ==',
    'YQ'
  ],
  ...[[], [1], ['a'], ['a', 1], [1, 'a'], ['a', 1, true], ['5', '6'], [[1]], [null], [{ a: 'ab', z: 1 }], [['1']]],
  ...[
    {},
    { a: 1 },
    { a: 'ab' },
    { a: 'x', b: 1 },
    { a: 'ab', b: '5', z: 1 },
    { a: 'ab', c: true },
    { a: 'ab', c: 'true' },
    { 'x-1': 1 },
    { 'x-1': 'y' }
  ],
  ...[
    { name: 'n' },
    { name: 'n', inner: { name: 5 } },
    { name: 'n', inner: { name: 'm', z: 1 }, a: 'ab' },
    { t: { name: 'n', z: 1 } },
    { constructor: 1 }
  ],
  new (class Getting {
    get a(): string {
      return 'ab'
    }
  })()
]

describe('Schemas of other libraries', () => {
  it('are read, checked and written by as schema-list.txt says', async () => {
    const lines: string[] = []
    for (const given of [...SCHEMAS, cycle]) {
      lines.push(`\n${shown(given)}`)
      let document: ReturnType<typeof readForeignDocument>
      try {
        document = readForeignDocument(given)
      } catch (error) {
        lines.push(`is rejected: ${(error as Error).message}`)
        continue
      }
      const [check, strict] = [compileValueCheck(document), compileValueCheck(document, { rejectsIntegers: true })]
      const type = schemaOf(given)
      const read = compileTextReader(document)
      lines.push(
        `read ${shown([document.root, document.definitions, document.costly])}`,
        `shape ${shown(shapeOf(document))}${isUnion(document) ? ', a union' : ''}`,
        `parts ${outcome(() => [standardItems(type)?.length, standardProperties(type)?.map(({ name, isRequired }) => [name, isRequired]), takesNull(type)])}`,
        ...grouped(
          (value) =>
            `${faultsOf(check, value)}${faultsOf(strict, value) === faultsOf(check, value) ? '' : ` without integers ${faultsOf(strict, value)}`}`
        ),
        ...grouped((value) => {
          const taken = shown(read(value))
          return taken === shown(value) ? 'as it is' : taken
        }).map((line) => `texts ${line}`),
        ...grouped((value) => {
          const projected = outcome(() => compileDocumentProjector(document).project(value, 0))
          return projected === shown(value) ? 'as it is' : projected
        }).map((line) => `written ${line}`)
      )
    }
    expectWholeList('record/standard/schema-list.txt', lines)
  })

  it('that say other things of requests than of responses are described as two-form-list.txt says', () => {
    const tree = (own: object) => ({
      $ref: '#/$defs/Tree',
      $defs: { Tree: { type: 'object', properties: { own, inner: { $ref: '#/$defs/Tree' } } } }
    })
    const within = (own: object) => ({
      $ref: '#/$defs/Outer',
      $defs: {
        Outer: { type: 'object', properties: { middle: { $ref: '#/$defs/Middle' }, other: { $ref: '#/$defs/Other' } } },
        Middle: { type: 'object', properties: { inner: { $ref: '#/$defs/Inner' } } },
        Inner: { type: 'object', properties: { own } },
        Other: { type: 'object', properties: { a: { type: 'string' } } }
      }
    })
    const of = (own: object) => ({ type: 'object', properties: { a: own } })
    const forms: readonly (readonly [unknown, unknown])[] = [
      [{ type: 'string' }, { type: 'number' }],
      [of({ type: 'string' }), of({ type: 'string' })],
      [of({ type: 'string' }), { ...of({ type: 'string' }), required: ['a'] }],
      [tree({ type: 'string' }), tree({ type: 'string' })],
      [tree({ type: 'string' }), tree({ type: 'integer' })],
      [tree({ type: 'string' }), of({ type: 'integer' })],
      [within({ type: 'string' }), within({ type: 'integer' })],
      [within({ type: 'string' }), within({ type: 'string' })],
      [{ $ref: '#/$defs/none' }, { type: 'string' }],
      [{ type: 'string' }, { $ref: '#/$defs/none' }]
    ]
    const lines = forms.flatMap(([input, output]) => {
      const schema = {
        '~standard': {
          version: 1,
          vendor: 'spec',
          validate: (value: unknown) => ({ value }),
          jsonSchema: { input: () => input, output: () => output }
        }
      }
      const type = { kind: 'standard', place: 'here', schema } as unknown as ForeignSchema
      class Holder {}
      Field(() => schema as never)(Holder.prototype, 'f')
      const uses: readonly (readonly ('request' | 'response')[])[] = [
        ['request'],
        ['response'],
        ['request', 'response']
      ]
      return [
        `\n${shown(input)} and ${shown(output)}`,
        ...[type, { kind: 'record', class: Holder } as const].flatMap((each) =>
          uses.map((directions) => {
            const text = outcome(() => {
              const emitter = new SchemaEmitter('3.1')
              for (const direction of directions) emitter.use(each, direction)
              return [...directions.map((direction) => emitter.schemaOf(each, 'here', direction)), emitter.components]
            })
            return `${each.kind} in a ${directions.join(' and a ')}: ${text}`
          })
        )
      ]
    })
    expectWholeList('record/standard/two-form-list.txt', lines)
  })

  it('have values written as deep as records, and no deeper', () => {
    const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
      let value = wrap(undefined)
      for (let level = 1; level < levels; level++) value = wrap(value)
      return value
    }
    const forms: readonly (readonly [object, (inner: unknown) => unknown])[] = [
      [{ type: 'array', items: { $ref: '#' } }, (inner) => (inner === undefined ? [] : [inner])],
      [{ type: 'object', properties: { a: { $ref: '#' } } }, (inner) => (inner === undefined ? {} : { a: inner })],
      [{ type: 'object', additionalProperties: { $ref: '#' } }, (inner) => (inner === undefined ? {} : { b: inner })],
      [
        {
          anyOf: [
            { type: 'array', items: { $ref: '#' } },
            { type: 'object', properties: { a: { $ref: '#' } } }
          ]
        },
        (inner) => (inner === undefined ? [] : Array.isArray(inner) ? { a: inner } : [inner])
      ]
    ]
    const deepest = forms.map(([schema, wrap]) => {
      const projector = compileDocumentProjector(readForeignDocument(schema))
      let levels = 1
      while (levels < 1000 && !outcome(() => projector.project(nested(levels + 1, wrap), 0)).startsWith('throws'))
        levels++
      return levels
    })
    expect(deepest).to.deep.equal([256, 256, 256, 256])
  })

  it('get values as safe-value-list.txt says', () => {
    const deep = (levels: number): unknown => (levels === 0 ? {} : { a: deep(levels - 1) })
    const parsed = [
      '{"__proto__":1}',
      '{"a":{"__proto__":1},"b":{"__proto__":2},"c":3}',
      '[{"__proto__":1},{"__proto__":2},5]',
      '[[{"__proto__":1}],[{"a":1}]]',
      '{"__proto__":{"a":1},"b":{"c":{"__proto__":[]}}}',
      '{"a":1e400}',
      '[1,[1e400]]'
    ]
    const values = [
      ...parsed.map((text) => JSON.parse(text) as unknown),
      deep(3),
      deep(4),
      [[[[]]]],
      [[[]]],
      null,
      5,
      Number.NaN,
      'a',
      new Date(0)
    ]
    expectWholeList(
      'record/standard/safe-value-list.txt',
      calls(
        'safeValue',
        (value: unknown) => {
          const safe = safeValue(value, 4)
          return safe === value ? 'the same' : safe
        },
        values.map((value) => [value])
      )
    )
  })

  it('are described, bound and written as schema-use-list.txt says', async () => {
    const lines: string[] = []
    for (const given of SCHEMAS) {
      const type = schemaOf(given)
      const described = (['3.1', '3.0'] as const).map((version) => {
        return outcome(() => {
          const emitter = new SchemaEmitter(version)
          for (const direction of ['request', 'response'] as const) emitter.use(type, direction)
          const schemas = (['request', 'response'] as const).map((direction) =>
            emitter.schemaOf(type, 'here', direction)
          )
          return [...schemas, emitter.components]
        })
      })
      lines.push(`\n${shown(given)}`, ...new Set(described))
      if (described[0]?.startsWith('throws')) continue
      for (const source of ['json', 'text'] as const) {
        const texts = new Map<string, string[]>()
        let binder: Binder | undefined
        for (const value of VALUES.filter((each) => source === 'json' || typeof each !== 'number')) {
          const bound = await settled(async () => {
            binder ??= compileBinder(type, source, 'body')
            const result = await binder.validate(value)
            return result.faults?.map(({ path, rule, message }) => `${path}: ${rule}: ${message}`) ?? result.value
          })
          const text = bound === shown(value) ? 'as it is' : bound
          texts.set(text, [...(texts.get(text) ?? []), shown(value)])
        }
        for (const [text, members] of texts) lines.push(`${source} ${members.join(' ')} → ${text}`)
      }
      const writer = compileWriter(type)
      const write = VALUES.map((value) => outcome(() => writer(value))).join(' ')
      lines.push(`writes ${write}`)
    }
    expectWholeList('record/standard/schema-use-list.txt', lines)
  })
})

/** A schema of a library of this document, which accepts what is no text `bad`, and makes numbers of texts of digits. */
function schemaOf(document: unknown): ForeignSchema {
  const validate = (value: unknown) => {
    if (value === 'ab')
      return { issues: [{ message: 'is ab', path: ['a', 0, { key: 'b' }] }, { message: 'is ab as well' }] }
    if (value === 'abc') return Promise.resolve({ value: 'later' })
    if (value === 'true') throw new Error('thrown')
    return { value }
  }
  const jsonSchema = { input: () => document, output: () => document }
  return {
    kind: 'standard',
    place: 'here',
    schema: { '~standard': { version: 1, vendor: 'spec', validate, jsonSchema } } as never
  }
}

function faultsOf(check: ReturnType<typeof compileValueCheck>, value: unknown): string {
  const faults = new FaultList()
  check(value, faults)
  return faults.isEmpty
    ? 'accepts'
    : faults
        .at('body')
        .map(({ path, rule, message }) => `${path}: ${rule}: ${message}`)
        .join('; ')
}

function grouped(becomes: (value: unknown) => string): string[] {
  const groups = new Map<string, string[]>()
  for (const value of VALUES) {
    const text = outcome(() => becomes(value)).replace(/^"(.*)"$/, '$1')
    groups.set(text, [...(groups.get(text) ?? []), shown(value)])
  }
  const all = [...groups].sort(([, one], [, other]) => one.length - other.length)
  return all.map(([verdict, members], index) => {
    return `${verdict} ← ${index === all.length - 1 && all.length > 1 ? 'all others' : members.join(' ')}`
  })
}
