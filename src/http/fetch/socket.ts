import { EventEmitter } from 'node:events'

/**
 * The connection of a fetch request: its 'close' says to middleware, signals and temporary files that the client has gone, or
 * that the response was cut.
 */
export class FetchSocket extends EventEmitter {
  readonly remoteAddress: string | undefined
  /** Whether the client sent the request by https. */
  readonly encrypted: boolean
  readable = true
  writable = true
  destroyed = false

  constructor(remoteAddress: string | undefined, encrypted: boolean) {
    super()
    this.remoteAddress = remoteAddress
    this.encrypted = encrypted
  }

  /** Ends the request at once. */
  destroy(): this {
    if (this.destroyed) return this
    this.destroyed = true
    this.readable = this.writable = false
    this.emit('close')
    return this
  }

  /** Times are the platform's. */
  setTimeout(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }
}
