import { expect } from 'chai'
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  type ValidationOptions
} from 'class-validator'
import { DateOnly, enumOf, Field, Integer, mapOf, oneOf, type TypeExpression, tupleOf } from 'fieldstone'
import { propertiesOf } from '../support/documented.js'

class Inner {
  @Field() name!: string
}

type Decorate = (options?: ValidationOptions) => PropertyDecorator

/** By the words of a type, what class-validator's decorators say of it that the type says already. */
const IMPLIED: readonly (readonly [what: string, type: TypeExpression, ...decorators: Decorate[]])[] = [
  ['a text', String, IsString],
  ['a number', Number, (options) => IsNumber({}, options)],
  ['an integer', Integer, IsInt, (options) => IsNumber({}, options)],
  ['a boolean', Boolean, IsBoolean],
  ['a date-time', Date, IsDate],
  ['a date', DateOnly, IsString],
  ['an enum', enumOf(['a', 'b'])],
  ['a list', [String], IsArray],
  ['a tuple', tupleOf(String, Number), IsArray],
  ['a map', mapOf(String), IsObject],
  ['a record', Inner, IsObject],
  ['a union', oneOf(String, Number)]
]

describe('A rule that the type of a field implies', () => {
  for (const [what, type, ...decorators] of IMPLIED) {
    it(`is not listed beside ${what}`, () => {
      class Holder {}
      Field(() => type)(Holder.prototype, 'plain')
      Field(() => type)(Holder.prototype, 'decorated')
      for (const decorate of [IsDefined, ...decorators]) decorate()(Holder.prototype, 'decorated')
      const { plain, decorated } = propertiesOf(Holder)
      expect(decorated).to.deep.equal(plain)
    })
  }

  it('is listed where it says more: decimal places', () => {
    class Price {
      @Field() @IsNumber({ maxDecimalPlaces: 2 }) amount!: number
    }
    expect(propertiesOf(Price).amount).to.have.property('multipleOf', 0.01)
  })
})
