import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long the rest of a rejected message is read, so that its sender can read the response, in milliseconds. */
export const LINGER_MS = 5_000

/** The most bytes that are read and thrown away, of all connections together: 200 MB a second. */
const BYTES_PER_MS = 200_000

/** How many sources are being drained now. */
let draining = 0

/**
 * Reads what is left of a message or of a connection and throws it away; calls back at its end, or after
 * `milliseconds`. Closing a connection with unread bytes resets it, and the client might lose its response.
 *
 * All clients that are drained share a fixed part of the processor's time, however many they are: there is a pause
 * after each chunk, which grows with their number. Otherwise they would keep the server from reading other requests.
 */
export function drain(source: IncomingMessage | Socket, milliseconds: number, done: () => void): void {
  let pause: NodeJS.Timeout | undefined
  const read = (chunk: Uint8Array): void => {
    const wait = (chunk.length * draining) / BYTES_PER_MS
    // A timer for less costs more than the chunk.
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
  // An aborted upload emits 'error', which would end the process without a listener.
  source.on('error', () => {})
  source.resume()
}
