import { expect } from 'chai'
import {
  ArrayMaxSize,
  Contains,
  IsDateString,
  IsEmail,
  IsIn,
  IsString,
  Length,
  Matches,
  MaxDate,
  Min,
  ValidateBy
} from 'class-validator'
import { type Fault, Field, type FieldOptions, Integer, mapOf, type TypeExpression, tupleOf } from 'fieldstone'
import { refusals, validated, violations } from '../support/bound.js'

/** A class with one field, `value`. */
function withField(type: TypeExpression, options?: FieldOptions, ...others: PropertyDecorator[]) {
  class Holder {
    value: unknown
  }
  for (const decorate of [Field(() => type as never, options), ...others]) {
    ;(decorate as PropertyDecorator)(Holder.prototype, 'value')
  }
  return Holder
}

async function faultsOf(type: TypeExpression, body: unknown): Promise<readonly Fault[]> {
  return (await validated(type, body)).faults ?? []
}

/** Of the field `value`: the faults without their place and path. */
async function found(type: TypeExpression, value: unknown): Promise<object[]> {
  return (await faultsOf(type, { value })).map(({ in: _place, path: _path, ...rest }) => rest)
}

describe('A fault', () => {
  it('carries the value of its rule', async () => {
    expect(await found(withField(String, { minLength: 1 }), '')).to.deep.equal([
      { rule: 'minLength', message: 'must be at least 1 character long', limit: 1 }
    ])
    const limitOf = async (type: TypeExpression, value: unknown) => (await faultsOf(type, { value }))[0]?.limit
    expect(await limitOf(withField(Number, { multipleOf: 0.5 }), 0.3)).to.equal(0.5)
    expect(await limitOf(withField(Number, { exclusiveMaximum: 2 }), 2)).to.equal(2)
    expect(await limitOf(withField([String], { maxItems: 1 }), ['a', 'b'])).to.equal(1)
    expect(await limitOf(withField([String], { each: true, maxLength: 1 }), ['ab'])).to.equal(1)
    expect(await limitOf(withField(String, { format: 'email' }), 'x')).to.equal('email')
    expect(await limitOf(withField(tupleOf(Integer, Integer)), [1])).to.equal(2)
  })

  it("carries that of class-validator's own decorators", async () => {
    class Dto {
      @Min(1) amount!: number
      @IsString() @Length(2, 4) code!: string
      @ArrayMaxSize(1) @IsString({ each: true }) tags!: string[]
      @MaxDate(new Date(0)) at!: Date
      @Contains('@') mail!: string
      @IsEmail() other!: string
    }
    const given = { amount: 0, code: 'a', tags: ['a', 'b'], at: '2024-05-17T08:30:00Z', mail: 'x', other: 'x' }
    expect((await faultsOf(Dto, given)).map(({ path, rule, limit }) => [path, rule, limit])).to.deep.equal([
      ['amount', 'minimum', 1],
      ['code', 'length', 2],
      ['tags', 'maxItems', 1],
      ['at', 'maxDate', '1970-01-01T00:00:00.000Z'],
      ['mail', 'contains', '@'],
      ['other', 'format', 'email']
    ])
    const long = (await faultsOf(Dto, { ...given, code: 'abcde' })).find(({ path }) => path === 'code')
    expect(long?.limit, 'the bound that is broken').to.equal(4)
  })

  it('shows no expression, no list of values, and no argument of a constraint of your own', async () => {
    class Dto {
      @Matches(/^secret-\d+$/, { message: 'is no key' }) key!: string
      @IsIn(['a', 'b']) choice!: string
      @IsDateString() day!: string
      @ValidateBy({ name: 'isMine', constraints: [5, 'internal'], validator: { validate: () => false } }) own!: string
    }
    const faults = await faultsOf(Dto, { key: 'x', choice: 'c', day: 'x', own: 'x' })
    expect(faults.map(({ path }) => path)).to.have.members(['key', 'choice', 'day'])
    for (const fault of faults) expect(fault).to.have.all.keys('in', 'path', 'rule', 'message')
    const [own] = await faultsOf(Dto, { key: 'secret-1', choice: 'a', day: '2024-05-17', own: 'x' })
    expect(own).to.include({ rule: 'isMine' }).and.not.have.property('limit')
    const [listed] = await faultsOf(withField(String, { pattern: '^a$' }), { value: 'b' })
    expect(listed).not.to.have.property('limit')
  })

  it('has the place and the limit of what is wrong within lists of lists and maps', async () => {
    class Cell {
      @Field({ maxLength: 2 }) text!: string
    }
    const Table = withField([[Cell]])
    expect(await faultsOf(Table, { value: [[], [{ text: 'a' }, { text: 'abc' }]] })).to.deep.equal([
      {
        in: 'body',
        path: 'value[1][1].text',
        rule: 'maxLength',
        message: 'must be at most 2 characters long',
        limit: 2
      }
    ])
    const Named = withField(mapOf([Cell]))
    expect(await faultsOf(Named, { value: { 'two words': [{ text: 'abc' }] } })).to.deep.include.members([
      {
        ...{ in: 'body', path: 'value["two words"][0].text', rule: 'maxLength' },
        ...{ message: 'must be at most 2 characters long', limit: 2 }
      }
    ])
    const Sets = withField([[Integer]], { uniqueItems: true, maxItems: 2 })
    expect(await faultsOf(Sets, { value: [[1], [2], [1]] })).to.deep.equal([
      { in: 'body', path: 'value', rule: 'maxItems', message: 'must have at most 2 items', limit: 2 },
      { in: 'body', path: 'value', rule: 'uniqueItems', message: 'must not hold the same item twice' }
    ])
  })

  it('is not repeated where several rules of a field have one message', async () => {
    const Code = withField(String, { minLength: 5, pattern: '^\\d+$', message: 'is no code' })
    expect(await found(Code, 'ab')).to.deep.equal([{ rule: 'minLength', message: 'is no code', limit: 5 }])
    const Codes = withField([String], { each: true, minLength: 5, pattern: '^\\d+$', message: 'is no code' })
    expect(await refusals(Codes, { value: ['a', 'b'] })).to.deep.equal(['value[0] is no code', 'value[1] is no code'])
    const many = (await faultsOf(Codes, { value: Array.from('abcdefghi') })) ?? []
    expect(many.map(({ path, rule }) => `${path} ${rule}`)).to.deep.equal(
      Array.from('abcdefghi', (_, index) => `value[${index}] minLength`)
    )
  })

  it('of a record that is wrong in a response is said in the same words', async () => {
    expect(await violations(withField(String, { maxLength: 1 }), { value: 'ab' })).to.deep.equal([
      'value must be at most 1 character long'
    ])
  })
})
