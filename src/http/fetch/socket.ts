import { EventEmitter } from 'node:events'

/** What a platform passes with a request, as far as it can be read; see {@link remoteAddressOf}. */
interface Connection {
  readonly remoteAddress?: unknown
  readonly remoteAddr?: { readonly hostname?: unknown } | null
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
}

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

  constructor(request: Request, connection: object | undefined) {
    super()
    this.remoteAddress = remoteAddressOf(request, connection)
    this.encrypted = request.url.startsWith('https:')
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

/** The client's address: `{ remoteAddress }`, or by what Deno (`info`) and Bun (`server`) give beside a request. */
function remoteAddressOf(request: Request, connection: object | undefined): string | undefined {
  if (typeof connection !== 'object' || connection === null) return undefined
  const { remoteAddress, remoteAddr, requestIP } = connection as Connection
  const address =
    remoteAddress ??
    remoteAddr?.hostname ??
    (typeof requestIP === 'function' ? requestIP.call(connection, request)?.address : undefined)
  return typeof address === 'string' ? address : undefined
}
