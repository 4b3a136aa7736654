import { type OpenAPIVersion, type SchemaObject } from 'fieldstone'
import { ComponentNames, componentKey } from '../../../src/record/json-schema/component-names.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { applyRules } from '../../../src/record/json-schema/rule-keywords.js'
import { dialectOf } from '../../../src/record/json-schema/schema-dialect.js'
import { shortenedNames } from '../../../src/record/json-schema/shortened-names.js'
import type { Rule } from '../../../src/record/type/schema.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

const VERSIONS: readonly OpenAPIVersion[] = ['3.0', '3.1']

/** A schema of each keyword and form of keyword, and of pairs that one dialect has to write together. */
const SCHEMAS: readonly unknown[] = [
  ...[true, false, {}],
  ...[{ type: 'string' }, { type: ['string'] }, { type: 'null' }, { type: ['null'] }, { type: ['string', 'null'] }],
  ...[{ type: ['string', 'integer'] }, { type: ['string', 'null', 'integer'] }, { type: [] }],
  ...[{ const: 1 }, { const: null }, { const: 1, enum: [1, 2] }, { const: null, type: ['string', 'null'] }],
  ...[{ enum: [1, null] }, { nullable: true, type: 'string' }, { const: false, title: 't' }],
  ...[{ examples: [] }, { examples: [1, 2] }, { examples: [1], example: 5 }, { examples: { one: 1 } }, { example: 0 }],
  ...[
    { minimum: 1 },
    { exclusiveMinimum: 1 },
    { exclusiveMinimum: 1, minimum: 1 },
    { exclusiveMinimum: 1, minimum: 2 }
  ],
  ...[{ exclusiveMinimum: 2, minimum: 1 }, { exclusiveMinimum: true, minimum: 1 }, { exclusiveMinimum: false }],
  ...[
    { maximum: 1 },
    { exclusiveMaximum: 1 },
    { exclusiveMaximum: 1, maximum: 1 },
    { exclusiveMaximum: 1, maximum: 2 }
  ],
  ...[{ exclusiveMaximum: 2, maximum: 1 }, { exclusiveMaximum: true, maximum: 1 }, { exclusiveMaximum: false }],
  ...[
    { $ref: '#/a' },
    { $ref: '#/a', title: 't' },
    { $ref: '#/a', type: ['string', 'integer'] },
    { $ref: '#/a', const: 1 }
  ],
  ...[
    { $ref: '#/a', const: null },
    { $ref: '#/a', allOf: [{ $ref: '#/b' }] },
    { $ref: '#/a', examples: [] }
  ],
  ...[{ type: 'array', items: { const: 1 } }, { items: true }, { items: false }, { not: { const: 1 } }],
  ...[{ allOf: [{ const: 1 }, true] }, { anyOf: [{ const: null }] }, { oneOf: [{ type: ['a', 'b'] }] }],
  ...[{ properties: { a: { const: 1 }, b: false } }, { properties: { a: { if: {} } } }],
  ...[{ additionalProperties: true }, { additionalProperties: false }, { additionalProperties: { const: 1 } }],
  ...[{ prefixItems: [{ const: 1 }, { const: 1 }] }, { prefixItems: [{ const: 1 }, { const: 2 }], title: 't' }],
  ...[
    { prefixItems: [{ const: 1 }], items: { const: 1 } },
    { prefixItems: [{ const: 1 }], items: { const: 2 } }
  ],
  ...[
    { prefixItems: [{ const: 1 }], items: false },
    { prefixItems: [{ const: 1 }, {}], items: false, minItems: 2 }
  ],
  ...[
    { prefixItems: [], items: { const: 1 } },
    { prefixItems: [{}, { const: 1 }], items: {}, 'x-rules': [{ rule: 'a' }] }
  ],
  ...[{ prefixItems: [{ if: {} }] }, { prefixItems: [], items: false }],
  ...[{ patternProperties: { a: {} } }, { patternProperties: { a: {} }, additionalProperties: false, title: 't' }],
  ...[{ propertyNames: { pattern: 'a' } }, { propertyNames: {}, additionalProperties: { const: 1 }, title: 't' }],
  ...[{ pattern: '^a$' }, { pattern: '\\p{L}' }, { pattern: '\\p{L}', title: 't', 'x-rules': [{ rule: 'a' }] }],
  ...[{ 'x-own': 1 }, { xown: 1 }, { if: {}, else: {} }, { contains: {} }, { $defs: {} }],
  ...[
    { not: { if: {} } },
    { items: { contains: {} } },
    { anyOf: [{}, { if: {} }] },
    { additionalProperties: { if: {} } }
  ],
  ...[{ format: 'f', title: 't', description: 'd', deprecated: true, default: 1, multipleOf: 2, uniqueItems: true }],
  ...[{ minLength: 1, maxLength: 2, minItems: 3, maxItems: 4, minProperties: 5, maxProperties: 6, required: ['a'] }],
  ...[{ readOnly: true, writeOnly: true, discriminator: { propertyName: 'a' }, xml: {}, externalDocs: {} }]
]

