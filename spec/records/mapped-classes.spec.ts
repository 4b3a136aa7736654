import { expect } from 'chai'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  Allow,
  getMetadataStorage,
  IsEmail,
  IsInt,
  IsLowercase,
  IsOptional,
  IsString,
  Max,
  MinLength,
  ValidateNested,
  validateSync
} from 'class-validator'
import {
  type Class,
  Field,
  Integer,
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
  Record as RecordOf,
  RequiredType,
  tupleOf
} from 'fieldstone'
import { setupErrors } from '../support/applications.js'
import { accepted, declarationErrors, refusals } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

@RecordOf({ unknownFields: 'reject', description: 'A person.' })
class User {
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field({ minLength: 2, description: 'In full', example: 'Ann' }) name!: string
  @IsLowercase() @Field({ name: 'e_mail', format: 'email', optional: true }) email?: string
  @Field({ default: 'guest' }) role: string = 'guest'
  @Field({ nullable: true }) note!: string
}

class Address {
  @IsString() street!: string
}

/** As users of NestJS write them. */
class PlainUser {
  @IsString() @MinLength(2) name!: string
  @IsEmail() @IsOptional() email?: string
  @IsInt() @Max(150) age: number = 18
  @ValidateNested() @Type(() => Address) address!: Address
}

function componentOf(target: Class) {
  return componentsOf(target)[target.name] as {
    properties: object
    required?: string[]
    additionalProperties?: boolean
  }
}

describe('PartialType', () => {
  class UpdateUser extends PartialType(User) {}

  it('makes every field optional, and keeps rules, names and documentation', async () => {
    expect(await refusals(UpdateUser, {})).to.deep.equal([])
    expect(await refusals(UpdateUser, { name: 'A', e_mail: 'Ann@example.com', note: null, role: null })).to.deep.equal([
      'name must be at least 2 characters long',
      'e_mail must be a lowercase string',
      'role must not be null'
    ])
    const { properties, required, additionalProperties } = componentOf(UpdateUser)
    expect(required).to.equal(undefined)
    expect(additionalProperties).to.equal(false)
    expect(properties).to.deep.equal({ ...componentOf(User).properties, role: { type: 'string' } })
  })

  it('sets no defaults: an update must not reset what it does not contain', async () => {
    const update = await accepted<UpdateUser>(UpdateUser, { name: 'Ann' })
    expect(update).to.be.instanceOf(UpdateUser)
    expect({ ...update }).to.deep.equal({ name: 'Ann' })
    expect({ ...(await accepted(PartialType(PlainUser), {})) }).to.deep.equal({})
  })

  it('works for DTOs with class-validator’s decorators only', async () => {
    class UpdatePlainUser extends PartialType(PlainUser) {
      @IsString() reason!: string
    }
    expect(await refusals(UpdatePlainUser, { reason: 'r', name: null })).to.deep.equal([])
    expect(await refusals(UpdatePlainUser, { name: 'x', age: 151, address: {} })).to.have.members([
      'name must be at least 2 characters long',
      'age must be at most 150',
      'address.street is required',
      'reason is required'
    ])
    expect(
      (await accepted<UpdatePlainUser>(UpdatePlainUser, { reason: 'r', address: { street: 's' } })).address
    ).to.be.instanceOf(Address)
  })

  it('copies the rules for class-validator, too', () => {
    const update = Object.assign(new UpdateUser(), { name: 'A' })
    expect(validateSync(update).map(({ property }) => property)).to.deep.equal(['name'])
  })
})

describe('RequiredType', () => {
  it('requires what no rule of class-validator would', async () => {
    class Loose {
      @Allow() anything!: unknown
      @IsOptional() @IsInt() count?: number
    }
    expect(await refusals(Loose, {})).to.deep.equal([])
    expect(await refusals(RequiredType(Loose), {})).to.deep.equal(['anything is required', 'count is required'])
    expect(componentOf(RequiredType(Loose)).required).to.deep.equal(['anything', 'count'])
  })

  it('makes every field required, even one with a default', async () => {
    class FullUser extends RequiredType(User) {}
    expect(await refusals(FullUser, {})).to.deep.equal([
      'name is required',
      'e_mail is required',
      'role is required',
      'note is required'
    ])
    expect(await refusals(FullUser, { name: 'Ann', e_mail: 'a@example.com', role: 'x', note: null })).to.deep.equal([])
    expect(componentOf(FullUser).required).to.deep.equal(['name', 'e_mail', 'role', 'note'])
    expect(componentsOf(FullUser, '3.0', 'response').FullUser?.required).to.deep.equal([
      ...['id', 'name', 'e_mail', 'role', 'note']
    ])
    expect(await refusals(RequiredType(PlainUser), { name: 'Ann', age: 1, address: { street: 's' } })).to.deep.equal([
      'email is required'
    ])
  })

  it('keeps the initial values', () => {
    expect(new (RequiredType(User))()).to.include({ role: 'guest' })
    expect(new (RequiredType(PlainUser))()).to.include({ age: 18 })
  })
})

