import { expect } from 'chai'
import { Field, type FieldOptions, Float, Int32, Integer, mapOf, nullable, type TypeExpression } from 'fieldstone'
import { refusals } from '../support/bound.js'

function holderOf(type: TypeExpression, options: FieldOptions): abstract new () => object {
  class Holder {}
  Field(() => type, options)(Holder.prototype, 'v')
  return Holder
}

class Pair {
  @Field(() => Integer) a!: number
  @Field(() => Integer, { optional: true }) b?: number
}

interface RuleCase {
  readonly type: TypeExpression
  readonly options: FieldOptions
  readonly good: readonly unknown[]
  readonly bad: readonly unknown[]
  readonly message: string
}

const cases: RuleCase[] = [
  {
    type: String,
    options: { minLength: 3 },
    good: ['abc', '   ', '😀😀😀', 'a☂\uFE0F'],
    bad: ['', 'ab', '😀😀', '☂\uFE0F'],
    message: 'must be at least 3 characters long'
  },
  {
    type: String,
    options: { minLength: 1 },
    good: ['a', ' '],
    bad: [''],
    message: 'must be at least 1 character long'
  },
  { type: String, options: { minLength: 0 }, good: ['', 'a'], bad: [], message: '' },
  {
    type: String,
    options: { maxLength: 3 },
    good: ['', 'abc', '😀😀😀'],
    bad: ['abcd', '😀😀😀😀', 'x\uFE0Fx\uFE0F'],
    message: 'must be at most 3 characters long'
  },
  { type: String, options: { maxLength: 0 }, good: [''], bad: ['a'], message: 'must be at most 0 characters long' },
  {
    type: String,
    options: { pattern: '^[a-c]+$' },
    good: ['a', 'cab'],
    bad: ['', 'd', 'A', 'ab\n'],
    message: 'must match /^[a-c]+$/'
  },
  { type: String, options: { pattern: /b/ }, good: ['b', 'abc'], bad: ['', 'ac', 'B'], message: 'must match /b/' },
  { type: String, options: { pattern: /^.$/ }, good: ['a', '😀'], bad: ['', 'ab'], message: 'must match /^.$/' },
  {
    type: Integer,
    options: { minimum: 3 },
    good: [3, 4, 2 ** 53 - 1],
    bad: [2, -3, 0],
    message: 'must be at least 3'
  },
  { type: Number, options: { minimum: 0.5 }, good: [0.5, 1], bad: [0.4999, -1], message: 'must be at least 0.5' },
  { type: Number, options: { minimum: 0 }, good: [0, -0, 5e-324], bad: [-5e-324], message: 'must be at least 0' },
  { type: Integer, options: { maximum: 3 }, good: [3, -9], bad: [4], message: 'must be at most 3' },
  {
    type: Number,
    options: { exclusiveMinimum: 0 },
    good: [5e-324, 1],
    bad: [0, -0, -1],
    message: 'must be greater than 0'
  },
  { type: Number, options: { exclusiveMaximum: 1 }, good: [0.999, -1], bad: [1, 1.5], message: 'must be less than 1' },
  { type: Integer, options: { multipleOf: 5 }, good: [0, 5, -10], bad: [1, 7], message: 'must be a multiple of 5' },
  {
    type: Number,
    options: { multipleOf: 0.01 },
    good: [0, 19.99, 0.07, 1.1],
    bad: [19.995, 0.001],
    message: 'must be a multiple of 0.01'
  },
  {
    type: [String],
    options: { minItems: 2 },
    good: [
      ['a', 'b'],
      ['a', 'a', 'a']
    ],
    bad: [[], ['a']],
    message: 'must have at least 2 items'
  },
  { type: [String], options: { minItems: 1 }, good: [['']], bad: [[]], message: 'must have at least 1 item' },
  {
    type: [String],
    options: { maxItems: 1 },
    good: [[], ['a']],
    bad: [['a', 'b']],
    message: 'must have at most 1 item'
  },
  {
    type: [Pair],
    options: { uniqueItems: true },
    good: [
      [],
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { a: 1, b: 1 }],
      [
        { a: 1, x: 1 },
        { a: 1, x: 2 }
      ]
    ],
    bad: [
      [{ a: 1 }, { a: 1 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 }
      ]
    ],
    message: 'must not hold the same item twice'
  },
  {
    type: [Date],
    options: { uniqueItems: true },
    good: [['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.0Z']],
    bad: [['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z']],
    message: 'must not hold the same item twice'
  },
  { type: [String], options: { uniqueItems: false }, good: [['a', 'a']], bad: [], message: '' },
  {
    type: String,
    options: { enum: ['a', 'b'] },
    good: ['a', 'b'],
    bad: ['', 'c', 'A', 1, true],
    message: 'must be one of "a", "b"'
  },
  {
    type: String,
    options: { enum: ['a', 1, true] },
    good: ['a', 1, true],
    bad: ['1', 'true', 2, false],
    message: 'must be one of "a", 1, true'
  },
  {
    type: Integer,
    options: {},
    good: [0, -1, 1.0],
    bad: [0.5, '1', true, 2 ** 53, 1e300],
    message: 'must be an integer'
  },
  { type: Int32, options: {}, good: [2147483647], bad: [2147483648], message: 'must be an integer of 32 bits' },
  { type: Float, options: {}, good: [3.4e38], bad: [3.5e38], message: 'must be a number' },
  {
    type: Number,
    options: {},
    good: [0, -0, 1e308],
    bad: ['1', true, [1], {}],
    message: 'must be a number'
  },
  { type: String, options: {}, good: ['', '\uD800', '\0'], bad: [1, true, [], {}, ['a']], message: 'must be a string' },
  { type: Boolean, options: {}, good: [true, false], bad: ['true', 0, 1, [], {}], message: 'must be true or false' },
  {
    type: Date,
    options: {},
    good: ['2024-05-17T08:30:00Z'],
    bad: ['2024-05-17', '2024-02-30T00:00:00Z', 0, {}, true],
    message: 'must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'
  },
  { type: [String], options: {}, good: [[]], bad: ['', {}, 0, { length: 0 }], message: 'must be an array' },
  { type: mapOf(Integer), options: {}, good: [{}], bad: [[], '', 1, true], message: 'must be an object' },
  { type: Pair, options: {}, good: [{ a: 1 }], bad: [[], [{ a: 1 }], '', 1], message: 'must be an object' }
]

