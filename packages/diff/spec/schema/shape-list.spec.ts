import { calls, expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { isNamedByVariants, withCounterpart } from '../../src/schema/counterpart.js'
import { isSameSchema } from '../../src/schema/equality.js'
import { formatSamples, formatType, hasFormat, impliesFormat } from '../../src/schema/formats.js'
import { matches, matchesAll } from '../../src/schema/patterns.js'
import { listOfLength, objectWith } from '../../src/schema/samples.js'
import { childOf, madeUp, resolved, type SchemaAt } from '../../src/schema/schema-at.js'
import { declaredNames, sameValue, shapeOf, typeOfValue, withBranch } from '../../src/schema/shape.js'
import { isMultiple, memberSchemas } from '../../src/schema/validity.js'

type Json = Readonly<Record<string, unknown>>

const s = { type: 'string' }
const i = { type: 'integer' }
const o = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const COMPONENTS: Json = {
  Text: { ...s, maxLength: 3 },
  Loop: ref('Loop'),
  Selfish: { oneOf: [ref('Selfish')], minLength: 1 },
  Way: ref('Text'),
  WayOfWay: ref('Way'),
  OtherWay: ref('Text'),
  A: o({ a: s }),
  AB: o({ a: s, b: s }),
  ABC: { allOf: [ref('AB'), o({ c: s })] },
  Tree: o({ all: { type: 'array', items: ref('Tree') } }),
  Or: { oneOf: [ref('A'), ref('AB')] }
}

function at(raw: unknown, where = '#/x', is30 = false): SchemaAt {
  return { raw, at: where, document: { root: { components: { schemas: COMPONENTS } }, is30 } }
}

/** What a conjunction says, with its places. */
function shape(list: readonly unknown[], is30 = false): string {
  const { facets, types, required, variants, opaque, ...rest } = shapeOf(
    list.map((raw, index) => at(raw, `#/${index}`, is30))
  )
  const kept = Object.entries(rest).filter(
    ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)
  )
  return shown({
    types: types.size === 6 ? 'any' : [...types].join(' '),
    ...Object.fromEntries(kept),
    ...(required.size === 0 ? {} : { required }),
    ...(variants.length === 0
      ? {}
      : {
          variants: variants.map(({ keyword, branches, discriminator }) => [
            keyword,
            discriminator,
            ...branches.map((each) => each.at)
          ])
        }),
    ...(opaque.length === 0 ? {} : { opaque: opaque.map((each) => [each.keyword, each.at]) }),
    facets: facets.map(({ at: place, node, without, rest: beside }) => [
      place,
      node,
      ...(without === undefined ? [] : [without]),
      ...(beside === undefined ? [] : [beside.schema.at, beside.counted.map((each) => [each.at, each.without])])
    ])
  })
}