describe('PickType and OmitType', () => {
  it('copy some of the fields', async () => {
    class Named extends PickType(User, ['name', 'role'] as const) {}
    expect(Object.keys(componentOf(Named).properties)).to.deep.equal(['name', 'role'])
    expect({ ...(await accepted(Named, { name: 'Ann' })) }).to.deep.equal({ name: 'Ann', role: 'guest' })
    expect(await refusals(Named, { name: 'Ann', note: 'x' })).to.deep.equal(['note is not a field of this record'])

    class Unnamed extends OmitType(User, ['name', 'id'] as const) {}
    expect(Object.keys(componentOf(Unnamed).properties)).to.deep.equal(['e_mail', 'role', 'note'])
    expect(await refusals(Unnamed, { note: 'x', e_mail: 'x' })).to.deep.equal(['e_mail must be an email address'])
  })

  it('work for DTOs with class-validator’s decorators only, and copy initial values', async () => {
    expect({ ...new (PickType(PlainUser, ['age'] as const))() }).to.deep.equal({ age: 18 })
    expect(await refusals(OmitType(PlainUser, ['address'] as const), { name: 'A', age: 1 })).to.deep.equal([
      'name must be at least 2 characters long'
    ])
  })

  it('keep the setters of the fields that they keep, also where there is no getter', async () => {
    class Secret {
      seen?: string
      @Field({ writeOnly: true }) set word(value: string) {
        this.seen = `set ${value}`
      }
      @Field({ optional: true }) note?: string
    }
    const bound = (await accepted(PickType(Secret, ['word']), { word: 'w' })) as Secret
    expect({ ...bound }).to.deep.equal({ seen: 'set w' })
  })

  it('keep the getters of the fields that they keep', async () => {
    class Person {
      @Field() first!: string
      @Field({ readOnly: true }) get initial(): string {
        return this.first.charAt(0)
      }
    }
    expect((await accepted(PickType(Person, ['first', 'initial'] as const), { first: 'Ann' })).initial).to.equal('A')
  })

  it('copy class-transformer’s metadata', () => {
    class Source {
      @Expose({ name: 'long_name' }) @IsString() longName!: string
      @Exclude() @IsString() hidden!: string
      @Transform(({ value }) => value) @IsString() changed!: string
    }
    const names = (target: Class) => Object.keys(propertiesOf(target))
    expect(names(PickType(Source, ['longName'] as const))).to.deep.equal(['long_name'])
    expect(names(OmitType(Source, [] as const))).to.deep.equal(names(Source))
  })

  it('reject what is not a field', async () => {
    expect(await setupErrors(() => PickType(User, ['nmae' as 'name']))).to.deep.equal([
      "RECORD_INVALID: PickType names 'nmae', which is not a field, User; correct the name, or decorate the property."
    ])
  })
})

describe('IntersectionType', () => {
  class Paging {
    @Field(() => Integer, { default: 1, minimum: 1 }) page!: number
    @Field({ optional: true }) name?: string
  }

  it('joins the fields of all; if several have a field, the last counts', async () => {
    class Listing extends IntersectionType(Paging, PickType(User, ['name'] as const), Address) {}
    expect({ ...(await accepted<Listing>(Listing, { name: 'Ann', street: 's' })) }).to.deep.equal({
      ...{ page: 1, name: 'Ann', street: 's' }
    })
    expect(await refusals(Listing, { page: 0, name: 'A' })).to.have.members([
      'page must be at least 1',
      'name must be at least 2 characters long',
      'street is required'
    ])
  })
})

describe('IntersectionType of records that take other keys differently', () => {
  @RecordOf({ unknownFields: 'strip' })
  class Stripping {
    @Field({ optional: true }) a?: string
  }
  @RecordOf({ additionalProperties: Integer })
  class Open {
    @Field({ optional: true }) b?: string
  }
  class Silent {
    @Field({ optional: true }) c?: string
  }
  const rejects = ['name is required', 'note is required', 'x is not a field of this record']
  for (const [what, type, told] of [
    ['rejects them where the last that says something does', IntersectionType(Stripping, Open, User, Silent), rejects],
    [
      'drops them where the last does',
      IntersectionType(User, Open, Stripping),
      ['name is required', 'note is required']
    ],
    ['checks them where the last does', IntersectionType(Stripping, Open), ['x must be an integer']]
  ] as const) {
    it(what, async () => {
      expect(await refusals(type, { x: 'text' })).to.have.members([...told])
    })
  }
})

