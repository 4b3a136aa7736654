import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { BoundText, Play } from '../resources/play.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { changedPlace } from '../resources/volatile.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { bytesOf, headersOf } from '../wire/target.js'
import { beside, type PlaceOf, reached, withHeader } from './reached.js'

/** A tag that no representation has, and a moment before everything. */
const OTHER_TAG = '"no-representation-has-this-tag"'
const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT'

/** Conditions of requests that read, where the response has an `ETag` or `Last-Modified` (RFC 9110, section 13.1). */
export function readConditions(operation: PublishedOperation, requests: RequestMaker, placeOf: PlaceOf): Sequence {
  return {
    label: `conditions of GET ${operation.path}`,
    operation,
    cost: 6,
    play: (play) => playReads(play, operation, requests, placeOf)
  }
}

async function playReads(
  play: Play,
  operation: PublishedOperation,
  requests: RequestMaker,
  placeOf: PlaceOf
): Promise<void> {
  const path = await placeOf(play, operation)
  const first = await reached(play, operation, requests, (status) => status === 200, path)
  if (first === undefined) return
  const { etag, 'last-modified': modified } = headersOf(first.response)
  if (operation.responses.has('412')) {
    const wrong = await play.send(
      withHeader(first.parts, 'if-match', OTHER_TAG),
      path,
      'the same with a wrong If-Match'
    )
    const judge = 'with a tag that it does not have, the response is a 412'
    if (statusOf(wrong.response) === 200) play.found('ignored-condition', 'if-match', judge, operation, [first, wrong])
  }
  const send = (name: string, value: string) =>
    play.send(withHeader(first.parts, name, value), path, `the same with ${name}: ${value}`)
  /** Whether the response is what the condition says; one that is neither 200 nor 304 says nothing. */
  const expect = (step: TrialStep, status: 200 | 304, what: string, judge: string): boolean => {
    const found = statusOf(step.response)
    if (found === status) return true
    if (found !== 200 && found !== 304) return false
    // What changed in between has another tag.
    if (found === 200 && etag !== undefined && headersOf(step.response).etag !== etag) return false
    play.found('ignored-condition', what, judge, operation, [first, step])
    return false
  }
  if (etag !== undefined) {
    const same = await send('if-none-match', etag)
    const isKept = expect(same, 304, 'if-none-match', 'with the tag that it has, the response is a 304')
    if (isKept) judgeNotModified(play, operation, first, same, etag)
    expect(
      await send('if-none-match', OTHER_TAG),
      200,
      'if-none-match other',
      'with another tag, the response is a 200'
    )
    if (!isKept) return
    const weak = etag.startsWith('W/') ? etag.slice(2) : `W/${etag}`
    expect(
      await send('if-none-match', `${OTHER_TAG}, ${etag}`),
      304,
      'if-none-match list',
      'one of the tags is the one that it has'
    )
    expect(
      await send('if-none-match', weak),
      304,
      'if-none-match weak',
      'If-None-Match compares weakly (RFC 9110, section 13.1.2)'
    )
    expect(
      await send('if-none-match', '*'),
      304,
      'if-none-match any',
      'there is a representation, so the response is a 304'
    )
  } else if (modified !== undefined) {
    expect(
      await send('if-modified-since', modified),
      304,
      'if-modified-since',
      'it was not modified since, so the response is a 304'
    )
    expect(
      await send('if-modified-since', LONG_AGO),
      200,
      'if-modified-since earlier',
      'it was modified since, so the response is a 200'
    )
  }
}

function judgeNotModified(
  play: Play,
  operation: PublishedOperation,
  first: TrialStep,
  same: TrialStep,
  etag: string
): void {
  const own = headersOf(same.response).etag
  if (bytesOf(same.response).length > 0)
    play.found('ignored-condition', 'body', 'a 304 has no body', operation, [first, same])
  if (own !== undefined && own !== etag)
    play.found('broken-etag', '304', `a 304 has the tag of the 200, ${etag}`, operation, [first, same])
}

