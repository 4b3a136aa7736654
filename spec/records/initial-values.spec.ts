import { expect } from 'chai'
import { IsArray, IsInt, IsObject, IsOptional } from 'class-validator'
import { declarationErrors } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

describe('The initial value of a property', () => {
  it('is its default in the document', () => {
    class Search {
      @IsOptional() @IsInt() page = 1
      @IsOptional() @IsArray() marks = [1, [2]]
    }
    const { page, marks } = propertiesOf(Search)
    expect([page?.default, marks?.default]).to.deep.equal([1, [1, [2]]])
  })

  it('is a setup error if JSON has no form for it: a bigint, alone and within', async () => {
    class Big {
      @IsOptional() @IsInt() count: unknown = 5n
      @IsOptional() @IsObject() inside: unknown = { list: [1, 2n] }
    }
    const start =
      'FIELD_OPTION_INVALID: the initial value cannot be written as JSON (Do not know how to serialize a BigInt), Big.'
    const errors = await declarationErrors(Big)
    expect(errors.map((message) => message.split(';')[0])).to.deep.equal([`${start}count`, `${start}inside`])
  })

  it('is a setup error if it contains itself', async () => {
    class Ring {
      @IsOptional() @IsObject() ring: { next?: unknown } = {}
      constructor() {
        this.ring.next = [this.ring]
      }
    }
    const [error] = await declarationErrors(Ring)
    expect(error).to.match(
      /^FIELD_OPTION_INVALID: .*\(Converting circular structure to JSON\), Ring\.ring; initialize it/
    )
  })

  it('is ignored if it is an instance of a class', () => {
    class Held {
      readonly self = this
      readonly big = 5n
    }
    class Holder {
      @IsOptional() @IsObject() held: unknown = new Held()
    }
    expect(propertiesOf(Holder).held).not.to.have.property('default')
  })
})
