import { types } from 'node:util'

/** A key that objects put before all others, wherever it was set. */
const INDEX = /^\d+$/

/**
 * The keys of a record that no field declares, in the order in which they are written behind the fields; undefined where the
 * serializer has to order them.
 *
 * @param known the names and properties of the fields
 */
export function additionalKeys(value: object, known: ReadonlySet<string>): readonly string[] | undefined {
  if (types.isProxy(value)) return undefined
  const keys: string[] = []
  for (const key of Object.keys(value)) {
    if (known.has(key)) continue
    if (INDEX.test(key)) return undefined
    keys.push(key)
  }
  return keys
}
