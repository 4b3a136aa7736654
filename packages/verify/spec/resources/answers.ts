import type { PublishedOperation } from '../../src/document/published-document.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import type { Attempt } from '../../src/session/attempt.js'
import type { Session } from '../../src/session/session.js'
import { NoResponse } from '../../src/wire/target.js'

/** What a service of these specs responds: a status, and JSON or bytes; `late` where it does not. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly verdict?: string
  readonly findings?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A session that answers as a function says, and keeps what is sent. */
export class Answers {
  requests = 0
  isOver = false
  readonly sent: string[] = []
  readonly late = new Set<PublishedOperation>()
  readonly #answer: (line: string, time: number) => Answer

  constructor(answer: (line: string, time: number) => Answer = () => ({ status: 200, body: {} })) {
    this.#answer = answer
  }

  get session(): Session {
    return this as unknown as Session
  }

  isLate(operation: PublishedOperation): boolean {
    return this.late.has(operation)
  }

  async reset(): Promise<void> {
    this.sent.push('reset')
  }

  async attemptNext(parts: RequestParts): Promise<Attempt> {
    const time = this.requests++
    const request = writeRequest(parts)
    const texts = request.headers.map(([name, value]) => `${name}: ${value}`)
    const line = [`${request.method} ${request.url}`, ...texts, Buffer.from(request.body ?? '').toString()]
      .join(' ')
      .trim()
    this.sent.push(line)
    const { status, body, verdict = 'valid', findings = [], headers = {} } = this.#answer(line, time)
    const response =
      status === 0 ? new NoResponse('cut') : { status, headers, body: Buffer.from(JSON.stringify(body) ?? '') }
    const comparison = {
      findings: findings.map((what) => ({ kind: 'server-error', what, judge: `it shows ${what}` })),
      outcome: 'other'
    }
    return { parts, request, response, verdict: { kind: verdict }, comparison, milliseconds: 0 } as unknown as Attempt
  }
}

/** A request of an operation with nothing in it but the changes. */
export function partsOf(operation: PublishedOperation, changes: Partial<RequestParts> = {}): RequestParts {
  return {
    ...{ operation, method: operation.method, path: {}, rawPath: undefined, query: [], headers: [], cookies: [] },
    ...{ contentType: undefined, body: undefined, ...changes }
  }
}
