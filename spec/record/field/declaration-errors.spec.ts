import { expect } from 'chai'
import { Field, Record, type TypeExpression } from 'fieldstone'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { setupErrors } from '../../support/binding.js'
import type { Author as AuthorType } from '../../support/circular-author.js'
import { Book } from '../../support/circular-book.js'

function documented(...types: readonly TypeExpression[]): string[] {
  const emitter = new SchemaEmitter()
  for (const type of types) emitter.schemaOf(parseType(type, 'ItemController.find'), 'ItemController.find')
  return Object.keys(emitter.components)
}

function lineOf(...fields: readonly PropertyDecorator[]) {
  class Line {}
  fields.forEach((field, index) => {
    field(Line.prototype, `field${index}`)
  })
  return Line
}

describe('The error of a declaration has its place and a remedy', () => {
  it('for two records of one name', () => {
    class Order {
      @Field(() => lineOf(Field(() => String))) first!: object
      @Field(() => lineOf(Field(() => Number))) second!: object
    }
    const [message] = setupErrors(() => documented(Order))
    expect(message).to.match(/^RECORD_NAME_DUPLICATE: two different records or enums are named Line, /)
    expect(message).to.include('used by Order.first and by Order.second; ')
    expect(message).to.include("rename one of them, or give one another name in the document: @Record({ name: '…' })")
  })

  it('and the remedy works', () => {
    const other = lineOf(Field(() => Number))
    Record({ name: 'PricedLine' })(other)
    expect(documented(lineOf(Field(() => String)), other)).to.deep.equal(['Line', 'PricedLine'])
  })

  it('for a class that is imported as a type', () => {
    class Chapter {
      @Field() author!: AuthorType
    }
    const [message] = setupErrors(() => recordSchemaOf(Chapter))
    expect(message).to.match(
      /^FIELD_TYPE_UNKNOWN: the type leaves no class at run time .*`import type`.*, Chapter\.author; /
    )
    expect(message).to.include('write @Field(() => TheType) with TheType imported as a value; ')
    expect(message).to.include('let the property be of type Relation<TheType>')
  })

  it('for a circular import that leaves undefined', () => {
    class Chapter {
      @Field(() => [undefined]) authors!: object[]
    }
    const [message] = setupErrors(() => recordSchemaOf(Chapter))
    expect(message).to.match(/^FIELD_TYPE_UNKNOWN: the type is undefined \(a circular import.*, Chapter\.authors; /)
    expect(message).to.include('import the class as a value and name it in a function, @Field(() => TheType)')
  })

  it('and two files that import each other can follow it', () => {
    expect(documented(Book)).to.deep.equal(['Book', 'Author'])
  })

  it('for a missing type', () => {
    class Chapter {
      @Field() size!: string | number
      @Field() lines!: string[]
    }
    const messages = setupErrors(() => recordSchemaOf(Chapter))
    expect(messages[0]).to.include('Chapter.size; write @Field(() => TheType)')
    expect(messages[1]).to.include('Chapter.lines; write @Field(() => [TheType])')
  })
})
