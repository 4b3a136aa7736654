import { Readable } from 'node:stream'
import { checkGivenOptions, type OptionTable } from '../../options.js'
import { readableError, statusErrorOf } from '../lifetime/thrown-value.js'

/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
export interface ServerSentEvent {
  /** The name that the client listens for. Default: `message`. */
  readonly event?: string
  /** A text is sent as it is, line by line; any other value as JSON. */
  readonly data?: unknown
  /** What the client sends as `last-event-id` when it connects again. */
  readonly id?: string
  /** How long the client waits before it connects again, in milliseconds. */
  readonly retry?: number
}

/** What `ctx.sse` can be told. */
export interface EventStreamOptions {
  /** How often a comment is sent while there are no events, so that nobody closes the connection, in milliseconds. Default: 15,000. */
  readonly heartbeat?: number
  /**
   * How long the head of the answer waits for the first event, in milliseconds: a source that fails before is answered
   * like a handler that throws, by a 500 or what a thrown HttpError says; one that fails later has its connection cut.
   * With 0 the head is sent at once. Default: 100.
   */
  readonly headDelay?: number
}

/** What events come from: events, or texts that are their data. */
export type EventSource = AsyncIterable<ServerSentEvent | string> | Iterable<ServerSentEvent | string>

type AnyIterator = AsyncIterator<ServerSentEvent | string> | Iterator<ServerSentEvent | string>

const EVENT_STREAM_OPTIONS: OptionTable<EventStreamOptions> = { heartbeat: true, headDelay: true }

const HEARTBEAT_MS = 15_000
const HEAD_DELAY_MS = 100
/** The longest time that a timer can be set to. */
const LONGEST_MS = 2_147_483_647
const COMMENT = ':\n\n'

/**
 * The bytes of a stream of events. An event is asked for when the connection can take it. When the stream is destroyed,
 * the iterator is returned; a generator that waits for something runs its `finally` when that has come, or has been
 * aborted by the request's signal.
 */
export class EventStream extends Readable {
  /** How long the head waits for the first event, in milliseconds. */
  readonly headDelay: number
  readonly #source: EventSource
  readonly #heartbeat: number
  #iterator: AnyIterator | undefined = undefined
  #timer: NodeJS.Timeout | undefined = undefined
  #isAsking = false
  /** When no comment is to be sent before, as it would take the head along; undefined once an event was given. */
  #quietUntil: number | undefined = undefined

  /** Throws for a source that cannot be iterated, and for a heartbeat or a delay that is no time. */
  constructor(source: EventSource, options: EventStreamOptions = {}) {
    super()
    checkGivenOptions(options, EVENT_STREAM_OPTIONS, 'The options of a stream of events')
    const { heartbeat = HEARTBEAT_MS, headDelay = HEAD_DELAY_MS } = options
    checkTime('heartbeat', heartbeat, 1)
    checkTime('headDelay', headDelay, 0)
    if (
      typeof source !== 'object' ||
      source === null ||
      !(Symbol.asyncIterator in source || Symbol.iterator in source)
    ) {
      throw new TypeError('The events come from something that can be iterated')
    }
    this.#source = source
    this.#heartbeat = heartbeat
    this.headDelay = headDelay
  }

  override _read(): void {
    if (this.#iterator === undefined) {
      const source = this.#source
      this.#quietUntil = performance.now() + this.headDelay
      this.#iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
      this.#timer = setInterval(() => this.#beat(), this.#heartbeat)
      this.#timer.unref()
    }
    if (!this.#isAsking) void this.#ask(this.#iterator)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#timer)
    try {
      // Not waited for: a generator settles this only when what it waits for has come.
      Promise.resolve(this.#iterator?.return?.()).catch(() => {})
    } catch {
      // What an iterator throws while it is left changes nothing any more.
    }
    done(error)
  }

  async #ask(iterator: AnyIterator): Promise<void> {
    this.#isAsking = true
    try {
      const { done, value } = await iterator.next()
      this.#isAsking = false
      if (this.destroyed) return
      if (done === true) {
        clearInterval(this.#timer)
        this.push(null)
      } else {
        this.#timer?.refresh()
        this.push(eventText(value))
        this.#quietUntil = undefined
      }
    } catch (error) {
      this.#isAsking = false
      // Node's streams read the stack of what they are destroyed with.
      this.destroy(statusErrorOf(error) === undefined ? readableError(error) : (error as Error))
    }
  }

  #beat(): void {
    if (this.#quietUntil !== undefined && performance.now() < this.#quietUntil) return
    // What waits to be sent keeps the connection open by itself.
    if (this.readableLength === 0 && !this.readableEnded) this.push(COMMENT)
  }
}

function checkTime(name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= LONGEST_MS) return
  throw new RangeError(`The ${name} is a whole number of milliseconds, ${least} or more, not ${String(value)}`)
}

/** Throws a TypeError for what an event cannot carry. */
export function eventText(given: ServerSentEvent | string): string {
  if (typeof given !== 'object' || given === null) return `${dataLines(given)}\n`
  const { event, data, id, retry } = given
  let text = ''
  if (event !== undefined) text += `event: ${oneLine('event', event)}\n`
  if (id !== undefined) {
    // A client ignores an id with this character in it.
    if (String(id).includes('\0')) throw new TypeError('The id of an event must not have a NUL in it')
    text += `id: ${oneLine('id', id)}\n`
  }
  if (retry !== undefined) {
    if (!Number.isSafeInteger(retry) || retry < 0) {
      throw new TypeError(`The retry of an event is a number of milliseconds, not ${String(retry)}`)
    }
    text += `retry: ${retry}\n`
  }
  if (data !== undefined) text += dataLines(data)
  if (text === '') throw new TypeError('An event has at least one of event, data, id and retry')
  return `${text}\n`
}

function oneLine(name: string, value: string): string {
  if (typeof value === 'string' && !/[\r\n]/.test(value)) return value
  throw new TypeError(`The ${name} of an event is a text of one line`)
}

/** A client joins the lines again with a line feed. */
function dataLines(data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  if (text === undefined) throw new TypeError(`The data of an event is a ${typeof data}, which has no JSON form`)
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')
}
