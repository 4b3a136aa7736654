import { Controller, Get, Integer, NotFound, Param, Query, Returns } from 'fieldstone'
import { ItemStore } from './item-store.js'
import { Item, ItemQuery } from './records.js'

@Controller('/items', { tags: ['Items'] })
export class ItemController {
  /** The store is constructed once and handed in, because its class is the parameter's type. */
  constructor(private readonly items: ItemStore) {}

  /** Both parameters are required: without one of them, or with an empty one, nobody gets here. */
  @Get({ summary: 'Echo the query' })
  @Returns(200, ItemQuery)
  search(@Query('name', String, { minLength: 1 }) name: string, @Query('id', Integer) id: number): ItemQuery {
    return { item_name: name, item_id: String(id) }
  }

  /** `Integer` makes `/items/abc` a 400 and documents the parameter as an integer. */
  @Get('/{id}', { summary: 'Retrieve an item by ID' })
  @Returns(200, Item)
  @Returns(404, { description: 'Not found' })
  find(@Param('id', Integer, { description: 'Item ID' }) id: number): Item {
    return this.items.find(id) ?? NotFound.throw()
  }
}
