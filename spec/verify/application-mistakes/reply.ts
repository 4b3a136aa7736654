import { type Context, HttpError } from '../../../src/index.js'

/** JSON as a developer writes it by hand, past the declared type. */
export function sendJson(ctx: Context, status: number, value: unknown): void {
  ctx.send(status, 'application/json', JSON.stringify(value))
}

/** What a database driver throws: no `HttpError`. */
export function databaseError(message: string): never {
  throw new Error(message)
}

/** A 400 of the handler's own. */
export function reject(message: string): never {
  throw new HttpError(400, message)
}

/** A later turn of the event loop, as after a query of a database. */
export function later(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
