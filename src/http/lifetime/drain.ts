import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long the rest of a refused message is read, so that its sender can read the answer, in milliseconds. */
export const LINGER_MS = 5_000

/** How much of what nobody wants is read at most, of all connections together: 200 MB a second. */
const BYTES_PER_MS = 200_000

/** How many are being drained now. */
let draining = 0

/**
 * Reads what is left of a message, or of what comes over a connection, and throws it away; calls back when it has ended,
 * or after `milliseconds`. Closing a connection with unread bytes resets it, and the client might lose its answer.
 *
 * However many clients send as fast as they can, together they get a fixed share of the processor: after each chunk the
 * next is waited for, the longer the more clients there are. Otherwise they would keep the server from reading those
 * that it has not answered yet.
 */
export function drain(source: IncomingMessage | Socket, milliseconds: number, done: () => void): void {
  let pause: NodeJS.Timeout | undefined
  const read = (chunk: Uint8Array): void => {
    const wait = (chunk.length * draining) / BYTES_PER_MS
    // Below that, a timer costs more than the chunk.
    if (wait < 0.1) return
    source.pause()
    pause = setTimeout(() => source.resume(), wait)
  }
  const finish = (): void => {
    draining -= 1
    clearTimeout(limit)
    clearTimeout(pause)
    source.off('data', read).off('end', finish).off('close', finish)
    done()
  }
  draining += 1
  const limit = setTimeout(finish, milliseconds)
  source.on('data', read).on('end', finish).on('close', finish)
  // An aborted upload emits 'error', which without a listener would end the process.
  source.on('error', () => {})
  source.resume()
}
