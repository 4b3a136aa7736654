/** What a platform passes with a request, as far as it can be read. */
interface Passed {
  readonly remoteAddress?: unknown
  readonly remoteAddr?: { readonly hostname?: unknown } | null
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
}

/** What the platform says of a request: `{ remoteAddress }`, or what Deno (`info`) and Bun (`server`) give beside it. */
export class FetchConnection {
  readonly #passed: Passed | undefined

  constructor(connection: object | undefined) {
    this.#passed = typeof connection === 'object' && connection !== null ? (connection as Passed) : undefined
  }

  /** Whether it is what Bun's or Deno's server passes: then the response goes through that server. */
  get isServer(): boolean {
    const passed = this.#passed
    return passed !== undefined && (IS_BUN ? typeof passed.requestIP === 'function' : IS_DENO && 'remoteAddr' in passed)
  }

  /** The client's address. */
  addressOf(request: Request): string | undefined {
    if (this.#passed === undefined) return undefined
    const { remoteAddress, remoteAddr } = this.#passed
    const address = remoteAddress ?? remoteAddr?.hostname ?? this.#peerOf(request)?.address
    return typeof address === 'string' ? address : undefined
  }

  /**
   * Whether the body of a request is framed by its Content-Length. The servers of Bun and Deno do that for the requests that
   * they have made themselves from a connection: of one that the application made of it, the length may be another one's.
   * Bun's server knows its own; Deno's have headers that nobody can change.
   */
  frames(request: Request): boolean {
    if (IS_BUN ? this.#peerOf(request) == null : !isOfDeno(request)) return false
    return request.headers.get('transfer-encoding') === null
  }

  #peerOf(request: Request): { readonly address?: unknown } | null | undefined {
    const passed = this.#passed
    return typeof passed?.requestIP === 'function' ? passed.requestIP(request) : undefined
  }
}

const IS_BUN = 'Bun' in globalThis
const IS_DENO = 'Deno' in globalThis

/**
 * Where Deno keeps whether the headers of a request can be changed. No method tells: to try it throws, which costs more than
 * the whole request. Without it a body is counted while it is read, which takes 30 µs longer.
 */
const GUARD = IS_DENO
  ? Object.getOwnPropertySymbols(new Request('http://localhost')).find(
      ({ description }) => description === 'headers guard'
    )
  : undefined

function isOfDeno(request: object): boolean {
  return GUARD !== undefined && (request as { readonly [GUARD]?: unknown })[GUARD] === 'immutable'
}
