import { expect } from 'chai'
import { Field, Integer, Unknown } from 'fieldstone'
import { accepted, declarationErrors, refusals } from '../support/bound.js'

class Line {
  @Field({ minLength: 2 }) sku!: string
  @Field(() => Integer, { minimum: 1 }) quantity!: number
}

describe('Presence, null and defaults', () => {
  class Holder {
    @Field() required!: string
    @Field({ optional: true }) optional?: string
    @Field(() => String, { nullable: true }) nullable!: string | null
    @Field(() => String, { optional: true, nullable: true }) both?: string | null
    @Field({ default: 'd' }) filled!: string
    @Field(() => String, { default: null, nullable: true }) nulled!: string | null
    @Field(() => Unknown) any!: unknown
  }

  it('are independent of each other', async () => {
    expect(await refusals(Holder, { required: '', nullable: null, any: null })).to.deep.equal([])
    expect(await refusals(Holder, {})).to.deep.equal([
      'required is required',
      'nullable is required',
      'any is required'
    ])
    expect(
      await refusals(Holder, {
        required: null,
        optional: null,
        nullable: null,
        both: null,
        filled: null,
        nulled: null,
        any: 1
      })
    ).to.deep.equal(['required must not be null', 'optional must not be null', 'filled must not be null'])
  })

  it('fill in defaults, and leave the rest undefined', async () => {
    expect(await accepted(Holder, { required: 'r', nullable: null, any: 0 })).to.include({
      required: 'r',
      optional: undefined,
      nullable: null,
      both: undefined,
      filled: 'd',
      nulled: null,
      any: 0
    })
  })

  it('make a fresh default for each record, bound like a value that was sent', async () => {
    class Filled {
      @Field(() => [String], { default: ['a'] }) tags!: string[]
      @Field({ default: { sku: 'ab', quantity: 1 } }) line!: Line
      @Field({ default: '2024-05-17T08:30:00Z' }) moment!: Date
    }
    const first = await accepted<Filled>(Filled, {})
    first.tags.push('b')
    first.line.quantity = 9
    first.moment.setFullYear(1)
    const second = await accepted<Filled>(Filled, {})
    expect(second.tags).to.deep.equal(['a'])
    expect(second.line).to.be.instanceOf(Line).and.to.include({ quantity: 1 })
    expect(second.moment).to.deep.equal(new Date('2024-05-17T08:30:00Z'))
  })

  it('keep what a class sets itself, where an optional field is absent', async () => {
    class Paged {
      @Field(() => Integer, { optional: true }) page = 1
    }
    expect(await accepted(Paged, {})).to.include({ page: 1 })
    expect(await accepted(Paged, { page: 2 })).to.include({ page: 2 })
  })

  const broken: [string, () => abstract new () => object, string][] = [
    [
      'a type',
      () => {
        class Broken {
          @Field({ default: '1' }) value!: number
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default must be a number, Broken.value; give a default that the field accepts.'
    ],
    [
      'a rule',
      () => {
        class Broken {
          @Field({ default: 'a', minLength: 2 }) value!: string
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default must be at least 2 characters long, Broken.value; give a default that the field accepts.'
    ],
    [
      'a rule deep inside',
      () => {
        class Broken {
          @Field(() => [Line], { default: [{ sku: 'ab', quantity: 0 }] }) value!: Line[]
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default [0].quantity must be at least 1, Broken.value; give a default that the field accepts.'
    ],
    [
      'null',
      () => {
        class Broken {
          @Field({ default: null }) value!: string
        }
        return Broken
      },
      'FIELD_OPTION_INVALID: the default must not be null, Broken.value; give a default that the field accepts.'
    ],
    [
      'the end, since it holds itself',
      () => {
        class Broken {
          @Field(() => Broken, { default: {} }) left!: object
          @Field(() => Broken, { default: {} }) right!: object
        }
        return Broken
      },
      // However it is said.
      'nest'
    ]
  ]
  for (const [what, declare, message] of broken) {
    it(`refuse a default that breaks ${what}, at start-up`, async () => {
      const [error] = await declarationErrors(declare())
      expect(error).to.include(message)
    })
  }

  for (const message of ['is wrong', () => 'is wrong']) {
    it(`do not let a ${typeof message} for a message decide whether a record is accepted`, async () => {
      class Tagged {
        @Field(() => [String], { default: ['a'], uniqueItems: true, message }) tags!: string[]
        @Field(() => String, { optional: true, minLength: 3, message }) name = ''
      }
      expect(await accepted(Tagged, {})).to.deep.include({ tags: ['a'], name: '' })
      expect(await refusals(Tagged, { tags: ['a', 'a'], name: '' })).to.deep.equal(['tags is wrong', 'name is wrong'])
    })
  }

  it('let a recursive record have defaults', async () => {
    class Node {
      @Field({ default: 'unnamed' }) name!: string
      @Field(() => Node, { nullable: true, default: null }) next!: Node | null
      @Field(() => [Node], { default: [] }) children!: Node[]
    }
    class Root {
      @Field(() => Node, { default: { next: { name: 'second' }, children: [{}] } }) node!: Node
    }
    const { node } = await accepted<Root>(Root, {})
    expect(node).to.be.instanceOf(Node).and.to.include({ name: 'unnamed' })
    expect(node.next).to.be.instanceOf(Node).and.to.deep.include({ name: 'second', next: null, children: [] })
    expect(node.children[0]).to.deep.include({ name: 'unnamed', next: null, children: [] })
    expect((await accepted<Node>(Node, { children: [{ next: {} }] })).children[0]?.next).to.deep.include({
      children: []
    })
  })
})
