import { checkGivenOptions, type OptionTable } from '../../options.js'
import { jsonText } from '../../record/write/any-value.js'
import { type ItemSource, ItemStream, isPromise, type WriteItem } from './item-stream.js'
import { guardPromise } from './stream-source.js'

/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
export interface ServerSentEvent {
  /** The name that the client listens for. Default: `message`. */
  readonly event?: string
  /** A text is sent as it is, line by line; another value as JSON. */
  readonly data?: unknown
  /** What the client sends as `last-event-id` when it connects again. */
  readonly id?: string
  /** How long the client waits before it connects again, in milliseconds. */
  readonly retry?: number
}

/** The options of `ctx.sse`. */
export interface EventStreamOptions {
  /** How often, in milliseconds, a comment is sent to keep an idle connection open. Default: 15,000. */
  readonly heartbeat?: number
  /**
   * How long the head of the response waits for the first event, in milliseconds. A source that fails before is like
   * a handler that throws: the response is a 500, or what a thrown HttpError says. If it fails later, the connection is
   * cut. With 0 the head is sent at once. Default: 100.
   */
  readonly headDelay?: number
}

/** The events that are sent; a text is the data of an event. */
export type EventSource = AsyncIterable<ServerSentEvent | string> | Iterable<ServerSentEvent | string>

const EVENT_STREAM_OPTIONS: OptionTable<EventStreamOptions> = { heartbeat: true, headDelay: true }

const HEARTBEAT_MS = 15_000
/** How long the head of a stream waits for its first item, in milliseconds. */
export const HEAD_DELAY_MS = 100
/** The longest time of a timer. */
const LONGEST_MS = 2_147_483_647
const COMMENT = ':\n\n'

/** The texts of a stream of events, and a comment from time to time while there are none. */
export class EventStream<T, C> extends ItemStream<T, C> {
  readonly #heartbeat: number
  #isBegun = false

  /**
   * Throws for a source that is not an iterable, and for a heartbeat or a delay that is not a time.
   *
   * @param write the text of the event that an item of the source is
   * @param kept what `write` gets with each item
   */
  constructor(source: ItemSource<T>, options: EventStreamOptions, write: WriteItem<T, C>, kept: C) {
    checkGivenOptions(options, EVENT_STREAM_OPTIONS, 'The options of a stream of events')
    const { heartbeat = HEARTBEAT_MS, headDelay = HEAD_DELAY_MS } = options
    checkTime('heartbeat', heartbeat, 1)
    checkTime('headDelay', headDelay, 0)
    super(source, write, kept, 'events', headDelay)
    this.#heartbeat = heartbeat
  }

  /** A comment would send the head as well, so none is sent before. */
  protected override begun(): void {
    this.#isBegun = true
    this.wait(this.#heartbeat, false)
  }

  override timeIsUp(): void {
    if (this.#isBegun) this.sendBetween(COMMENT)
    else super.timeIsUp()
  }
}

function checkTime(name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= LONGEST_MS) return
  throw new RangeError(`The ${name} must be a whole number of milliseconds, ${least} or more, not ${String(value)}`)
}

/** Writes events whose data may be promises. */
export function withSettledData<C>(
  write: (event: ServerSentEvent | string, kept: C) => string
): WriteItem<ServerSentEvent | string, C> {
  return (given, kept) => {
    if (typeof given !== 'object' || given === null || !isPromise(given.data)) return write(given, kept)
    return settled(given, given.data, (event) => write(event, kept))
  }
}

async function settled(
  { event, id, retry }: ServerSentEvent,
  pending: PromiseLike<unknown>,
  write: (event: ServerSentEvent) => string
): Promise<string> {
  const data = await pending
  return write({
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
    ...(retry !== undefined && { retry }),
    data
  })
}

/** The text of an event. Throws a TypeError for a value that an event cannot carry. */
export function eventText(given: ServerSentEvent | string): string {
  if (typeof given !== 'object' || given === null) return `${dataLines(given)}\n`
  return eventTextWith(given, given.data)
}

/** The text of an event with other data. */
export function eventTextWith({ event, id, retry }: ServerSentEvent, data: unknown): string {
  let text = ''
  if (event !== undefined) text += `event: ${oneLine('event', event)}\n`
  if (id !== undefined) {
    // A client ignores an id with this character in it.
    if (String(id).includes('\0')) throw new TypeError('The id of an event must not contain a NUL')
    text += `id: ${oneLine('id', id)}\n`
  }
  if (retry !== undefined) {
    if (!Number.isSafeInteger(retry) || retry < 0) {
      guardPromise(retry)
      throw new TypeError(`The retry of an event must be a whole number of milliseconds, not ${String(retry)}`)
    }
    text += `retry: ${retry}\n`
  }
  if (data !== undefined) text += dataLines(data)
  if (text === '') throw new TypeError('An event must have at least one of event, data, id and retry')
  return `${text}\n`
}

function oneLine(name: string, value: string): string {
  if (typeof value === 'string' && !/[\r\n]/.test(value)) return value
  guardPromise(value)
  throw new TypeError(`The ${name} of an event must be a text of one line`)
}

/** The client joins the lines with line feeds. */
function dataLines(data: unknown): string {
  const text = typeof data === 'string' ? data : jsonText(data)
  return `data: ${text.replace(/\r\n|\r|\n/g, '\ndata: ')}\n`
}
