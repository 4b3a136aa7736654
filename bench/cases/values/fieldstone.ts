import {
  Application,
  Body,
  bootstrap,
  Controller,
  enumOf,
  Field,
  Get,
  Integer,
  mapOf,
  oneOf,
  Post,
  Returns
} from 'fieldstone'
import { orderTotal, PORT } from '../../data.js'
import { Order, OrderReceipt } from '../../server/records.js'
import { PAYMENTS } from './data.js'
import { MemberDto } from './member.js'

class Card {
  @Field(() => enumOf(['card'])) kind!: 'card'
  @Field() id!: string
  @Field() amount!: number
  @Field() network!: string
  @Field() last4!: string
}

class Transfer {
  @Field(() => enumOf(['transfer'])) kind!: 'transfer'
  @Field() id!: string
  @Field() amount!: number
  @Field() iban!: string
  @Field() name!: string
}

class Cash {
  @Field(() => enumOf(['cash'])) kind!: 'cash'
  @Field() id!: string
  @Field() amount!: number
  @Field() currency!: string
}

type Payment = Card | Transfer | Cash
const payment = oneOf({ discriminator: 'kind', mapping: { card: Card, transfer: Transfer, cash: Cash } })

class MemberReceipt {
  @Field() status!: string
  @Field() username!: string
}

@Controller()
class ValuesController {
  @Get('/ready')
  @Returns(200, String)
  ready(): string {
    return 'ready'
  }

  @Get('/payments')
  @Returns(200, [payment])
  payments(): Payment[] {
    return PAYMENTS as Payment[]
  }

  @Post('/stock')
  @Returns(200, mapOf(Integer))
  stock(@Body(mapOf(Integer)) stock: Record<string, number>): Record<string, number> {
    return stock
  }

  @Post('/members')
  @Returns(201, MemberReceipt)
  join(@Body() member: MemberDto): MemberReceipt {
    return { status: 'created', username: member.username }
  }

  @Post('/order')
  @Returns(201, OrderReceipt)
  order(@Body() order: Order): OrderReceipt {
    return { status: 'created', total: orderTotal(order.lines) }
  }
}

const service = await bootstrap(new Application({ title: 'Bench', version: '1.0.0', controllers: [ValuesController] }))
await service.listen({ port: PORT, host: '127.0.0.1' })
