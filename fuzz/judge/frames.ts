import type { Exchange } from '../delivery/exchange.js'
import { FLAG, type Frame, readFrames, TYPE } from '../http2/frames.js'
import { FieldDecoder } from '../http2/hpack.js'
import type { WireInput } from '../input.js'
import { type Answer, judgeAnswer } from './answer.js'
import type { Judgement } from './http1.js'
import type { Verdict } from './verdict.js'

/** The largest frame that may be sent to a client that does not allow larger ones. */
const MAX_FRAME = 16_384

/** The names of the types of frames, by their number. */
const NAMES = Object.keys(TYPE)

interface Stream {
  status: number | undefined
  headers: Map<string, string>
  readonly data: Buffer[]
  isEnded: boolean
}

class Broken extends Error {}

/** Judges the frames that came on a connection of HTTP/2 (RFC 9113). */
export function judgeFrames(input: WireInput, exchange: Exchange): Judgement {
  const verdicts: Verdict[] = []
  const streams = new Map<number, Stream>()
  const { frames, rest } = readFrames(exchange.received)
  if (exchange.ending === 'hung') {
    const last = NAMES[frames.at(-1)?.type ?? -1] ?? 'nothing'
    verdicts.push({ kind: `a hang of HTTP/2 after ${last}`, detail: `after ${exchange.received.length} bytes` })
  }
  try {
    if (frames.length > 0 && frames[0]?.type !== TYPE.settings) throw new Broken('the first frame is no SETTINGS')
    readStreams(frames, streams)
    if (rest > 0 && exchange.ending === 'fin' && !exchange.isLeft) throw new Broken('the last frame is cut')
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    verdicts.push({ kind: `malformed frames: ${what}`, detail: exchange.received.toString('latin1', 0, 200) })
  }
  // Changed frames may contain HEAD where the original had another method.
  // The name may be cut by the head of a CONTINUATION.
  const hasHead = /H[\s\S]{0,9}E[\s\S]{0,9}A[\s\S]{0,9}D/.test(input.pieces.join(''))
  const answers = [...streams.values()].flatMap((stream) => asAnswer(stream, hasHead))
  for (const answer of answers) {
    verdicts.push(...judgeAnswer(answer))
    const length = answer.header('content-length')
    const hasBody = answer.status !== 204 && answer.status !== 304 && answer.method !== undefined
    if (!answer.isCut && hasBody && length !== undefined && Number(length) !== answer.body.length) {
      verdicts.push({ kind: 'a wrong Content-Length', detail: `${length} for ${answer.body.length} bytes` })
    }
  }
  return { verdicts, answers }
}

function asAnswer({ status, headers, data, isEnded }: Stream, hasHead: boolean): Answer[] {
  if (status === undefined) return []
  const header = (name: string): string | undefined => headers.get(name)
  return [{ status, header, body: Buffer.concat(data), method: hasHead ? undefined : 'GET', isCut: !isEnded }]
}

function readStreams(frames: readonly Frame[], streams: Map<number, Stream>): void {
  const decoder = new FieldDecoder()
  let block: { readonly stream: number; readonly isEnd: boolean; readonly parts: Buffer[] } | undefined
  for (const { type, flags, stream: id, payload } of frames) {
    if (payload.length > MAX_FRAME) throw new Broken(`a frame of ${payload.length} bytes`)
    if (block !== undefined && (type !== TYPE.continuation || id !== block.stream))
      throw new Broken('a header block is interrupted')
    if (type === TYPE.headers) {
      if (id % 2 === 0) throw new Broken(`HEADERS on stream ${id}`)
      block = { stream: id, isEnd: (flags & FLAG.endStream) !== 0, parts: [unpadded(payload, flags)] }
    } else if (type === TYPE.continuation) {
      if (block === undefined) throw new Broken('CONTINUATION without HEADERS')
      block.parts.push(payload)
    } else if (type === TYPE.data) takeData(streams.get(id), id, flags, payload)
    else if (type === TYPE.push) throw new Broken('PUSH_PROMISE, which nobody asked for')
    if (block !== undefined && (flags & FLAG.endHeaders) !== 0) {
      takeFields(streams, block.stream, decoder.decode(Buffer.concat(block.parts)), block.isEnd)
      block = undefined
    }
  }
}

function unpadded(payload: Buffer, flags: number): Buffer {
  let start = 0
  let end = payload.length
  if ((flags & FLAG.padded) !== 0) {
    start = 1
    end -= payload[0] ?? 0
  }
  if ((flags & FLAG.priority) !== 0) start += 5
  return payload.subarray(start, end)
}

function takeFields(
  streams: Map<number, Stream>,
  id: number,
  fields: readonly (readonly [string, string])[],
  isEnd: boolean
): void {
  const status = fields.find(([name]) => name === ':status')?.[1]
  const known = streams.get(id)
  if (known !== undefined && status !== undefined)
    throw new Broken(`two answers on stream ${id}: ${known.status}, ${status}`)
  if (known === undefined) {
    if (status === undefined || !/^[1-5]\d\d$/.test(status)) throw new Broken(`an answer of the status ${status}`)
    // Interim answers do not change the state of the stream.
    if (status.startsWith('1')) return
    streams.set(id, { status: Number(status), headers: new Map(fields), data: [], isEnded: isEnd })
  } else if (isEnd) known.isEnded = true
  const wrong = fields.find(
    ([name]) => name !== name.toLowerCase() || /^(connection|transfer-encoding|keep-alive|upgrade)$/.test(name)
  )
  if (wrong !== undefined) throw new Broken(`a header ${wrong[0]} in HTTP/2`)
}

function takeData(stream: Stream | undefined, id: number, flags: number, payload: Buffer): void {
  if (stream === undefined) throw new Broken(`DATA before HEADERS on stream ${id}`)
  if (stream.isEnded) throw new Broken(`DATA behind the end of stream ${id}`)
  stream.data.push(unpadded(payload, flags & FLAG.padded))
  if ((flags & FLAG.endStream) !== 0) stream.isEnded = true
}
