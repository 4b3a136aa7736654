import { expectWholeList } from '../../../../spec/support/whole-list.js'
import type { Gap } from '../../src/schema/finding.js'
import { Proof } from '../../src/schema/subsumption.js'

type Schema = Readonly<Record<string, unknown>> | boolean

interface How {
  readonly direction?: 'request' | 'response'
  readonly asText?: boolean
  /** Schemas of both documents, for references. */
  readonly defs?: Readonly<Record<string, Schema>>
  readonly is30?: boolean
}

type Case = readonly [inner: Schema, outer: Schema, how?: How]

function gaps([inner, outer, how = {}]: Case): readonly Gap[] {
  const proof = new Proof({ direction: how.direction ?? 'request', asText: how.asText === true })
  const at = (raw: Schema) => ({ raw, at: '#', document: { root: { $defs: how.defs }, is30: how.is30 === true } })
  return proof.gaps([at(inner)], [at(outer)])
}

function line({ rule, path, certain, inner, outer, innerAt, outerAt, witness }: Gap): string {
  const shown = witness === undefined ? '' : `, e.g. ${JSON.stringify(witness.value)}`
  return `    ${certain ? '' : 'perhaps '}${rule} ${path === '' ? '' : `of ${path} `}(${inner} | ${outer})${shown} [${innerAt} | ${outerAt}]`
}

const o = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const s = { type: 'string' }
const i = { type: 'integer' }
const a = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more })
const cat = o({ kind: { const: 'cat' }, a: s }, { required: ['kind'] })
const dog = o({ kind: { const: 'dog' }, b: s }, { required: ['kind'] })
/** What holds of an object with `a`; from entries, because an object with `then` could be taken for a promise. */
const when = (schema: Schema) =>
  Object.fromEntries([
    ['if', { required: ['a'] }],
    ['then', schema]
  ])
/** No value of it is found. */
const unmakeable = o({ kind: { const: 'cat' }, x: { ...s, pattern: '^zq{7}$' } }, { required: ['kind', 'x'] })
const ref = (name: string) => ({ $ref: `#/$defs/${name}` })

/** What concerns values of all types, each by other keywords. */
const OF_OTHER_TYPES: Schema = {
  ...{
    minLength: 1,
    pattern: '^a',
    format: 'email',
    minimum: 1,
    multipleOf: 2,
    minItems: 1,
    uniqueItems: true,
    items: i
  },
  ...{ required: ['a'], properties: { a: i }, minProperties: 2, additionalProperties: i }
}

/** Objects within objects, all of them required. */
const objects = (levels: number): Schema => (levels === 0 ? s : o({ a: objects(levels - 1) }, { required: ['a'] }))

const lists = (levels: number, schema: Schema): Schema => (levels === 0 ? schema : a(lists(levels - 1, schema)))

/** Objects of so many kinds, and one variant for half of them and one for the others. */
const halves = (count: number): Case => {
  const names = Array.from({ length: count }, (_, at) => `k${at}`)
  const of = (kinds: readonly string[], more: object = {}) =>
    o({ kind: { enum: kinds }, ...more }, { required: ['kind'] })
  return [of(names), { oneOf: [of(names.slice(0, count / 2)), of(names.slice(count / 2), { a: s })] }]
}

