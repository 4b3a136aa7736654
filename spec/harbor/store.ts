import { createHash, randomUUID } from 'node:crypto'
import type { Entry, NewEntry } from './log-records.js'
import type { Arrival, NewShip, Ship } from './records.js'

/** What a database would throw, which knows nothing of HTTP. */
export class NoSuchThing extends Error {}

export const AURORA = '0b1f6f4e-8f4d-4a5c-9d3e-5a1c2b3d4e5f'

/** The smallest picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

/** Everything that the harbor keeps, in memory. */
export class Store {
  ships: Ship[] = []
  entries = new Map<string, Entry>()
  documents = 0n
  notice = ''
  isOpen = true
  stamp: Buffer = PIXEL

  /** @param folder has the files */
  constructor(readonly folder: string) {
    this.reset()
  }

  reset(): void {
    const crew = { captain: 1, sailor: 12 }
    this.ships = [
      { id: AURORA, name: 'Aurora', flag: 'dk' as Ship['flag'], tonnage: 900, seenAt: new Date(0), built: null, crew }
    ]
    this.entries.clear()
    this.documents = 0n
    this.isOpen = true
    this.notice = 'The mole is slippery.'
    this.stamp = PIXEL
  }

  ship(id: string): Ship {
    return this.ships.find((ship) => ship.id === id.toLowerCase()) ?? missing(`There is no ship ${id}`)
  }

  addShip(ship: NewShip): Ship {
    const added = { ...ship, id: randomUUID() }
    this.ships.push(added)
    return added
  }

  replaceShip(id: string, ship: NewShip): Ship {
    const index = this.ships.indexOf(this.ship(id))
    const replaced = { ...ship, id: this.ship(id).id }
    this.ships[index] = replaced
    return replaced
  }

  /** Changes with the ship. */
  tagOf(ship: Ship): string {
    return `"${createHash('sha256').update(JSON.stringify(ship)).digest('hex').slice(0, 16)}"`
  }

  removeShip(id: string): void {
    this.ships.splice(this.ships.indexOf(this.ship(id)), 1)
  }

  write(entry: NewEntry): Entry {
    const written = { ...entry, id: randomUUID() }
    this.entries.set(written.id, written)
    return written
  }

  entry(id: string): Entry {
    return this.entries.get(id.toLowerCase()) ?? missing(`There is no entry ${id}`)
  }

  *arrivals(): Iterable<Arrival> {
    for (const { name, seenAt } of this.ships) {
      yield { ship: name, at: seenAt ?? new Date(0), position: null }
      yield { ship: name, at: new Date(1_000), position: { latitude: 55.6, longitude: 12.6 } }
    }
  }
}

function missing(message: string): never {
  throw new NoSuchThing(message)
}
