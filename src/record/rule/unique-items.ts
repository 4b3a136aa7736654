import { JsonKeys } from '../json/json-keys.js'

/** Whether no two items are equal as JSON, where the order of an object's keys does not matter. Takes linear time. */
export function hasUniqueItems(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const keys = new JsonKeys()
  try {
    return areDistinct(value, (item) => keys.plain(item))
  } catch {
    // Values of the program, which class-validator's `validate` checks: what they are in JSON, JSON.stringify knows.
    return areDistinct(value, (item) =>
      typeof item === 'object' && item !== null ? canonicalJson(item) : keys.scalar(item)
    )
  }
}

/**
 * Whether no item equals (`===`) an earlier one: class-validator's `arrayUnique`, in linear time. A hole or `NaN`,
 * which equals nothing, is not unique there, nor here.
 */
function hasDistinctItems(items: readonly unknown[]): boolean {
  for (let index = 0; index < items.length; index++) {
    if (!(index in items) || Number.isNaN(items[index])) return false
  }
  const keys = new JsonKeys()
  return areDistinct(items, (item) => keys.scalar(item))
}

function areDistinct(items: readonly unknown[], keyOf: (item: unknown) => unknown): boolean {
  const seen = new Set<unknown>()
  let count = 0
  for (const item of items) if (seen.add(keyOf(item)).size < ++count) return false
  return true
}

function canonicalJson(value: object): string {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const members = Object.entries(part).filter(([, member]) => member !== undefined)
    // Wrapped, so that an object never equals the list of its entries.
    return { '': members.sort(([a], [b]) => (a < b ? -1 : 1)) }
  })
}

type Validate = (value: unknown, args?: never) => unknown

/** class-validator's wrapper around the function of one decorator. */
interface ConstraintClass {
  readonly prototype: object
}

/**
 * A list on which class-validator's `arrayUnique` takes linear instead of quadratic time. That function replaces each
 * item by its identifier (`map`), keeps the items (`filter`) whose first equal (`indexOf`) is at their own index, and
 * compares the lengths.
 */
class ComparedList extends Array<unknown> {
  static copyOf(items: readonly unknown[]): ComparedList {
    const list = new ComparedList()
    // Not `push(...items)`: a client's list may be longer than an argument list. Holes remain holes.
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

  /** All items if no two are equal, otherwise none. */
  override filter(): never[] {
    return (hasDistinctItems(this) ? this : []) as never[]
  }
}

const linear = new WeakSet<object>()

/**
 * Makes a constraint of ArrayUnique take linear time, with the same results, wherever it is used: by a record's binder,
 * and by class-validator itself. Only class-validator's function has the identifier; it still
 * calls it once for each item that is not null.
 *
 * @param target the class that class-validator created for this decorator
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

/** Whether the predicate of ArrayUnique has an identifier: only then does it call `map`. */
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
