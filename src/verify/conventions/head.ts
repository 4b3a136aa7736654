import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { Play } from '../resources/play.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { statusOf } from '../session/session.js'
import { NoResponse } from '../wire/target.js'
import type { WireResponse } from '../wire/wire-request.js'
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
  const [before, found, after] = [first.response, head.response, again.response]
  if (before instanceof NoResponse || found instanceof NoResponse || after instanceof NoResponse) return
  if (WITHOUT_HEAD.has(found.status) || before.status !== statusOf(after)) return
  const add = (what: string, judge: string) => play.found('broken-head', what, judge, operation, [first, head])
  if (found.status !== before.status) {
    add('status', `HEAD has the status of GET, which is ${before.status} (RFC 9110, section 9.3.2)`)
    return
  }
  if (found.body.length > 0) add('body', 'a response to HEAD has no body (RFC 9110, section 9.3.2)')
  for (const name of SAME) {
    const value = stableHeader(name, before, after)
    const own = found.headers[name]
    if (value !== undefined && own !== undefined && own !== value)
      add(name, `HEAD has the headers of GET, and ${name} is ${value} there, not ${own} (RFC 9110, section 9.3.2)`)
  }
}

/** The value of a header where two responses have the same. */
function stableHeader(name: string, a: WireResponse, b: WireResponse): string | undefined {
  return a.headers[name] === b.headers[name] ? a.headers[name] : undefined
}
