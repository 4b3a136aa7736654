import { findPromises, PROMISE } from '../json/promises.js'
import { SerializationError } from './serialization-error.js'

/**
 * The value's JSON text, as JSON.stringify gives it.
 *
 * @throws TypeError for what has none: undefined, functions, BigInts, cycles; SerializationError for a promise in it
 */
export function jsonText(value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    findPromises(value)
    throw error
  }
  if (text === undefined) throw new TypeError(`A value of type ${typeof value} has no JSON form`)
  if (!mayHavePromise(text)) return text
  const path = findPromises(value)
  if (path !== undefined) throw new SerializationError(path, PROMISE)
  return text
}

/** Whether a promise may have been written: JSON.stringify finds no properties in one. */
export function mayHavePromise(text: string): boolean {
  return text.includes('{}')
}