describe('A mapped class', () => {
  it('never changes its source', () => {
    const rulesOf = (target: Class) => {
      const metadata = getMetadataStorage().getTargetValidationMetadatas(target, target.name, false, false)
      return [componentsOf(target), JSON.stringify(metadata)]
    }
    const before = [User, PlainUser].map(rulesOf)
    for (const source of [User, PlainUser] as Class<{ name: string }>[]) {
      const mapped = [PartialType(source), RequiredType(source), PickType(source, ['name']), OmitType(source, ['name'])]
      for (const made of mapped) {
        class Own extends (made as new () => object) {
          @Field() @IsLowercase() name!: string
        }
        componentsOf(Own)
      }
    }
    expect([User, PlainUser].map(rulesOf)).to.deep.equal(before)
  })

  it('is created once, so that two uses are one component', () => {
    expect(PartialType(User)).to.equal(PartialType(User))
    expect(PickType(User, ['id', 'name'])).to.equal(PickType(User, ['name', 'id']))
    expect(PickType(User, ['id'])).not.to.equal(OmitType(User, ['id']))
    expect(IntersectionType(User, Address)).to.equal(IntersectionType(User, Address))
    expect(IntersectionType(User, Address)).not.to.equal(IntersectionType(User, Address, PlainUser))
    expect(IntersectionType(User)).not.to.equal(IntersectionType(User, Address))
    const mapped = [
      PartialType(User),
      PartialType(User),
      OmitType(User, ['id', 'note']),
      PickType(User, ['id'])
    ] as const
    expect(componentsOf(tupleOf(...mapped), '3.1', 'response')).to.have.all.keys(
      'PartialUser',
      'OmitUserIdNote',
      'PickUserId'
    )
  })

  it('can be mapped again', () => {
    const Update = PartialType(OmitType(User, ['id'] as const))
    expect(componentOf(Update).required).to.equal(undefined)
    expect(Object.keys(componentOf(Update).properties)).to.deep.equal(['name', 'e_mail', 'role', 'note'])
  })

  it('copies what a subclass inherits', async () => {
    class Admin extends User {
      @Field({ maxLength: 3 }) declare name: string
      @Field() level!: number
    }
    expect(await refusals(PickType(Admin, ['name', 'level'] as const), { name: 'Anna', level: 1 })).to.deep.equal([
      'name must be at most 3 characters long'
    ])
  })

  it('has each decorator of the option `rules` once', async () => {
    const twice = Transform(({ value }) => `${value}${value}`, { toClassOnly: true })
    class Badge {
      @Field({ rules: [MinLength(3), IsLowercase(), twice] }) code!: string
    }
    for (const mapped of [
      PartialType(Badge),
      RequiredType(Badge),
      PickType(Badge, ['code']),
      PickType(PartialType(Badge), ['code'])
    ]) {
      expect(await refusals(mapped, { code: 'A' })).to.deep.equal([
        'code must be at least 3 characters long',
        'code must be a lowercase string'
      ])
      expect((await accepted(mapped, { code: 'abc' })).code).to.equal('abcabc')
      const applied = getMetadataStorage().getTargetValidationMetadatas(mapped, '', false, false)
      expect(applied.filter(({ name }) => name === 'minLength')).to.have.length(1)
    }
  })

  it('reports an option `rules` that is wrong', async () => {
    class Badge {
      @Field({ rules: [MinLength as never] }) code!: string
    }
    expect((await declarationErrors(PartialType(Badge)))[0]).to.contain('entry 0 of rules is not called')
  })

  it('can be created before the classes that its fields name', async () => {
    const Update = () => PartialType(Late)
    class Late {
      @Field(() => [Later]) laters!: object[]
    }
    const made = Update()
    class Later {
      @Field() name!: string
    }
    expect(await refusals(made, { laters: [{}] })).to.deep.equal(['laters[0].name is required'])
    expect(validateSync(await accepted(made, { laters: [{ name: 'x' }] }))).to.deep.equal([])
  })

  it('needs a record', async () => {
    class Empty {}
    expect(await setupErrors(() => PartialType(Empty))).to.deep.equal([
      'RECORD_INVALID: Empty declares no field, PartialType; pass a class with decorated properties.'
    ])
    expect((await setupErrors(() => OmitType(undefined as unknown as Class<{ a: 1 }>, ['a'])))[0]).to.match(
      /^RECORD_INVALID: the argument is undefined \(a circular import.*, OmitType; /
    )
  })

  it('is typed', () => {
    const update: { name?: string; id?: number } = new (PartialType(User))()
    const picked: { name: string } = new (PickType(User, ['name'] as const))()
    // @ts-expect-error: the name was left out
    const omitted: unknown = new (OmitType(User, ['name'] as const))().name
    const joined: { name: string; street: string } = new (IntersectionType(PlainUser, Address))()
    expect([update, picked, omitted, joined]).to.have.length(4)
  })
})
