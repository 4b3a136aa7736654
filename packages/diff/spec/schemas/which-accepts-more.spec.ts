import { expect } from 'chai'
import type { Change } from 'fieldstone-diff'
import { changesOf, integer, list, number, object, type Schema, sent, text } from '../comparison.js'
import { Chance, judge, keptTo } from '../generated-schemas.js'

const nothing = { type: 'null' }
const closed = { additionalProperties: false }
const whenA = (schema: Schema) => ({
  type: 'object',
  if: { required: ['a'] },
  ...Object.fromEntries([['then', schema]])
})
const kind = (name: string, more: object = {}) => object({ kind: { const: name }, ...more }, { required: ['kind'] })
const [cat, dog] = [kind('cat', { lives: integer }), kind('dog', { tail: text })]

type Pairs = readonly (readonly [one: Schema, other: Schema])[]

/** Pairs of which each accepts the same values. */
const EQUAL: Pairs = [
  [
    { ...text, contentEncoding: 'base64' },
    { ...text, format: 'byte' }
  ],
  [true, {}],
  [false, { not: {} }],
  [{ type: ['string', 'null'] }, { anyOf: [nothing, text] }],
  [{ type: 'boolean' }, { enum: [false, true] }],
  [{ enum: ['a', 1, null] }, { anyOf: [{ const: null }, { const: 'a' }, { const: 1 }] }],
  [{ ...integer, minimum: 1, maximum: 3 }, { enum: [3, 2, 1] }],
  [
    { ...integer, exclusiveMinimum: 1 },
    { ...integer, exclusiveMinimum: 1, minimum: 0 }
  ],
  [
    { allOf: [{ ...integer, multipleOf: 2 }, { multipleOf: 3 }] },
    { ...integer, allOf: [{ multipleOf: 3 }, { multipleOf: 2 }] }
  ],
  [text, { ...text, minLength: 0 }],
  [text, { ...text, pattern: '^.*' }],
  [text, { ...text, format: 'password' }],
  [{ enum: ['a', 'bcd', 7] }, { enum: ['a', 'bcd', 7], maxLength: 3 }],
  [list(text, { maxItems: 1 }), list(text, { maxItems: 1, uniqueItems: true })],
  [
    { type: 'array', prefixItems: [text], items: false },
    { type: 'array', prefixItems: [text], items: false, maxItems: 1 }
  ],
  [{ type: 'array', maxItems: 0 }, { const: [] }],
  [{ type: 'object', maxProperties: 0 }, { const: {} }],
  [{ ...text, maxLength: 0 }, { const: '' }],
  [
    object({ a: text }, { required: ['a'], ...closed }),
    object({ a: text }, { minProperties: 1, required: ['a'], ...closed })
  ],
  [
    { allOf: [object({ a: text }), object({ b: integer })], unevaluatedProperties: false },
    object({ a: text, b: integer }, closed)
  ],
  [{ oneOf: [cat, dog] }, { anyOf: [dog, cat] }],
  [{ oneOf: [cat, dog], discriminator: { propertyName: 'kind' } }, { oneOf: [cat, dog] }],
  [{ ...text, minLength: 1 }, { allOf: [text, { minLength: 1 }] }],
  [{ ...text, not: integer }, text]
]

/** Pairs of which every value of the first is one of the second, and not the other way round. */
const WITHIN: Pairs = [
  [{ enum: ['a', 1] }, { oneOf: [text, integer] }],
  [
    { ...text, enum: ['aa', 'b'], pattern: '^(a+)+$' },
    { ...text, pattern: '^(a+)+$' }
  ],
  [
    { ...text, enum: ['aa'], format: 'our-own' },
    { ...text, format: 'our-own' }
  ],
  [false, text],
  [text, {}],
  [text, { type: ['string', 'null'] }],
  [integer, number],
  [{ const: true }, { type: 'boolean' }],
  [{ enum: [1, 2] }, integer],
  [{ enum: [1, 2, 2.5] }, { ...number, minimum: 1 }],
  [
    { ...integer, minimum: 1 },
    { ...number, exclusiveMinimum: 0 }
  ],
  [
    { ...number, exclusiveMaximum: 5 },
    { ...number, maximum: 5 }
  ],
  [
    { ...integer, multipleOf: 6 },
    { ...number, multipleOf: 2 }
  ],
  [integer, { ...number, multipleOf: 0.5 }],
  [
    { ...integer, format: 'int32' },
    { ...integer, format: 'int64' }
  ],
  [
    { ...text, minLength: 2, maxLength: 2 },
    { ...text, maxLength: 3 }
  ],
  [{ ...text, pattern: '^a' }, text],
  [{ enum: ['a', 'ab'] }, { ...text, pattern: '^a' }],
  [
    { ...text, format: 'uri' },
    { ...text, format: 'uri-reference' }
  ],
  [list(integer), list(number)],
  [list(text, { minItems: 2, maxItems: 2 }), { type: 'array', minItems: 1, maxItems: 2 }],
  [list(text, { uniqueItems: true }), list(text)],
  [
    { type: 'array', prefixItems: [text, integer], items: false },
    { type: 'array', prefixItems: [text, number] }
  ],
  [list(list(integer, { minItems: 1 })), list({ type: 'array' })],
  [object({ a: text }, { required: ['a'] }), object({ a: text })],
  [object({ a: text, b: integer }, { required: ['a', 'b'] }), { type: 'object', minProperties: 2 }],
  [object({ a: text }, closed), object({ a: text }, { additionalProperties: text })],
  [object({}, { additionalProperties: integer }), object({}, { additionalProperties: number })],
  [object({ xa: { ...text, maxLength: 1 } }, closed), object({}, { patternProperties: { '^x': text }, ...closed })],
  [object({ a: object({ b: list(integer) }) }, closed), object({ a: object({ b: list(number) }) }, closed)],
  [cat, { oneOf: [cat, dog] }],
  [{ oneOf: [cat, dog] }, { oneOf: [cat, dog, text] }],
  [{ ...dog, required: ['kind', 'tail'] }, { anyOf: [cat, dog] }],
  [{ oneOf: [{ ...text, maxLength: 1 }, integer] }, { type: ['string', 'number'] }],
  [{ anyOf: [object({ a: text }, closed), object({ b: integer }, closed)] }, object({ a: text, b: integer }, closed)]
]