const CONJUNCTIONS: readonly (readonly unknown[])[] = [
  [],
  [{}],
  [true],
  [false],
  [7],
  [s],
  [i, { type: ['number', 'string'] }],
  [{ type: ['number', 'string'] }, i],
  [{ type: ['integer', 'null'] }, { type: 'null' }],
  [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }, { const: 'b' }],
  [{ const: { a: [1] } }, { enum: [{ a: [1] }, 2] }],
  [
    { minLength: 1, maxLength: 5 },
    { minLength: 2, maxLength: 4 },
    { minLength: 1, maxLength: 5 }
  ],
  [{ minItems: 1 }, { minItems: 1 }, { minProperties: 3, maxProperties: 3 }, { minProperties: 2, maxProperties: 4 }],
  [{ maxItems: 1 }, { maxItems: 0 }],
  [{ maxLength: 1 }, { maxLength: 1 }],
  [{ minimum: 1 }, { exclusiveMinimum: 1 }, { minimum: 1 }],
  [{ maximum: 1, exclusiveMaximum: 1 }],
  [{ exclusiveMaximum: 1 }, { maximum: 0.5 }],
  [
    { multipleOf: 2, pattern: 'a', format: 'date', uniqueItems: true },
    { multipleOf: 3, pattern: 'b', format: 'time' }
  ],
  [{ uniqueItems: true }, { uniqueItems: true }],
  [{ required: ['a', 'b'] }, { required: ['b', 'c'] }],
  [
    { anyOf: [s, i], oneOf: [s] },
    { oneOf: [], anyOf: 7 }
  ],
  [{ oneOf: [ref('A')], discriminator: { propertyName: 'kind' } }],
  [
    { oneOf: [ref('A')], discriminator: 'kind' },
    { oneOf: [s], discriminator: { propertyName: 7 } }
  ],
  [{ not: s, if: s, dependentRequired: {}, dependentSchemas: {}, dependencies: {}, contains: s, propertyNames: s }],
  [{ $dynamicRef: '#a', unevaluatedItems: false, 'x-rules': [] }],
  [ref('Text')],
  [ref('Way')],
  [ref('Loop')],
  [ref('None')],
  [{ ...ref('Text'), minLength: 1 }],
  [{ $ref: 7 }],
  [{ $ref: 'other.json' }],
  [ref('ABC'), ref('AB')],
  [{ allOf: [s, { maxLength: 1 }, true, false, 7] }],
  [{ allOf: 'a' }],
  [{ items: [s, i], additionalItems: false }],
  [{ items: [s] }],
  [{ contentEncoding: 'base64' }, { contentMediaType: 'application/octet-stream' }],
  [{ contentEncoding: 'base64', contentMediaType: 'application/octet-stream' }],
  [{ allOf: [o({ a: s })], properties: { b: s }, unevaluatedProperties: false }],
  [{ ...ref('A'), unevaluatedProperties: i }],
  [{ unevaluatedProperties: true }]
]
const OF_30: readonly (readonly unknown[])[] = [
  [{ ...s, nullable: true }],
  [{ ...s, nullable: false }],
  [{ nullable: true }],
  [{ minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true }],
  [{ minimum: 1, exclusiveMinimum: false, maximum: 3, exclusiveMaximum: false }],
  [{ exclusiveMinimum: true, exclusiveMaximum: true }],
  [{ minimum: '1', exclusiveMinimum: true }],
  [{ ...ref('Text'), minLength: 1 }],
  [{ ...ref('None'), minLength: 1 }]
]

/** Variants within each other, of which the innermost names a property. */
function withinVariants(levels: number): Json {
  return levels === 0 ? o({ a: s }) : { oneOf: [withinVariants(levels - 1)] }
}

