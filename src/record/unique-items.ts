/** Whether no two items are equal as JSON, where the order of an object's keys has no meaning. Takes linear time. */
export function hasUniqueItems(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const seen = new Set<unknown>()
  for (const item of value) {
    const key = typeof item === 'object' && item !== null ? canonicalJson(item) : scalarKey(item)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return true
}

/** Strings are marked, so that none equals the text of an object; a set takes 0 and -0 for one, as JSON does. */
function scalarKey(item: unknown): unknown {
  return typeof item === 'string' ? `"${item}` : item
}

function canonicalJson(value: object): string {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const members = Object.entries(part).filter(([, member]) => member !== undefined)
    // Wrapped, so that an object never equals the list of its entries.
    return { '': members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) }
  })
}
