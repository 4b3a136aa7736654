import { types } from 'node:util'
import { Failure, stepTo } from './failure.js'

/**
 * Whether a value has yet to come: a promise, or what else is awaited, such as the query of a database. Nothing declares
 * a function in JSON, so no record has a `then` that is one.
 */
export function isPromise(value: object): boolean {
  return typeof (value as { then?: unknown }).then === 'function'
}

/** Why a promise has no form in JSON. */
export const PROMISE = 'it is a promise: await it'

/** What to throw for a promise: nothing will await it. */
export function promiseFailure(promise: object): Failure {
  guardPromise(promise)
  return new Failure(PROMISE)
}

/** Keeps a promise that nothing awaits from ending the process when it is rejected. */
export function guardPromise(value: unknown): void {
  // Any other thenable does its work when its `then` is called.
  if (types.isPromise(value)) value.catch(() => undefined)
}

/** How many objects are searched: a value may lead to all that the process holds, such as a connection. */
const SEARCHED = 100_000

interface Place {
  readonly value: object
  readonly step: string
  readonly outer: Place | undefined
}

/**
 * Guards the promises within a value, as far as they are in its properties, items and entries; returns the way to the
 * first one, and undefined where there is none. What getters give is not searched: they could make a new promise.
 */
export function findPromises(root: unknown): string | undefined {
  if (!isObject(root)) return undefined
  let first: string | undefined
  const seen = new Set<object>([root])
  // Grows while it is read: outer values come before inner ones.
  const places: Place[] = [{ value: root, step: '', outer: undefined }]
  for (const place of places) {
    if (isPromise(place.value)) {
      guardPromise(place.value)
      first ??= pathTo(place)
      continue
    }
    for (const [step, value] of membersOf(place.value)) {
      if (!isObject(value) || seen.has(value)) continue
      if (seen.size >= SEARCHED) return first
      seen.add(value)
      places.push({ value, step, outer: place })
    }
  }
  return first
}

function* membersOf(value: object): Iterable<[step: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield [`[${index}]`, item]
  } else if (value instanceof Map) {
    for (const [key, item] of value) yield [stepTo(String(key)), item]
  } else if (!ArrayBuffer.isView(value)) {
    for (const key of Object.keys(value)) {
      const member: unknown = Object.getOwnPropertyDescriptor(value, key)?.value
      if (isObject(member)) yield [stepTo(key), member]
    }
  }
}

function pathTo(place: Place): string {
  const steps: string[] = []
  for (let at: Place | undefined = place; at !== undefined; at = at.outer) steps.push(at.step)
  return steps.reverse().join('').replace(/^\./, '')
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