/** A wrong `If-Match` of a request that changes something, where the document lists 412 or `If-Match`. */
export function writeConditions(
  operation: PublishedOperation,
  read: PublishedOperation | undefined,
  requests: RequestMaker,
  placeOf: PlaceOf
): Sequence[] {
  const isDeclared = operation.parameters.some(({ in: place, name }) => place === 'header' && /^if-match$/i.test(name))
  if (!isDeclared && !operation.responses.has('412')) return []
  return [
    {
      label: `${operation.id} with a wrong If-Match`,
      operation,
      cost: 4,
      play: async (play) => {
        const change = play.decide('change', (draw) => requests.likely(operation, draw))
        if (change === undefined) return
        const path = await placeOf(play, operation)
        const before = await readBeside(play, read, change, path)
        if (read !== undefined && (before === undefined || statusOf(before.response) !== 200)) return
        const step = await play.send(
          withHeader(change, 'if-match', OTHER_TAG),
          path,
          `${operation.id} with a wrong tag`
        )
        const status = statusOf(step.response)
        const steps = [...(before === undefined ? [] : [before]), step]
        if (status >= 200 && status < 300) {
          play.found(
            'ignored-condition',
            'if-match',
            'with a tag that it does not have, the response is a 412',
            operation,
            steps
          )
        }
        if (status !== 412 || before === undefined) return
        const after = await readBeside(play, read, change, path)
        if (after === undefined || !(await isChanged(play, before, after, path))) return
        play.found('rejected-change', 'if-match', 'after a 412 nothing is changed', operation, [...steps, after])
      }
    }
  ]

  async function readBeside(
    play: Play,
    other: PublishedOperation | undefined,
    change: Parameters<typeof beside>[1],
    path: readonly BoundText[]
  ) {
    const parts = other && play.decide('read', (draw) => beside(other, change, requests, draw))
    return parts && play.send(parts, path, `read ${parts.operation.path}`)
  }
}

/** The `ETag` before and after a change: another body has another tag. */
export function changedTag(
  operation: PublishedOperation,
  read: PublishedOperation,
  requests: RequestMaker,
  placeOf: PlaceOf
): Sequence {
  return {
    label: `the ETag of ${read.path} after ${operation.id}`,
    operation: read,
    cost: 4,
    play: async (play) => {
      const path = await placeOf(play, operation)
      for (let attempt = 0; attempt < 3; attempt++) {
        const name = `change ${attempt}`
        if (play.isReplay && !play.isKnown(name)) continue
        const change = play.decide(name, (draw) => requests.likely(operation, draw))
        const parts = change && play.decide(`read ${attempt}`, (draw) => beside(read, change, requests, draw))
        if (change === undefined || parts === undefined) return
        const before = await play.send(parts, path, `read ${read.path}`)
        const tag = tagOf(before)
        if (tag === undefined) continue
        const declared = operation.parameters.some(({ name: own }) => /^if-match$/i.test(own))
        const changed = await play.send(declared ? withHeader(change, 'if-match', tag) : change, path, operation.id)
        if (statusOf(changed.response) >= 300) continue
        const after = await play.send(parts, path, `read ${read.path} again`)
        if (statusOf(after.response) !== 200 || hasSameBytes(before, after)) continue
        if (tagOf(after) === tag && (await isChanged(play, before, after, path)))
          play.found('broken-etag', 'change', `the response changed, and its ETag is ${tag} as before`, read, [
            before,
            changed,
            after
          ])
        return
      }
    }
  }
}

function tagOf({ response }: TrialStep): string | undefined {
  return statusOf(response) === 200 ? headersOf(response).etag : undefined
}

/** Whether a change explains that a response is another one. */
async function isChanged(
  play: Play,
  before: TrialStep,
  after: TrialStep,
  path: readonly BoundText[]
): Promise<boolean> {
  if (hasSameBytes(before, after)) return false
  return (await changedPlace(play, before, after, () => play.send(after.parts, path, 'the same again'))) !== undefined
}

function hasSameBytes(one: TrialStep, two: TrialStep): boolean {
  return bytesOf(one.response).equals(bytesOf(two.response))
}
