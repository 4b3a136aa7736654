import { isJsonObject } from '../type/reading-options.js'

/** What {@link safeValue} returns for a value that nests too deeply for any library. */
export const TOO_DEEP = Symbol('nested too deeply')

/** What it returns for a value with a number that JSON.parse read as infinite. */
export const TOO_LARGE = Symbol('too large a number')

/**
 * The value as another library may have it: without members that are called `__proto__`, which a library that copies by
 * assignment would make the prototype of the copy. Nearly all values have none, and are returned as they are.
 *
 * @param levels how deep it may nest
 */
export function safeValue(value: unknown, levels: number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : TOO_LARGE
  if (typeof value !== 'object' || value === null) return value
  if (levels <= 0) return TOO_DEEP
  return Array.isArray(value) ? safeList(value, levels) : isJsonObject(value) ? safeObject(value, levels) : value
}

function safeList(list: readonly unknown[], levels: number): unknown {
  let copy: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = safeValue(list[index], levels - 1)
    if (item === TOO_DEEP || item === TOO_LARGE) return item
    if (item === list[index]) continue
    copy ??= [...list]
    copy[index] = item
  }
  return copy ?? list
}

function safeObject(object: { [key: string]: unknown }, levels: number): unknown {
  let copy: { [key: string]: unknown } | undefined
  for (const key of Object.keys(object)) {
    if (key === '__proto__') {
      copy ??= { ...object }
      // A spread defines own properties.
      Reflect.deleteProperty(copy, key)
      continue
    }
    const member = safeValue(object[key], levels - 1)
    if (member === TOO_DEEP || member === TOO_LARGE) return member
    if (member === object[key]) continue
    copy ??= { ...object }
    copy[key] = member
  }
  return copy ?? object
}
