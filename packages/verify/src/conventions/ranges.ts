import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { BoundText, Play } from '../resources/play.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { bytesOf, headersOf } from '../wire/target.js'
import { type PlaceOf, reached, withHeader } from './reached.js'

/** Parts of a response, where the document lists 206 or 416 (RFC 9110, section 14). */
export function rangeSequences(
  operation: PublishedOperation,
  requests: RequestMaker,
  placeOf: PlaceOf
): readonly Sequence[] {
  if (!operation.responses.has('206') && !operation.responses.has('416')) return []
  return [
    {
      label: `ranges of GET ${operation.path}`,
      operation,
      cost: 6,
      play: async (play) => {
        const path = await placeOf(play, operation)
        const whole = await reached(play, operation, requests, (status) => status === 200, path)
        if (whole !== undefined) await playRanges(play, operation, whole, path)
      }
    }
  ]
}

async function playRanges(
  play: Play,
  operation: PublishedOperation,
  whole: TrialStep,
  path: readonly BoundText[]
): Promise<void> {
  const bytes = bytesOf(whole.response)
  const { length } = bytes
  const send = (range: string) =>
    play.send(withHeader(whole.parts, 'range', range), path, `the same with range: ${range}`)
  const ranges: readonly (readonly [range: string, from: number, to: number])[] = [
    ['bytes=0-0', 0, 1],
    [`bytes=${length >> 1}-`, length >> 1, length],
    ['bytes=-1', length - 1, length]
  ]
  /** What grows while it is read, as a log, has other parts than before. */
  const isStill = async () => {
    const again = await play.send(whole.parts, path, 'the whole again')
    return bytesOf(again.response).equals(bytes)
  }
  for (const [range, from, to] of length === 0 ? [] : ranges) {
    const step = await send(range)
    // A server may ignore ranges, and send all of it.
    if (statusOf(step.response) !== 206) continue
    const expected = `bytes ${from}-${to - 1}/${length}`
    const { 'content-range': stated } = headersOf(step.response)
    const isRight = stated === expected || stated === expected.replace(/\d+$/, '*')
    if (!isRight || !bytesOf(step.response).equals(bytes.subarray(from, to))) {
      if (!(await isStill())) return
      const judge = `the response has the part ${expected} of the whole; its Content-Range is ${stated ?? 'absent'}`
      play.found('broken-range', 'part', judge, operation, [whole, step])
      return
    }
  }
  const beyond = await send(`bytes=${length}-`)
  if (statusOf(beyond.response) !== 206 || !(await isStill())) return
  const judge = `there is nothing after ${length} bytes, so the response is a 416, or all of it`
  play.found('broken-range', 'beyond', judge, operation, [whole, beyond])
}
