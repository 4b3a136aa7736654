import { decoded } from './content-coding.js'
import { failureReason } from './failure-reason.js'
import { StreamTime } from './stream-time.js'
import { BETWEEN_COOKIES, type WireRequest, type WireResponse } from './wire-request.js'

/** What verification needs of a service; `bootstrap` returns one. */
export interface VerifiableService {
  /** The published document. */
  readonly document: unknown
  /** All published documents by their names, where there are several: what others have is no secret of one. */
  readonly documents?: ReadonlyMap<string, unknown>
  /** Handles a request in-process. */
  inject(request: {
    readonly method: string
    readonly url: string
    readonly headers: Record<string, string>
    readonly remoteAddress: string
    readonly body?: Uint8Array | string
    /** The response is the one that the service really sends. */
    readonly responseChecks: 'off'
    /** Cuts the request. */
    readonly signal: AbortSignal
    /** After so many milliseconds a stream of events or lines is cut, and its beginning is the response. */
    readonly streamTime: number
  }): Promise<{
    readonly statusCode: number
    readonly headers: Readonly<Record<string, unknown>>
    readonly rawBody: Uint8Array
    /** Whether the body is only the beginning of a stream; with an `error`, because the stream failed. */
    readonly isCut?: boolean
    /** What is wrong with the request by the service's own rules, in whatever form its errors are. */
    readonly faults?: readonly unknown[]
    /** Why the status is 500 or above; the report shows its message and its place in the user's code. */
    readonly error?: unknown
  }>
  /** Stops what was started; the command calls it at its end. */
  close?(): Promise<unknown>
}

/** Where requests are sent. */
export interface Target {
  /** Its address in curl lines. */
  readonly address: string
  /** Whether it is on this machine: requests may change its state. */
  readonly isLocal: boolean
  /** Waits until the next request may be sent. */
  ready(): Promise<void>
  /**
   * Sends a request and waits for the response. Never rejects.
   *
   * @param how `timeout` in milliseconds; `client` is the number of the client that sends it: limits on rates count each
   *   client for itself
   */
  send(
    request: WireRequest,
    how: { readonly timeout: number; readonly client: number }
  ): Promise<WireResponse | NoResponse>
  /** Ends what it keeps open. */
  close(): void
}

/** The service cut the connection, or did not respond in time. */
export class NoResponse {
  readonly message: string
  /** Whether the time ran out: another try would take as long. */
  readonly isLate: boolean
  /** Whether the service accepts no connection any more: the request was not sent. */
  readonly isGone: boolean

  constructor(cause: unknown, how: 'cut' | 'late' | 'gone' = 'cut') {
    const reason = cause instanceof Error && cause.cause !== undefined ? `: ${failureReason(cause.cause)}` : ''
    this.message = cause instanceof Error ? `${cause.message}${reason}` : String(cause)
    this.isLate = how === 'late'
    this.isGone = how === 'gone'
  }
}

/** The address of a client by its number, from 127.0.0.1 on: a service that trusts this machine trusts all of them. */
export function clientAddress(client: number): string {
  const number = (client % 0xfffffe) + 1
  return `127.${number >>> 16}.${(number >>> 8) & 255}.${number & 255}`
}

/** A longer body is judged by its head alone, in bytes. */
const LONGEST_DECODED = 16 * 1024 * 1024

/** A service in this process. */
export class InProcessTarget implements Target {
  readonly address = 'http://localhost:8080'
  readonly isLocal = true
  readonly #service: VerifiableService
  readonly #streamTime = new StreamTime()

  constructor(service: VerifiableService) {
    this.#service = service
  }

  async ready(): Promise<void> {}

  send(request: WireRequest, { timeout, client }: { readonly timeout: number; readonly client: number }) {
    return inject(this.#service, request, { timeout, client, streamTime: this.#streamTime })
  }

  close(): void {}
}

async function inject(
  service: VerifiableService,
  { method, url, headers: lines, body }: WireRequest,
  how: { readonly timeout: number; readonly client: number; readonly streamTime: StreamTime }
): Promise<WireResponse | NoResponse> {
  const headers: Record<string, string> = Object.create(null)
  for (const [name, value] of lines) headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  const { timeout, streamTime } = how
  let timer: NodeJS.Timeout | undefined
  const client = new AbortController()
  const remoteAddress = clientAddress(how.client)
  const sent = { method, url, headers: { ...headers }, remoteAddress, ...(body && { body }) }
  try {
    const late = new Promise<NoResponse>((resolve) => {
      timer = setTimeout(() => {
        resolve(new NoResponse(`nothing came within ${timeout / 1000} seconds`, 'late'))
        client.abort()
      }, timeout)
    })
    const response = await Promise.race([
      service.inject({ ...sent, responseChecks: 'off', signal: client.signal, streamTime: streamTime.of(url) }),
      late
    ])
    if (response instanceof NoResponse) return response
    const { statusCode: status, rawBody, error, faults, isCut } = response
    if (isCut === true && error !== undefined && status < 500) return new NoResponse(brokenBy(error))
    if (isCut === true) streamTime.wasOpen(url)
    const received = Object.entries(response.headers).map(([given, value]) => {
      const name = given.toLowerCase()
      const isCookies = name === 'set-cookie' && Array.isArray(value)
      return [name, isCookies ? value.join(BETWEEN_COOKIES) : String(value)]
    })
    const reason = status >= 500 && error !== undefined ? { error: failureReason(error) } : undefined
    const answered = {
      status,
      headers: Object.fromEntries<string>(received as [string, string][]),
      ...(faults !== undefined && { faults }),
      ...reason
    }
    if (isCut === true) return { ...answered, body: rawBody, cut: 'open' }
    const coding = answered.headers['content-encoding']
    const { isLong, ...read } = await decoded(rawBody, coding, headers['accept-encoding'], LONGEST_DECODED)
    return { ...answered, ...read, ...(isLong === true && { cut: 'long' }) }
  } catch (error) {
    return new NoResponse(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Why a response was cut after its head, by what the service threw. */
function brokenBy(error: unknown): unknown {
  const isBare = (error as { code?: unknown } | null)?.code === 'LIGHT_ECONNRESET'
  return isBare ? error : new Error('response destroyed before completion', { cause: error })
}

/** The bytes of a response; none where there was no response. */
export function bytesOf(response: WireResponse | NoResponse): Buffer {
  return Buffer.from(response instanceof NoResponse ? '' : response.body)
}

/** The headers of a response, by lower-case name; none where there was no response. */
export function headersOf(response: WireResponse | NoResponse): Readonly<Record<string, string>> {
  return response instanceof NoResponse ? {} : response.headers
}

/** The JSON of a response; undefined where it has none. */
export function jsonOf(response: WireResponse | NoResponse): unknown {
  try {
    return JSON.parse(bytesOf(response).toString())
  } catch {
    return undefined
  }
}
