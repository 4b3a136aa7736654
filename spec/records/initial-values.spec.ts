import { expect } from 'chai'
import { IsArray, IsInt, IsObject, IsOptional, Min } from 'class-validator'
import { declarationErrors } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

describe('The initial value of a property', () => {
  it('is its default in the document', () => {
    class Search {
      @IsOptional() @IsInt() page = 1
      @IsOptional() @IsArray() marks = [1, [2]]
      @IsOptional() @IsArray() gaps = [null, 1]
    }
    const { page, marks, gaps } = propertiesOf(Search)
    expect([page?.default, marks?.default, gaps?.default]).to.deep.equal([1, [1, [2]], [null, 1]])
  })

  it('is no default where each instance has another one, or where it breaks a rule', () => {
    let made = 0
    class Made {
      @IsOptional() @IsInt() number = made++
      @IsInt() @Min(1) page = 0
      @IsInt() @Min(1) size = 20
    }
    const { required, properties } = componentsOf(Made).Made ?? {}
    expect(required).to.deep.equal(['page'])
    expect(properties?.number).not.to.have.property('default')
    expect(properties?.page).not.to.have.property('default')
    expect(properties?.size).to.have.property('default', 20)
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
