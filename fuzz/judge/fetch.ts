import type { FetchInput } from '../input.js'
import type { FetchResult } from '../target/messages.js'
import { type Answer, judgeAnswer, routeOf } from './answer.js'
import { CUTTING } from './expectations.js'
import type { Judgement } from './http1.js'
import type { Verdict } from './verdict.js'

/** What the promise of `service.fetch` rejects with, by its documentation. */
const REJECTIONS = /^Error: The connection was cut before the response had begun$|^dead$/

/** The status that marks a client that has gone; it is never sent. */
const CLIENT_CLOSED = 499

/** Judges what `service.fetch` made of a request. */
export function judgeFetch(input: FetchInput, result: FetchResult): Judgement {
  if (result.kind === 'unmade') return { verdicts: [], answers: [] }
  if (result.kind === 'hung') return only('a hang of service.fetch', 'service.fetch neither resolved nor rejected')
  if (result.kind === 'rejected') {
    // What a route writes before it cuts its answer may still be held back by a compressor.
    const isCompressed = input.headers.some(([name]) => name.toLowerCase() === 'accept-encoding')
    const isCut = (isCompressed ? CUTTING : ['/cut']).some((route) => input.url.includes(route))
    const mayCut = isCut || input.abortAfter !== undefined || input.fails
    const isTold = REJECTIONS.test(result.error)
    return isTold && (mayCut || result.error === 'dead')
      ? { verdicts: [], answers: [] }
      : only('service.fetch rejects', result.error)
  }
  const { status, bodyError } = result
  const headers = new Map(result.headers)
  const answer: Answer = {
    status,
    header: (name) => headers.get(name),
    body: Buffer.from(result.body, 'latin1'),
    // A body that was not read, or that its client cancelled, shows nothing.
    method: input.cancels || input.abortAfter !== undefined ? undefined : input.method.toUpperCase(),
    isCut: bodyError !== undefined
  }
  if (status === CLIENT_CLOSED) {
    return input.abortAfter === undefined ? only('a 499 without an abort', '') : { verdicts: [], answers: [answer] }
  }
  const verdicts: Verdict[] = judgeAnswer(answer)
  const route = routeOf(answer)
  // A request whose body fails is one whose client has gone.
  const isLeft = input.abortAfter !== undefined || input.fails
  if (bodyError !== undefined && !isLeft && !CUTTING.includes(route)) {
    verdicts.push({ kind: `a cut answer of ${route}`, detail: `${bodyError}, status ${status}` })
  }
  const length = headers.get('content-length')
  const isRead = answer.method !== undefined && answer.method !== 'HEAD' && bodyError === undefined
  if (isRead && length !== undefined && status !== 304 && Number(length) !== answer.body.length) {
    verdicts.push({ kind: 'a wrong Content-Length', detail: `${length} for ${answer.body.length} bytes` })
  }
  if (input.fails && answer.header('x-fuzz-body') === 'whole') {
    verdicts.push({ kind: 'accepts a body that failed', detail: `${status} of ${route}` })
  }
  return { verdicts, answers: [answer] }
}

function only(kind: string, detail: string): Judgement {
  return { verdicts: [{ kind, detail }], answers: [] }
}