/** What is no schema, but a user's rule may bring. */
const NO_SCHEMAS: readonly unknown[] = [
  ...[null, 5, 'text', [], { items: 5 }, { not: null }, { allOf: {} }, { anyOf: [5] }, { properties: [] }],
  ...[{ properties: { a: 5 } }, { pattern: 5 }, { additionalProperties: 'no' }]
]

const rule = (more: Partial<Rule>): Rule => {
  const own = { name: 'own', constraint: 'own', constraints: [], keywords: undefined, exact: true, each: false }
  return { ...own, readsRecord: false, judgesRecord: false, test: () => true, message: () => '', ...more } as Rule
}
const said = (keywords: object, more: Partial<Rule> = {}): Rule => rule({ keywords: keywords as SchemaObject, ...more })

/** A schema, and rules that are added to it. */
const RULED: readonly (readonly [SchemaObject, readonly Rule[], (readonly Rule[])?])[] = [
  [{ type: 'string' }, []],
  ...(['minimum', 'minLength', 'minItems', 'minProperties', 'maximum', 'maxLength', 'maxItems'] as const).flatMap(
    (keyword): [SchemaObject, Rule[]][] => [
      [{ [keyword]: 2 }, [said({ [keyword]: 1 })]],
      [{ [keyword]: 2 }, [said({ [keyword]: 2 })]],
      [{ [keyword]: 2 }, [said({ [keyword]: 3 })]],
      [{}, [said({ [keyword]: 0 })]]
    ]
  ),
  ...[1, 2, 3].flatMap((at): [SchemaObject, Rule[]][] => [
    [{ exclusiveMinimum: 2 }, [said({ exclusiveMinimum: at })]],
    [{ exclusiveMaximum: 2 }, [said({ exclusiveMaximum: at })]],
    [{ maxProperties: 2 }, [said({ maxProperties: at })]],
    [{ minimum: 2 }, [said({ exclusiveMinimum: at })]],
    [{ maximum: 2 }, [said({ exclusiveMaximum: at })]],
    [{ minimum: 2 }, [said({ minimum: at, exclusiveMinimum: true })]],
    [{ maximum: 2 }, [said({ maximum: at, exclusiveMaximum: true })]]
  ]),
  [{}, [said({ minimum: 1, exclusiveMinimum: false })]],
  [{}, [said({ exclusiveMinimum: true })]],
  [{}, [said({ maximum: 1, exclusiveMaximum: false })]],
  [{ exclusiveMinimum: 0 }, []],
  [{ minimum: 0, exclusiveMinimum: 0, 'x-rules': [{ rule: 'old' }] }, [said({ title: 't' })]],
  [{ uniqueItems: false }, [said({ uniqueItems: true })]],
  [{ required: ['a', 'b'] }, [said({ required: ['b', 'c'] })]],
  [{ allOf: [{ title: 'a' }] }, [said({ allOf: [{ title: 'b' }] })]],
  [{ type: 'integer' }, [said({ type: 'number' })]],
  [{ type: 'number', format: 'double' }, [said({ type: 'integer' })]],
  [{ type: 'string' }, [said({ type: 'integer' })]],
  [{ type: 'integer' }, [said({ type: 'string' })]],
  [{ pattern: 'a' }, [said({ pattern: 'a' }), said({ pattern: 'b' }), said({ pattern: 'c', format: 'f' })]],
  [{ pattern: 'a', allOf: [{ title: 't' }] }, [said({ pattern: 'b' })]],
  [{}, [said({ pattern: '\\p{L}' }, { name: 'pattern', constraint: 'matches', constraints: [/\p{L}/u] })]],
  [{}, [said({ pattern: 'a' }, { exact: false })]],
  [{}, [said({ minimum: 1 }, { stage: 'conditional' })]],
  [{}, [said({ minimum: 1 }, { stage: 'asynchronous', exact: false })]],
  [{}, [rule({ name: 'fault', constraint: 'isOwn' })]],
  [{}, [rule({ constraints: [1, undefined, 'a'] }), rule({ constraints: [1, undefined, undefined] })]],
  [{}, [rule({ constraints: [undefined] }), rule({ constraints: [null, true, -1.5, 'a'] })]],
  [
    {},
    [rule({ constraints: [/a/i] }), rule({ constraints: [new Date(0)] }), rule({ constraints: [new Date(Number.NaN)] })]
  ],
  [{}, [rule({ constraints: [1n] }), rule({ constraints: [() => 1] }), rule({ constraints: [Number.NaN] })]],
  [{}, [rule({ constraints: [[1, 'a']] }), rule({ constraints: [[1n]] }), rule({ constraints: [{ a: [1] }] })]],
  [
    {},
    [
      rule({ constraints: [{ a: 1n }] }),
      rule({ constraints: [Object.create(null)] }),
      rule({ constraints: [new Map()] })
    ]
  ],
  [{ 'x-rules': [{ rule: 'old' }] }, [rule({})], [rule({ name: 'each' })]],
  [{ type: 'array' }, [], [said({ minimum: 1 })]]
]

