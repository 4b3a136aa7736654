import { expect } from 'chai'
import {
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MinLength,
  registerDecorator,
  Validate,
  type ValidationArguments,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
  validate
} from 'class-validator'
import { Field } from 'fieldstone'
import { refusals, validated } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

@ValidatorConstraint({ name: 'isOdd' })
class IsOddConstraint implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 1
  }
  defaultMessage(): string {
    return '$property must be odd, and $value is not'
  }
}

function IsLongerThan(other: string): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isLongerThan',
      target: target.constructor,
      propertyName: property as string,
      constraints: [other],
      validator: {
        validate: (value: string, args?: ValidationArguments) => {
          const { object, constraints } = args as ValidationArguments
          return value.length > String((object as { [key: string]: unknown })[constraints[0]]).length
        },
        defaultMessage: () => '$property must be longer than $constraint1'
      }
    })
}

describe('A constraint of the user’s own', () => {
  class Custom {
    @IsInt() @Validate(IsOddConstraint) odd!: number
    @IsString() short!: string
    @IsString() @IsLongerThan('short') long!: string
    @IsOptional() @IsInt({ each: true }) @Validate(IsOddConstraint, { each: true }) odds?: number[]
  }

  it('decides, with its own words', async () => {
    const sound = { odd: 1, short: 'a', long: 'ab' }
    expect(await refusals(Custom, sound)).to.deep.equal([])
    expect(await refusals(Custom, { ...sound, odd: 2 })).to.deep.equal(['odd must be odd, and 2 is not'])
    expect(await refusals(Custom, { ...sound, odds: [1, 4, 6] })).to.deep.equal([
      'odds[1] must be odd, and 4 is not',
      'odds[2] must be odd, and 6 is not'
    ])
  })

  it('sees the whole record, once all of it is sound', async () => {
    expect(await refusals(Custom, { odd: 1, short: 'abc', long: 'ab' })).to.deep.equal([
      'long must be longer than short'
    ])
    expect(await refusals(Custom, { odd: 1, long: 'ab' })).to.deep.equal(['short is required'])
    expect(await refusals(Custom, { odd: 1, short: 5, long: 'ab' })).to.deep.equal(['short must be a string'])
  })

  it('is named in the document', () => {
    expect(propertiesOf(Custom).long).to.deep.equal({
      type: 'string',
      'x-rules': [{ rule: 'isLongerThan', constraints: ['short'] }]
    })
  })

  it('that is called like one of class-validator’s is still the user’s', async () => {
    class Impostor {
      @Field() value!: string
    }
    registerDecorator({
      name: 'isEmail',
      target: Impostor,
      propertyName: 'value',
      validator: { validate: (value) => value === 'not an email', defaultMessage: () => '$property must be odd' }
    })
    expect(await refusals(Impostor, { value: 'not an email' })).to.deep.equal([])
    expect(await refusals(Impostor, { value: 'a@example.org' })).to.deep.equal(['value must be odd'])
    expect(propertiesOf(Impostor).value).not.to.have.property('format')
  })

  it('stands beside @Field, and so do class-validator’s rules', async () => {
    class Beside {
      @Field({ minLength: 2 }) @Matches(/^[a-z]+$/, { message: 'small letters, please' }) name!: string
      @Field() @Validate(IsOddConstraint) count!: number
    }
    expect(await refusals(Beside, { name: 'AB', count: 1 })).to.deep.equal(['name small letters, please'])
    expect(await refusals(Beside, { name: 'ab', count: 2 })).to.deep.equal(['count must be odd, and 2 is not'])
  })

  it('that answers a promise without saying so is told to its author', async () => {
    class Promising {
      @IsString() value!: string
    }
    registerDecorator({
      name: 'isFree',
      target: Promising,
      propertyName: 'value',
      validator: { validate: () => Promise.resolve(false) }
    })
    const failure = await validated(Promising, { value: 'a' }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(TypeError)
    expect((failure as Error).message).to.contain('declare it with { async: true }')
  })
})

describe('Groups', () => {
  it('are all asked, as class-validator asks them when it is told none', async () => {
    class Grouped {
      @IsString({ groups: ['create'] }) @MinLength(3, { groups: ['update'] }) name!: string
      @IsInt({ always: true }) count!: number
    }
    expect(await refusals(Grouped, { name: 'ab', count: 'x' })).to.have.members([
      'name must be at least 3 characters long',
      'count must be an integer'
    ])
  })
})

describe('A message', () => {
  class Told {
    @MinLength(3, { message: '$property of $target: $value is shorter than $constraint1' }) name!: string
    @IsInt({ message: ({ value, property }: ValidationArguments) => `${property} is ${typeof value}` }) count!: number
    @IsString({ each: true, message: 'each $property is text' }) tags!: string[]
    @IsIn(['a', 'b'], { message: 'one of $constraint1' }) letter!: string
  }

  it('of IsDefined is for what is absent or null, whichever decorator comes first', async () => {
    class Dto {
      @IsDefined({ message: 'is needed' }) @IsString({ message: 'is no text' }) first!: string
      @IsString({ message: 'is no text' }) @IsDefined({ message: 'is needed' }) last!: string
      @IsDefined({ message: 'is needed' }) @IsString() plain!: string
    }
    expect(await refusals(Dto, {})).to.deep.equal(['first is needed', 'last is needed', 'plain is needed'])
    const nulls = { first: null, last: null, plain: null }
    expect(await refusals(Dto, nulls)).to.deep.equal(['first is needed', 'last is needed', 'plain is needed'])
    const numbers = { first: 5, last: 5, plain: 5 }
    expect(await refusals(Dto, numbers)).to.deep.equal([
      'first is no text',
      'last is no text',
      'plain must be a string'
    ])
  })

  it('is the reason, with class-validator’s tokens, or what a function makes of the arguments', async () => {
    const body = { name: 'ab', count: 1, tags: ['a'], letter: 'a' }
    expect(await refusals(Told, body)).to.deep.equal(['name name of Told: ab is shorter than 3'])
    const sound = { ...body, name: 'abc' }
    expect(await refusals(Told, { ...sound, letter: 'c' })).to.deep.equal(['letter one of a, b'])
    expect(await refusals(Told, { ...sound, count: 'x' })).to.deep.equal(['count count is string'])
    expect(await refusals(Told, { ...sound, tags: ['a', 1] })).to.deep.equal(['tags[1] each tags is text'])
    expect(await refusals(Told, { count: 1, tags: ['a'], letter: 'a' })).to.deep.equal([
      'name name of Told: $value is shorter than 3'
    ])
  })

  it('is class-validator’s own in its errors, contexts too', async () => {
    class Contexts {
      @MinLength(3, { context: { code: 'SHORT' } }) name!: string
    }
    const bound = await validated(Contexts, { name: 'ab' })
    const own = await validate(Object.assign(new Contexts(), { name: 'ab' }))
    expect(bound.tree).to.deep.equal(own)
    expect(own[0]?.contexts).to.deep.equal({ minLength: { code: 'SHORT' } })
  })
})
