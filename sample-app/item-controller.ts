import { Controller, Get, Integer, NotFound, Param, Query, Returns } from 'fieldstone'
import { ItemStore } from './item-store.js'
import { Item, ItemQuery } from './records.js'

@Controller('/items', { tags: ['Items'] })
export class ItemController {
  readonly #items: ItemStore

  /** Constructed once, when the service starts, as is the store: its class is the parameter's type. */
  constructor(items: ItemStore) {
    this.#items = items
  }

  /** Both are required: if one is missing, empty or not an integer, a 400 names it, and this is not called. */
  @Get({ summary: 'Echo a query' })
  @Returns(200, ItemQuery)
  search(
    @Query('name', { minLength: 1, example: 'Widget' }) name: string,
    @Query('id', Integer, { example: 7 }) id: number
  ): ItemQuery {
    return { item_name: name, item_id: String(id) }
  }

  /** TypeScript's `number` may be a fraction; `Integer` is more exact, so `/items/1.5` and `/items/abc` are a 400. */
  @Get('/{id}', { summary: 'Retrieve an item by ID' })
  @Returns(200, Item)
  @Returns(404, { description: 'Not found' })
  find(@Param('id', Integer, { description: 'Item ID', example: 1 }) id: number): Item {
    return this.#items.find(id) ?? NotFound.throw()
  }
}
