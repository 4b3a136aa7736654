import { EventEmitter } from 'node:events'

/** What a platform tells beside a request, as far as it can be read; see {@link remoteAddressOf}. */
interface Connection {
  readonly remoteAddress?: unknown
  readonly remoteAddr?: { readonly hostname?: unknown } | null
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
}

/**
 * What stands in a fetch request for the connection: whoever is told that it is closed (layers, signals, temporary files)
 * learns that the client has gone, or that the answer was cut.
 */
export class FetchSocket extends EventEmitter {
  readonly remoteAddress: string | undefined
  /** Whether the client asked by https. */
  readonly encrypted: boolean
  readable = true
  writable = true
  destroyed = false

  constructor(request: Request, connection: object | undefined) {
    super()
    this.remoteAddress = remoteAddressOf(request, connection)
    this.encrypted = request.url.startsWith('https:')
  }

  /** Ends the exchange where it stands. */
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