describe('A rule', () => {
  for (const { type, options, good, bad, message } of cases) {
    const what = JSON.stringify(options, (_key, value) => (value instanceof RegExp ? String(value) : value))
    const name = Array.isArray(type)
      ? 'list'
      : ((type as { name?: string; label?: string }).name ?? (type as { label: string }).label)
    const Holder = holderOf(type, options)
    for (const value of good) {
      it(`${what} of a ${name} accepts ${JSON.stringify(value)}`, async () =>
        expect(await refusals(Holder, { v: value })).to.deep.equal([]))
    }
    for (const value of bad) {
      it(`${what} of a ${name} rejects ${JSON.stringify(value)} with its message`, async () => {
        expect(await refusals(Holder, { v: value })).to.deep.equal([`v ${message}`])
      })
    }
    it(`${what} of a ${name} rejects null and absence unless they are declared`, async () => {
      expect(await refusals(Holder, { v: null })).to.deep.equal(['v must not be null'])
      expect(await refusals(Holder, {})).to.deep.equal(['v is required'])
      expect(await refusals(holderOf(type, { ...options, nullable: true }), { v: null })).to.deep.equal([])
      expect(await refusals(holderOf(nullable(type), options), { v: null })).to.deep.equal([])
      expect(await refusals(holderOf(type, { ...options, optional: true }), {})).to.deep.equal([])
    })
  }

  it('of each item reports the item', async () => {
    const Holder = holderOf([nullable(String)], { each: true, minLength: 2, minItems: 1, message: undefined })
    expect(await refusals(Holder, { v: ['ab', 'a', null, ''] })).to.deep.equal([
      'v[1] must be at least 2 characters long',
      'v[3] must be at least 2 characters long'
    ])
    expect(await refusals(Holder, { v: [] })).to.deep.equal(['v must have at least 1 item'])
  })

  it('is reported with all others that are broken', async () => {
    class Many {
      @Field({ minLength: 3, pattern: /^[a-z]*$/, maxLength: 9 }) a!: string
      @Field({ minimum: 5, multipleOf: 2 }) b!: number
    }
    expect(await refusals(Many, { a: 'A', b: 3 })).to.have.members([
      'a must be at least 3 characters long',
      'a must match /^[a-z]*$/',
      'b must be at least 5',
      'b must be a multiple of 2'
    ])
  })

  it('is not checked if the type is wrong', async () => {
    expect(await refusals(holderOf(String, { minLength: 3, pattern: /a/ }), { v: 5 })).to.deep.equal([
      'v must be a string'
    ])
  })
})

describe('A custom message', () => {
  it('replaces the default, and has class-validator’s tokens replaced', async () => {
    const Holder = holderOf(String, {
      minLength: 3,
      message: '$property of $target must have $constraint1, not $value'
    })
    expect(await refusals(Holder, { v: 'a' })).to.deep.equal(['v v of Holder must have 3, not a'])
  })

  it('may be a function of the value and the rule', async () => {
    class Holder {
      @Field({
        minimum: 18,
        message: ({ value, constraints, property, targetName, object }) =>
          `${property} of ${targetName} is ${value}, below ${constraints[0]} (${object instanceof Holder})`
      })
      age!: number
    }
    expect(await refusals(Holder, { age: 7 })).to.deep.equal(['age age of Holder is 7, below 18 (true)'])
  })

  it('keeps a value that looks like a token or a replacement pattern as it is', async () => {
    const Holder = holderOf(String, { maxLength: 1, message: 'not $value!' })
    expect(await refusals(Holder, { v: '$& $1 $`' })).to.deep.equal(['v not $& $1 $`!'])
  })

  it('does not replace the message of the type', async () => {
    expect(await refusals(holderOf(String, { minLength: 3, message: 'too short' }), { v: 5 })).to.deep.equal([
      'v must be a string'
    ])
  })
})
