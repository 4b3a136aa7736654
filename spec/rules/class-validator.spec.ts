import { expect } from 'chai'
import { Expose, Transform, Type } from 'class-transformer'
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Contains,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsIP,
  IsNotEmpty,
  IsNotIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotEquals,
  ValidateNested
} from 'class-validator'
import { Field } from 'fieldstone'
import { accepted, declarationErrors, refusals } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

enum Role {
  Admin = 'admin',
  User = 'user'
}

enum Level {
  Low,
  High
}

class AddressDto {
  @IsString() @IsNotEmpty() street!: string
  @IsString() @Length(5, 5) @Matches(/^\d+$/) zip!: string
}

class CreateUserDto {
  @IsString() @MinLength(2) @MaxLength(20) name!: string
  @IsEmail() email!: string
  @IsInt() @Min(18) @Max(120) age!: number
  @IsOptional() @IsString() nickname?: string
  @IsEnum(Role) role!: Role
  @IsEnum(Level) @IsOptional() level?: Level
  @IsArray() @IsString({ each: true }) @ArrayMinSize(1) @ArrayMaxSize(3) tags!: string[]
  @ValidateNested() @Type(() => AddressDto) address!: AddressDto
  @IsArray() @ValidateNested({ each: true }) @Type(() => AddressDto) @IsOptional() others?: AddressDto[]
  @IsBoolean() @IsOptional() active?: boolean
  @IsUUID('4') @IsOptional() id?: string
  @IsDateString() @IsOptional() born?: string
  @IsUrl() @IsOptional() site?: string
}

const ADDRESS = { street: 'Main', zip: '12345' }
const USER = { name: 'Ada', email: 'ada@example.org', age: 36, role: 'admin', tags: ['a'], address: ADDRESS }

describe('A class with class-validator’s decorators alone', () => {
  it('is bound into instances, nested ones too', async () => {
    const user = await accepted<CreateUserDto>(CreateUserDto, { ...USER, others: [ADDRESS], extra: 1 })
    expect(user).to.be.instanceOf(CreateUserDto).and.to.include({ name: 'Ada', age: 36 })
    expect(user.address).to.be.instanceOf(AddressDto)
    expect(user.others?.[0]).to.be.instanceOf(AddressDto)
    expect(user).not.to.have.property('extra')
  })

  const cases: [change: object, told: string[]][] = [
    [{}, []],
    [{ nickname: null, level: null, others: null, active: null }, []],
    [{ level: 1, active: false, id: '123e4567-e89b-42d3-a456-426614174000', born: '2024-05-17' }, []],
    [{ name: 'A' }, ['name must be at least 2 characters long']],
    [{ name: undefined }, ['name is required']],
    [{ name: null }, ['name must not be null']],
    [{ name: 5 }, ['name must be a string']],
    [{ email: 'ada' }, ['email must be an email address']],
    [{ age: '36' }, ['age must be an integer']],
    [{ age: 17 }, ['age must be at least 18']],
    [{ age: 36.5 }, ['age must be an integer']],
    [{ role: 'root' }, ['role must be one of "admin", "user"']],
    // class-validator itself would take the name of a numeric member.
    [{ level: 'Low' }, ['level must be one of 0, 1']],
    [{ tags: [] }, ['tags must have at least 1 item']],
    [{ tags: ['a', 5] }, ['tags[1] must be a string']],
    [{ tags: 'a' }, ['tags must be an array']],
    [{ tags: { 0: 'a' } }, ['tags must be an array']],
    [{ address: undefined }, ['address is required']],
    [{ address: [] }, ['address must be an object']],
    [{ address: [[]] }, ['address must be an object']],
    [
      { address: { street: '', zip: '1234' } },
      ['address.street must not be empty', 'address.zip must be 5 characters long']
    ],
    [{ address: { street: 'x', zip: 'abcde' } }, ['address.zip must match /^\\d+$/']],
    [{ others: [ADDRESS, { street: 'x' }] }, ['others[1].zip is required']],
    [{ others: ADDRESS }, ['others must be an array']],
    [{ others: [null] }, ['others[0] must not be null']],
    [{ id: '123e4567-e89b-12d3-a456-426614174000' }, ['id must be a UUID of version 4']],
    [{ born: 'yesterday' }, ['born must be a valid ISO 8601 date string']],
    [{ site: 'nowhere' }, ['site must be a URL address']]
  ]
  for (const [change, told] of cases) {
    it(`tells ${told.join('; ') || 'nothing'} for ${JSON.stringify(change)}`, async () => {
      expect(await refusals(CreateUserDto, JSON.parse(JSON.stringify({ ...USER, ...change })))).to.have.members(told)
    })
  }

  it('tells the document its rules', () => {
    const properties = propertiesOf(CreateUserDto)
    expect(properties.name).to.deep.equal({ type: 'string', minLength: 2, maxLength: 20 })
    expect(properties.age).to.include({ type: 'integer', minimum: 18, maximum: 120 })
    expect(properties.nickname).to.deep.equal({ type: 'string', nullable: true })
    expect(properties.role).to.deep.equal({ type: 'string', enum: ['admin', 'user'] })
    expect(properties.tags).to.deep.equal({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 })
    expect(properties.id?.pattern).to.include('-4[')
    expect(properties.born?.['x-rules']).to.deep.include({ rule: 'isDateString' })
  })
})

