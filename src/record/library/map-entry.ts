/**
 * What a map of the libraries' metadata has under a key. Its own `get` first applies what `@Field` declares of the class that is
 * the key.
 */
export function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): V | undefined {
  return get.call(map, key) as V | undefined
}

const { get } = Map.prototype
