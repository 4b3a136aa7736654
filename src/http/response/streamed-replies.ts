import type { Readable } from 'node:stream'
import type { SentRequest } from '../lifetime/direct-exchange.js'
import {
  type EventSource,
  EventStream,
  type EventStreamOptions,
  HEAD_DELAY_MS,
  withSettledData
} from '../reply/event-stream.js'
import { type FileOptions, fileReply } from '../reply/file.js'
import type { FileContent } from '../reply/file-content.js'
import { type ItemSource, ItemStream, type Items } from '../reply/item-stream.js'
import { releaseContent, type SourceOptions } from '../reply/stream-source.js'
import { itemChecks } from './checked-reply.js'
import { EVENTS_TYPE } from './declared-streams.js'
import type { Responding } from './request-log.js'
import type { RespondingContext } from './route-responses.js'
import type { ItemWriter, PromisedStream } from './stream-writers.js'

/** What a streamed reply does with the response to its request. */
interface StreamedResponse extends Responding {
  readonly ctx: RespondingContext
  readonly req: SentRequest
  header(name: string, value: string): void
  text(status: number, contentType: string | undefined, text: string): void
  stream(status: number, contentType: string | undefined, content: Readable | FileContent, facts: SourceOptions): void
  items(status: number, contentType: string, items: Items): void
  fail(error: unknown): void
}

/** Replies with a stream of server-sent events; where the route declares their data, each is written by its type. */
export function sendEvents(response: StreamedResponse, events: EventSource, options?: EventStreamOptions): void {
  try {
    const { streams, otherEvents } = response.ctx.documented.responses.of(200)
    const promised = streams?.get(EVENTS_TYPE) ?? otherEvents?.()
    const write = promised?.kind === 'events' ? promised.write : undefined
    replyWithEvents(
      response,
      200,
      new EventStream(events, options, write && withSettledData(checking(write, response, 200)))
    )
  } catch (error) {
    releaseContent(events)
    response.fail(error)
  }
}

/** Replies with the items that a handler returned, as the stream that is declared for the media type. */
export function sendItems(
  response: StreamedResponse,
  status: number,
  type: string,
  promised: PromisedStream,
  items: ItemSource<unknown>
): void {
  const { write } = promised
  if (promised.kind === 'lines') {
    const lines = new ItemStream(items, checking(write as ItemWriter, response, status), 'lines', HEAD_DELAY_MS)
    replyWithItems(response, status, type, lines)
    return
  }
  const { eventOf } = promised
  const writeEvent = withSettledData(checking(promised.write, response, status))
  replyWithEvents(response, status, new EventStream(items as EventSource, {}, (item) => writeEvent(eventOf(item))))
}

function replyWithEvents(response: StreamedResponse, status: number, stream: EventStream): void {
  response.header('cache-control', 'no-cache')
  replyWithItems(response, status, EVENTS_TYPE, stream)
}

function replyWithItems(response: StreamedResponse, status: number, type: string, items: Items): void {
  // It makes nginx pass items on as they come.
  response.header('x-accel-buffering', 'no')
  response.items(status, type, items)
}

function checking<T>(write: ItemWriter<T>, response: StreamedResponse, status: number): (item: T) => string {
  const checks = itemChecks(response, status)
  return (item) => write(item, checks)
}

/** Replies with a file, or the range of it that the request names; rejects where there is none. */
export async function sendFile(response: StreamedResponse, path: string, options: FileOptions = {}): Promise<void> {
  const { status, headers, contentType, content } = await fileReply(response.req, path, options)
  for (const [name, value] of Object.entries(headers)) response.header(name.toLowerCase(), value)
  response.header('x-content-type-options', 'nosniff')
  if (content === undefined) response.text(status, undefined, '')
  else response.stream(status, contentType, content, { length: content.length })
}
