import { expect } from 'chai'
import { enumOf, Field, Integer, nullable, Record as RecordOf, type SchemaObject, tupleOf } from 'fieldstone'
import { declarationErrors, responseErrors } from '../support/bound.js'
import { componentsOf } from '../support/documented.js'
import { Colours, holderOf, INTEGER, Item, judge } from '../support/documented-fields.js'

describe('The components of a document', () => {
  it('hold a record with its JSON names, its required fields and its description', () => {
    @RecordOf({ description: 'Someone.', unknownFields: 'reject' })
    class User {
      @Field(() => Integer) id!: number
      @Field({ name: 'nick', optional: true }) nickName?: string
      @Field({ optional: true, nullable: true }) note?: string
    }
    expect(componentsOf(User)).to.deep.equal({
      User: {
        type: 'object',
        description: 'Someone.',
        properties: { id: INTEGER, nick: { type: 'string' }, note: { type: 'string', nullable: true } },
        required: ['id'],
        additionalProperties: false
      }
    })
  })

  it('leave out an empty list of required fields, and allow unknown fields that are dropped', () => {
    expect(componentsOf(holderOf(String, { optional: true })).Holder).to.deep.equal({
      type: 'object',
      properties: { value: { type: 'string' } }
    })
  })

  it('hold each record and each named enum once', () => {
    const whole = tupleOf(Item, [Item], Colours, enumOf(['red', 'green'], 'Colour'), nullable(Item))
    const components = componentsOf(whole)
    expect(components).to.have.all.keys('Item', 'Colour')
    expect(components.Colour).to.deep.equal({ type: 'string', enum: ['red', 'green'] })
  })

  it('describe a recursive record by a reference to itself, which a validator follows', () => {
    class Tree {
      @Field() name!: string
      @Field(() => [Tree]) children!: Tree[]
      @Field(() => Tree, { nullable: true, optional: true }) parent?: Tree | null
    }
    expect(componentsOf(Tree)).to.have.all.keys('Tree')
    const isValid = judge(Tree, '3.0')
    const leaf = { name: 'leaf', children: [], parent: null }
    expect(isValid({ name: 'root', children: [leaf], parent: leaf })).to.equal(true)
    expect(isValid({ name: 'root', children: [{ ...leaf, children: [{ name: 1, children: [] }] }] })).to.equal(false)
  })

  it('hold names and fields that JavaScript gives a meaning to', () => {
    @RecordOf({ name: 'constructor' })
    class Odd {}
    for (const name of ['__proto__', 'constructor']) Field(() => String, { name })(Odd.prototype, `own ${name}`)
    const components = componentsOf(Odd)
    expect(Object.keys(components)).to.deep.equal(['constructor'])
    expect(Object.keys((Object.values(components)[0] as SchemaObject).properties ?? {})).to.deep.equal([
      '__proto__',
      'constructor'
    ])
  })

  it('are named with the characters that OpenAPI allows', () => {
    @RecordOf({ name: 'Page<Größe>' })
    class Page {
      @Field() a!: string
    }
    expect(Object.keys(componentsOf(Page))).to.deep.equal(['Page_Gr__e_'])
  })

  it('refuse two records, a record and an enum, or two enums of one name, and name those who use them', async () => {
    const other = { Item: class {} }.Item
    Field(() => String)(other.prototype, 'sku')
    class Order {
      @Field(() => Item) item!: Item
      @Field(() => other) gift!: object
    }
    class Car {
      @Field(() => Colours) colour!: string
      @Field(() => enumOf(['blue'], 'Colour')) roof!: string
    }
    class Wall {
      @Field(() => Colours) colour!: string
      @Field(() => enumOf(['blue'], 'Item')) item!: string
      @Field(() => Item) other!: Item
    }
    const remedy = "rename one of them, or give one another name in the document: @Record({ name: '…' })."
    for (const errors of [await declarationErrors(Order), await responseErrors(Order)]) {
      expect(errors).to.deep.equal([
        'RECORD_NAME_DUPLICATE: two different records or enums are named Item, used by Order.item and by Order.gift; ' +
          remedy
      ])
    }
    expect((await declarationErrors(Car))[0]).to.include('named Colour, used by Car.colour and by Car.roof; ')
    expect((await declarationErrors(Wall))[0]).to.match(/named Item, used by Wall\.item and by Wall\.other; /)
  })
})
