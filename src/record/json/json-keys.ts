/**
 * The longest text that is a key of a set or a map. V8 hashes a text of more than 16,383 characters by its length alone:
 * a client can send many that differ in their last character, and each would be compared with all before it.
 */
const LONGEST_KEY = 8192

/** Values within each other; what JSON.parse made and a reader accepted is never deeper. */
const DEEPEST = 256

/** Thrown for a value that JSON.parse does not make. */
const NOT_PLAIN = new Error('not plain JSON')

/** The names of a record, in the order in which they were sent. */
interface Shape {
  readonly names: readonly string[]
  /** The indexes of the names in sorted order; undefined where they are sorted. */
  readonly order: readonly number[] | undefined
  /** The beginning of the record's key: all orders of the same names have one. */
  readonly start: string
  /** Where the members are. */
  readonly places: readonly Place[]
}

/** A place within the items of a list. The records at one place mostly have the same names in the same order. */
interface Place {
  shape: Shape | undefined
}

/**
 * Keys by which values are compared within one list: two values have the same key where they are equal. A key is made
 * in one pass, and a client cannot choose how keys are hashed: V8 hashes numbers, and texts that are numbers, without
 * its secret seed, so that 80,000 can be chosen that all collide. Each key begins with a sign.
 */
export class JsonKeys {
  readonly #shapes = new Map<string, Shape>()
  readonly #numbers = new Map<string, number>()
  readonly #place: Place = { shape: undefined }

  /** The key of a scalar, by `===`; the value itself for what is none. */
  scalar(item: unknown): unknown {
    switch (typeof item) {
      case 'string':
        return this.#bounded(`"${item}`)
      case 'number':
        // 0 and -0 have one text, and are equal in JSON and for `===`.
        return `#${item}`
      case 'bigint':
        return `n${item}`
      default:
        return item
    }
  }

  /**
   * The key of a value as JSON Schema compares it: members in any order, numbers by their values.
   *
   * @throws Error for a value that JSON.parse does not make: an instance, undefined
   */
  plain(item: unknown): unknown {
    if (typeof item !== 'object' || item === null) return this.scalar(item)
    return this.#bounded(this.#textOf(item, this.#place, 0))
  }

  /** Where one text ends can be read from its beginning, so that the texts of the members need no quotes. */
  #textOf(value: unknown, place: Place, depth: number): string {
    switch (typeof value) {
      case 'string':
        return `"${value.length}:${value}`
      case 'number':
        return `#${value},`
      case 'boolean':
        return value ? 't' : 'f'
      case 'object': {
        if (value === null) return 'n'
        if (depth === DEEPEST) throw NOT_PLAIN
        const prototype = Object.getPrototypeOf(value)
        if (prototype === Object.prototype) return this.#recordText(value, place, depth)
        if (prototype === Array.prototype) return this.#listText(value as readonly unknown[], place, depth)
      }
    }
    throw NOT_PLAIN
  }

  #listText(list: readonly unknown[], place: Place, depth: number): string {
    let text = `[${list.length}:`
    for (let index = 0; index < list.length; index++) text += this.#textOf(list[index], place, depth + 1)
    return text
  }

  #recordText(record: object, place: Place, depth: number): string {
    const shape = this.#shapeOf(Object.keys(record), place)
    const values: readonly unknown[] = Object.values(record)
    const { order, places } = shape
    let text = shape.start
    for (let index = 0; index < values.length; index++) {
      const at = order === undefined ? index : (order[index] as number)
      text += this.#textOf(values[at], places[at] as Place, depth + 1)
    }
    return text
  }

  #shapeOf(names: readonly string[], place: Place): Shape {
    const { shape } = place
    if (shape !== undefined && areEqual(names, shape.names)) return shape
    const text = this.#bounded(namesText(names))
    let found = this.#shapes.get(text)
    if (found === undefined) {
      found = this.#newShape(names, text)
      this.#shapes.set(text, found)
    }
    place.shape = found
    return found
  }

  #newShape(names: readonly string[], text: string): Shape {
    const places = names.map((): Place => ({ shape: undefined }))
    if (areSorted(names)) return { names, order: undefined, start: `{${this.#numberOf(text)}:`, places }
    const order = names.map((_, index) => index).sort((a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1))
    const sorted = this.#bounded(namesText(order.map((index) => names[index] as string)))
    return { names, order, start: `{${this.#numberOf(sorted)}:`, places }
  }

  /** The text, or the numbers of its parts where it is too long for a key. */
  #bounded(text: string): string {
    if (text.length <= LONGEST_KEY) return text
    const parts: number[] = []
    for (let at = 0; at < text.length; at += LONGEST_KEY - 1) {
      parts.push(this.#numberOf(`~${text.slice(at, at + LONGEST_KEY - 1)}`))
    }
    return this.#bounded(`~${parts.join()}`)
  }

  /** The number of a text, the same for the same text. */
  #numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const { size } = this.#numbers
    this.#numbers.set(text, size)
    return size
  }
}

function namesText(names: readonly string[]): string {
  let text = '.'
  for (const name of names) text += `${name.length}:${name}`
  return text
}

function areSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index++) {
    if ((names[index - 1] as string) > (names[index] as string)) return false
  }
  return true
}

function areEqual(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false
  for (let index = 0; index < names.length; index++) if (names[index] !== others[index]) return false
  return true
}
