import { type DenoSymbols, denoSymbols, headerOfServed, isServed, takeHeldBytes } from './deno-request.js'

/** What a platform passes with a request, as far as it can be read. */
interface Passed {
  readonly remoteAddress?: unknown
  readonly remoteAddr?: { readonly hostname?: unknown } | null
  readonly requestIP?: (request: Request) => { readonly address?: unknown } | null
}

/** Newer than the oldest Node that is supported (Fetch Standard, section 5.3, "Body mixin"). */
interface ArrayRequest extends Request {
  bytes(): Promise<Uint8Array>
}

/** What the platform says of a request: `{ remoteAddress }`, or what Deno (`info`) and Bun (`server`) give beside it. */
export class FetchConnection {
  readonly #connection: object | undefined
  readonly #caller: unknown
  readonly #platform: Platform
  #isServer: boolean | undefined = undefined

  /** @param caller the `this` with which the request was handed over */
  constructor(connection: object | undefined, caller?: unknown, platform: Platform = currentPlatform()) {
    this.#platform = platform
    this.#connection = connection
    this.#caller = caller
  }

  /** Whether it says what one of these would say. */
  isOf(connection: object | undefined, caller: unknown): boolean {
    return connection === this.#connection && caller === this.#caller
  }

  /** Whether it is what Bun's or Deno's server passes: then the response goes through that server. */
  get isServer(): boolean {
    this.#isServer ??= this.#looksLikeServer()
    return this.#isServer
  }

  #looksLikeServer(): boolean {
    const { isBun, deno } = this.#platform
    return this.#read((passed) => (isBun ? asksForPeer(passed) : deno !== undefined && 'remoteAddr' in passed)) === true
  }

  /** Whether a response takes a Headers object in half the time of another form: so on Bun; on Deno it takes twice as long. */
  get copiesHeaders(): boolean {
    return this.#platform.isBun
  }

  /** The client's address. */
  addressOf(request: Request): string | undefined {
    const address = this.#read((passed) => {
      const { remoteAddress, remoteAddr } = passed
      return remoteAddress ?? remoteAddr?.hostname ?? peerOf(passed, request)?.address
    })
    return typeof address === 'string' ? address : undefined
  }

  /** What can be read of what was passed: an object of the application's own may throw whatever it likes. */
  #read<T>(read: (passed: Passed) => T): T | undefined {
    const passed = this.#connection as Passed | null | undefined
    if (typeof passed !== 'object' || passed === null) return undefined
    try {
      return read(passed)
    } catch {
      return undefined
    }
  }

  /**
   * Whether the body of a request is framed by its Content-Length. The servers of Bun and Deno do that for the requests that
   * they have made themselves from a connection: of one that the application made of it, the length may be another one's, so
   * what comes is measured, too.
   * Bun's server makes those with which it calls itself, which is a tenth cheaper to see than to ask it for the peer of a
   * request, as it knows its own; it rejects a length beside a Transfer-Encoding. Deno's have headers that nobody can change.
   */
  frames(request: Request): boolean {
    const { isBun, deno } = this.#platform
    if (isBun) return this.#isOfBun(request)
    return deno !== undefined && isServed(request, deno) && request.headers.get('transfer-encoding') === null
  }

  /** A header of a request, by its name in lower case, which nothing reads again. */
  header(request: Request, name: string): string | null {
    const { deno } = this.#platform
    return deno === undefined ? request.headers.get(name) : headerOfServed(request, name, deno)
  }

  /** The headers can be read when the response has ended: Deno keeps them where they were asked for before. */
  keepHeaders(request: Request): void {
    if (this.#platform.deno !== undefined) void request.headers
  }

  /** All bytes of the body of a request, where the platform has them in this turn. */
  heldBytes(request: Request): Uint8Array | undefined {
    const { deno } = this.#platform
    return deno && takeHeldBytes(request, deno)
  }

  /**
   * Whether a body of this length, that the server gives as a whole one, was cut: Deno gives what has come of one that its client has
   * cancelled over HTTP/2. On Bun the application may have made the request, with a body of another length.
   */
  isCut(length: number, declared: number): boolean {
    return this.#platform.deno !== undefined && length < declared
  }

  /** All bytes of the body of a request, as the platform makes them with the least work. */
  bytesOf(request: Request): Promise<ArrayBuffer | Uint8Array> {
    return this.#platform.makesArrays ? (request as ArrayRequest).bytes() : request.arrayBuffer()
  }

  #isOfBun(request: Request): boolean {
    return (this.#caller === this.#connection && this.isServer) || this.#hasPeer(request)
  }

  #hasPeer(request: Request): boolean {
    return this.#read((passed) => peerOf(passed, request)) != null
  }
}

/** Whether it is Bun's server, or looks like it. */
function asksForPeer(passed: Passed): passed is Required<Pick<Passed, 'requestIP'>> {
  return typeof passed.requestIP === 'function'
}

function peerOf(passed: Passed, request: Request): { readonly address?: unknown } | null | undefined {
  return asksForPeer(passed) ? passed.requestIP(request) : undefined
}

/** What differs by the platform. */
export interface Platform {
  readonly isBun: boolean
  /** Whether requests give their bytes as an array: to make a Buffer of a body's memory takes half a microsecond longer. */
  readonly makesArrays: boolean
  /** Of Deno alone. */
  readonly deno: DenoSymbols | undefined
}

/** The platform that has these globals. */
function platformOf(globals: { readonly Request: new (url: string) => object }): Platform {
  return {
    isBun: 'Bun' in globals,
    makesArrays: 'bytes' in globals.Request.prototype,
    deno: 'Deno' in globals ? denoSymbols(globals.Request) : undefined
  }
}

let current: Platform | undefined

/** Not before it is asked for: with the global Request, Node loads its fetch, which takes 2 MB and 30 ms of each start. */
function currentPlatform(): Platform {
  current ??= platformOf(globalThis)
  return current
}
