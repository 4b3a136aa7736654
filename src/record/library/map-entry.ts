/**
 * The maps of the libraries' metadata, without what their own methods do first: they apply what `@Field` declares of the class
 * that is the key.
 */

/** What a map has under a key. */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V | undefined {
  return get.call(map, key) as V | undefined
}

/** Gives a map a value. */
export function setEntry<K, V>(map: Map<K, V>, key: K, value: V): void {
  set.call(map, key, value)
}

const { get, set } = Map.prototype
