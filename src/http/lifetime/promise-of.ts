/** The value as a promise, if it is one (or a foreign one); undefined otherwise. */
export function promiseOf(value: unknown): Promise<unknown> | undefined {
  if (value instanceof Promise) return value
  if (typeof value !== 'object' || value === null) return undefined
  return typeof (value as { then?: unknown }).then === 'function' ? Promise.resolve(value) : undefined
}
