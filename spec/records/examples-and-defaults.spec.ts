import { expect } from 'chai'
import { ValidateIf } from 'class-validator'
import { DateOnly, Field, type FieldOptions, Integer, nullable, oneOf, type TypeExpression, tupleOf } from 'fieldstone'
import { declarationErrors, responseErrors } from '../support/bound.js'

class Part {
  @Field({ maxLength: 3 }) sku!: string
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field({ writeOnly: true }) secret!: string
}

function holderOf(type: TypeExpression, options: FieldOptions) {
  class Holder {}
  Field(() => type, options)(Holder.prototype, 'value')
  return Holder
}

const part = { sku: 'abc' }

describe('An example', () => {
  const right: readonly [type: TypeExpression, example: unknown, options?: FieldOptions][] = [
    [String, 'x', { maxLength: 1 }],
    [Integer, 5],
    [Date, '2024-05-17T08:30:00Z'],
    [DateOnly, '2024-05-17'],
    [nullable(String), null],
    [String, null, { nullable: true }],
    [[Part], [part]],
    // What travels one way alone may be there and need not.
    [Part, { ...part, id: 1, secret: 'x' }],
    [tupleOf(String, Integer), ['a', 1]],
    [oneOf(Integer, Part), part]
  ]
  for (const [type, example, options] of right) {
    it(`may be ${JSON.stringify(example)}`, async () => {
      const holder = holderOf(type, { ...options, example })
      expect(await declarationErrors(holder)).to.deep.equal([])
      expect(await responseErrors(holder)).to.deep.equal([])
    })
  }

  const wrong: readonly [type: TypeExpression, example: unknown, told: string, options?: FieldOptions][] = [
    [String, 'xy', 'the example must be at most 1 character long', { maxLength: 1 }],
    [Integer, '5', 'the example must be an integer'],
    [Date, new Date(0), 'the example must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'],
    [String, null, 'the example must not be null'],
    [[Part], [part, { sku: 'abcd' }], 'the example [1].sku must be at most 3 characters long'],
    [Part, {}, 'the example sku is required'],
    [tupleOf(String, Integer), ['a'], 'the example must have exactly 2 items']
  ]
  for (const [type, example, told, options] of wrong) {
    it(`cannot be ${JSON.stringify(example)} where its field refuses that, in requests and in responses`, async () => {
      const holder = holderOf(type, { ...options, example })
      const expected = [`FIELD_OPTION_INVALID: ${told}, Holder.value; give an example that the field accepts.`]
      expect(await declarationErrors(holder)).to.deep.equal(expected)
      expect(await responseErrors(holder)).to.deep.equal(expected)
    })
  }

  it('is held against what the application refuses', async () => {
    const holder = holderOf(Part, { example: { ...part, colour: 'red' } })
    expect(await declarationErrors(holder)).to.deep.equal([])
    const [told] = await declarationErrors(holder, { unknownFields: 'reject' })
    expect(told).to.include('the example colour is not a field of this record')
  })
})

describe('A default', () => {
  it('that its field refuses is told by the document as well, together with all others', async () => {
    class Holder {
      @Field({ default: 'ab', maxLength: 1 }) first!: string
      @Field(() => Integer, { default: 'x', example: 1.5 }) second!: number
    }
    expect(await responseErrors(Holder)).to.deep.equal([
      'FIELD_OPTION_INVALID: the default must be at most 1 character long, Holder.first; give a default that the field accepts.',
      'FIELD_OPTION_INVALID: the default must be an integer, Holder.second; give a default that the field accepts.',
      'FIELD_OPTION_INVALID: the example must be an integer, Holder.second; give an example that the field accepts.'
    ])
  })

  it('of another type is told where a condition guards the field, and one that breaks its rules is not', async () => {
    const options = { minimum: 2, rules: [ValidateIf(() => true)] }
    expect(await declarationErrors(holderOf(Integer, { ...options, default: 'x', example: 'x' }))).to.deep.equal([
      'FIELD_OPTION_INVALID: the default must be an integer, Holder.value; give a default that the field accepts.'
    ])
    expect(await declarationErrors(holderOf(Integer, { ...options, default: 1 }))).to.deep.equal([])
  })

  it('that its field refuses is told without the message of a function, which may read a record', async () => {
    const message = ({ object }: { object: object }) => (object as { first: string }).first.toUpperCase()
    expect(await declarationErrors(holderOf(String, { default: '', minLength: 1, message }))).to.deep.equal([
      'FIELD_OPTION_INVALID: the default breaks the rule minLength, Holder.value; give a default that the field accepts.'
    ])
  })
})
