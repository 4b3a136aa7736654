import { Item } from './records.js'

/** Items in memory. A real service would ask a database here. */
export class ItemStore {
  readonly #items = new Map<number, Item>()

  constructor() {
    this.add('Widget', new Date('2024-05-17T08:30:15.250Z'))
    this.add('Gadget', new Date('2024-06-01T12:00:00.000Z'))
    this.add('Sprocket', new Date('2024-06-30T23:59:59.999Z'))
  }

  find(id: number): Item | undefined {
    return this.#items.get(id)
  }

  add(name: string, createdAt: Date): Item {
    const item = Object.assign(new Item(), { id: this.#items.size + 1, name, createdAt })
    this.#items.set(item.id, item)
    return item
  }
}
