import { expect } from 'chai'
import { Type } from 'class-transformer'
import {
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Min,
  MinLength,
  registerDecorator,
  ValidateNested,
  validateSync
} from 'class-validator'
import { Field, inGroups, Record as RecordOf } from 'fieldstone'
import { setupErrors } from '../support/applications.js'
import { accepted, refusals } from '../support/bound.js'
import { componentsOf } from '../support/documented.js'

class Address {
  @IsString() @MinLength(2, { groups: ['create'] }) street!: string
}

class User {
  @IsInt({ groups: ['update'] }) @Min(1, { groups: ['update'] }) id!: number
  @IsString({ groups: ['create'] })
  @IsOptional({ groups: ['update'] })
  @MinLength(3, { groups: ['create', 'update'] })
  name!: string
  @IsNotEmpty({ always: true }) role!: string
  @IsString() note!: string
  @Field({ maxLength: 3 }) code!: string
  @IsOptional({ always: true }) @ValidateNested({ groups: ['create'] }) @Type(() => Address) address?: Address
}

const NEW = { name: 'Ada', role: 'x', code: 'a' }

describe('Groups of rules', () => {
  const cases: [groups: string | string[], body: object, expected: string[]][] = [
    ['create', NEW, []],
    ['create', { ...NEW, name: 'A' }, ['name must be at least 3 characters long']],
    ['create', { role: 'x', code: 'a' }, ['name is required']],
    ['create', { ...NEW, role: '' }, ['role must not be empty']],
    ['create', { ...NEW, code: 'abcd' }, ['code must be at most 3 characters long']],
    ['create', { ...NEW, id: 0 }, []],
    // A type is the same in every group.
    ['create', { ...NEW, id: 'x' }, ['id must be an integer']],
    ['create', { ...NEW, address: { street: 'x' } }, ['address.street must be at least 2 characters long']],
    ['create', { ...NEW, address: {} }, ['address.street is required']],
    ['update', { id: 1, role: 'x', code: 'a' }, []],
    ['update', { id: 1, name: null, role: 'x', code: 'a' }, []],
    [
      'update',
      { id: 0, name: 'A', role: 'x', code: 'a' },
      ['id must be at least 1', 'name must be at least 3 characters long']
    ],
    ['update', { id: 1, role: 'x', code: 'a', address: {} }, []],
    [['create', 'update'], NEW, ['id is required']]
  ]
  for (const [groups, body, expected] of cases) {
    it(`${groups}: ${expected.join('; ') || 'nothing'} for ${JSON.stringify(body)}`, async () => {
      expect(await refusals(inGroups(User, groups), body)).to.have.members(expected)
    })
  }

  it('are all checked if none is chosen', async () => {
    expect(await refusals(User, { ...NEW, name: 'A' })).to.have.members([
      'id is required',
      'name must be at least 3 characters long',
      'note is required'
    ])
  })

  it('leave out the rules of a group if groups are strict', async () => {
    const strict = inGroups(User, [], { strictGroups: true })
    expect(await refusals(strict, { role: 'x', note: 'n', code: 'a', name: '' })).to.deep.equal([])
    expect(await refusals(strict, { role: 'x', code: 'a' })).to.deep.equal(['note is required'])
    expect(componentsOf(strict)).to.have.property('UserUngrouped')
  })

  it('include the rules without groups with `always`', async () => {
    expect(await refusals(inGroups(User, 'create', { always: true }), NEW)).to.deep.equal(['note is required'])
  })

  it('bind instances of the class itself', async () => {
    const user = await accepted<User>(inGroups(User, 'create'), { ...NEW, address: { street: 'ab' } })
    expect(user.constructor).to.equal(User)
    expect(user.address?.constructor).to.equal(Address)
  })

  it('agree with class-validator about a bound value', async () => {
    for (const groups of [['create'], ['update'], ['create', 'update']]) {
      const user = await accepted<User>(inGroups(User, groups), { ...NEW, id: 1 })
      expect(validateSync(user, { groups }), String(groups)).to.deep.equal([])
    }
  })

  it('are records of their own in the document, including nested ones', () => {
    const components = componentsOf(inGroups(User, 'create'))
    expect(Object.keys(components)).to.deep.equal(['UserCreate', 'AddressCreate'])
    expect(components.UserCreate?.required).to.deep.equal(['code', 'name', 'role'])
    expect(components.UserCreate?.properties?.name).to.deep.equal({ type: 'string', minLength: 3 })
    expect(components.UserCreate?.properties?.id).not.to.have.property('minimum', 1)
    expect(inGroups(User, ['update', 'create'])).to.equal(inGroups(User, ['create', 'update']))
  })

  it('name the record after its own name in the document, its groups, and `always`', () => {
    @RecordOf({ name: 'Member' })
    class Person {
      @IsString({ groups: ['create'] }) name!: string
      @IsString() note!: string
    }
    for (const [groups, options, name] of [
      ['create', {}, 'MemberCreate'],
      [['update', 'create'], {}, 'MemberCreateUpdate'],
      [['create', 'create'], {}, 'MemberCreate'],
      ['create', { always: true }, 'MemberCreateAlways'],
      [[], { strictGroups: true }, 'MemberUngrouped']
    ] as const)
      expect(componentsOf(inGroups(Person, groups, options)), name).to.have.all.keys(name)
  })

  it('are checked by class-validator itself if a rule is asynchronous', async () => {
    class Named {
      @IsString({ always: true }) name!: string
    }
    for (const [group, taken] of [
      ['create', 'a'],
      ['update', 'b']
    ]) {
      registerDecorator({
        name: `free${group}`,
        target: Named,
        propertyName: 'name',
        options: { groups: [group as string] },
        async: true,
        validator: { validate: async (value) => value !== taken, defaultMessage: () => '$property is taken' }
      })
    }
    const inCreate = inGroups(Named, 'create')
    expect(await refusals(inCreate, { name: 'a' })).to.deep.equal(['name is taken'])
    expect(await refusals(inCreate, { name: 'b' })).to.deep.equal([])
  })

  it('need a class', async () => {
    expect(await setupErrors(() => inGroups(undefined as never, 'create'))).to.deep.equal([
      'RECORD_INVALID: the argument is not a class, inGroups; pass a class with decorated properties.'
    ])
  })
})
