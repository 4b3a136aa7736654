import { types } from 'node:util'
import { dateTimeText } from '../type/date-time.js'
import { escapedText } from '../type/json-text.js'
import { type Projector, projectValue } from './projector-types.js'
import { anyForm } from './to-json.js'

// The parts that generated writers call. Undefined always means: this is not what the type declares, and the serialiser
// decides what becomes of it.

/** The text of a date-time between its quotes. */
export function momentText(value: unknown): string | undefined {
  if (value instanceof Date) return dateTimeText(value)
  const text = anyForm(value)
  return typeof text === 'string' ? escapedText(text) : undefined
}

/** The JSON text of what is not written piece by piece. */
export function partText(value: unknown, projector: Projector, depth: number): string | undefined {
  const part = projectValue(value, projector, depth)
  if (typeof part === 'string') return `"${escapedText(part)}"`
  // JSON.stringify would tell it another key than its own.
  if (hasJsonForm(part)) return undefined
  return JSON.stringify(part)
}

/** The JSON text of a list of texts without its last quote and bracket. */
export function textsText(list: readonly unknown[]): string | undefined {
  return isPlainListOf(list, 'string') ? JSON.stringify(list).slice(0, -2) : undefined
}

/** The JSON text of a list of numbers without its last bracket. */
export function numbersText(list: readonly unknown[]): string | undefined {
  return isPlainListOf(list, 'number') ? JSON.stringify(list).slice(0, -1) : undefined
}

/** The keys of a map in the order in which JSON.stringify writes them. */
export function keysOf(value: object): readonly string[] | undefined {
  // A Map's keys may come in another order; a proxy's as well.
  return value instanceof Map || types.isProxy(value) ? undefined : Object.keys(value)
}

/**
 * The same text in one piece. What is put together from pieces becomes one text only when somebody reads it, and a
 * million pieces cost more to keep than to copy.
 */
export function flattened(text: string): string {
  NOTHING.test(text)
  return text
}

const NOTHING = /^$/

function isPlainListOf(list: readonly unknown[], kind: 'string' | 'number'): boolean {
  for (let index = 0; index < list.length; index++) {
    if (typeof list[index] !== kind) return false
  }
  return !hasJsonForm(list)
}

function hasJsonForm(value: unknown): boolean {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return typeof (value as { toJSON?: unknown }).toJSON === 'function'
}
