import { Body, Controller, Get, Integer, Param, Post, Query, Returns } from 'fieldstone'
import { CATALOG, findItem, orderTotal } from '../data.js'
import {
  CatalogItem,
  DataPayload,
  DataReceipt,
  Item,
  ItemQuery,
  Order,
  OrderReceipt,
  Signup,
  SignupReceipt,
  UserStatus
} from './records.js'

/** The measured routes, written as anybody would write them. */
@Controller()
export class BenchController {
  @Post('/data')
  @Returns(200, DataReceipt)
  receive(@Body() data: DataPayload): DataReceipt {
    return { status: 'success', received_name: data.name }
  }

  @Get('/items')
  @Returns(200, ItemQuery)
  search(@Query('name', String, { minLength: 1 }) name: string, @Query('id', Integer) id: number): ItemQuery {
    return { item_name: name, item_id: String(id) }
  }

  @Get('/users/{id}')
  @Returns(200, UserStatus)
  user(@Param('id', String) id: string): UserStatus {
    return { status: 'ok', user_id: id }
  }

  @Get('/items/{id}')
  @Returns(200, Item)
  item(@Param('id', Integer) id: number): Item {
    return findItem(id)
  }

  @Post('/signup')
  @Returns(201, SignupReceipt)
  signup(@Body() signup: Signup): SignupReceipt {
    return { status: 'created', username: signup.username }
  }

  @Get('/catalog')
  @Returns(200, [CatalogItem])
  catalog(): CatalogItem[] {
    return CATALOG
  }

  @Post('/order')
  @Returns(201, OrderReceipt)
  order(@Body() order: Order): OrderReceipt {
    return { status: 'created', total: orderTotal(order.lines) }
  }
}
