import { FAILING, ROUTE_STATUSES } from './expectations.js'
import { problemFault } from './problem.js'
import type { Verdict } from './verdict.js'

/** An answer of any transport. */
export interface Answer {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: Buffer
  /** Undefined where it is not known. */
  readonly method: string | undefined
  readonly isCut: boolean
}

/** What an answer says of the route that made it; `edge` where the request did not reach the router. */
export function routeOf(answer: Answer): string {
  return answer.header('x-fuzz-route') ?? 'edge'
}

export function isReached(answer: Answer): boolean {
  return answer.header('x-fuzz-reached') === '1'
}

/** The faults of an answer that do not depend on its request. */
export function judgeAnswer(answer: Answer): Verdict[] {
  const { status } = answer
  const verdicts: Verdict[] = []
  const route = routeOf(answer)
  if (status >= 500 && !isPredicted(status, route)) {
    const error = answer.header('x-fuzz-error')
    const kind = `an unpredicted ${status}${error === undefined ? ` of ${route}` : `: ${error.replace(/http:.*/, '…')}`}`
    verdicts.push({ kind, detail: `${route}: ${answer.body.toString('latin1', 0, 300)}` })
  }
  if (status >= 400 && status < 500 && route !== 'edge' && route !== '-' && !ROUTE_STATUSES.includes(status)) {
    verdicts.push({ kind: `an unpredicted ${status} of ${route}`, detail: answer.body.toString('latin1', 0, 300) })
  }
  if (status >= 400 && answer.method !== 'HEAD' && answer.method !== undefined && !answer.isCut) {
    const fault = problemFault(status, answer.header('content-type'), answer.header('content-encoding'), answer.body)
    if (fault !== undefined) {
      verdicts.push({ kind: `no problem: ${fault} (${status})`, detail: answer.body.toString('latin1', 0, 300) })
    }
  }
  return verdicts
}

/** 501 and 505 come only from the edge, where the rules are checked. */
function isPredicted(status: number, route: string): boolean {
  if (route === 'edge') return status === 501 || status === 505
  return FAILING[route]?.includes(status) === true
}
