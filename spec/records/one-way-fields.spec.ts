import { expect } from 'chai'
import { MinLength } from 'class-validator'
import {
  Application,
  type ApplicationOptions,
  bootstrap,
  Field,
  Integer,
  mapOf,
  Record as RecordOf,
  Unknown
} from 'fieldstone'
import { accepted, declarationErrors, refusals, replied, violations } from '../support/bound.js'
import { componentsOf } from '../support/documented.js'

class User {
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field() name!: string
  @Field({ writeOnly: true, minLength: 8 }) password!: string
}

@RecordOf({ unknownFields: 'reject' })
class StrictUser extends User {}

describe('A readOnly field', () => {
  it('is not required in a request, and dropped if it is sent', async () => {
    const expected = { name: 'Ann', password: 'long enough' }
    for (const id of [undefined, 1, 'x', null, {}]) {
      const user = await accepted<User>(User, { ...expected, id })
      expect(user).to.include(expected)
      expect(user.id).to.equal(undefined)
    }
    expect((await accepted<User>(User, { ...expected, id: '1' }, 'text')).id).to.equal(undefined)
  })

  it('is rejected if the record rejects unknown fields', async () => {
    const body = { name: 'Ann', password: 'long enough' }
    expect(await refusals(StrictUser, { ...body, id: 1 })).to.deep.equal(['id is read-only'])
    expect(await refusals(StrictUser, { ...body, id: 1, x: 1 })).to.deep.equal([
      'id is read-only',
      'x is not a field of this record'
    ])
    expect(await refusals(StrictUser, body)).to.deep.equal([])
  })

  it('is required and checked in a response', async () => {
    expect(await violations(User, { name: 'Ann' })).to.deep.equal(['id is required'])
    expect(await violations([User], [{ id: 'x', name: 'Ann' }])).to.deep.equal(['[0].id must be an integer'])
    expect(await violations(StrictUser, { id: 1, name: 'Ann' })).to.deep.equal([])
  })

  it('may be a getter, which requests do not call', async () => {
    class Named {
      @Field() first!: string
      @Field() last!: string
      @Field({ readOnly: true }) get full(): string {
        return `${this.first} ${this.last}`
      }
    }
    const named = await accepted<Named>(Named, { first: 'Ann', last: 'Lee', full: 'x' })
    expect(named.full).to.equal('Ann Lee')
    expect(await replied(Named, named)).to.deep.equal({
      ...{ first: 'Ann', last: 'Lee', full: 'Ann Lee' }
    })
    expect(await violations(Named, { first: 'Ann', last: 'Lee' })).to.deep.equal(['full is required'])
  })

  it('has its default in a request, even if it is sent', async () => {
    class Draft {
      @Field({ readOnly: true, default: 'new' }) state!: string
    }
    expect(await accepted(Draft, { state: 'live' })).to.deep.equal(Object.assign(new Draft(), { state: 'new' }))
  })

  it('is checked in nested records', async () => {
    class Team {
      @Field(() => mapOf([StrictUser])) members!: { [role: string]: StrictUser[] }
    }
    const member = { id: 1, name: 'Ann', password: 'long enough' }
    expect(await refusals(Team, { members: { a: [member] } })).to.deep.equal(['members.a[0].id is read-only'])
  })
})

