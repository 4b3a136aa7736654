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

/**
 * Waits as for a query of a database: several turns of the event loop,
 * because the body of a request that was sent at the same time may take more than one.
 */
export async function later(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    // What another request waits for may be a timer or a thread, which many turns of a quick loop can leave behind.
    await new Promise<void>((resolve) => (turn % 4 === 0 ? setTimeout(resolve) : setImmediate(resolve)))
  }
}
