import { expect } from 'chai'
import { Field, Integer, mapOf, nullable, Record, Unknown } from 'fieldstone'
import { accepted, bound, refusals, told, validated } from '../support/bound.js'

enum Level {
  Low,
  High = 5
}

enum Mixed {
  Off,
  Text = 'text'
}

class Line {
  @Field({ minLength: 2 }) sku!: string
  @Field(() => Integer, { minimum: 1 }) quantity!: number
}

class Order {
  @Field() placed!: Date
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field({ optional: true }) gift?: Line
  @Field(() => mapOf(Line), { optional: true }) named?: { [name: string]: Line }
}

class Tree {
  @Field() name!: string
  @Field(() => [Tree], { optional: true }) children?: Tree[]
  @Field(() => Tree, { optional: true, nullable: true }) next?: Tree | null
}

describe('A record that is read', () => {
  it('builds instances of the declared classes, with Dates in them', async () => {
    const order = await accepted<Order>(Order, {
      placed: '2024-05-17T08:30:00Z',
      lines: [{ sku: 'ab', quantity: 1 }],
      gift: { sku: 'cd', quantity: 2 },
      named: { x: { sku: 'ef', quantity: 3 } }
    })
    expect(order).to.be.instanceOf(Order)
    expect(order.placed).to.deep.equal(new Date('2024-05-17T08:30:00Z'))
    expect(order.lines[0]).to.be.instanceOf(Line).and.to.include({ sku: 'ab', quantity: 1 })
    expect(order.gift).to.be.instanceOf(Line)
    expect(order.named?.x).to.be.instanceOf(Line)
  })

  it('names the way to each fault', async () => {
    const body = {
      placed: 'yesterday',
      lines: [{ sku: 'ab', quantity: 1 }, { sku: 'a', quantity: 0 }, 'line', null],
      gift: {},
      named: { 'a b': { sku: 'ab', quantity: '1' }, 'c.d': null }
    }
    expect(await refusals(Order, body)).to.deep.equal([
      'placed must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z',
      'lines[1].sku must be at least 2 characters long',
      'lines[1].quantity must be at least 1',
      'lines[2] must be an object',
      'lines[3] must not be null',
      'gift.sku is required',
      'gift.quantity is required',
      'named["a b"].quantity must be an integer',
      'named["c.d"] must not be null'
    ])
  })

  it('has faults with their place, their rule and its limit', async () => {
    expect((await validated(Line, { sku: 'a', quantity: 1, x: 1 })).faults).to.deep.equal([
      { in: 'body', path: 'sku', rule: 'minLength', message: 'must be at least 2 characters long', limit: 2 }
    ])
  })

  it('is new for each request', async () => {
    const first = await accepted<Tree>(Tree, { name: 'a', children: [{ name: 'b' }] })
    first.children?.push(first)
    first.name = 'changed'
    const again = await accepted<Tree>(Tree, { name: 'a', children: [{ name: 'b' }] })
    expect(again.name).to.equal('a')
    expect(again.children).to.have.length(1)
  })

  it('needs neither presence nor rules by `bind`, but the right types', async () => {
    expect((await bound<Order>(Order, { lines: [] })).value?.lines).to.deep.equal([])
    expect((await bound<Order>(Order, { lines: [{ sku: '' }] })).value?.lines[0]).to.include({ sku: '' })
    expect(told(await bound(Order, { lines: {} }))).to.deep.equal(['lines must be an array'])
    expect(told(await bound(Order, []))).to.deep.equal(['must be an object'])
  })

  it('reads recursive records', async () => {
    const body = { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }], next: { name: 'd', next: null } }
    const tree = await accepted<Tree>(Tree, body)
    expect(tree.children?.[0]?.children?.[0]).to.be.instanceOf(Tree).and.to.include({ name: 'c' })
    expect(tree.next).to.include({ name: 'd', next: null })
    expect(await refusals(Tree, { name: 'a', children: [{ name: 'b', next: { name: 5 } }] })).to.deep.equal([
      'children[0].next.name must be a string'
    ])
  })

  it('reads records that hold each other', async () => {
    class Author {
      @Field() name!: string
      @Field(() => [Book], { optional: true }) books?: unknown[]
    }
    class Book {
      @Field() title!: string
      @Field(() => Author, { optional: true }) author?: Author
    }
    const body = { name: 'A', books: [{ title: 'T', author: { name: 'B', books: [{ title: 5 }] } }] }
    expect(await refusals(Author, body)).to.deep.equal(['books[0].author.books[0].title must be a string'])
  })

  it('reads types without a record around them', async () => {
    expect(await accepted([Integer], [1, 2])).to.deep.equal([1, 2])
    expect(await accepted(mapOf([Line]), { a: [{ sku: 'ab', quantity: 1 }] }))
      .to.have.nested.property('a[0]')
      .instanceOf(Line)
    expect(await accepted(nullable(Line), null)).to.equal(null)
    expect(await accepted(Unknown, [1, { a: null }])).to.deep.equal([1, { a: null }])
    expect(await refusals([Integer], [1, 'a'])).to.deep.equal(['[1] must be an integer'])
    expect(await refusals(Integer, null)).to.deep.equal(['must not be null'])
  })

  it('reads the values of enums, and not their names', async () => {
    class Holder {
      @Field(() => Level, { optional: true }) level?: Level
      @Field(() => Mixed, { optional: true }) mixed?: Mixed
      @Field({ enum: Level, optional: true }) byOption?: Level
    }
    expect(await refusals(Holder, { level: 0, mixed: 'text', byOption: 5 })).to.deep.equal([])
    expect(await refusals(Holder, { level: 'Low', mixed: 'Off', byOption: '5' })).to.deep.equal([
      'level must be one of 0, 5',
      'mixed must be one of 0, "text"',
      'byOption must be one of 0, 5'
    ])
  })
})

describe('Unknown fields', () => {
  class Lax {
    @Field() a!: string
  }
  @Record({ unknownFields: 'reject' })
  class Strict {
    @Field() a!: string
  }
  class Heir extends Strict {
    @Field() b!: string
  }
  @Record({ unknownFields: 'strip' })
  class Relaxed extends Strict {}

  it('are dropped', async () => {
    expect(await accepted(Lax, { a: 'x', b: 1, toString: 2 })).to.have.all.keys('a')
  })

  it('are refused where the record says so, each by its name', async () => {
    expect(await refusals(Strict, { a: 'x', b: 1, 'c d': 2 })).to.deep.equal([
      'b is not a field of this record',
      '["c d"] is not a field of this record'
    ])
  })

  it('are refused in a subclass, unless that says otherwise', async () => {
    expect(await refusals(Heir, { a: 'x', b: 'y', c: 1 })).to.deep.equal(['c is not a field of this record'])
    expect(await refusals(Relaxed, { a: 'x', c: 1 })).to.deep.equal([])
  })
})