const GROUPS: Readonly<Record<string, readonly Case[]>> = {
  types: [
    [s, s],
    [s, true],
    [s, false],
    [false, s],
    [true, s],
    [{}, s],
    [s, i],
    [i, { type: 'number' }],
    [{ type: 'number' }, i],
    [{ type: 'number', multipleOf: 2 }, i],
    [{ type: ['string', 'null'] }, s],
    [s, { type: ['string', 'null'] }],
    [{ type: 'boolean' }, { enum: [true, false] }],
    [{ type: 'boolean' }, { enum: [true] }],
    [{ type: 'null' }, { const: null }],
    [{ type: 'string', nullable: true }, s, { is30: true }],
    [s, { nullable: true }, { is30: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [s, i] }],
    [{ type: ['string', 'integer', 'null'] }, { anyOf: [s, i] }],
    [{ type: ['integer', 'string'] }, { ...s, enum: ['a'] }],
    [{ type: ['integer', 'string'] }, { ...s, anyOf: [{ maxLength: 2 }, { pattern: '^a' }] }],
    [{ type: ['integer', 'string'] }, { ...s, not: { maxLength: 1 } }],
    [s, OF_OTHER_TYPES],
    [i, OF_OTHER_TYPES],
    [{ type: 'array' }, OF_OTHER_TYPES],
    [{ type: 'object' }, OF_OTHER_TYPES],
    [{ type: 'boolean' }, OF_OTHER_TYPES],
    [{ type: ['string', 'null'] }, OF_OTHER_TYPES],
    [s, { not: { type: 'object' }, contains: s, unevaluatedItems: false }],
    [{ type: ['array', 'string'] }, { contains: s }],
    [s, { dependentRequired: { a: ['b'] }, dependentSchemas: { a: false }, dependencies: { a: ['b'] } }],
    [s, { propertyNames: { maxLength: 1 } }]
  ],
  values: [
    [{ enum: ['a'] }, { enum: ['a', 'b'] }],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }],
    [{ enum: ['a', 'b'] }, s],
    [{ enum: ['a', 1] }, s],
    [s, { enum: ['a'] }],
    [{ enum: ['a', 'bcd'] }, { type: 'string', maxLength: 2 }],
    [{ enum: ['a', 'b'], type: 'string', maxLength: 0 }, i],
    [{ type: 'integer', minimum: 1, maximum: 3 }, { enum: [3, 2, 1] }],
    [{ enum: [{ a: 1 }] }, o({ a: i }, { required: ['a'] })],
    [{ const: { a: 'x' } }, o({ a: i })],
    [{ enum: ['ab'] }, { type: 'string', pattern: '^a' }],
    [{ enum: ['ba'] }, { type: 'string', pattern: '^a' }],
    [
      { enum: ['x'], 'x-rules': [{ rule: 'r' }] },
      { enum: ['x', 'y'], 'x-rules': [{ rule: 'r' }] }
    ],
    [{ enum: ['x'] }, { enum: ['x'], 'x-rules': [{ rule: 'r' }] }],
    [
      { enum: [null, 'x'], 'x-rules': [{ rule: 'r' }] },
      { enum: [null, 'x', 'y'], 'x-rules': [{ rule: 'r' }] }
    ],
    [
      { enum: ['ab'], format: 'our-own' },
      { ...s, maxLength: 1 }
    ],
    [
      { enum: ['ab', 'c'], format: 'our-own' },
      { format: 'our-own', pattern: '^[ac]' }
    ],
    [
      { enum: ['a@example.com'], 'x-rules': [] },
      { format: 'email', 'x-rules': [] }
    ],
    [{ enum: ['a'], pattern: '(' }, { pattern: '(' }],
    [{ enum: ['a'], pattern: '(' }, { pattern: '((' }],
    [{ enum: ['a'], format: 'our-own' }, { anyOf: [{ ...s, format: 'our-own' }, i] }],
    [{ enum: ['a'], format: 'our-own' }, { anyOf: [{ ...s, format: 'other' }, i] }]
  ],
  numbers: [
    [
      { ...i, minimum: 1 },
      { ...i, minimum: 0 }
    ],
    [
      { ...i, minimum: 0 },
      { ...i, minimum: 1 }
    ],
    [
      { ...i, exclusiveMinimum: 0 },
      { ...i, minimum: 0 }
    ],
    [
      { ...i, minimum: 0 },
      { ...i, exclusiveMinimum: 0 }
    ],
    [{ ...i, minimum: 0, exclusiveMinimum: true }, { ...i, minimum: 0 }, { is30: true }],
    [{ ...i, minimum: 0 }, { ...i, minimum: 0, exclusiveMinimum: true }, { is30: true }],
    [
      { type: 'number', maximum: 1 },
      { type: 'number', maximum: 0.5 }
    ],
    [
      { ...i, multipleOf: 6 },
      { ...i, multipleOf: 3 }
    ],
    [
      { ...i, multipleOf: 3 },
      { ...i, multipleOf: 6 }
    ],
    [i, { type: 'number', multipleOf: 0.5 }],
    [
      { ...i, format: 'int32' },
      { ...i, format: 'int64' }
    ],
    [
      { ...i, format: 'int64' },
      { ...i, format: 'int32' }
    ],
    [
      { ...i, minimum: 0, maximum: 100 },
      { ...i, format: 'int32' }
    ],
    [
      { ...i, format: 'int32' },
      { ...i, minimum: -3000000000 }
    ],
    [
      { type: 'number', format: 'float' },
      { type: 'number', format: 'double' }
    ],
    [
      { type: 'number', format: 'double' },
      { type: 'number', format: 'float' }
    ],
    [{ ...i, minimum: 5, maximum: 1 }, s],
    [
      { type: 'number', exclusiveMaximum: 10 },
      { type: 'number', exclusiveMaximum: 9.7 }
    ],
    [
      { type: 'number', exclusiveMinimum: 9.7 },
      { type: 'number', exclusiveMinimum: 10 }
    ],
    [{ type: 'number' }, { type: 'number', format: 'double' }],
    [{ type: 'number' }, { type: 'number', format: 'float' }],
    [
      { type: 'number', format: 'int64' },
      { type: 'number', format: 'double' }
    ],
    [
      { type: 'number', format: 'our-own' },
      { type: 'number', format: 'double' }
    ]
  ],
  texts: [
    [
      { ...s, maxLength: 3 },
      { ...s, maxLength: 5 }
    ],
    [
      { ...s, maxLength: 5 },
      { ...s, maxLength: 3 }
    ],
    [s, { ...s, minLength: 0 }],
    [s, { ...s, minLength: 1 }],
    [
      { ...s, format: 'uuid' },
      { ...s, maxLength: 36 }
    ],
    [
      { ...s, format: 'uuid' },
      { ...s, maxLength: 35 }
    ],
    [s, { ...s, pattern: '.*' }],
    [
      { ...s, pattern: '^a' },
      { ...s, pattern: '^a' }
    ],
    [
      { ...s, pattern: '^a+$' },
      { ...s, pattern: '^a*$' }
    ],
    [
      { ...s, pattern: '^a*$' },
      { ...s, pattern: '^b*$' }
    ],
    [s, { ...s, pattern: '(((a+)+)+)+$' }],
    [s, { ...s, pattern: '(' }],
    [{ ...s, format: 'email' }, s],
    [s, { ...s, format: 'email' }],
    [
      { ...s, format: 'email' },
      { ...s, format: 'idn-email' }
    ],
    [
      { ...s, format: 'date' },
      { ...s, format: 'date-time' }
    ],
    [s, { ...s, format: 'password' }],
    [s, { ...s, format: 'binary' }],
    [s, { ...s, format: 'our-own' }],
    [
      { ...s, format: 'our-own' },
      { ...s, format: 'our-own' }
    ],
    [
      { ...s, contentEncoding: 'base64' },
      { ...s, format: 'byte' }
    ]
  ],
  lists: [
    [a(s), a(s)],
    [a(s), a(i)],
    [a(s), a(true)],
    [a(true), a(s)],
    [a(s, { minItems: 2 }), a(s, { minItems: 1 })],
    [a(s, { minItems: 1 }), a(s, { minItems: 2 })],
    [a(s), a(s, { uniqueItems: true })],
    [a(s, { minItems: 2 }), a(s, { minItems: 3 })],
    [a(s, { minItems: 300 }), a(s, { maxItems: 299 })],
    [a(s, { minItems: 2 }), a(s, { uniqueItems: true })],
    [a(s, { minItems: 400 }), a(s, { uniqueItems: true })],
    [a(s, { minItems: 3 }), a(s, { uniqueItems: true })],
    [a(s, { maxItems: 1 }), a(s, { uniqueItems: true })],
    [{ type: 'array', prefixItems: [s, i], items: false }, a({ type: ['string', 'integer'] })],
    [
      { type: 'array', prefixItems: [s, i] },
      { type: 'array', prefixItems: [s, s] }
    ],
    [
      { type: 'array', prefixItems: [s], items: false },
      { type: 'array', maxItems: 1 }
    ],
    [a(s), { type: 'array', prefixItems: [s], items: false }],
    [
      { type: 'array', prefixItems: [{ ...s, pattern: '^zq{7}$' }, i] },
      { type: 'array', prefixItems: [true, s] }
    ],
    [
      { type: 'array', prefixItems: [i, { ...s, pattern: '^zq{7}$' }], minItems: 2 },
      { type: 'array', prefixItems: [s, true] }
    ],
    [
      { type: 'array', items: [s, i], additionalItems: false },
      { type: 'array', prefixItems: [s, i], items: false }
    ],
    [a(s), { type: 'array', contains: s }],
    [
      { type: 'array', contains: s },
      { type: 'array', contains: s, minItems: 0 }
    ]
  ],
  objects: [
    [o({ a: s }), o({ a: s })],
    [o({ a: s }), o({ a: i })],
    [o({ a: s }), o({ a: s }, { required: ['a'] })],
    [o({ a: s }), o({ a: s, b: s })],
    [o({ a: s }), o({ a: s, b: s }, { required: ['b'] })],
    [o({ a: s, b: s }), o({ a: s })],
    [o({ a: s, b: s }), o({ a: s }, { additionalProperties: false })],
    [o({ a: s }), o({ a: s }, { additionalProperties: false })],
    [o({ a: s }, { additionalProperties: false }), o({ a: s }, { additionalProperties: false })],
    [o({ a: s }, { additionalProperties: true }), o({ a: s, b: s })],
    [o({}, { additionalProperties: s }), o({}, { additionalProperties: i })],
    [o({ a: s }, { additionalProperties: false }), o({}, { additionalProperties: s })],
    [o({ a: i }, { additionalProperties: false }), o({}, { additionalProperties: s })],
    [o({}, { patternProperties: { '^x': s } }), o({}, { patternProperties: { '^x': i } })],
    [o({ xa: s }), o({}, { patternProperties: { '^x': i } })],
    [o({ a: s }), o({}, { propertyNames: { maxLength: 1 } })],
    [o({ ab: s }), o({}, { propertyNames: { maxLength: 1 } })],
    [o({ a: s, b: s }, { required: ['a', 'b'] }), o({}, { minProperties: 2 })],
    [o({ a: s }), o({}, { minProperties: 1 })],
    [o({ a: s }, { additionalProperties: false }), o({}, { maxProperties: 1 })],
    [o({ a: s }), o({}, { maxProperties: 1 })],
    [o({}, { additionalProperties: s }), o({}, { maxProperties: 1 })],
    [o({}, { additionalProperties: s }), o({}, { maxProperties: 49 })],
    [o({}, { additionalProperties: s }), o({}, { maxProperties: 50 })],
    [o({ a: s, b: s }, { required: ['a', 'b'] }), o({}, { required: ['b'] })],
    [o({ a: s, b: s }, { required: ['a'] }), o({}, { required: ['b', 'c'] })],
    [objects(5), o({ a: { required: ['b'] } })],
    [objects(6), o({ a: { required: ['b'] } })],
    [objects(7), o({ a: { required: ['b'] } })],
    [o({ a: s, b: s }, { required: ['b'] }), o({}, { dependentRequired: { a: ['b'] } })],
    [o({ a: s, b: s }), o({}, { dependentRequired: { a: ['b'] } })],
    [o({ a: false }), o({ a: i })],
    [o({ a: s }, { required: ['a'] }), o({ a: { ...s, minLength: 1 } })],
    [
      { allOf: [o({ a: s }), o({ b: s })], unevaluatedProperties: false },
      o({ a: s, b: s }, { additionalProperties: false })
    ],
    [
      o({ a: s, b: s }, { additionalProperties: false }),
      { allOf: [o({ a: s }), o({ b: s })], unevaluatedProperties: false }
    ],
    [o({ a: s, c: s }), { allOf: [o({ a: s }), o({ b: s })], unevaluatedProperties: false }],
    [o({ list: a(o({ x: s })) }), o({ list: a(o({ x: { ...s, maxLength: 2 } })) })]
  ],
  'properties of one direction': [
    [o({ id: s }), o({ id: { ...s, readOnly: true } }, { required: ['id'] })],
    [o({ id: { ...s, readOnly: true } }), o({ id: { ...i, readOnly: true } }, { required: ['id'] })],
    [o({ id: { ...s, readOnly: true } }), o({ id: s }, { required: ['id'] })],
    [o({ id: { ...s, readOnly: true } }), o({ id: i }), { direction: 'response' }],
    [o({ id: { ...s, writeOnly: true } }), o({ id: i }, { required: ['id'] }), { direction: 'response' }],
    [o({ id: s }), o({ id: { ...s, writeOnly: true } }), { direction: 'response' }]
  ],
  variants: [
    [{ oneOf: [cat, dog] }, { oneOf: [dog, cat] }],
    [{ oneOf: [cat, dog] }, { anyOf: [cat, dog] }],
    [{ anyOf: [cat, dog] }, { oneOf: [cat, dog] }],
    [{ oneOf: [cat, dog] }, { oneOf: [cat] }],
    [{ oneOf: [cat] }, { oneOf: [cat, dog] }],
    [{ oneOf: [cat, dog] }, { oneOf: [cat, { ...dog, required: ['kind', 'b'] }] }],
    [{ oneOf: [s, i] }, { oneOf: [s, { type: 'number' }] }],
    [{ oneOf: [i] }, { oneOf: [i, { type: 'number' }] }],
    [i, { oneOf: [i, { type: 'number' }] }],
    [i, { oneOf: [i, { type: 'number' }], discriminator: { propertyName: 'kind' } }],
    [{ ...s, format: 'our-own' }, { oneOf: [{ ...s, format: 'our-own' }, s] }],
    [{ anyOf: [o({ a: s }), o({ a: i, b: i })] }, o({ a: i })],
    [{ oneOf: [unmakeable, dog], discriminator: { propertyName: 'kind' } }, s],
    [{ oneOf: [unmakeable, dog] }, s],
    [
      { allOf: [o({ a: s }, { required: ['a'] }), { not: { required: ['a', 'b'] } }] },
      { oneOf: [o({ a: s }), o({ b: i }, { required: ['b'] })] }
    ],
    [
      { type: ['string', 'object'], properties: { kind: { enum: ['x', 'y'] } }, required: ['kind'] },
      { oneOf: [o({ kind: { const: 'x' } }, { required: ['kind'] }), i] }
    ],
    [{ anyOf: [s, i] }, s],
    ...[3, 4, 5, 6, 7].map((levels): Case => {
      const within = (count: number): Schema => (count === 0 ? o({ a: s }) : { anyOf: [within(count - 1)] })
      return [{ anyOf: [within(levels), o({ b: { ...i, maximum: 5 } })] }, o({ b: { ...i, maximum: 3 } })]
    }),
    [{ oneOf: [s, false] }, { ...s, maxLength: 2 }],
    [{ oneOf: [true, s] }, i],
    [{ oneOf: [s, { ...s, maxLength: 2 }] }, { ...s, minLength: 3 }],
    [{ anyOf: [s, false] }, { ...s, maxLength: 2 }],
    [s, { oneOf: [true, { ...s, maxLength: 2 }] }],
    [s, { oneOf: [false, s] }],
    [{ anyOf: [o({ a: s }), true] }, o({ a: i })],
    [{ allOf: [s, { maxLength: 3 }] }, { allOf: [{ maxLength: 3 }, s] }],
    [
      { oneOf: [s, i], title: 'One' },
      { oneOf: [s, i], title: 'Another' }
    ],
    [
      { oneOf: [s, i], not: { enum: ['a'] } },
      { oneOf: [s, i], not: { enum: ['b'] } }
    ],
    [o({ kind: { enum: ['cat', 'dog'] } }, { required: ['kind'] }), { oneOf: [cat, dog] }],
    [o({ kind: { enum: ['cat', 'dog', 'cow'] } }, { required: ['kind'] }), { oneOf: [cat, dog] }],
    [{ anyOf: [o({ a: s }), o({ b: i })] }, { anyOf: [o({ a: s, b: s }), o({ a: i, b: i })] }],
    [
      { anyOf: [cat, dog], unevaluatedProperties: false },
      { anyOf: [cat, dog], unevaluatedProperties: false }
    ],
    [o({ x: s }, { oneOf: [cat, dog] }), o({ x: s, a: s, b: s })],
    halves(30),
    halves(31),
    [o({ a: s }, { not: { required: ['b'] } }), { oneOf: [o({ a: s }), o({ b: i }, { required: ['b'] })] }],
    [o({ a: s }, { not: { required: ['c'] } }), { oneOf: [o({ a: s }), o({ b: i }, { required: ['b'] })] }],
    [o({ a: s }, { 'x-rules': [] }), { oneOf: [o({ a: s }), o({ b: i }, { required: ['b'] })] }],
    [o({ a: s }, { not: false }), { oneOf: [o({ a: s }), o({ b: i }, { required: ['b'] })] }],
    [
      { oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } },
      { oneOf: [ref('B'), ref('A')], discriminator: { propertyName: 'kind' } },
      { defs: { A: o({ kind: s, a: s }), B: o({ kind: s, b: s }) } }
    ]
  ],
  conditions: [
    [s, { not: i }],
    [s, { not: { ...s, maxLength: 0 } }],
    [{ ...s, minLength: 1 }, { not: { ...s, maxLength: 0 } }],
    [{ not: s }, { not: s }],
    [o({ a: s }), when(true)],
    [o({ a: s }), when({ required: ['b'] })],
    [
      { type: 'object', ...when({ required: ['b'] }) },
      { type: 'object', ...when({ required: ['b'] }) }
    ],
    [o({ a: s }), { dependentSchemas: { a: { required: ['b'] } } }],
    [{ ...s, 'x-rules': [{ rule: 'a' }] }, s],
    [s, { ...s, 'x-rules': [{ rule: 'a' }] }]
  ],
  references: [
    [ref('A'), ref('B'), { defs: { A: s, B: s } }],
    [ref('A'), s, { defs: { A: { ...s, maxLength: 3 } } }],
    [
      ref('Tree'),
      ref('Wood'),
      { defs: { Tree: o({ name: s, all: a(ref('Tree')) }), Wood: o({ name: s, all: a(ref('Wood')) }) } }
    ],
    [
      ref('Tree'),
      ref('Wood'),
      {
        defs: {
          Tree: o({ name: s, all: a(ref('Tree')) }),
          Wood: o({ name: { ...s, maxLength: 2 }, all: a(ref('Wood')) })
        }
      }
    ],
    [ref('Loop'), s, { defs: { Loop: ref('Loop') } }],
    ...['anyOf', 'oneOf'].map((keyword): Case => {
      const either = (name: string, more: object = {}) => ({
        [keyword]: [o({ a: ref(name), ...more }), o({ b: s, c: ref(name), ...more })]
      })
      return [ref('One'), ref('Other'), { defs: { One: either('One', { d: s }), Other: either('Other', { d: i }) } }]
    }),
    [ref('None'), s],
    [{ $ref: 'other.json#/Item' }, { $ref: 'other.json#/Item' }],
    [s, { $ref: 'other.json#/Item' }],
    [{ ...ref('A'), maxLength: 2 }, { ...s, maxLength: 2 }, { defs: { A: s } }],
    [
      { ...ref('A'), maxLength: 2 },
      { ...s, maxLength: 2 },
      { defs: { A: s }, is30: true }
    ],
    [{ allOf: [ref('A'), { required: ['b'] }] }, ref('A'), { defs: { A: o({ b: s }) } }]
  ],
  'rarely together': [
    [{ enum: ['a', 'bcd'], maxLength: 1 }, { enum: ['a'] }],
    [{ enum: [{ a: 'x' }] }, o({ a: { ...s, format: 'our-own' } })],
    [{ enum: ['a'], format: 'our-own' }, { allOf: [{ format: 'our-own' }, { format: 'password' }] }],
    [
      { enum: ['a'], 'x-rules': [] },
      { pattern: '(', 'x-rules': [] }
    ],
    [
      { enum: ['a'], pattern: '(' },
      { pattern: '(', not: { format: 'our-own' } }
    ],
    [
      { enum: ['a'] },
      {
        anyOf: [
          { ...s, format: 'our-own' },
          { ...s, format: 'other' }
        ]
      }
    ],
    [
      { type: 'array', prefixItems: [s], unevaluatedItems: false },
      { allOf: [{ type: 'array' }], prefixItems: [s], unevaluatedItems: false }
    ],
    [
      { allOf: [{ type: 'array', minItems: 1 }], prefixItems: [s], unevaluatedItems: false },
      { type: 'array', prefixItems: [s], unevaluatedItems: false }
    ],
    [
      { type: 'object', not: { required: ['a'] }, propertyNames: { maxLength: 1 } },
      { propertyNames: { maxLength: 1 } }
    ],
    [a(s), a(s, { maxItems: 3 })],
    [a(s, { minItems: 5 }), a(s, { maxItems: 3 })],
    [
      { ...i, format: 'int32' },
      { ...i, maximum: 2147483647 }
    ],
    [
      { ...i, format: 'int32' },
      { ...i, maximum: 2147483646 }
    ],
    [
      { ...i, format: 'int32' },
      { ...i, minimum: -2147483648 }
    ],
    [
      { ...i, format: 'int32' },
      { ...i, minimum: -2147483647 }
    ],
    [
      { allOf: [{ ...o({ a: s }), unevaluatedProperties: false }, { anyOf: [o({ a: s }), o({ b: s })] }] },
      o({ a: s }, { additionalProperties: false })
    ],
    [o({ a: s }), { unevaluatedProperties: false }],
    [{ anyOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, { enum: ['a', 'c'] }],
    [{ oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, { enum: ['a', 'c'] }],
    [{ anyOf: [s, { type: 'null' }] }, { type: ['string', 'null'], format: 'binary' }],
    [{ oneOf: [s, { type: 'null' }] }, { type: ['string', 'null'], format: 'binary' }],
    [{ oneOf: [s] }, { ...s, format: 'binary' }],
    [
      { anyOf: [o({ a: s }), { allOf: [o({ b: s }), o({ b: { ...s, maxLength: 2 } })] }] },
      o({ b: { ...s, maxLength: 2 } })
    ],
    [{ anyOf: [o({ a: s }), o({ b: { ...s, maxLength: 2 } })] }, o({ b: { ...s, maxLength: 1 } })],
    [{ anyOf: [{ oneOf: [o({ a: s }), o({ b: i })] }, o({ b: s, c: s })] }, o({ b: i, c: i })],
    [{ anyOf: [{ additionalProperties: i }, o({ b: s, c: s })] }, o({ b: i, c: i })],
    [{ ...i, title: 'A' }, { anyOf: [{ ...i, maximum: 1, title: 'A' }, i] }],
    [{ ...i, title: 'A' }, { anyOf: [{ ...i, maximum: 1, title: 'A' }, { ...i, maximum: 2 }, s] }],
    [
      o({ kind: { enum: ['x', 'y'] } }, { required: ['kind'] }),
      { oneOf: [o({ a: s }, { required: ['a'] }), o({ b: i }, { required: ['b'] })] }
    ],
    [o({ a: s, b: s, c: s }), { oneOf: [o({ a: i, b: i, c: s }), o({ a: s, b: s, c: i })] }],
    [o({ a: s, b: s, c: s }), { anyOf: [o({ a: s, b: s, c: i }), o({ a: i, b: i, c: s })] }],
    [lists(6, { oneOf: [{ ...s, title: 'A' }, i] }), lists(6, { oneOf: [{ ...s, title: 'A', maxLength: 1 }, i] })],
    [
      lists(6, { oneOf: [{ ...s, title: 'A' }, i] }),
      lists(6, { anyOf: [{ ...s, title: 'A', maxLength: 1 }, { ...s, minLength: 1 }, i] })
    ],
    [
      lists(6, { oneOf: [{ ...s, title: 'A' }, i] }),
      lists(6, {
        oneOf: [{ ...s, title: 'A', maxLength: 1 }, { ...s, minLength: 1 }, i],
        discriminator: { propertyName: 'kind' }
      })
    ],
    [
      lists(6, { oneOf: [{ ...s, title: 'A', format: 'our-own' }, i] }),
      lists(6, {
        oneOf: [{ ...s, title: 'A', format: 'other' }, i],
        discriminator: { propertyName: 'kind' }
      })
    ],
    [s, { type: ['string', 'array'], unevaluatedItems: false }],
    [s, { type: ['string', 'object'], dependentRequired: { a: ['b'] } }],
    [s, { type: ['string', 'object'], propertyNames: { maxLength: 1 } }],
    [s, { type: ['string', 'object'], dependencies: { a: ['b'] } }],
    [o({ a: s }), { if: { required: ['a'] }, else: { type: 'object' } }],
    [{ ...s, format: 'our-own' }, { anyOf: [i, { type: 'null' }] }],
    [{ ...s, format: 'our-own' }, { anyOf: [i, { ...s, format: 'other' }] }],
    [{ type: ['string', 'integer'] }, { oneOf: [{ ...s, maxLength: 3 }, i] }],
    [
      o({ kind: { enum: ['x', 'y'] }, more: s }, { required: ['more', 'kind'] }),
      {
        oneOf: [
          o({ kind: { const: 'x' } }, { required: ['kind'] }),
          o({ kind: { const: 'y' }, more: i }, { required: ['kind'] })
        ]
      }
    ],
    [
      { ...s, minLength: 2 },
      { ...s, not: { maxLength: 1 } }
    ],
    [s, { if: s, ...Object.fromEntries([['then', { maxLength: 1 }]]) }],
    [
      { type: 'object', required: ['b'] },
      { type: 'object', dependentRequired: { a: ['b'], c: ['d'] } }
    ],
    [
      { type: 'object', required: ['b', 'd'] },
      { type: 'object', dependentRequired: { a: ['b'], c: ['d'] } }
    ],
    [
      { type: 'object', required: ['b'] },
      { type: 'object', dependentSchemas: { a: { required: ['b'] }, c: { required: ['d'] } } }
    ]
  ],
  'values as text': [
    [i, s, { asText: true }],
    [i, { ...s, maxLength: 2 }, { asText: true }],
    [s, i, { asText: true }],
    [{ type: 'boolean' }, s, { asText: true }],
    [{ enum: [1, 2] }, { enum: ['1', '2'] }, { asText: true }],
    [a(i), a(s), { asText: true }],
    [{ enum: [1, 20] }, { type: ['string', 'integer'], maximum: 5 }, { asText: true }],
    [{ enum: [1, 20] }, { type: ['string', 'integer'], maximum: 5 }],
    [{ enum: [1, 20] }, { type: ['string', 'integer'], maximum: 5, maxLength: 1 }, { asText: true }],
    [{ enum: [1, 20] }, { type: ['string', 'integer'], maximum: 5, format: 'our-own' }, { asText: true }],
    [{ enum: [[1]] }, { type: ['string', 'array'], maxItems: 0 }, { asText: true }],
    [{ enum: [20] }, { ...i, maximum: 5 }, { asText: true }]
  ]
}

describe('the proof that one schema is within another', () => {
  it('finds the same as before, by keyword', () => {
    const lines = Object.entries(GROUPS).flatMap(([title, cases]) => [
      `# ${title}`,
      ...cases.flatMap((each) => {
        const how = each[2] === undefined ? '' : ` ${JSON.stringify(each[2])}`
        const found = gaps(each)
        return [
          `${JSON.stringify(each[0])} in ${JSON.stringify(each[1])}${how}`,
          ...(found.length === 0 ? ['    holds'] : found.map(line))
        ]
      })
    ])
    expectWholeList('diff/schema/subsumption-list.txt', lines)
  })
})