/** Pairs of which each accepts a value that the other one does not. */
const NEITHER: Pairs = [
  [{ enum: [1, 'a'] }, { oneOf: [integer, number] }],
  [{ type: 'array', maxItems: 0 }, { const: [1] }],
  [text, integer],
  [{ type: ['string', 'boolean'] }, { type: ['boolean', 'null'] }],
  [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }],
  [
    { ...integer, minimum: 1 },
    { ...number, maximum: 5 }
  ],
  [
    { ...integer, multipleOf: 2 },
    { ...integer, multipleOf: 3 }
  ],
  [
    { ...text, minLength: 2 },
    { ...text, maxLength: 3 }
  ],
  [list(text), list(integer)],
  [list(text, { minItems: 2 }), list(text, { maxItems: 3 })],
  [
    { type: 'array', prefixItems: [text, integer] },
    { type: 'array', prefixItems: [integer, text] }
  ],
  [object({ a: text }), object({ a: integer })],
  [object({ a: text, b: integer }, { required: ['a'] }), object({ a: text, b: integer }, { required: ['b'] })],
  [object({ a: text }, closed), object({ b: text }, closed)],
  [object({}, { additionalProperties: text }), object({}, { additionalProperties: integer })],
  [{ oneOf: [text, integer] }, { oneOf: [text, nothing] }],
  [{ oneOf: [number, integer] }, { oneOf: [integer, text] }],
  [
    {
      oneOf: [
        { ...text, maxLength: 2 },
        { ...text, minLength: 2 }
      ]
    },
    { ...text, enum: ['aa', 'bb'] }
  ]
]

/** Pairs of which it is not decided whether every value of the first is one of the second. */
const UNDECIDED: Pairs = [
  [
    { ...text, pattern: '^a+$' },
    { ...text, pattern: '^a*$' }
  ],
  [text, { ...text, format: 'our-own' }],
  [number, { ...number, format: 'float' }],
  [text, { ...text, not: { const: 'z' } }],
  [
    { ...text, 'x-rules': [{ rule: 'a' }] },
    { ...text, 'x-rules': [{ rule: 'b' }] }
  ],
  [list(integer), list(integer, { contains: { const: 1 } })],
  [{ type: 'object' }, whenA({ required: ['b'] })],
  [object({ a: text }), object({ a: text }, closed)],
  [object({ a: text }), object({ a: text }, { maxProperties: 1 })],
  [
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: text, propertyNames: { pattern: '^a' } })
  ],
  [object({ a: text, b: text }), object({ a: text, b: text }, { dependentSchemas: { a: { required: ['b'] } } })],
  [object({ a: text, b: text }), object({ a: text, b: text }, { dependencies: { a: ['b'] } })],
  [text, { $dynamicRef: '#node' }],
  [text, { $ref: 'other.json' }]
]

/** What a request loses by a change of its schema; that a property has lost its meaning is another question. */
function lossesOf(one: Schema, other: Schema): Change[] {
  return changesOf(sent(one), sent(other)).filter(
    ({ level, rule }) => level !== 'compatible' && rule !== 'request-property-removed'
  )
}

/** That nothing is said to be lost, and no value that was drawn is. */
function expectWithin(one: Schema, other: Schema): void {
  expect(lossesOf(one, other)).to.deep.equal([])
  const [isOne, isOther, chance] = [judge(keptTo(one)), judge(other), new Chance(20261123)]
  for (let at = 0; at < 100; at++) {
    const value = chance.valueFor(one)
    if (isOne(value) === true) expect(isOther(value), JSON.stringify(value)).to.equal(true)
  }
}

/** That something is said to be lost, with examples of it. */
function expectNotWithin(one: Schema, other: Schema): void {
  const losses = lossesOf(one, other)
  expect(losses.filter(({ level }) => level === 'breaking')).to.have.lengthOf.at.least(1)
  for (const { example } of losses) {
    if (example === undefined) continue
    expect(judge(one)(example.value), JSON.stringify(example.value)).to.equal(true)
    expect(judge(other)(example.value), JSON.stringify(example.value)).to.not.equal(true)
  }
}

describe('which of two schemas accepts more, as Ajv judges it, too', () => {
  const inWords = (schema: Schema) => JSON.stringify(schema)

  for (const [one, other] of EQUAL)
    it(`${inWords(one)} = ${inWords(other)}`, () => {
      expectWithin(one, other)
      expectWithin(other, one)
    })
  for (const [one, other] of WITHIN)
    it(`${inWords(one)} < ${inWords(other)}`, () => {
      expectWithin(one, other)
      expect(lossesOf(other, one)).to.not.deep.equal([])
    })
  for (const [one, other] of NEITHER)
    it(`${inWords(one)} and ${inWords(other)}: neither`, () => {
      expectNotWithin(one, other)
      expectNotWithin(other, one)
    })
  for (const [one, other] of UNDECIDED)
    it(`${inWords(one)} may be within ${inWords(other)}`, () => {
      expect(new Set(lossesOf(one, other).map(({ level }) => level))).to.deep.equal(new Set(['may-break']))
    })
})