const NAMES = ['a', '_c', 't2', 'Nt', 'w8e', 'Item', 'a.b', 'abcd', '$']
const class1 = class Item {}
const class2 = class Nt {}
const class3 = { Item: class {} }.Item

/** Which of the claims in turn are new, and what is wrong with the others. */
function claims(...list: readonly [key: string, identity: unknown, inputOf?: string][]): string {
  const names = new ComponentNames()
  const outcomes = list.map(([key, identity, inputOf], at) => {
    const direction = at % 2 === 0 ? 'request' : 'response'
    const outcomeOfClaim = outcome(() => names.claim(key, { identity, place: `place ${at}`, inputOf, direction }))
    return `${key}: ${outcomeOfClaim} in ${names.directionOf(key)}`
  })
  return [...outcomes, `shortened: ${shown(names.shortened)}, other: ${names.directionOf('Other')}`].join('\n  ')
}

describe('JSON Schema of both versions of OpenAPI', () => {
  it('has the keywords of keyword-list.txt', () => {
    const lines: string[] = []
    for (const schema of SCHEMAS) {
      const outcomes = VERSIONS.map((version) => {
        const dialect = dialectOf(version)
        const rendered = outcome(() => dialect.render(schema as SchemaObject))
        return `${version}${outcome(() => dialect.expresses(schema)) === 'true' ? '' : ' (not all)'}: ${rendered}`
      })
      lines.push(`${shown(schema)}\n  ${outcomes.join('\n  ')}`)
    }
    lines.push(
      ...calls(
        'what 3.0 expresses',
        (schema) => dialectOf('3.0').expresses(schema),
        NO_SCHEMAS.map((each) => [each])
      )
    )
    lines.push('\n# rules that are added')
    for (const [schema, rules, each = []] of RULED) {
      const before = shown(schema)
      const added = [...rules, ...each].map(({ constraints, keywords, stage }) =>
        shown({ ...keywords, ...(constraints.length > 0 && { constraints }), ...(stage && { stage }) })
      )
      const outcomes = VERSIONS.map(
        (version) => `${version}: ${outcome(() => applyRules(schema, rules, each, dialectOf(version)))}`
      )
      lines.push(`${before} and ${added.join(' and ')}${each.length > 0 ? `, ${each.length} of each item` : ''}`)
      lines.push(`  ${outcomes.join('\n  ')}${shown(schema) === before ? '' : '\n  CHANGED'}`)
    }
    lines.push('\n# a pattern that holds as well')
    const patterned: Parameters<SchemaEmitter['withPattern']>[] = [
      [{ type: 'string' }, 'b'],
      [{ $ref: '#/a', title: 't' }, 'b'],
      [{ pattern: 'a' }, 'b'],
      [{ pattern: 'a', allOf: [{ title: 't' }] }, 'b'],
      [{ pattern: 'a' }, '\\p{L}'],
      [{ 'x-rules': [{ rule: 'old' }] }, '\\p{L}'],
      [{ 'x-rules': [{ rule: 'old' }] }, 'b']
    ]
    for (const version of VERSIONS) {
      const emitter = new SchemaEmitter(version)
      lines.push(...calls(version, (schema, pattern) => emitter.withPattern(schema, pattern), patterned))
    }
    lines.push('\n# names of components')
    const keys = ['', 'Item', 'Page<Item>', 'a.b_c-d', 'ä b', '__proto__']
    lines.push(
      ...calls(
        'componentKey',
        componentKey,
        keys.map((name) => [name, 'Here.there'])
      )
    )
    const sets = [
      NAMES,
      ['a', 'b', 'c'],
      ['a', 'b'],
      ['a', 'b', 'c', 'Dee', 'Eee'],
      ['a', 'b', 'c', 'Dee', 'Eee', 'Fee'],
      []
    ]
    const asked = sets.flatMap((names) => [true, false].flatMap((one) => [true, false].map((two) => [names, one, two])))
    lines.push(...calls('shortenedNames (minified, in production)', shortenedNames, asked))
    lines.push('\n# claims')
    lines.push(
      claims(['Item', class1], ['Item', class1], ['Item', class3]),
      claims(['ItemInput', class1, 'Item'], ['ItemInput', class2]),
      claims(['ItemInput', class2], ['ItemInput', class1, 'Item']),
      claims(['Nt', class2], ['Item', class1], ['Nt', class1], ['Other', 'a name']),
      claims(['a', { name: 'a' }], ['b', class1])
    )
    lines.push('\n# claims where a minifier took the names of classes')
    Object.defineProperty(ComponentNames, 'name', { value: 'x' })
    try {
      lines.push(claims(['Nt', class2], ['Nt', class1], ['Item', class3], ['Item', class1], ['Other', class2]))
    } finally {
      Object.defineProperty(ComponentNames, 'name', { value: 'ComponentNames' })
    }
    expectWholeList('record/json-schema/keyword-list.txt', lines)
  })
})
