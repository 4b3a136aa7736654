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
    readonly remoteAddress: string
    readonly body?: Uint8Array | string
  }): Promise<{
    readonly statusCode: number
    readonly headers: Readonly<Record<string, unknown>>
    readonly rawBody: Uint8Array
  }>
}

/** The service cut the connection, or did not answer in time. */
export class NoAnswer {
  readonly reason: string
  /** Whether it was waited for in vain; to wait again would take as long. */
  readonly isLate: boolean

  constructor(reason: unknown, isLate = false) {
    this.reason = reason instanceof Error ? reason.message : String(reason)
    this.isLate = isLate
  }
}

/** The address of a client by its number, from 127.0.0.1 on: whoever trusts this machine trusts them all. */
export function addressOf(client: number): string {
  const number = (client % 0xfffffe) + 1
  return `127.${number >>> 16}.${(number >>> 8) & 255}.${number & 255}`
}

/** Sends a request in-process, from this address, and waits `patience` milliseconds at most. Never rejects. */
export async function exchange(
  service: VerifiableService,
  request: WireRequest,
  patience: number,
  remoteAddress = '127.0.0.1'
): Promise<WireResponse | NoAnswer> {
  const headers: Record<string, string> = Object.create(null)
  for (const [name, value] of request.headers) headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  let timer: NodeJS.Timeout | undefined
  try {
    const body = request.body === undefined ? {} : { body: request.body }
    const late = new Promise<NoAnswer>((resolve) => {
      const seconds = patience / 1000
      timer = setTimeout(() => resolve(new NoAnswer(`nothing came within ${seconds} seconds`, true)), patience)
    })
    const { method, url } = request
    const asked = service.inject({ method, url, headers: { ...headers }, remoteAddress, ...body })
    const answer = await Promise.race([asked, late])
    if (answer instanceof NoAnswer) return answer
    const received = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    return { status: answer.statusCode, headers: Object.fromEntries(received), body: answer.rawBody }
  } catch (error) {
    return new NoAnswer(error)
  } finally {
    clearTimeout(timer)
  }
}
