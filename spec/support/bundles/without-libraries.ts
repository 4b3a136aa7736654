// An application of a project that has not installed class-validator, with all parts of a bundle. Ends by itself.
import 'fieldstone/parts/all'
import {
  Application,
  Body,
  bootstrap,
  Controller,
  Field,
  type Middleware,
  oneOf,
  Post,
  Returns,
  ValidationError
} from 'fieldstone'

class Line {
  @Field({ minLength: 2 }) sku!: string
}

class Pickup {
  @Field({ enum: ['pickup'] }) by!: 'pickup'
  @Field({ pattern: '^[A-Z]{2}$' }) shop!: string
}

class Parcel {
  @Field({ enum: ['parcel'] }) by!: 'parcel'
  @Field() address!: string
}

class Order {
  @Field({ format: 'email' }) email!: string
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field(() => [oneOf({ discriminator: 'by', mapping: { pickup: Pickup, parcel: Parcel } })])
  ways!: (Pickup | Parcel)[]
}

@Controller('/orders')
class OrderController {
  @Post({ operationId: 'order' })
  @Returns(200, Order)
  order(@Body() order: Order): Order {
    return order
  }
}

const told: string[] = []
const tellsErrors: Middleware = async (_ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (error instanceof ValidationError) told.push(...error.tree.map(String))
    throw error
  }
}

async function main(): Promise<void> {
  const application = { title: 'Orders', version: '1.0.0', middleware: [tellsErrors] }
  const service = await bootstrap(new Application({ ...application, controllers: [OrderController] }))
  const bodies = [
    { email: 'ann@example.org', lines: [{ sku: 'ab' }], ways: [{ by: 'parcel', address: 'here' }] },
    { email: 'ann', lines: [{ sku: 'a' }], ways: [{ by: 'pickup', shop: 'x' }] }
  ]
  for (const body of bodies) {
    const { statusCode } = await service.inject({ method: 'POST', url: '/orders', body })
    told.push(String(statusCode))
  }
  class Contact {
    @Field({ format: 'phone' }) phone!: string
  }
  class ContactController {
    create(contact: Contact): Contact {
      return contact
    }
  }
  Post({ operationId: 'create' })(ContactController.prototype, 'create', {})
  Body(Contact)(ContactController.prototype, 'create', 0)
  Controller('/contacts')(ContactController)
  const failure = await bootstrap(new Application({ ...application, controllers: [ContactController] })).catch(
    ({ message }: Error) => message
  )
  told.push(String(failure))
  await service.close()
  console.log(JSON.stringify(told))
}

// Not with await at the top, which a bundle in CommonJS cannot have.
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
