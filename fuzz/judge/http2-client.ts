import type { Http2Result } from '../delivery/http2-client.js'
import type { Http2ClientInput } from '../input.js'
import { type Answer, judgeAnswer, routeOf } from './answer.js'
import { CUTTING } from './expectations.js'
import type { Judgement } from './http1.js'
import type { Verdict } from './verdict.js'

/** Judges the answers that Node's client received. */
export function judgeHttp2Client(input: Http2ClientInput, results: readonly Http2Result[]): Judgement {
  const verdicts: Verdict[] = []
  const answers: Answer[] = []
  for (const [index, { status, headers, body, error, isHung }] of results.entries()) {
    const request = input.requests[index]
    const field = (name: string): string | undefined => request?.headers.find(([key]) => key === name)?.[1]
    if (isHung)
      verdicts.push({
        kind: "a hang of a stream of Node's client",
        detail: `${field(':method')} ${field(':path')}, status ${status}`
      })
    if (status === undefined || request === undefined) continue
    const answer: Answer = {
      status,
      header: (name) => headers.get(name),
      body,
      method: request.isReset ? undefined : field(':method'),
      isCut: error !== undefined || isHung
    }
    answers.push(answer)
    verdicts.push(...judgeAnswer(answer))
    const echo = headers.get('x-fuzz-id')
    if (echo !== undefined && echo !== field('x-fuzz-id'))
      verdicts.push({ kind: 'answers another stream', detail: echo })
    const route = routeOf(answer)
    // Where the whole answer is out before the body has come, the server may reset the stream (RFC 9113 section 8.1).
    if (error !== undefined && !request.isReset && request.body === undefined && !CUTTING.includes(route)) {
      verdicts.push({ kind: `a cut answer of ${route}`, detail: `${error}, status ${status}` })
    }
  }
  return { verdicts, answers }
}
