// The named application on Fieldstone: orders with bodies, parameters, a pattern, and the document.
import {
  Application,
  Body,
  bootstrap,
  Controller,
  Field,
  Get,
  Integer,
  NotFound,
  Param,
  Post,
  Query,
  Record,
  Returns
} from 'fieldstone'
import { findOrder, orderTotal, PORT } from './orders.js'

@Record({ name: 'Address' })
class Address {
  @Field({ minLength: 1 }) street!: string
  @Field({ minLength: 1 }) city!: string
  @Field({ pattern: '^\\d{5}(-\\d{4})?$' }) zip!: string
}

@Record({ name: 'Customer' })
class Customer {
  @Field({ minLength: 1 }) name!: string
  @Field({ format: 'email' }) email!: string
  @Field() address!: Address
}

@Record({ name: 'OrderLine' })
class OrderLine {
  @Field({ minLength: 1 }) sku!: string
  @Field(() => Integer, { minimum: 1 }) qty!: number
  @Field({ minimum: 0 }) price!: number
}

@Record({ name: 'NewOrder' })
class NewOrder {
  @Field() customer!: Customer
  @Field(() => [OrderLine], { minItems: 1, maxItems: 100 }) lines!: OrderLine[]
  @Field({ optional: true, maxLength: 500 }) note?: string
}

@Record({ name: 'Receipt' })
class Receipt {
  @Field() status!: string
  @Field() total!: number
}

@Record({ name: 'Order' })
class Order {
  @Field(() => Integer) id!: number
  @Field() customer!: string
  @Field() createdAt!: Date
}

@Controller('/orders')
class OrderController {
  @Post()
  @Returns(201, Receipt)
  create(@Body() order: NewOrder): Receipt {
    return { status: 'created', total: orderTotal(order.lines) }
  }

  @Get('/{id}')
  @Returns(200, Order)
  @Returns(404)
  find(@Param('id', Integer, { minimum: 1 }) id: number): Order {
    const order = findOrder(id)
    if (order === undefined) throw new NotFound(`There is no order ${id}`)
    return order
  }

  @Get()
  @Returns(200, [Order])
  list(@Query('limit', Integer, { minimum: 1, maximum: 100, default: 20 }) limit: number): Order[] {
    return Array.from({ length: Math.min(limit, 3) }, (_, index) => findOrder(index + 1) as Order)
  }
}

async function main(): Promise<void> {
  const service = await bootstrap(
    new Application({ title: 'Orders', version: '1.0.0', controllers: [OrderController], spec: '/openapi.json' })
  )
  await service.listen({ port: PORT, host: '127.0.0.1' })
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
