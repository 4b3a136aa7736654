import type { Plain } from './maker-code.js'

/** The types that make something of a value by themselves. */
export const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, Buffer])

/** What `@Type` makes of a value that is no object. */
export function scalar(value: unknown, type: unknown, isMap = false): unknown {
  if (type === undefined || isMap || value === null || value === undefined) return value
  if (type === String) return String(value)
  if (type === Number) return Number(value)
  if (type === Boolean) return Boolean(value)
  if (type === Date) return new Date(value as never)
  if (type === Buffer) return Buffer.from(value as never)
  return value
}

/** Whether it is an object as JSON.parse makes them, and no promise. */
export function isPlain(value: unknown): value is Plain {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !isThenable(value)
  )
}

/** Whether all objects have keys that they should not have. */
export function isPolluted(): boolean {
  for (const _key in Object.prototype) return true
  return false
}

/** Whether class-transformer treats it as no ordinary object. */
export function isSpecial(value: object): boolean {
  return value instanceof Map || value instanceof Set || value instanceof Buffer || isThenable(value)
}

function isThenable(value: object): boolean {
  return typeof (value as { then?: unknown }).then === 'function'
}
