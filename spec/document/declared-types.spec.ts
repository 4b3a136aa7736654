import { expect } from 'chai'
import {
  DateOnly,
  Field,
  generateOpenAPISpec,
  genericRecord,
  Integer,
  mapOf,
  nullable,
  oneOf,
  PartialType,
  type RouteOptions,
  Router,
  tupleOf,
  type ValueOf
} from 'fieldstone'
import { setupErrorsIn } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Card {
  @Field({ enum: ['card'] }) method!: 'card'
  @Field({ writeOnly: true }) number!: string
}

class Invoice {
  @Field() method!: string
  @Field(() => DateOnly, { example: '2024-05-17' }) due!: string
}

const Payment = oneOf({ discriminator: 'method', mapping: { card: Card, invoice: Invoice } })

const Page = genericRecord('Page', <E>(item: E) => {
  class Page {
    @Field(() => [item]) items!: ValueOf<E>[]
  }
  return Page
})

class Order {
  @Field(() => Integer, { readOnly: true }) id!: number
  @Field(() => Payment) payment!: Card | Invoice
  @Field(() => nullable(Payment), { optional: true }) refund?: Card | Invoice | null
  @Field(() => oneOf(String, Card, [Integer]), { nullable: true }) note!: unknown
  @Field(() => tupleOf(String, nullable(Integer), Card)) entry!: [string, number | null, Card]
  @Field(() => mapOf([tupleOf(Number, Number)])) tracks!: { [name: string]: [number, number][] }
}

function documentOf(openapi: '3.0' | '3.1', options: RouteOptions) {
  const router = new Router({ logger: false, unknownFields: 'reject' })
  router.postFunc('/orders/{id}', () => undefined, options)
  return generateOpenAPISpec(router, { title: 'Orders', version: '1.0.0', openapi })
}

describe('A document of all types', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is valid OpenAPI ${openapi}`, async () => {
      const document = documentOf(openapi, {
        requestBody: PartialType(Order),
        responses: { 200: { body: Page(Order) }, 201: { body: Page(Payment as never) } },
        parameters: [{ name: 'area', in: 'query', schema: tupleOf(Number, Number), example: [1, 2] }]
      })
      expect(await complaintsAbout(document)).to.deep.equal([])
      expect(Object.keys(document.components?.schemas ?? {})).to.include.members([
        ...['PartialOrder', 'OrderPage', 'Order', 'Card', 'Invoice', 'CardOrInvoicePage']
      ])
    })
  }
})

describe('The example of a parameter', () => {
  const parameters = (example: unknown, schema?: unknown) => [{ name: 'day', in: 'query' as const, schema, example }]

  it('is of its type', () => {
    for (const [example, schema] of [
      ['x'],
      [5, Integer],
      ['2024-05-17', DateOnly],
      [7, 0],
      [[1], [Integer]]
    ] as const) {
      expect(setupErrorsIn(() => documentOf('3.0', { parameters: parameters(example, schema) }))).to.deep.equal([])
    }
  })

  it('else it is a setup error that names the parameter', () => {
    const [reported, ...more] = setupErrorsIn(() => documentOf('3.0', { parameters: parameters('5', Integer) }))
    expect(reported).to.match(
      /^PARAMETER_INVALID: the example must be an integer, .*query parameter day; give an example of its/
    )
    expect(more).to.deep.equal([])
  })
})
