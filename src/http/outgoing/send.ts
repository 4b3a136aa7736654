import { SetupErrors } from '../../errors.js'
import { checkGivenOptions, type OptionTable } from '../../options.js'
import { readableError } from '../lifetime/thrown-value.js'
import type { OutgoingRoute } from './outgoing-route.js'
import { compileRequest, type RequestMaker } from './request.js'
import { compileResponses, type ResponseReader, type SentResponse } from './response.js'
import { SendError } from './send-error.js'
import type { Signer } from './signature.js'

/** How a request is sent. `B` is the type of its body. */
export interface SendOptions<B = unknown> {
  /** Where to, absolute; it has the form that the document says. This, or `values`. */
  readonly url?: string | URL
  /**
   * The values of the runtime expressions in the URL of the document, by expression:
   * `{ '$request.query.callbackUrl': subscription.url }`.
   */
  readonly values?: Readonly<Record<string, string>>
  /** What the operation declares as its body. */
  readonly body?: B
  /** Which of the declared media types of the body. Default: the first. */
  readonly contentType?: string
  /** The values of declared query parameters, headers and cookies, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Headers that the document does not describe, such as credentials. */
  readonly headers?: Readonly<Record<string, string>>
  /** Cuts the request. */
  readonly signal?: AbortSignal
  /** How long the response may take, in milliseconds, up to 2,147,483,647. Default: 10,000. */
  readonly timeout?: number
  /** Sends the request in place of the global `fetch`: one with a proxy, with retries, or of a spec. */
  readonly fetch?: (request: Request) => Promise<Response>
}

const OPTIONS: OptionTable<SendOptions> = {
  url: true,
  values: true,
  body: true,
  contentType: true,
  parameters: true,
  headers: true,
  signal: true,
  timeout: true,
  fetch: true
}

const DEFAULT_TIMEOUT = 10_000
/** Timers of a longer time end at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

interface Compiled {
  readonly make: RequestMaker
  readonly read: ResponseReader
}

const compiled = new WeakMap<OutgoingRoute, Compiled>()

/**
 * Compiles how an operation of others is called, once.
 *
 * @throws SetupError or BootstrapError for what is wrong with its types
 */
function compileOutgoing(route: OutgoingRoute): Compiled {
  const known = compiled.get(route) ?? { make: compileRequest(route), read: compileResponses(route) }
  compiled.set(route, known)
  return known
}

/** The same for several at once. @throws BootstrapError with everything that is wrong with their types */
export function assertSendable(routes: readonly OutgoingRoute[]): void {
  const errors = new SetupErrors()
  for (const route of routes) errors.attempt(() => compileOutgoing(route))
  errors.throwIfAny()
}

/**
 * Calls an operation of others: what is sent and what comes back are checked by what the document says of it. Redirects are
 * not followed: a redirect is a response like others, which the operation declares or not.
 *
 * @param sign makes headers of the body, as it is sent
 * @throws SendError; TypeError for options that there are not; RangeError for a timeout that is no time
 */
export async function send(route: OutgoingRoute, options: SendOptions, sign?: Signer): Promise<SentResponse> {
  checkGivenOptions(options, OPTIONS, route.source)
  const { make, read } = compileOutgoing(route)
  const { timeout = DEFAULT_TIMEOUT, signal } = options
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMEOUT) {
    const range = `a whole number of milliseconds from 1 to ${LONGEST_TIMEOUT}`
    throw new RangeError(`${route.source}: the option timeout must be ${range}, not ${String(timeout)}`)
  }
  const limit = AbortSignal.timeout(timeout)
  const cut = signal === undefined ? limit : AbortSignal.any([limit, signal])
  const request = requestOf(route, options, make, sign, cut)
  const { fetch = globalThis.fetch } = options
  try {
    return await unlessAborted(cut, async () => read(await fetch(request)))
  } catch (error) {
    if (error instanceof SendError) throw error
    const isLate = limit.aborted && signal?.aborted !== true
    const { text, code } = reasonOf(error)
    const what = isLate ? `no response within ${timeout} ms` : `no response: ${text}`
    throw new SendError('connection', `${route.source}: ${what}`, { cause: error, code })
  }
}

/** A `fetch` of the application's own may not look at the signal of its request. */
async function unlessAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  let abort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([run(), aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** What fetch says of a failure is `fetch failed`; the system's error is behind it, or several, one an address. */
function reasonOf(error: unknown): { readonly text: string; readonly code: string | undefined } {
  const first = readableError(error)
  let at: Error & { code?: unknown; errors?: readonly unknown[] } = first
  // A chain of causes may be a circle.
  for (const seen = new Set<unknown>(); !seen.has(at); ) {
    seen.add(at)
    const next = at.cause || at.errors?.[0]
    if (next instanceof Error) at = next
  }
  const code = typeof at.code === 'string' ? at.code : undefined
  const message = at.message || first.message || String(first)
  return { text: code === undefined || message.includes(code) ? message : `${message} (${code})`, code }
}

/** @throws SendError for values that no request can have, such as a header with a line break, whoever gave them */
function requestOf(
  route: OutgoingRoute,
  options: SendOptions,
  make: RequestMaker,
  sign: Signer | undefined,
  signal: AbortSignal
): Request {
  try {
    const { url, headers, body } = make(options)
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    for (const [name, value] of Object.entries(sign?.(body) ?? {})) headers.set(name, value)
    const init = {
      method: route.method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body })
    } as const
    return new Request(url, init)
  } catch (error) {
    if (error instanceof SendError) throw error
    const message = `${route.source}: the request cannot be made: ${(error as Error).message}`
    throw new SendError('request', message, { cause: error })
  }
}
