import type { Item } from './records.js'

/** The items, in memory. A real service would read its database here. */
export class ItemStore {
  readonly #items: readonly Item[] = [
    { id: 1, name: 'Widget', createdAt: new Date('2024-05-17T08:30:15.250Z') },
    { id: 2, name: 'Gadget', createdAt: new Date('2024-06-01T12:00:00Z') },
    { id: 3, name: 'Sprocket', createdAt: new Date('2024-06-30T23:59:59Z') }
  ]

  find(id: number): Item | undefined {
    return this.#items.find((item) => item.id === id)
  }
}
