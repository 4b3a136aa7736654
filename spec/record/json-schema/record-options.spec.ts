import { expect } from 'chai'
import { IsInt } from 'class-validator'
import {
  Application,
  bootstrap,
  type Class,
  Controller,
  Field,
  Get,
  Integer,
  mapOf,
  PartialType,
  Post,
  Query,
  Record,
  type RecordOptions
} from 'fieldstone'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { compileWriter } from '../../../src/record/writer.js'
import { accepted, refusals, setupErrors } from '../../support/binding.js'
import { componentsOf, propertiesOf } from '../../support/documented.js'

@Record({ additionalProperties: Integer })
class Counts {
  @Field() name!: string

  shout(): string {
    return this.name.toUpperCase()
  }
}

class Vehicle {
  @Field() plate!: string
  @Field(() => Integer, { optional: true }) seats?: number
}

class Car extends Vehicle {
  @Field(() => Integer) doors!: number
}

class Van extends Vehicle {}

function componentsWith(openapi: '3.0' | '3.1', unknownFields: 'strip' | 'reject', ...targets: readonly Class[]) {
  const emitter = new SchemaEmitter(openapi, undefined, { schemas: 'allOf', unknownFields })
  for (const target of targets) emitter.use({ kind: 'record', class: target }, 'request')
  for (const target of targets) emitter.schemaOf({ kind: 'record', class: target }, 'here')
  return emitter.components
}

describe('A record with additional properties', () => {
  it('makes properties of the instance of them, whatever the class has of their names', () => {
    const body = JSON.parse('{"name":"a","x":1,"__proto__":2,"constructor":3,"shout":4}')
    const counts = accepted<Counts>(Counts, body)
    expect(counts).to.be.instanceOf(Counts)
    expect(Object.entries(counts)).to.deep.equal([...Object.entries(body)])
    expect(Object.getPrototypeOf(counts)).to.equal(Counts.prototype)
    expect(({} as { x?: unknown }).x).to.equal(undefined)
  })

  it('checks each of them by its type, and names it', () => {
    expect(refusals(Counts, { name: 'a', x: '1', y: 1.5 })).to.deep.equal([
      'x must be an integer',
      'y must be an integer'
    ])
  })

  it('writes them, with their type, by the serializer and by its writer', () => {
    for (const generates of [true, false]) {
      const write = compileWriter({ kind: 'record', class: Counts }, generates)
      expect(write(accepted(Counts, { name: 'a', x: 1 }))).to.equal('{"name":"a","x":1}')
      expect(write({ name: 'a', x: undefined, y: 2 })).to.equal('{"name":"a","y":2}')
      expect(() => write({ name: 'a', x: { secret: 1 } })).to.throw()
    }
  })

  it('is documented with the type, also of a class that inherits it', () => {
    class More extends Counts {
      @Field() more!: string
    }
    const additional = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
    expect(componentsOf(More).More?.additionalProperties).to.deep.equal(additional)
    expect(componentsOf(PartialType(Counts)).PartialCounts?.additionalProperties).to.deep.equal(additional)
  })

  it('is a setup error where it cannot be meant', () => {
    const errors = (options: RecordOptions, declare: (target: Class) => void = () => undefined) => {
      class Holder {
        @Field() name!: string
      }
      declare(Holder)
      Record(options)(Holder)
      return setupErrors(() => recordSchemaOf(Holder)).join()
    }
    expect(errors({ additionalProperties: false })).to.contain(
      "additionalProperties is false, @Record of Holder; write unknownFields: 'reject'"
    )
    expect(errors({ additionalProperties: true })).to.contain('write the type of the others: Unknown')
    expect(errors({ additionalProperties: String, unknownFields: 'strip' })).to.contain('keep one of them')
    const renamed = (target: Class) => Field(() => String, { name: 'other_name' })(target.prototype, 'otherName')
    expect(errors({ additionalProperties: String }, renamed)).to.contain("one of which may be called 'otherName'")
    expect(errors({ minProperties: -1 })).to.contain('minProperties is -1')
    expect(errors({ minProperties: 2, maxProperties: 1 })).to.contain('minProperties 2 is more than maxProperties 1')
    expect(errors({ maxProperties: 0 })).to.contain('maxProperties is 0, and 1 field is required')
    expect(errors({ minProperties: 2, unknownFields: 'reject' })).to.contain('the record has 1 field,')
    expect(errors({ title: 5 as never })).to.contain('the title is not a text')
    expect(errors({ example: { name: 5 } })).to.equal('')
    expect(errors({ 'x-rules': [] })).to.contain('Fieldstone writes x-rules itself')
    expect(errors({ 'x-y': new Date() })).to.contain('the extension x-y is not JSON')
  })

  it('cannot be a list of parameters', async () => {
    @Controller('/counts')
    class CountController {
      @Get()
      list(@Query() counts: Counts) {
        return counts
      }
    }
    const app = new Application({ title: 'Counts', version: '1', controllers: [CountController] })
    const error = await bootstrap(app).catch((thrown: Error) => thrown)
    expect((error as Error).message).to.contain(
      'each field of Counts is a parameter, and OpenAPI has no additionalProperties'
    )
  })
})

