import type { WireRequest, WireResponse } from './wire-request.js'

/** What verification needs of a service; `bootstrap` answers one. */
export interface VerifiableService {
  /** The published document. */
  readonly document: unknown
  /** Answers a request in-process. */
  inject(request: {
    readonly method: string
    readonly url: string
    readonly headers: Record<string, string>
    readonly body?: Uint8Array | string
  }): Promise<{
    readonly statusCode: number
    readonly headers: Readonly<Record<string, unknown>>
    readonly rawBody: Uint8Array
  }>
}

/** The service cut the connection, or answered something that is no answer. */
export class NoAnswer {
  readonly reason: string

  constructor(error: unknown) {
    this.reason = error instanceof Error ? error.message : String(error)
  }
}

/** A service that has not answered after this long, in milliseconds, does not answer at all. */
const PATIENCE = 30_000

/** Sends a request in-process. Never rejects. */
export async function exchange(service: VerifiableService, request: WireRequest): Promise<WireResponse | NoAnswer> {
  const headers: Record<string, string> = Object.create(null)
  for (const [name, value] of request.headers) headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  let timer: NodeJS.Timeout | undefined
  try {
    const body = request.body === undefined ? {} : { body: request.body }
    const answer = await Promise.race([
      service.inject({ method: request.method, url: request.url, headers: { ...headers }, ...body }),
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE / 1000} seconds`)), PATIENCE)
      })
    ])
    const received = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    return { status: answer.statusCode, headers: Object.fromEntries(received), body: answer.rawBody }
  } catch (error) {
    return new NoAnswer(error)
  } finally {
    clearTimeout(timer)
  }
}
