import { expect } from 'chai'
import {
  type Class,
  DateOnly,
  enumOf,
  Field,
  genericRecord,
  Int32,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  tupleOf,
  Unknown,
  type ValueOf
} from 'fieldstone'
import { setupErrors } from '../support/applications.js'
import { accepted, refusals } from '../support/bound.js'
import { componentsOf, schemaOf } from '../support/documented.js'

class User {
  @Field({ minLength: 2 }) name!: string
}

@RecordOf({ name: 'Customer' })
class Buyer {
  @Field() id!: string
}

const Page = genericRecord('Page', <E>(item: E) => {
  class Page {
    @Field(() => [item]) items!: ValueOf<E>[]
    @Field(() => Integer, { minimum: 0 }) total!: number
  }
  return Page
})

describe('A generic record', () => {
  it('binds by its type', async () => {
    const page = await accepted<{ items: User[] }>(Page(User), { items: [{ name: 'Ann' }], total: 1 })
    expect(page.items[0]).to.be.instanceOf(User)
    expect(await refusals(Page(User), { items: [{ name: 'A' }], total: -1 })).to.deep.equal([
      'items[0].name must be at least 2 characters long',
      'total must be at least 0'
    ])
    expect(await refusals(Page(String), { items: [1], total: 0 })).to.deep.equal(['items[0] must be a string'])
  })

  const names: readonly [record: Class, name: string][] = [
    [Page(User), 'UserPage'],
    [Page(Page(User)), 'UserPagePage'],
    [Page(Buyer), 'CustomerPage'],
    [Page(String), 'StringPage'],
    [Page(Integer), 'IntegerPage'],
    [Page(Int32), 'Int32Page'],
    [Page(Date), 'DatePage'],
    [Page(DateOnly), 'DateOnlyPage'],
    [Page(Unknown), 'UnknownPage'],
    [Page([User]), 'UserListPage'],
    [Page(mapOf(Number)), 'NumberMapPage'],
    [Page(nullable(User)), 'NullableUserPage'],
    [Page(tupleOf(String, User)), 'StringUserTuplePage'],
    [Page(oneOf(User, Boolean)), 'UserOrBooleanPage'],
    [Page(enumOf(['a', 'b'], 'Letter')), 'LetterPage']
  ]
  for (const [record, name] of names) {
    it(`is named ${name} in the document`, () => {
      expect(schemaOf(record)).to.deep.equal({ $ref: `#/components/schemas/${name}` })
      expect(componentsOf(record)[name]?.required).to.deep.equal(['items', 'total'])
    })
  }

  it('is created once for a type, however that is written', () => {
    expect(Page(User)).to.equal(Page(User))
    expect(Page([User])).to.equal(Page([User]))
    expect(Page(nullable(User))).to.equal(Page(nullable(User)))
    expect(Page(User)).not.to.equal(Page([User]))
    expect(Page({ User: class User extends Buyer {} }.User)).not.to.equal(Page(User))
  })

  it('may have several types, and be extended', async () => {
    const Pair = genericRecord('Pair', (first, second) => {
      class Pair {
        @Field(() => first) first!: unknown
        @Field(() => second) second!: unknown
      }
      return Pair
    })
    class Named extends Pair(String, User) {
      @Field() title!: string
    }
    expect(Pair(String, User).name).to.equal('StringUserPair')
    expect(await refusals(Named, { first: 1, second: {}, title: 'x' })).to.deep.equal([
      'first must be a string',
      'second.name is required'
    ])
  })

  it('needs types with names', async () => {
    expect(await setupErrors(() => Page(enumOf(['a'])))).to.deep.equal([
      'RECORD_INVALID: the record would be named after an enum without a name, Page(…); write ' +
        "enumOf(values, 'TheName')."
    ])
    expect((await setupErrors(() => Page(class {})))[0]).to.include('named after a class without a name, Page(…)')
    expect((await setupErrors(() => Page(undefined)))[0])
      .to.include('the type is undefined')
      .and.include('Page(…)')
  })

  it('needs a class of its own for each type', async () => {
    class Shared {
      @Field() value!: string
    }
    const Broken = genericRecord('Broken', (_type) => Shared)
    Broken(String)
    expect(await setupErrors(() => Broken(User))).to.deep.equal([
      'RECORD_INVALID: the function returned one class for two types, Broken(…); declare the class inside of the function.'
    ])
  })

  it('is typed', async () => {
    const { items } = await accepted<InstanceType<ReturnType<typeof Page<typeof User>>>>(Page(User), {
      items: [],
      total: 0
    })
    const users: User[] = items
    const texts: string[] = new (Page(String))().items
    // @ts-expect-error: the items are texts
    const wrong: number[] = new (Page(String))().items
    expect([users, texts, wrong]).to.have.length(3)
  })
})
