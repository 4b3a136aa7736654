import { expect } from 'chai'
import { Type } from 'class-transformer'
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  Matches,
  MinLength,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import { Field } from 'fieldstone'
import { accepted, refusals } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

class AddressDto {
  @IsString() @IsNotEmpty() street!: string
  @IsString() @Length(5, 5) @Matches(/^\d+$/) zip!: string
}

const ADDRESS = { street: 'Main', zip: '12345' }

describe('A condition (ValidateIf)', () => {
  class Payment {
    @IsIn(['card', 'cash', 'transfer']) kind!: string
    @ValidateIf((payment: Payment) => payment.kind === 'card') @IsString() @Length(4, 4) digits?: string
    @ValidateIf((payment: Payment) => payment.kind === 'transfer')
    @ValidateNested()
    @Type(() => AddressDto)
    address?: AddressDto
    @ValidateIf((_payment, value) => value !== 'any') @IsOptional() @IsInt() count?: number
  }

  const cases: [body: object, told: string[]][] = [
    [{ kind: 'cash' }, []],
    [{ kind: 'cash', digits: 5, address: 'nowhere' }, []],
    [{ kind: 'card', digits: '1234' }, []],
    [{ kind: 'card' }, ['digits is required']],
    [{ kind: 'card', digits: null }, ['digits must not be null']],
    [{ kind: 'card', digits: 1234 }, ['digits must be a string']],
    [{ kind: 'card', digits: '123' }, ['digits must be 4 characters long']],
    [{ kind: 'transfer', address: ADDRESS }, []],
    [{ kind: 'transfer' }, ['address is required']],
    [
      { kind: 'transfer', address: { street: 'x', zip: 'no' } },
      ['address.zip must be 5 characters long', 'address.zip must match /^\\d+$/']
    ],
    [{ kind: 'transfer', address: [] }, ['address must be an object']],
    [{ kind: 'cash', count: 'any' }, []],
    [{ kind: 'cash', count: null }, []],
    [{ kind: 'cash', count: 'x' }, ['count must be an integer']],
    [{ kind: 'cheque', digits: 5 }, ['kind must be one of "card", "cash", "transfer"']]
  ]
  for (const [body, told] of cases) {
    it(`tells ${told.join('; ') || 'nothing'} for ${JSON.stringify(body)}`, async () => {
      expect(await refusals(Payment, body)).to.have.members(told)
    })
  }

  it('guards an instance of the nested class, too', async () => {
    expect((await accepted<Payment>(Payment, { kind: 'transfer', address: ADDRESS })).address).to.be.instanceOf(
      AddressDto
    )
  })

  it('leaves the document honest: anything may stand there, and the rules are named', () => {
    expect(propertiesOf(Payment).digits).to.deep.equal({
      'x-rules': [
        { rule: 'isString', fault: 'type', conditional: true },
        { rule: 'isLength', fault: 'length', constraints: [4, 4], conditional: true }
      ]
    })
  })

  it('lists what it checks of the type of a guarded property', async () => {
    class Guarded {
      @ValidateIf(() => true) @IsString() text!: string
      @ValidateIf(() => true) @IsInt({ each: true }) counts!: number[]
      @ValidateIf(() => true) @ValidateNested() @Type(() => AddressDto) address!: AddressDto
    }
    const type = (rule: string) => ({ 'x-rules': [{ rule, fault: 'type', conditional: true }] })
    expect(propertiesOf(Guarded)).to.deep.equal({
      text: type('isString'),
      counts: type('isInt'),
      address: type('nestedValidation')
    })
    for (const body of [{ text: 5 }, { text: 'a', counts: ['a'] }])
      expect(await refusals(Guarded, body)).not.to.deep.equal([])
  })

  it('guards all that @Field says of its property', async () => {
    class Guarded {
      @Field() kind!: string
      @Field({ minLength: 3 }) @ValidateIf((record: Guarded) => record.kind === 'long') text!: string
    }
    expect(await refusals(Guarded, { kind: 'short' })).to.deep.equal([])
    expect(await refusals(Guarded, { kind: 'long' })).to.deep.equal(['text is required'])
    expect(await refusals(Guarded, { kind: 'long', text: 'ab' })).to.deep.equal([
      'text must be at least 3 characters long'
    ])
  })

  it('of one rule alone guards that rule', async () => {
    class Partly {
      @IsString() kind!: string
      @IsString() @MinLength(3, { validateIf: (record: Partly) => record.kind === 'long' }) text!: string
    }
    expect(await refusals(Partly, { kind: 'short', text: 'a' })).to.deep.equal([])
    expect(await refusals(Partly, { kind: 'long', text: 'a' })).to.deep.equal([
      'text must be at least 3 characters long'
    ])
    expect(await refusals(Partly, { kind: 'short' })).to.deep.equal(['text is required'])
    expect(propertiesOf(Partly).text).not.to.have.property('minLength')
  })
})
