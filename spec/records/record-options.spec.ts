import { expect } from 'chai'
import { IsInt } from 'class-validator'
import {
  Application,
  bootstrap,
  type Class,
  Controller,
  Field,
  type FieldOptions,
  Get,
  Integer,
  mapOf,
  PartialType,
  Post,
  Query,
  Record,
  type RecordOptions,
  type TypeExpression
} from 'fieldstone'
import { setupErrors } from '../support/applications.js'
import { accepted, declarationErrors, JsonText, refusals, written } from '../support/bound.js'
import { componentsOf, componentsOfAll, propertiesOf } from '../support/documented.js'

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
  return componentsOfAll(targets, openapi, 'request', { schemas: 'allOf', unknownFields })
}

describe('A record with additional properties', () => {
  it('makes properties of the instance of them, whatever the class has of their names', async () => {
    const text = '{"name":"a","x":1,"__proto__":2,"constructor":3,"shout":4}'
    const body = JSON.parse(text)
    const counts = await accepted<Counts>(Counts, new JsonText(text))
    expect(counts).to.be.instanceOf(Counts)
    expect(Object.entries(counts)).to.deep.equal([...Object.entries(body)])
    expect(Object.getPrototypeOf(counts)).to.equal(Counts.prototype)
    expect(({} as { x?: unknown }).x).to.equal(undefined)
  })

  it('checks each of them by its type, and names it', async () => {
    expect(await refusals(Counts, { name: 'a', x: '1', y: 1.5 })).to.deep.equal([
      'x must be an integer',
      'y must be an integer'
    ])
  })

  it('writes them, with their type, and nothing of a value of another type', async () => {
    expect(await written(Counts, await accepted(Counts, { name: 'a', x: 1 }))).to.equal('{"name":"a","x":1}')
    expect(await written(Counts, { name: 'a', x: undefined, y: 2 })).to.equal('{"name":"a","y":2}')
    const failure = await written(Counts, { name: 'a', x: { secret: 1 } }).catch((error: Error) => error.message)
    expect(failure).to.contain("'x' cannot be written as JSON")
  })

  it('is documented with the type, also of a class that inherits it', () => {
    class More extends Counts {
      @Field() more!: string
    }
    const additional = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
    expect(componentsOf(More).More?.additionalProperties).to.deep.equal(additional)
    expect(componentsOf(PartialType(Counts)).PartialCounts?.additionalProperties).to.deep.equal(additional)
  })

  it('is documented so that requests may have what only responses have, of any type: it is dropped', async () => {
    @Record({ additionalProperties: Integer })
    class Stored {
      @Field() name!: string
      @Field({ readOnly: true }) id!: string
    }
    expect(await accepted(Stored, { name: 'a', id: ['x'], y: 1 })).to.include({ id: undefined, y: 1 })
    expect(propertiesOf(Stored).id).to.deep.equal({ readOnly: true })
    expect(propertiesOf(Stored, '3.0', 'response').id).to.deep.equal({ type: 'string', readOnly: true })
  })

  it('is a setup error where it cannot be meant', async () => {
    const errors = async (options: RecordOptions, declare: (target: Class) => void = () => undefined) => {
      class Holder {
        @Field() name!: string
      }
      declare(Holder)
      Record(options)(Holder)
      return (await declarationErrors(Holder)).join()
    }
    expect(await errors({ additionalProperties: false })).to.contain(
      "additionalProperties is false, @Record of Holder; write unknownFields: 'reject'"
    )
    expect(await errors({ additionalProperties: true })).to.contain('write the type of the others: Unknown')
    expect(await errors({ additionalProperties: String, unknownFields: 'strip' })).to.contain('keep one of them')
    const renamed = (target: Class) => Field(() => String, { name: 'other_name' })(target.prototype, 'otherName')
    expect(await errors({ additionalProperties: String }, renamed)).to.contain("one of which may be called 'otherName'")
    expect(await errors({ minProperties: -1 })).to.contain('minProperties is -1')
    expect(await errors({ minProperties: 2, maxProperties: 1 })).to.contain(
      'minProperties 2 is more than maxProperties 1'
    )
    expect(await errors({ maxProperties: 0 })).to.contain('maxProperties is 0, and 1 field is required')
    expect(await errors({ minProperties: 2, unknownFields: 'reject' })).to.contain('the record has 1 field,')
    expect(await errors({ minProperties: 1, unknownFields: 'reject' })).to.equal('')
    const only = (target: Class) => Field(() => String, { readOnly: true })(target.prototype, 'id')
    expect(await errors({ maxProperties: 1 }, only)).to.equal('')
    expect(await errors({ title: 5 as never })).to.contain('the title is not a text')
    expect(await errors({ example: { name: 5 } })).to.contain('the example name must be a string')
    expect(await errors({ 'x-rules': [] })).to.contain('Fieldstone writes x-rules itself')
    expect(await errors({ 'x-y': new Date() })).to.contain('the extension x-y is not JSON')
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
  it('are about what was sent, of maps and of records', async () => {
    class Named {
      @Field({ optional: true }) name?: string
    }
    class Holder {
      @Field(() => mapOf(Integer), { minProperties: 1, maxProperties: 1, optional: true }) map?: object
      @Field(() => Named, { minProperties: 1, optional: true }) named?: Named
    }
    expect(await refusals(Holder, { map: { a: 1 }, named: { other: 1 } })).to.deep.equal([])
    expect(await refusals(Holder, { map: {}, named: {} })).to.deep.equal([
      'map must have at least 1 property',
      'named must have at least 1 property'
    ])
    expect(await refusals(Holder, { map: { a: 1, b: 2 } })).to.deep.equal(['map must have at most 1 property'])
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

  it('of a whole record are one fault of it', async () => {
    @Record({ minProperties: 1 })
    class Changes extends PartialType(Vehicle) {}
    expect(await refusals(Changes, {})).to.deep.equal(['must have at least 1 property'])
    expect(await refusals(Changes, { plate: 'a' })).to.deep.equal([])
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

  it('are not inherited', () => {
    @Record({
      unknownFields: 'reject',
      name: 'Base',
      title: 'A base',
      description: 'Of all.',
      minProperties: 1,
      'x-y': 1
    })
    class Original {
      @Field() name!: string
    }
    class Heir extends Original {}
    expect(componentsOf(Heir)).to.deep.equal({
      Heir: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false
      }
    })
  })

  it('may be several examples in OpenAPI 3.1 alone, each of the type', async () => {
    class Sized {
      @Field({ maxLength: 3, examples: ['S', 'XL'] }) size!: string
    }
    expect(propertiesOf(Sized, '3.1').size?.examples).to.deep.equal(['S', 'XL'])
    class One {
      @Field({ examples: ['S'] }) size!: string
    }
    expect(propertiesOf(One).size).to.deep.equal({ type: 'string', example: 'S' })
    expect((await setupErrors(() => propertiesOf(Sized))).join()).to.contain(
      "OpenAPI 3.0 has no list of examples in schemas, Sized.size; write openapi: '3.1'"
    )
    class Wrong {
      @Field({ maxLength: 3, examples: ['S', 'XXXL'] }) size!: string
    }
    expect((await setupErrors(() => propertiesOf(Wrong, '3.1'))).join()).to.contain(
      'the example must be at most 3 characters long'
    )
    @Record({ examples: [{ size: 'S' }, {}] })
    class Whole {
      @Field() size!: string
    }
    expect((await setupErrors(() => componentsOf(Whole, '3.1'))).join()).to.contain(
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

  // A field that is declared again: the component of the base is a part only where it accepts all that the field does.
  const redeclared: [TypeExpression, base: FieldOptions, own: FieldOptions, isPart: boolean][] = [
    ...(['minimum', 'exclusiveMinimum'] as const).flatMap((bound): typeof redeclared => [
      [Number, { [bound]: 2 }, { [bound]: 2 }, true],
      [Number, { [bound]: 2 }, { [bound]: 3 }, true],
      [Number, { [bound]: 2 }, { [bound]: 1 }, false],
      [Number, { [bound]: 2 }, {}, false]
    ]),
    ...(['maximum', 'exclusiveMaximum'] as const).flatMap((bound): typeof redeclared => [
      [Number, { [bound]: 2 }, { [bound]: 1 }, true],
      [Number, { [bound]: 2 }, { [bound]: 3 }, false]
    ]),
    ...(
      [
        [String, 'minLength', 'maxLength'],
        [[String], 'minItems', 'maxItems'],
        [mapOf(String), 'minProperties', 'maxProperties']
      ] as const
    ).flatMap(([type, least, most]): typeof redeclared => [
      [type, { [least]: 2 }, { [least]: 3 }, true],
      [type, { [least]: 2 }, { [least]: 1 }, false],
      [type, { [most]: 2 }, { [most]: 1 }, true],
      [type, { [most]: 2 }, { [most]: 3 }, false]
    ]),
    [Number, {}, { minimum: 2, maximum: 3 }, true],
    [String, { enum: ['a', 'b'] }, { enum: ['a'] }, true],
    [String, { enum: ['a'] }, { enum: ['a', 'b'] }, false],
    [String, { nullable: true }, {}, true],
    [String, {}, { nullable: true }, false],
    [String, { optional: true }, {}, true],
    [String, {}, { optional: true }, false],
    [String, { description: 'of all' }, { description: 'own' }, true],
    [String, { title: 'of all' }, { maxLength: 2 }, true],
    [String, { deprecated: true }, { maxLength: 2 }, true],
    [String, { example: 'a' }, { maxLength: 2 }, true],
    [String, { 'x-own': 1 }, { maxLength: 2 }, true],
    [String, { minLength: 0 }, {}, true],
    [String, { default: 'a' }, { default: 'b' }, true],
    [String, { writeOnly: true }, {}, true],
    [String, { format: 'uuid' }, {}, false]
  ]
  for (const [type, base, own, isPart] of redeclared) {
    const what = isPart ? 'is a part' : 'is flat'
    it(`${what} where ${JSON.stringify(base)} of ${type === String ? 'a text' : type === Number ? 'a number' : Array.isArray(type) ? 'a list' : 'a map'} becomes ${JSON.stringify(own)}`, () => {
      class Base {
        @Field() other!: string
        value: unknown
      }
      class Sub extends Base {}
      Field(() => type, base)(Base.prototype, 'value')
      Field(() => type, own)(Sub.prototype, 'value')
      const { Sub: component } = componentsWith('3.1', 'strip', Sub)
      expect(component !== undefined && 'allOf' in component).to.equal(isPart)
    })
  }

  it('is flat in responses for a class that shows what the one that it extends keeps to requests', () => {
    class Base {
      @Field() shown!: string
      @Field({ writeOnly: true }) hidden!: string
      @Field({ readOnly: true }) given!: string
    }
    class Open extends Base {
      @Field() declare hidden: string
    }
    const { Open: inResponses } = componentsOfAll([Open], '3.1', 'response', { schemas: 'allOf' })
    expect(inResponses).to.not.have.property('allOf')
    expect(inResponses?.required).to.include('hidden')
    class Taking extends Base {
      @Field() declare given: string
    }
    expect(componentsWith('3.1', 'strip', Taking).Taking).to.deep.equal({
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { type: 'object', properties: { given: { type: 'string' } }, required: ['given'] }
      ]
    })
  })

  it('leaves what describes the other with it', () => {
    const described = { title: 'A base', description: 'Of all.', example: { name: 'a' }, 'x-table': 'bases' }
    @Record(described)
    class Base {
      @Field() name!: string
    }
    class Heir extends Base {}
    for (const openapi of ['3.0', '3.1'] as const) {
      const { Heir: heir, Base: base } = componentsWith(openapi, 'strip', Heir)
      expect(heir).to.deep.equal({ allOf: [{ $ref: '#/components/schemas/Base' }] })
      expect(base).to.include({ title: 'A base', 'x-table': 'bases' })
    }
  })

  for (const options of [{ minProperties: 1 }, { maxProperties: 5 }, { additionalProperties: Integer }] as const) {
    it(`is flat for a class with ${Object.keys(options)}, and for one that extends it`, () => {
      @Record(options)
      class Counted extends Vehicle {}
      class More extends Counted {
        @Field(() => Integer) more!: number
      }
      expect(componentsWith('3.1', 'strip', Counted).Counted).to.not.have.property('allOf')
      expect(componentsWith('3.1', 'strip', More).More).to.not.have.property('allOf')
    })
  }

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