describe('A writeOnly field', () => {
  it('is required and checked in a request', async () => {
    expect(await refusals(User, { name: 'Ann' })).to.deep.equal(['password is required'])
    expect(await refusals(User, { name: 'Ann', password: 'short' })).to.deep.equal([
      'password must be at least 8 characters long'
    ])
  })

  it('is never written: neither from an instance, nor from a plain object, nor from nested records', async () => {
    const ann = Object.assign(new User(), { id: 1, name: 'Ann', password: 'long enough' })
    const shown = { id: 1, name: 'Ann' }
    expect(await replied(User, ann)).to.deep.equal(shown)
    expect(await replied(mapOf([User]), { a: [{ ...ann }] })).to.deep.equal({ a: [shown] })
  })

  it('is not required in a response, and left out of it if it is there', async () => {
    for (const more of [{}, { password: 'long enough' }]) {
      expect(await violations(User, { id: 1, name: 'Ann', ...more })).to.deep.equal([])
      expect(await replied(User, { id: 1, name: 'Ann', ...more })).to.deep.equal({ id: 1, name: 'Ann' })
    }
  })

  for (const [values, type] of [
    ['any value', Unknown],
    ['texts', String]
  ] as const) {
    // A key that is a number goes before all others, so that the text is made in another way.
    for (const [which, more] of [
      ['another key', { other: 'shown' }],
      ['a number as key', { 7: 'shown' }],
      ['none', {}]
    ] as const) {
      it(`is never an additional property of a response: of ${values}, next to ${which}`, async () => {
        @RecordOf({ additionalProperties: type })
        class Open extends User {
          @Field({ writeOnly: true, optional: true }) pin?: string
        }
        class Envelope {
          @Field(() => [Open]) list!: Open[]
          @Field(() => Open, { optional: true }) one?: Open
        }
        const shown = { id: 1, name: 'Ann', ...more }
        const ann = { ...shown, password: 'long enough', pin: '1234' }
        const instance = await accepted<Open>(Open, ann)
        expect(instance).to.include({ password: 'long enough', pin: '1234' })
        for (const value of [ann, Object.assign(instance, { id: 1 })]) {
          expect(await replied(Open, value)).to.deep.equal(shown)
          expect(await replied(Envelope, { list: [value], one: value })).to.deep.equal({ list: [shown], one: shown })
          expect(await violations(Open, value)).to.deep.equal([])
        }
      })
    }
  }

  it('is documented as one that no response has, within a union as well', () => {
    class Access {
      @Field() name!: string
      @Field({ writeOnly: true, optional: true }) pin?: string
      @Field({ writeOnly: true, optional: true }) code?: string
    }
    const { User: shown, Access: other } = {
      ...componentsOf(User, '3.0', 'response'),
      ...componentsOf(Access, '3.0', 'response')
    }
    expect(shown?.not).to.deep.equal({ type: 'object', required: ['password'], properties: { password: {} } })
    expect(other?.not).to.deep.equal({
      anyOf: [
        { type: 'object', required: ['pin'], properties: { pin: {} } },
        { type: 'object', required: ['code'], properties: { code: {} } }
      ]
    })
  })

  it('is missing from the response to a request that contains it', async () => {
    const routes: ApplicationOptions['routes'] = (router) =>
      router.postFunc('/users', async (ctx) => Object.assign(await ctx.bindValidated(User), { id: 1 }), {
        requestBody: User,
        responses: { 201: { body: User } }
      })
    const service = await bootstrap(new Application({ title: 'Users', version: '1', logger: false, routes }))
    const payload = { id: 7, name: 'Ann', password: 'long enough' }
    const { statusCode, body } = await service.inject({ method: 'POST', url: '/users', payload })
    expect([statusCode, JSON.parse(body)]).to.deep.equal([201, { id: 1, name: 'Ann' }])
  })
})

describe('A field that travels one way only', () => {
  for (const version of ['3.0', '3.1'] as const) {
    it(`is documented by its keyword, even next to a reference (${version})`, () => {
      class Post {
        @Field({ readOnly: true }) author!: User
        @Field({ writeOnly: true, optional: true }) secret?: string
      }
      const $ref = '#/components/schemas/User'
      expect(componentsOf(Post, version, 'response').Post).to.deep.equal({
        type: 'object',
        properties: { author: version === '3.0' ? { allOf: [{ $ref }], readOnly: true } : { $ref, readOnly: true } },
        required: ['author'],
        not: { type: 'object', required: ['secret'], properties: { secret: {} } }
      })
      expect(componentsOf(Post, version, 'request').Post).to.deep.equal({
        type: 'object',
        properties: { secret: { type: 'string', writeOnly: true } }
      })
    })
  }

  it('cannot be both', async () => {
    class Nowhere {
      @Field({ readOnly: true, writeOnly: true }) value!: string
    }
    expect(await declarationErrors(Nowhere)).to.deep.equal([
      'FIELD_OPTION_INVALID: the field is both readOnly and writeOnly, so it never travels, Nowhere.value; keep one of them.'
    ])
  })

  it('keeps the rules that class-validator’s own decorators add', async () => {
    class Account {
      @MinLength(3) @Field({ readOnly: true }) id!: string
    }
    expect(await refusals(Account, { id: 'x' })).to.deep.equal([])
    expect(await violations(Account, { id: 'x' })).to.deep.equal(['id must be at least 3 characters long'])
  })
})
