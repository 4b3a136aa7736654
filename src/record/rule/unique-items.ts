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