describe('A rule of class-validator’s own', () => {
  class Rules {
    @IsOptional() @IsNotEmpty() filled?: string
    @IsOptional() @Matches(/^[a-z]+$/i) letters?: string
    @IsOptional() @Matches('^[a-z]+$', 'i') lettersToo?: string
    @IsOptional() @Matches(/^.{1,2}$/) two?: string
    @IsOptional() @MinLength(2) @MaxLength(3) text?: string
    @IsOptional() @IsIn(['a', 1, true]) mixed?: unknown
    @IsOptional() @IsIn(['a', 'b']) @IsString() letter?: string
    @IsOptional() @IsNotIn(['root']) @IsString() user?: string
    @IsOptional() @Equals('yes') yes?: string
    @IsOptional() @NotEquals('no') no?: string
    @IsOptional() @Contains('a.b') dotted?: string
    @IsOptional() @ArrayNotEmpty() @IsInt({ each: true }) numbers?: number[]
    @IsOptional() @ArrayUnique() @IsString({ each: true }) texts?: string[]
    @IsOptional() @ArrayUnique((item: string) => item.toLowerCase()) @IsString({ each: true }) folded?: string[]
    @IsOptional() @ArrayUnique() @ValidateNested({ each: true }) @Type(() => AddressDto) addresses?: AddressDto[]
    @IsOptional() @IsPositive() @IsNumber({ maxDecimalPlaces: 2 }) price?: number
    @IsOptional() @IsIP('6') ip?: string
    @IsOptional() @IsDate() moment?: Date
    @IsOptional() @IsObject() map?: object
  }

  const cases: [body: object, told: string[]][] = [
    [{ filled: '' }, ['filled must not be empty']],
    [{ filled: ' ' }, []],
    [{ letters: 'aB' }, []],
    [{ letters: '1' }, ['letters must match /^[a-z]+$/i']],
    [{ lettersToo: 'aB' }, []],
    [{ lettersToo: '1' }, ['lettersToo must match /^[a-z]+$/i']],
    [{ two: '😀😀' }, []],
    [{ text: 'x\uFE0F' }, []],
    [{ text: 'x\uFE0Fx\uFE0F' }, ['text must be at most 3 characters long']],
    [{ text: '😀' }, ['text must be at least 2 characters long']],
    [{ mixed: 1 }, []],
    [{ mixed: '1' }, ['mixed must be one of "a", 1, true']],
    [{ letter: 'c' }, ['letter must be one of "a", "b"']],
    [{ user: 'root' }, ['user must not be one of "root"']],
    [{ yes: 'no' }, ['yes must be "yes"']],
    [{ no: 'no' }, ['no must not be "no"']],
    [{ dotted: 'xa.bx' }, []],
    [{ dotted: 'axb' }, ['dotted must contain "a.b"']],
    [{ numbers: [] }, ['numbers must have at least 1 item']],
    [{ numbers: [1, 'a'] }, ['numbers[1] must be an integer']],
    [{ texts: ['a', 'b', 'a'] }, ['texts must not hold the same item twice']],
    [{ texts: ['a', 'A'] }, []],
    [{ folded: ['a', 'A'] }, ['folded must not hold the same item twice']],
    [{ folded: ['a', 'b'] }, []],
    // class-validator tells objects apart by identity, and the document does not say uniqueItems for them.
    [{ addresses: [ADDRESS, ADDRESS] }, []],
    [{ price: 1.25 }, []],
    [{ price: 1.255 }, ['price must be a number with at most 2 decimal places']],
    [{ price: 0 }, ['price must be greater than 0']],
    [{ ip: 'fe80::1' }, []],
    [{ ip: 'fe80::1%eth0' }, ['ip must be an IPv6 address']],
    [{ moment: '2024-05-17T08:30:00Z' }, []],
    [{ moment: '2024-05-17' }, ['moment must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z']],
    [{ map: { a: [1] } }, []],
    [{ map: [] }, ['map must be an object']]
  ]
  for (const [body, told] of cases) {
    it(`tells ${told.join('; ') || 'nothing'} for ${JSON.stringify(body)}`, async () => {
      expect(await refusals(Rules, JSON.parse(JSON.stringify(body)))).to.deep.equal(told)
    })
  }

  it('is told to the document where JSON Schema has words for it, and named where it has none', () => {
    const properties = propertiesOf(Rules)
    const { filled, letters, lettersToo, two, letter, dotted, texts, folded, addresses, price } = properties
    expect(filled).to.deep.equal({ type: 'string', minLength: 1, nullable: true })
    for (const each of [letters, lettersToo]) {
      expect(each).not.to.have.property('pattern')
      expect(each?.['x-rules']?.map(({ rule }) => rule)).to.deep.equal(['matches'])
    }
    // A dot is half of an emoji for readers of OpenAPI 3.0 that match without the flag u.
    expect(two).not.to.have.property('pattern')
    expect(two?.['x-rules']?.map(({ rule }) => rule)).to.deep.equal(['matches'])
    expect(letter).not.to.have.property('x-rules')
    expect(dotted).to.have.property('pattern').that.equals('a\\.b')
    expect(texts).to.include({ uniqueItems: true })
    for (const each of [folded, addresses]) {
      expect(each).not.to.have.property('uniqueItems')
      expect(each?.['x-rules']?.map(({ rule }) => rule)).to.deep.equal(['arrayUnique'])
    }
    expect(price).to.include({ multipleOf: 0.01 }).and.not.to.have.property('x-rules')
  })
})

