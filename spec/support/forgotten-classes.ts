import { getMetadataStorage } from 'class-validator'

interface StorageInside {
  /** The rules by class. */
  readonly validationMetadatas: Map<unknown, unknown>
  /** The constraints by the class that checks them; several classes may share one. */
  readonly constraintMetadatas: Map<unknown, unknown>
}

/**
 * Returns what has class-validator forget the classes that are declared from now on: it looks through all that it knows
 * whenever it is asked about one, so that specs which make many classes would slow down all that follow. Constraints of `@Field`
 * must not be forgotten: later classes share them, and would lose their rules.
 */
export function forgetLater(kinds: readonly (keyof StorageInside)[] = ['validationMetadatas']): () => void {
  const storage = getMetadataStorage() as unknown as StorageInside
  const known = kinds.map((kind) => [storage[kind], new Set(storage[kind].keys())] as const)
  return () => {
    for (const [map, keys] of known) {
      for (const key of [...map.keys()]) if (!keys.has(key)) map.delete(key)
    }
  }
}

/** Does work, and has class-validator forget the classes that it declared. */
export function forgetting<T>(work: () => T): T {
  const forget = forgetLater()
  try {
    return work()
  } finally {
    forget()
  }
}
