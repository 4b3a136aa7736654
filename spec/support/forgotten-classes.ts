import { getMetadataStorage } from 'class-validator'

interface StorageInside {
  /** The rules by class. */
  readonly validationMetadatas: Map<unknown, unknown>
}

/**
 * Returns what has class-validator forget the classes that are declared from now on: it looks through all that it knows
 * whenever it is asked about one, so that specs which make many classes would slow down all that follow. Constraints of `@Field`
 * must not be forgotten: later classes share them, and would lose their rules.
 */
export function forgetLater(): () => void {
  const { validationMetadatas } = getMetadataStorage() as unknown as StorageInside
  const known = new Set(validationMetadatas.keys())
  return () => {
    for (const key of [...validationMetadatas.keys()]) if (!known.has(key)) validationMetadatas.delete(key)
  }
}

/** Has class-validator know none but these classes until what is returned is called: the others slow each check down. */
export function knowOnly(classes: ReadonlySet<unknown>): () => void {
  const { validationMetadatas } = getMetadataStorage() as unknown as StorageInside
  const all = [...validationMetadatas]
  for (const [key] of all) if (!classes.has(key)) validationMetadatas.delete(key)
  return () => {
    for (const [key, value] of all) if (!validationMetadatas.has(key)) validationMetadatas.set(key, value)
  }
}