describe('Counts of properties', () => {
  it('are about what was sent, of maps and of records', () => {
    class Named {
      @Field({ optional: true }) name?: string
    }
    class Holder {
      @Field(() => mapOf(Integer), { minProperties: 1, maxProperties: 1, optional: true }) map?: object
      @Field(() => Named, { minProperties: 1, optional: true }) named?: Named
    }
    expect(refusals(Holder, { map: { a: 1 }, named: { other: 1 } })).to.deep.equal([])
    expect(refusals(Holder, { map: {}, named: {} })).to.deep.equal([
      'map must have at least 1 property',
      'named must have at least 1 property'
    ])
    expect(refusals(Holder, { map: { a: 1, b: 2 } })).to.deep.equal(['map must have at most 1 property'])
    expect(propertiesOf(Holder).named).to.deep.equal({
      allOf: [{ $ref: '#/components/schemas/Named' }],
      minProperties: 1
    })
  })

  it('are counted in a parameter that is an object', async () => {
    class Filter {
      @Field(() => mapOf(Integer), { minProperties: 2, style: 'deepObject' }) range!: { [name: string]: number }
    }
    @Controller('/items')
    class ItemController {
      @Get()
      list(@Query() filter: Filter) {
        return filter
      }
    }
    const app = new Application({ title: 'Items', version: '1', controllers: [ItemController] })
    const service = await bootstrap(app)
    const { json } = await service.inject({ url: '/items?range[a]=1&range[b]=2' })
    expect(json()).to.deep.equal({ range: { a: 1, b: 2 } })
    expect((await service.inject({ url: '/items?range[a]=1' })).statusCode).to.equal(400)
    const [parameter] = service.document.paths['/items']?.get?.parameters ?? []
    expect(parameter?.schema.minProperties).to.equal(2)
  })

  it('of a whole record are one fault of it', () => {
    @Record({ minProperties: 1 })
    class Changes extends PartialType(Vehicle) {}
    expect(refusals(Changes, {})).to.deep.equal(['must have at least 1 property'])
    expect(refusals(Changes, { plate: 'a' })).to.deep.equal([])
    expect(componentsOf(Changes).Changes?.minProperties).to.equal(1)
  })
})

