/**
 * What Deno's server has behind each of its requests, as far as it is read here. The methods of a request give the same in
 * longer ways: a Headers object, for which the server makes a list of all headers when it gets the response, and promises of
 * bytes that are there. Together they cost a fifth of a short request.
 */
interface ServedRequest {
  /** A header by its name in lower case. */
  header(name: string): string | null
  readonly body: HeldBody | null
}

interface HeldBody {
  /** Either a stream, or what is there. */
  readonly streamOrStatic: { readonly body?: unknown; readonly consumed?: unknown }
  /** Marks it as read. */
  consume(): unknown
}

/** Under which symbols a request of Deno has what no method tells; undefined where this Deno has none. */
export interface DenoSymbols {
  /** What is behind it. */
  readonly request: symbol | undefined
  /**
   * Whether its headers can be changed: to try it throws, which costs more than the whole request. Without it a body that is
   * not there yet is counted while it is read, which takes 30 µs longer.
   */
  readonly guard: symbol | undefined
}

/** The symbols of this class of requests. */
export function denoSymbols(Request: new (url: string) => object): DenoSymbols {
  const symbols = Object.getOwnPropertySymbols(new Request('http://localhost'))
  const named = (name: string) => symbols.find(({ description }) => description === name)
  return { request: named('request'), guard: named('headers guard') }
}

/** Whether Deno's server has made the request: of no other can nobody change the headers. */
export function isServed(request: object, { guard }: DenoSymbols): boolean {
  return guard !== undefined && behind(request, guard) === 'immutable'
}

/** A header of a request, as its Headers give it. Throws when the response has ended. */
export function headerOfServed(request: Request, name: string, symbols: DenoSymbols): string | null {
  const served = servedOf(request, symbols)
  return served === undefined ? request.headers.get(name) : served.header(name)
}

/** All bytes of the body where they are there, which are read with this; else undefined, and nothing is read. */
export function takeHeldBytes(request: object, symbols: DenoSymbols): Uint8Array | undefined {
  try {
    const body = servedOf(request, symbols)?.body
    const held = body?.streamOrStatic
    if (held?.consumed !== false || !(held.body instanceof Uint8Array)) return undefined
    return body?.consume() as Uint8Array
  } catch {
    // Of a request whose response has ended.
    return undefined
  }
}

function servedOf(request: object, { request: symbol }: DenoSymbols): ServedRequest | undefined {
  const served = symbol === undefined ? undefined : (behind(request, symbol) as Partial<ServedRequest> | undefined)
  return typeof served?.header === 'function' ? (served as ServedRequest) : undefined
}

function behind(request: object, symbol: symbol): unknown {
  return (request as { readonly [symbol: symbol]: unknown })[symbol]
}
