import type { Readable } from 'node:stream'
import type { SentRequest } from '../lifetime/direct-exchange.js'
import { type EventSource, EventStream, type EventStreamOptions, HEAD_DELAY_MS } from '../reply/event-stream.js'
import type { FileContent } from '../reply/file-content.js'
import { type ItemSource, ItemStream, type Items } from '../reply/item-stream.js'
import { releaseContent, type SourceOptions } from '../reply/stream-source.js'
import { itemChecks } from './checked-reply.js'
import { EVENTS_TYPE } from './declared-streams.js'
import type { Responding } from './request-log.js'
import type { RespondingContext } from './route-responses.js'
import { ANY_EVENTS, type PromisedStream } from './stream-writers.js'

/** What a streamed reply does with the response to its request. */
export interface StreamedResponse extends Responding {
  readonly ctx: RespondingContext
  readonly req: SentRequest
  header(name: string, value: string): void
  text(status: number, contentType: string | undefined, text: string): void
  stream(status: number, contentType: string | undefined, content: Readable | FileContent, facts: SourceOptions): void
  items(status: number, contentType: string, fields: readonly string[], items: Items): void
  fail(error: unknown): void
}

/** It makes nginx pass items on as they come. */
const LINE_FIELDS: readonly string[] = ['x-accel-buffering', 'no']
const EVENT_FIELDS: readonly string[] = ['cache-control', 'no-cache', ...LINE_FIELDS]

/** Replies with a stream of server-sent events; where the route declares their data, each is written by its type. */
export function sendEvents(response: StreamedResponse, events: EventSource, options?: EventStreamOptions): void {
  try {
    const { streams, otherEvents } = response.ctx.documented.responses.of(200)
    const promised = streams?.get(EVENTS_TYPE) ?? otherEvents?.()
    const { write } = promised?.kind === 'events' ? promised : ANY_EVENTS
    const stream = new EventStream(events, options ?? {}, write, itemChecks(response, 200))
    response.items(200, EVENTS_TYPE, EVENT_FIELDS, stream)
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
  const checks = itemChecks(response, status)
  if (promised.kind === 'events') {
    response.items(status, EVENTS_TYPE, EVENT_FIELDS, new EventStream(items, {}, promised.writeItem, checks))
  } else {
    const stream = new ItemStream(items, promised.write, checks, 'lines', HEAD_DELAY_MS)
    response.items(status, type, LINE_FIELDS, stream)
  }
}