describe('Titles, examples and extensions', () => {
  @Record({ title: 'A book', example: { title: 'Emma' }, 'x-table': 'books' })
  class Book {
    @Field({ title: 'The title', 'x-order': 1 }) title!: string
    @Field({ title: 'The other', optional: true }) other?: Book
    @IsInt({ always: true }) @Field(() => Integer, { optional: true, 'x-unit': null }) pages?: number
  }

  it('are in the document as they were given', () => {
    const { Book: schema } = componentsOf(Book)
    expect(schema).to.deep.include({ title: 'A book', example: { title: 'Emma' }, 'x-table': 'books' })
    expect(schema?.properties?.title).to.deep.equal({ type: 'string', title: 'The title', 'x-order': 1 })
    expect(schema?.properties?.other).to.deep.equal({
      allOf: [{ $ref: '#/components/schemas/Book' }],
      title: 'The other'
    })
    expect(schema?.properties?.pages).to.include({ 'x-unit': null })
    const { Book: newer } = componentsOf(Book, '3.1')
    expect(newer).to.deep.include({ examples: [{ title: 'Emma' }] })
    expect(newer?.properties?.other).to.deep.equal({ $ref: '#/components/schemas/Book', title: 'The other' })
  })

  it('may be several examples in OpenAPI 3.1 alone, each of the type', () => {
    class Sized {
      @Field({ maxLength: 3, examples: ['S', 'XL'] }) size!: string
    }
    expect(propertiesOf(Sized, '3.1').size?.examples).to.deep.equal(['S', 'XL'])
    expect(setupErrors(() => propertiesOf(Sized)).join()).to.contain(
      "OpenAPI 3.0 has no list of examples in schemas, Sized.size; write openapi: '3.1'"
    )
    class Wrong {
      @Field({ maxLength: 3, examples: ['S', 'XXXL'] }) size!: string
    }
    expect(setupErrors(() => propertiesOf(Wrong, '3.1')).join()).to.contain(
      'the example must be at most 3 characters long'
    )
    @Record({ examples: [{ size: 'S' }, {}] })
    class Whole {
      @Field() size!: string
    }
    expect(setupErrors(() => componentsOf(Whole, '3.1')).join()).to.contain(
      'the example size is required, @Record of Whole'
    )
  })

  it('of a parameter are the parameter’s', async () => {
    @Controller('/books')
    class BookController {
      @Get()
      list(@Query('q', { title: 'Search', 'x-group': ['a'], optional: true }) q?: string) {
        return q
      }

      @Post('', { requestBody: Book })
      create() {}
    }
    const { document } = await bootstrap(
      new Application({ title: 'Books', version: '1', controllers: [BookController] })
    )
    const [parameter] = document.paths['/books']?.get?.parameters ?? []
    expect(parameter).to.deep.equal({
      name: 'q',
      in: 'query',
      required: false,
      'x-group': ['a'],
      schema: { type: 'string', title: 'Search' }
    })
  })
})

describe('Inheritance in the document', () => {
  const reference = { $ref: '#/components/schemas/Vehicle' }
  const doors = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
  const added = { type: 'object', properties: { doors }, required: ['doors'] }

  it('is what a class adds to the component of the class that it extends, where it is asked for', () => {
    expect(componentsWith('3.0', 'strip', Car)).to.deep.include({ Car: { allOf: [reference, added] } })
    expect(componentsWith('3.0', 'strip', Van)).to.have.keys('Van', 'Vehicle')
    expect(componentsOf(Car)).to.have.keys('Car')
  })

  it('closes the whole in OpenAPI 3.1 where unknown fields are rejected, and is flat in 3.0', () => {
    const { Car: car, Vehicle: vehicle } = componentsWith('3.1', 'reject', Car)
    expect(car).to.deep.equal({ allOf: [reference, added], unevaluatedProperties: false })
    expect(vehicle).to.not.have.property('additionalProperties')
    expect(componentsWith('3.0', 'reject', Car)).to.have.keys('Car')
    // A vehicle of its own has no doors.
    const both = componentsWith('3.1', 'reject', Car, Vehicle)
    expect([both.Car?.additionalProperties, both.Vehicle?.additionalProperties]).to.deep.equal([false, false])
  })

  it('is flat for a class that widens a field, or was made of others', () => {
    class Odd extends Vehicle {
      @Field({ nullable: true, optional: true }) declare plate: string
    }
    class Changes extends PartialType(Vehicle) {
      @Field() more!: string
    }
    expect(componentsWith('3.0', 'strip', Odd).Odd).to.not.have.property('allOf')
    expect(componentsWith('3.0', 'strip', Changes)).to.have.keys('Changes')
  })
})
