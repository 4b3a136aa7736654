import { expect } from 'chai'
import { Type } from 'class-transformer'
import {
  IsInt,
  IsOptional,
  IsString,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface
} from 'class-validator'
import { Field, mapOf, nullable, type TypeExpression } from 'fieldstone'
import { accepted, refusals, validated } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

let asked: unknown[] = []

@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    asked.push(value)
    await new Promise((resolve) => setImmediate(resolve))
    if (value === 'broken') throw new RangeError('the store is gone')
    return value !== 'taken'
  }
  defaultMessage(): string {
    return '$property is taken already'
  }
}

class Name {
  @Field({ minLength: 2, maxLength: 7, name: 'the_name' }) @Validate(IsFree) name!: string
}

class Tree {
  @Field({ optional: true }) name?: Name
  @Field(() => Tree, { optional: true }) next?: Tree
  @Field(() => [Name], { optional: true }) list?: Name[]
  @Field(() => [[Name]], { optional: true }) lists?: Name[][]
  @Field(() => mapOf(Name), { optional: true }) map?: { [key: string]: Name }
  @Field(() => [nullable(Name)], { optional: true }) maybe?: (Name | null)[]
}

describe('An asynchronous constraint', () => {
  beforeEach(() => {
    asked = []
  })

  it('is awaited, and the record is bound', async () => {
    const bound = await accepted<Name>(Name, { the_name: 'free' })
    expect(bound).to.be.instanceOf(Name).and.include({ name: 'free' })
  })

  it('refuses under the JSON name, and leaves class-validator’s errors to be read', async () => {
    const { faults, tree } = await validated(Name, { the_name: 'taken' })
    expect(faults).to.deep.equal([{ in: 'body', path: 'the_name', rule: 'isFree', message: 'is taken already' }])
    expect(tree[0]).to.include({ property: 'name' })
  })

  it('is not asked about what is refused already', async () => {
    expect(await refusals(Name, { the_name: 'x' })).to.deep.equal(['the_name must be at least 2 characters long'])
    expect(await refusals(Name, [])).to.deep.equal(['must be an object'])
    expect(asked).to.deep.equal([])
  })

  const places: [what: string, type: TypeExpression, body: unknown, path: string][] = [
    ['a nested record', Tree, { name: { the_name: 'taken' } }, 'name.the_name'],
    ['a recursive record', Tree, { next: { next: { name: { the_name: 'taken' } } } }, 'next.next.name.the_name'],
    ['a list', Tree, { list: [{ the_name: 'free' }, { the_name: 'taken' }] }, 'list[1].the_name'],
    ['a list of lists', Tree, { lists: [[], [{ the_name: 'taken' }]] }, 'lists[1][0].the_name'],
    ['a map', Tree, { map: { a: { the_name: 'free' }, 'b c': { the_name: 'taken' } } }, 'map["b c"].the_name'],
    ['a list of nullable items', Tree, { maybe: [null, { the_name: 'taken' }] }, 'maybe[1].the_name'],
    ['a map within a nested record', Tree, { next: { map: { a: { the_name: 'taken' } } } }, 'next.map.a.the_name'],
    ['a body that is a list', [Name], [{ the_name: 'free' }, { the_name: 'taken' }], '[1].the_name'],
    ['a body that is a map', mapOf(Name), { a: { the_name: 'taken' } }, 'a.the_name'],
    ['a body that may be null', nullable(Name), { the_name: 'taken' }, 'the_name']
  ]
  for (const [what, type, body, path] of places) {
    it(`is asked in ${what}, once`, async () => {
      expect(await refusals(type, body)).to.deep.equal([`${path} is taken already`])
      expect(asked.filter((value) => value === 'taken')).to.have.length(1)
    })
  }

  it('leaves what was judged by the document as it was judged', async () => {
    // class-validator counts these as four characters, and the document as eight; the other way round below.
    expect(await refusals(Name, { the_name: 'x\uFE0F'.repeat(4) })).to.deep.equal([
      'the_name must be at most 7 characters long'
    ])
    expect(await refusals(Name, { the_name: 'x\uFE0F' })).to.deep.equal([])
  })

  it('is passed over where the value is absent or null', async () => {
    class Optional {
      @IsOptional() @IsString() @Validate(IsFree) name?: string
    }
    expect(await refusals(Optional, {})).to.deep.equal([])
    expect(await refusals(Optional, { name: null })).to.deep.equal([])
    expect(await refusals(Optional, { name: 'taken' })).to.deep.equal(['name is taken already'])
  })

  it('is asked only where a condition holds', async () => {
    class Guarded {
      @IsInt() level!: number
      @ValidateIf((record: Guarded) => record.level > 1) @IsString() @MinLength(2) @Validate(IsFree) name?: string
      @ValidateIf((record: Guarded) => record.level > 2) @ValidateNested() @Type(() => Name) nested?: Name
    }
    expect(await refusals(Guarded, { level: 1, name: 'taken' })).to.deep.equal([])
    expect(await refusals(Guarded, { level: 2, name: 'taken' })).to.deep.equal(['name is taken already'])
    expect(await refusals(Guarded, { level: 2, name: 't' })).to.deep.equal(['name must be at least 2 characters long'])
    const nested = { the_name: 'taken' }
    expect(await refusals(Guarded, { level: 2, name: 'free', nested })).to.deep.equal([])
    expect(await refusals(Guarded, { level: 3, name: 'free', nested })).to.deep.equal([
      'nested.the_name is taken already'
    ])
  })

  it('that fails fails the binding', async () => {
    const failure = await validated(Name, { the_name: 'broken' }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(RangeError).with.property('message', 'the store is gone')
  })

  it('is named in the document', () => {
    expect(propertiesOf(Name).the_name).to.deep.equal({
      type: 'string',
      minLength: 2,
      maxLength: 7,
      'x-rules': [{ rule: 'isFree' }]
    })
  })
})
