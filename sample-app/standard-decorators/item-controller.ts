import { Controller, Get, Injectable, Integer, NotFound, param, Query } from 'fieldstone'
import { ItemStore } from './item-store.js'
import { Item, ItemQuery } from './records.js'

/** What belongs together in a request: its fields are bound and checked as parameters are. */
class FindItems {
  @Query(() => String, { minLength: 1, example: 'Widget' }) name!: string
  @Query(() => Integer, { example: 7 }) id!: number
}

@Controller('/items', { tags: ['Items'] })
@Injectable(() => [ItemStore])
export class ItemController {
  readonly #items: ItemStore

  /** Standard decorators have no types of parameters: `@Injectable` names the classes. */
  constructor(items: ItemStore) {
    this.#items = items
  }

  /** Both are required: if one is missing, empty or not an integer, a 400 names it, and this is not called. */
  @Get({ request: FindItems, summary: 'Echo a query', responses: { 200: ItemQuery } })
  search({ name, id }: FindItems): ItemQuery {
    return { item_name: name, item_id: String(id) }
  }

  /** TypeScript's `number` may be a fraction; `Integer` is more exact, so `/items/1.5` and `/items/abc` are a 400. */
  @Get('/{id}', param('id', Integer, { description: 'Item ID', example: 1 }), {
    summary: 'Retrieve an item by ID',
    responses: { 200: Item, 404: 'Not found' }
  })
  find(id: number): Item {
    return this.#items.find(id) ?? NotFound.throw()
  }
}
