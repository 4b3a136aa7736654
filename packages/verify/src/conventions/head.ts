import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { Play } from '../resources/play.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { statusOf } from '../session/session.js'
import { bytesOf, headersOf } from '../wire/target.js'
import { type PlaceOf, reached } from './reached.js'

/** Headers that HEAD has with the value that GET has, if it has them (RFC 9110, section 9.3.2). */
const SAME = ['content-type', 'content-length', 'etag', 'last-modified', 'content-language']

/** Statuses of services that do not know HEAD, which is not what HTTP says, but widespread. */
const WITHOUT_HEAD: ReadonlySet<number> = new Set([0, 404, 405, 429, 501])

/** HEAD after GET: the same status and headers, and no body. */
export function headSequence(operation: PublishedOperation, requests: RequestMaker, placeOf: PlaceOf): Sequence {
  return {
    label: `HEAD of ${operation.path}`,
    operation,
    cost: 3,
    play: (play) => playHead(play, operation, requests, placeOf)
  }
}

async function playHead(
  play: Play,
  operation: PublishedOperation,
  requests: RequestMaker,
  placeOf: PlaceOf
): Promise<void> {
  const path = await placeOf(play, operation)
  const first = await reached(play, operation, requests, undefined, path)
  if (first === undefined) return
  const head = await play.send({ ...first.parts, method: 'HEAD' }, path, 'the same with HEAD')
  const again = await play.send(first.parts, path, 'the same with GET')
  const [status, found] = [statusOf(first.response), statusOf(head.response)]
  if (WITHOUT_HEAD.has(found) || status !== statusOf(again.response)) return
  const add = (what: string, judge: string) => play.found('broken-head', what, judge, operation, [first, head])
  if (found !== status) {
    add('status', `HEAD has the status of GET, which is ${status} (RFC 9110, section 9.3.2)`)
    return
  }
  if (bytesOf(head.response).length > 0) add('body', 'a response to HEAD has no body (RFC 9110, section 9.3.2)')
  for (const name of SAME) {
    const [value, own, later] = [first, head, again].map(({ response }) => headersOf(response)[name])
    // What is another one in each response says nothing.
    if (value !== undefined && value === later && own !== undefined && own !== value)
      add(name, `HEAD has the headers of GET, and ${name} is ${value} there, not ${own} (RFC 9110, section 9.3.2)`)
  }
}