describe('Presence', () => {
  class Presence {
    @IsDefined() anything: unknown
    @IsNotEmpty() filled: unknown
    @Allow() allowed?: string
    @IsNotIn(['a']) notA?: string
    @IsOptional() optional?: string
  }

  it('is asked as class-validator asks for it', async () => {
    expect(await refusals(Presence, {})).to.deep.equal(['anything is required', 'filled is required'])
    expect(await refusals(Presence, { anything: null, filled: null })).to.have.members([
      'anything must not be null',
      'filled must not be empty'
    ])
    expect(await refusals(Presence, { anything: 0, filled: 0, optional: null })).to.deep.equal([])
    expect(await refusals(Presence, { anything: 0, filled: '' })).to.deep.equal(['filled must not be empty'])
  })

  it('is told to the document', () => {
    expect(componentsOf(Presence).Presence?.required).to.deep.equal(['anything', 'filled'])
    expect(componentsOf(Presence).Presence?.properties?.anything).to.deep.equal({ not: { enum: [null] } })
  })
})

describe('A DTO’s type', () => {
  it('is told by @Type where nothing else tells it, and else explained', async () => {
    class Untold {
      @ValidateNested() part: unknown
      @ValidateNested({ each: true }) @IsArray() parts: unknown
      @ValidateNested() @IsObject() whole: unknown
      @ValidateNested() @Transform(({ value }) => value) made: unknown
    }
    expect(await declarationErrors(Untold)).to.deep.equal(
      ['part', 'parts', 'whole', 'made'].map(
        (property) =>
          `NESTED_CLASS_UNKNOWN: the class of a nested object is not named, Untold.${property}; add @Type(() => ` +
          'TheClass), or @Field(() => TheClass) where there are two copies of class-transformer.'
      )
    )
  })

  it('has the JSON name of class-transformer’s @Expose', async () => {
    class Exposed {
      @Expose({ name: 'user_name' }) @IsString() userName!: string
      @Expose({ name: 'out', toPlainOnly: true }) @IsString() in!: string
      @Expose() @IsString() same!: string
    }
    expect(await accepted(Exposed, { user_name: 'a', in: 'b', same: 'c' })).to.include({
      userName: 'a',
      in: 'b',
      same: 'c'
    })
    expect(await refusals(Exposed, { userName: 'a', in: 'b', same: 'c' })).to.deep.equal(['user_name is required'])
  })

  it('is inherited, and may be declared by @Field here and by class-validator there', async () => {
    class Base {
      @IsString() @MinLength(2) name!: string
    }
    class Heir extends Base {
      @Field({ minimum: 1 }) count!: number
    }
    class Stricter extends Heir {
      @MinLength(5) declare name: string
    }
    expect(await refusals(Heir, { name: 'a', count: 0 })).to.have.members([
      'name must be at least 2 characters long',
      'count must be at least 1'
    ])
    expect(await refusals(Stricter, { name: 'abcd', count: 1 })).to.deep.equal([
      'name must be at least 5 characters long'
    ])
  })
})

describe('IsOptional', () => {
  class Optional {
    @IsOptional() @IsString() @MinLength(2) text?: string
    @IsOptional() @ValidateNested() @Type(() => AddressDto) address?: AddressDto
    @IsOptional() @IsEnum(Role) role?: Role
  }

  it('is told by the document as what it does: absent or null', async () => {
    const properties = propertiesOf(Optional)
    expect(properties.text).to.deep.equal({ type: 'string', minLength: 2, nullable: true })
    expect(properties.role).to.deep.include({ nullable: true, enum: ['admin', 'user', null] })
    expect(JSON.stringify(properties.address)).to.include('nullable')
    expect(await refusals(Optional, {})).to.deep.equal([])
    expect(await refusals(Optional, { text: null, address: null, role: null })).to.deep.equal([])
    expect(await refusals(Optional, { text: '' })).to.deep.equal(['text must be at least 2 characters long'])
  })
})
