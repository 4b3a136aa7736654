import { expect } from 'chai'
import { MinLength } from 'class-validator'
import { Field, Integer, mapOf, oneOf, Record as RecordOf } from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { compileBinder } from '../../../src/record/binder.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import type { BindingOptions } from '../../../src/record/type/reading-options.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { compileSerializer } from '../../../src/record/write/serializer.js'
import { accepted, refusals, setupErrors, told } from '../../support/binding.js'
import { componentsOf } from '../../support/documented.js'

class User {
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field() name!: string
  @Field({ writeOnly: true, minLength: 8 }) password!: string
}

@RecordOf({ unknownFields: 'reject' })
class StrictUser extends User {}

function responseFaults(type: unknown, body: unknown): string[] {
  const options: BindingOptions = { direction: 'response' }
  const bound = compileBinder(parseType(type, 'here'), 'json', 'body', options).validate(body)
  if (bound instanceof Promise) throw new Error('validation answered a promise')
  return told(bound)
}

describe('A readOnly field', () => {
  it('is not required in a request, and dropped if it is sent', () => {
    const expected = { name: 'Ann', password: 'long enough' }
    for (const id of [undefined, 1, 'x', null, {}]) {
      const user = accepted<User>(User, { ...expected, id })
      expect(user).to.include(expected)
      expect(user.id).to.equal(undefined)
    }
    expect(accepted<User>(User, { ...expected, id: '1' }, 'text').id).to.equal(undefined)
  })

  it('is rejected if the record rejects unknown fields', () => {
    const body = { name: 'Ann', password: 'long enough' }
    expect(refusals(StrictUser, { ...body, id: 1 })).to.deep.equal(['id is read-only'])
    expect(refusals(StrictUser, { ...body, id: 1, x: 1 })).to.deep.equal([
      'id is read-only',
      'x is not a field of this record'
    ])
    expect(refusals(StrictUser, body)).to.deep.equal([])
  })

  it('is required and checked in a response', () => {
    expect(responseFaults(User, { name: 'Ann' })).to.deep.equal(['id is required'])
    expect(responseFaults([User], [{ id: 'x', name: 'Ann' }])).to.deep.equal(['[0].id must be an integer'])
    expect(responseFaults(StrictUser, { id: 1, name: 'Ann' })).to.deep.equal([])
  })

  it('may be a getter, which requests do not call', () => {
    class Named {
      @Field() first!: string
      @Field() last!: string
      @Field({ readOnly: true }) get full(): string {
        return `${this.first} ${this.last}`
      }
    }
    const named = accepted<Named>(Named, { first: 'Ann', last: 'Lee', full: 'x' })
    expect(named.full).to.equal('Ann Lee')
    expect(compileSerializer(parseType(Named, 'here'))(named)).to.deep.equal({
      ...{ first: 'Ann', last: 'Lee', full: 'Ann Lee' }
    })
    expect(responseFaults(Named, { first: 'Ann', last: 'Lee' })).to.deep.equal(['full is required'])
  })

  it('has its default in a request, even if it is sent', () => {
    class Draft {
      @Field({ readOnly: true, default: 'new' }) state!: string
    }
    expect(accepted(Draft, { state: 'live' })).to.deep.equal(Object.assign(new Draft(), { state: 'new' }))
  })

  it('is checked in nested records', () => {
    class Team {
      @Field(() => mapOf([StrictUser])) members!: { [role: string]: StrictUser[] }
    }
    const member = { id: 1, name: 'Ann', password: 'long enough' }
    expect(refusals(Team, { members: { a: [member] } })).to.deep.equal(['members.a[0].id is read-only'])
  })
})

describe('A writeOnly field', () => {
  it('is required and checked in a request', () => {
    expect(refusals(User, { name: 'Ann' })).to.deep.equal(['password is required'])
    expect(refusals(User, { name: 'Ann', password: 'short' })).to.deep.equal([
      'password must be at least 8 characters long'
    ])
  })

  it('is never written: neither from an instance, nor from a plain object, nor from nested records', () => {
    const ann = Object.assign(new User(), { id: 1, name: 'Ann', password: 'long enough' })
    const shown = { id: 1, name: 'Ann' }
    expect(compileSerializer(parseType(User, 'here'))(ann)).to.deep.equal(shown)
    expect(compileSerializer(parseType(mapOf([User]), 'here'))({ a: [{ ...ann }] })).to.deep.equal({ a: [shown] })
  })

  it('is not required in a response, and a fault if it is there', () => {
    expect(responseFaults(User, { id: 1, name: 'Ann' })).to.deep.equal([])
    expect(responseFaults(User, { id: 1, name: 'Ann', password: 'long enough' })).to.deep.equal([
      'password is write-only'
    ])
  })

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
    const Either = oneOf(Access, User)
    expect(responseFaults(Either, { name: 'Ann', pin: '1' })).to.deep.equal(['must be one of: an Access, an User'])
    expect(responseFaults(Either, { id: 1, name: 'Ann', pin: '1' })).to.deep.equal([])
  })

  it('is missing from the response to a request that contains it', async () => {
    const router = new HttpRouter({ logger: false, responseChecks: 'enforce' })
    router.postFunc('/users', async (ctx) => Object.assign(await ctx.bindValidated(User), { id: 1 }), {
      requestBody: User,
      responses: { 201: { body: User } }
    })
    const { statusCode, body } = await inject(router.handler, {
      ...{ method: 'POST', url: '/users', payload: { id: 7, name: 'Ann', password: 'long enough' } }
    })
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

  it('cannot be both', () => {
    class Nowhere {
      @Field({ readOnly: true, writeOnly: true }) value!: string
    }
    expect(setupErrors(() => recordSchemaOf(Nowhere))).to.deep.equal([
      'FIELD_OPTION_INVALID: the field is both readOnly and writeOnly, so it never travels, Nowhere.value; keep one of them.'
    ])
  })

  it('keeps the rules that class-validator’s own decorators add', () => {
    class Account {
      @MinLength(3) @Field({ readOnly: true }) id!: string
    }
    expect(refusals(Account, { id: 'x' })).to.deep.equal([])
    expect(responseFaults(Account, { id: 'x' })).to.deep.equal(['id must be at least 3 characters long'])
  })
})
