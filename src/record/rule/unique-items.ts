/** Whether no two items are equal as JSON, where the order of an object's keys has no meaning. Takes linear time. */
export function hasUniqueItems(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    areDistinct(value, (item) => (typeof item === 'object' && item !== null ? canonicalJson(item) : scalarKey(item)))
  )
}

/**
 * Whether no item equals (`===`) an earlier one: class-validator's `arrayUnique`, in linear time. As there, a hole or
 * `NaN`, which equals nothing, is not unique.
 */
export function hasDistinctItems(items: readonly unknown[]): boolean {
  for (let index = 0; index < items.length; index++) {
    if (!(index in items) || Number.isNaN(items[index])) return false
  }
  return areDistinct(items, scalarKey)
}

function areDistinct(items: readonly unknown[], keyOf: (item: unknown) => unknown): boolean {
  const seen = new Set<unknown>()
  for (const item of items) {
    const key = keyOf(item)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/**
 * What stands for a scalar in a set. V8 hashes numbers, and texts that are numbers, without its secret seed, so that a
 * client can choose 80,000 that all collide; with a mark before it each is hashed with the seed. The mark also keeps a
 * text apart from the text of a number or of an object.
 */
function scalarKey(item: unknown): unknown {
  switch (typeof item) {
    case 'string':
      return `"${item}`
    case 'number':
      // 0 and -0 have one text, and are equal in JSON and for `===`.
      return `#${item}`
    case 'bigint':
      return `n${item}`
    default:
      return item
  }
}

function canonicalJson(value: object): string {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const members = Object.entries(part).filter(([, member]) => member !== undefined)
    // Wrapped, so that an object never equals the list of its entries.
    return { '': members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) }
  })
}

type Validate = (value: unknown, args?: never) => unknown

/** class-validator's wrapper around the function of one decorator. */
interface ConstraintClass {
  readonly prototype: object
}

/**
 * A list that tells class-validator's `arrayUnique` in linear time what it would find out in quadratic time. That
 * function replaces each item by what the identifier makes of it (`map`), and keeps those (`filter`) of which the first
 * like them (`indexOf`) is the item itself.
 */
class ComparedList extends Array<unknown> {
  static copyOf(items: readonly unknown[]): ComparedList {
    const list = new ComparedList()
    // No `push(...items)`: a client's list may be longer than an argument list. Holes stay holes.
    for (let index = 0; index < items.length; index++) if (index in items) list[index] = items[index]
    list.length = items.length
    return list
  }

  override map<U>(identify: (item: unknown, index: number, list: unknown[]) => U): U[] {
    const list = new ComparedList()
    for (let index = 0; index < this.length; index++) {
      if (index in this) list[index] = identify(this[index], index, this)
    }
    list.length = this.length
    return list as U[]
  }

  /** All items where no two are the same; otherwise none, which are fewer. */
  override filter(): never[] {
    return (hasDistinctItems(this) ? this : []) as never[]
  }
}

const linear = new WeakSet<object>()

/**
 * Makes a constraint of ArrayUnique decide in linear time, with the same results, wherever it is asked: by a record's
 * binder, by the drop-in functions, and by class-validator itself. The identifier is known to class-validator's function
 * alone, which still calls it once for each item that is not null.
 *
 * @param target the class that class-validator made for this one decorator
 */
export function makeLinear(target: ConstraintClass): void {
  if (linear.has(target)) return
  linear.add(target)
  const prototype = target.prototype as { validate: Validate }
  const { validate } = prototype
  prototype.validate = function (this: unknown, value, args) {
    const isPlain = Array.isArray(value) && !(value instanceof ComparedList)
    return validate.call(this, isPlain ? ComparedList.copyOf(value) : value, args)
  }
}

/** Whether the predicate of ArrayUnique was given an identifier: only then does it replace the items at all. */
export function hasIdentifier(predicate: (value: unknown) => unknown): boolean {
  const list = new WatchedList()
  predicate(list)
  return list.isIdentified
}

class WatchedList extends ComparedList {
  isIdentified = false

  override map<U>(): U[] {
    this.isIdentified = true
    return []
  }
}