describe('the parts of a comparison of schemas', () => {
  it('read conjunctions as before', () => {
    expectWholeList('diff/schema/shape-list.txt', [
      ...CONJUNCTIONS.map((list) => `${shown(list)}\n  ${shape(list)}`),
      '\n# OpenAPI 3.0',
      ...OF_30.map((list) => `${shown(list)}\n  ${shape(list, true)}`),
      '\n# a branch in place of variants',
      ...[
        { anyOf: [s, i], minLength: 1 },
        { allOf: [{ oneOf: [o({ a: s }), o({ b: s })] }, o({ c: s })], unevaluatedProperties: false },
        { oneOf: [{ anyOf: [s] }] }
      ].flatMap((raw) => {
        const whole = shapeOf([at(raw)])
        return whole.variants.flatMap((variants) =>
          variants.branches.map((branch) => {
            const schemas = withBranch(whole, variants, [branch])
            const places = schemas.map(({ at: place, without, rest }) => [
              place,
              without,
              rest?.counted.map((each) => [each.at, each.without])
            ])
            return `${shown(raw)} by ${branch.at} → ${shown(places)} of ${shown(declaredNames(shapeOf(schemas)))}`
          })
        )
      }),
      ...calls('resolved', (raw: unknown, is30: boolean) => resolved(at(raw, '#/x', is30)).at, [
        ...[s, ref('Text'), ref('Way'), ref('Loop'), ref('None'), 7].map((raw) => [raw, false]),
        ...[{ ...ref('Text'), maxLength: 1 }].flatMap((raw) => [
          [raw, false],
          [raw, true]
        ])
      ]),
      ...calls(
        'childOf',
        (...names: string[]) => {
          const { raw, at: place } = childOf(at({ a: { 'b/c': [s] } }), ...names)
          return [raw, place]
        },
        [[], ['a'], ['a', 'b/c', 0], ['none'], ['none', 'more']]
      ),
      ...calls('madeUp', () => madeUp(s, at(i, '#/y', true)).document.is30, [[]])
    ])
  })

  it('find counterparts, and what is written alike, as before', () => {
    const variants = [
      { oneOf: [i, ref('A'), ref('AB')] },
      { anyOf: [ref('A'), ref('AB'), ref('ABC')] },
      { oneOf: [{ oneOf: [s, ref('AB')] }, i] },
      { oneOf: [false, i] },
      { oneOf: [o({ x: s }), o({ a: i, y: s }), o({ a: s, y: s, b: s })] },
      { oneOf: [ref('Or')] },
      { ...o({ z: s }), oneOf: [ref('A')] },
      ref('Or'),
      ref('Selfish'),
      s
    ]
    const others = [ref('A'), ref('AB'), COMPONENTS.A, o({ a: s, b: s, q: s }), o({ q: s }), s, i, { anyOf: [s, i] }]
    const pairs: readonly (readonly [unknown, unknown])[] = [
      [s, { type: 'string' }],
      [s, i],
      [{ ...s, description: 'a', title: 'b', example: 1, default: 2, $comment: 'c' }, s],
      [o({ description: s }), o({})],
      [o({ title: s }), o({ title: s })],
      [{ title: true }, {}],
      [o({ default: true }), o({})],
      [o({ a: s, b: i }), o({ b: i, a: s })],
      [{ enum: [1, 2] }, { enum: [2, 1] }],
      [{ enum: [1] }, { enum: [1, 2] }],
      [{ required: ['a'] }, { required: 'a' }],
      [{ a: undefined }, { b: undefined }],
      [ref('A'), ref('A')],
      [ref('A'), ref('AB')],
      [ref('None'), ref('None')],
      [ref('Tree'), ref('Tree')],
      [{ $ref: '#/a' }, { $ref: '#/a' }],
      [{ $ref: 'other.json#/a' }, { $ref: 'other.json#/a' }],
      [{ $ref: 7 }, { $ref: 7 }],
      [{ anyOf: [ref('A')] }, { anyOf: [ref('A')] }],
      [
        { ...ref('A'), maxLength: 1 },
        { ...ref('A'), maxLength: 2 }
      ],
      [
        { ...ref('A'), maxLength: 1 },
        { ...ref('AB'), maxLength: 1 }
      ],
      [{ const: 'a' }, { const: ['a'] }],
      [{ const: ['a'] }, { const: 'a' }],
      [{ enum: [['a']] }, { enum: [{ 0: 'a' }] }],
      [null, null],
      [true, true],
      [true, {}],
      [[], {}]
    ]
    const versions: readonly (readonly [unknown, unknown])[] = [
      [s, s],
      [
        { ...s, nullable: true },
        { ...s, nullable: true }
      ],
      [
        { minimum: 1, exclusiveMinimum: true },
        { minimum: 1, exclusiveMinimum: true }
      ],
      [{ exclusiveMaximum: 1 }, { exclusiveMaximum: 1 }],
      [ref('A'), ref('A')],
      [
        { ...ref('A'), maxLength: 1 },
        { ...ref('A'), maxLength: 1 }
      ],
      [{ ...ref('A'), description: 'a' }, ref('A')],
      [ref('A'), { ...ref('A'), description: 'a' }],
      [{ exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
      [o({ a: { ...s, nullable: true } }), o({ a: { ...s, nullable: true } })]
    ]
    const same = (one: unknown, other: unknown, is30 = false) => {
      const [own, its] = [structuredClone(COMPONENTS), structuredClone(COMPONENTS)]
      const schema = (raw: unknown, schemas: Json, of30: boolean) => {
        return { raw, at: '#/x', document: { root: { components: { schemas } }, is30: of30 } }
      }
      return isSameSchema(schema(structuredClone(one), own, is30), schema(structuredClone(other), its, false))
    }
    const changed = { ...COMPONENTS, Text: { ...s, maxLength: 4 }, AB: o({ a: s, b: i }), Added: s, Or: undefined }
    const ofChanged = [...Object.keys(COMPONENTS), 'Added', 'None'].flatMap((name) => {
      const [one, other] = [
        { root: { components: { schemas: COMPONENTS } }, is30: false },
        { root: { components: { schemas: changed } }, is30: false }
      ]
      const component = `#/components/schemas/${name}`
      const [own, its] = [COMPONENTS[name], (changed as Json)[name]]
      const isSame = isSameSchema(
        { raw: ref(name), at: '#/x', document: one },
        { raw: ref(name), at: '#/y', document: other }
      )
      const isSameComponent = isSameSchema(
        { raw: own, at: component, document: one },
        { raw: its, at: component, document: other }
      )
      return `${name} → ${isSame} ${isSameComponent}`
    })
    expectWholeList('diff/schema/likeness-list.txt', [
      ...calls(
        'withCounterpart',
        (own: unknown, other: unknown) =>
          withCounterpart([at(own, '#/own')], [at(other, '#/other')]).map((each) => each.at),
        variants.flatMap((own) => others.map((other) => [own, other]))
      ),
      ...calls(
        'withCounterpart of a place',
        (own: unknown, other: unknown, where: string) =>
          withCounterpart([at(own, '#/own')], [at(other, where)]).map((each) => each.at),
        [
          [{ oneOf: [o({ a: s, b: s }), o({ q: s })] }, o({ a: s, b: s, c: s }), '#/own/oneOf/1'],
          [{ oneOf: [ref('AB'), ref('A')] }, COMPONENTS.A, '#/components/schemas/A'],
          [{ oneOf: [ref('AB'), ref('A')] }, o({ a: s }), '#/components/schemas/A'],
          [{ oneOf: [ref('AB'), ref('A')] }, o({ a: s }), '#/elsewhere']
        ]
      ),
      ...calls(
        'isNamedByVariants',
        (raw: unknown, name: string) => isNamedByVariants(shapeOf([at(raw)]), name),
        [...variants, { anyOf: [{ oneOf: [o({ a: s })] }, o({ a: s })] }, { oneOf: [ref('Self')] }].flatMap((raw) => [
          [raw, 'a'],
          [raw, 'b']
        ])
      ),
      ...calls(
        'isNamedByVariants, and withCounterpart, of a depth',
        (levels: number) => {
          const raw = withinVariants(levels)
          const [chosen] = withCounterpart([at(raw)], [at({ q: s })]).slice(-1)
          return [isNamedByVariants(shapeOf([at(raw)]), 'a'), chosen?.at.split('/oneOf').length]
        },
        [0, 1, 5, 6, 7, 8].map((levels) => [levels])
      ),
      ...calls(
        'objectWith',
        (raw: unknown, ...rest: [object, string[]?, number?]) => objectWith(shapeOf([at(raw)]), ...(rest as [never])),
        [
          [o({ a: s, b: i }, { required: ['a'] }), {}],
          [o({ a: s, b: i }, { required: ['a'] }), { a: 1 }],
          [o({ a: s, b: i }, { required: ['a'] }), { c: 1 }],
          [o({ a: s, b: i }, { required: ['a'] }), {}, []],
          [o({ a: s, b: i }, { required: ['a'] }), {}, ['b', 'none']],
          [o({ a: s }, { required: ['a'] }), {}, ['a'], 5],
          [o({ a: s }, { required: ['a'] }), {}, ['a'], 6],
          [o({ a: false }, { required: ['a'] }), {}],
          [o({}), JSON.parse('{"__proto__": 1}')]
        ]
      ),
      ...calls(
        'listOfLength',
        (raw: unknown, length: number, depth?: number) => {
          const list = listOfLength(shapeOf([at(raw)]), length, depth)
          return list !== undefined && list.length > 5 ? list.length : list
        },
        [
          ...[-1, 0, 1, 2, 300, 301].map((length) => [{}, length]),
          ...[5, 6].map((depth) => [{ items: s }, 1, depth]),
          [{ items: s, uniqueItems: true }, 3],
          [{ items: { type: 'boolean' }, uniqueItems: true }, 3],
          [{ prefixItems: [s, i], uniqueItems: true }, 3],
          [{ prefixItems: [s, false] }, 2],
          [{ items: { type: 'array', items: i, minItems: 1 }, uniqueItems: true }, 2]
        ]
      ),
      ...calls('isSameSchema', same, pairs),
      ...calls('isSameSchema of two versions', (one: unknown, other: unknown) => same(one, other, true), versions),
      '\nisSameSchema of two documents, as a reference and as a component',
      ...ofChanged,
      ...calls('isSameSchema of a component and another place', () => {
        const [one, other] = [structuredClone(COMPONENTS), structuredClone(COMPONENTS)].map((schemas) => {
          return { root: { components: { schemas } }, is30: false }
        })
        if (one === undefined || other === undefined) return undefined
        return isSameSchema(
          { raw: o({ a: s }), at: '#/components/schemas/A', document: one },
          { raw: i, at: '#/y', document: other }
        )
      }, [[]]),
      ...calls('isSameSchema where there is no document', () => {
        const document = { root: undefined, is30: false }
        return isSameSchema({ raw: ref('A'), at: '#', document }, { raw: ref('A'), at: '#', document: { ...document } })
      }, [[]]),
      ...calls(
        'memberSchemas',
        (raw: unknown, name: string) => {
          const found = shapeOf([at(raw)]).facets.map((facet) => memberSchemas(facet, name))
          return found.map((each) => (typeof each === 'string' ? each : each.map((schema) => schema.at)))
        },
        [
          o({ a: s }),
          o({ a: s }, { additionalProperties: i }),
          { patternProperties: { '^a': s, b$: i } },
          { properties: { ab: s }, patternProperties: { '^a': s, b$: i, '(': s } },
          { allOf: [o({ a: s })], unevaluatedProperties: i },
          { allOf: [{ additionalProperties: s }], unevaluatedProperties: i },
          { anyOf: [o({ a: s })], properties: { ab: s }, unevaluatedProperties: false },
          { not: s, unevaluatedProperties: false }
        ].flatMap((raw) => ['a', 'ab', 'x'].map((name) => [raw, name]))
      )
    ])
  })

  it('know formats, patterns and values as before', () => {
    const formats = [
      'int32',
      'int64',
      'float',
      'double',
      'date',
      'password',
      'our-own',
      'toString',
      'email',
      'hostname',
      'uri'
    ]
    const wider = ['idn-email', 'idn-hostname', 'uri-reference', 'iri', 'iri-reference', 'url']
    const all = [...formats, ...wider]
    const values = [
      null,
      true,
      0,
      '0',
      [],
      {},
      [1, [2]],
      [1, [3]],
      { a: 1 },
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      { a: undefined },
      { 0: 1 },
      [1]
    ]
    const implied = all.map((format) => `${format} → ${all.filter((other) => impliesFormat(format, other)).join(' ')}`)
    const same = values.map(
      (one, index) =>
        `${shown(one)} → ${values.flatMap((other, its) => (sameValue(one, other) ? [its] : [])).join(' ')} of ${index}`
    )
    const patterns = [
      '',
      '^',
      '$',
      '.*',
      '^.*',
      '(.*)',
      '[\\s\\S]*',
      '^[\\s\\S]*$',
      'a',
      '^a$',
      '(',
      '(a+)+$',
      '\\-',
      '^.$',
      '\\u{61}'
    ]
    expectWholeList('diff/schema/known-list.txt', [
      ...calls(
        'formatType',
        formatType,
        all.map((each) => [each])
      ),
      ...calls(
        'formatSamples',
        formatSamples,
        all.map((each) => [each])
      ),
      '\nimpliesFormat',
      ...implied,
      ...calls('hasFormat', hasFormat, [
        ...[-(2 ** 31) - 1, -(2 ** 31), 2 ** 31 - 1, 2 ** 31, 0.5].map((value) => ['int32', value]),
        ...[-(2 ** 63), -(2 ** 64), 2 ** 63, 2 ** 64, 0.5].map((value) => ['int64', value]),
        ...all.flatMap((format) => [
          [format, 0.5],
          [format, '-']
        ])
      ]),
      ...calls(
        'matchesAll',
        matchesAll,
        patterns.map((each) => [each])
      ),
      ...calls(
        'matches',
        (pattern: string) =>
          ['', 'a', '-', '😀', 'a'.repeat(100), 'a'.repeat(101)].map((text) => matches(pattern, text)),
        [...patterns, ...patterns].map((each) => [each])
      ),
      ...calls('isMultiple', isMultiple, [
        ...[
          [6, 3],
          [6, 4],
          [0, 3],
          [3, 0],
          [0, 0],
          [-6, 3],
          [6, -3],
          [0.3, 0.1],
          [0.35, 0.1],
          [1, 0.1],
          [1.5, 0.5],
          [1.6, 0.5]
        ],
        ...[
          [1e20, 3],
          [0.1, 3],
          [3, 0.7],
          [15.4, 0.7],
          [1e-7, 1e-8]
        ]
      ]),
      ...calls(
        'typeOfValue',
        typeOfValue,
        values.map((each) => [each])
      ),
      '\nsameValue',
      ...same
    ])
  })
})
