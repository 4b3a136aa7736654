import { nextTick } from 'node:process'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { SharedTimer, Waiting } from '../lifetime/shared-timer.js'
import { sendableError } from '../lifetime/thrown-value.js'
import { guardContent, guardPromise, isIterableContent, iteratorOf, releaseContent } from './stream-source.js'

/** What gives items one after the other. */
export type ItemSource<T> = AsyncIterable<T> | Iterable<T> | ReadableStream<T>

/** Writes one item of a stream, by what is kept for that stream; throws, or rejects, for one that cannot be sent. */
export type WriteItem<T, C> = (item: T, kept: C) => string | Promise<string>

/** What a stream of items is sent to. Each method may throw, but `failed` must not. */
export interface ItemSink {
  /** Writes the head, which is sent with the first items. */
  begin(): void
  /** Sends the head alone. */
  flush(): void
  /** Whether more can be taken at once; if not, `goOn` of the stream is called when it can. */
  write(text: string, stream: { goOn(): void }): boolean
  end(): void
  failed(error: Error): void
}

/** Items to be sent, of whatever type. */
export interface Items {
  send(sink: ItemSink): void
  release(): boolean
}

/** From how many characters on items are sent, although the next one may come in the same turn of the event loop. */
const ENOUGH = 16_384

/** The streams with items that are sent at the end of this turn of the event loop. */
let filled: { sendItems(): void }[] = []

function sendFilled(): void {
  const streams = filled
  filled = []
  for (const stream of streams) stream.sendItems()
}

/**
 * A stream of items, each written as a text, which is kept until it is sent or released. An item that is a promise is
 * awaited, in its order. The next item is read when the connection can take it. Items that come in the same turn of the
 * event loop are sent together: a chunk for each takes three times as long. When the stream is stopped, the `return` of the
 * iterator is called, and a stream that it reads is destroyed; a generator that waits for something runs its `finally` when
 * that has come, or was aborted by the request's signal.
 *
 * It is no stream of Node's: thousands of clients may have one open each, and two streams and their pipeline take 12 KB.
 */
export class ItemStream<T, C> extends Waiting implements Items {
  readonly #source: ItemSource<T>
  readonly #write: WriteItem<T, C>
  readonly #kept: C
  readonly #headDelay: number
  #sink: ItemSink | undefined = undefined
  #iterator: AsyncIterator<T> | Iterator<T> | undefined = undefined
  /** The text of the items that are not sent yet. */
  #text = ''
  /** Whether the text is sent at the end of the turn. */
  #isFilled = false
  /** Whether the connection takes no more at the moment. */
  #isFull = false
  /** Whether an item is on its way. */
  #isReading = false
  #isBegun = false
  #isOver = false
  /** What it waits for beside the next item: to send its head, then what {@link wait} says. */
  #timer: SharedTimer | undefined = undefined

  /**
   * Throws for a source that is not an iterable.
   *
   * @param kept what `write` gets with each item
   * @param what the items: `events`
   * @param headDelay how long the head waits for the first item, in milliseconds; with 0 it is sent before any is read
   */
  constructor(source: ItemSource<T>, write: WriteItem<T, C>, kept: C, what: string, headDelay: number) {
    super()
    if (!isIterableContent(source)) throw new TypeError(`The source of the ${what} must be an iterable`)
    guardContent(source)
    this.#source = source
    this.#write = write
    this.#kept = kept
    this.#headDelay = headDelay
  }

  /** Reads the items and sends them. */
  send(sink: ItemSink): void {
    this.#sink = sink
    try {
      if (this.#headDelay === 0) this.#begin(true)
      else this.wait(this.#headDelay, true)
      this.#iterator = iteratorOf(this.#source)
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#read()
  }

  /** Ends the reading, or lets a stream that is never sent go. Returns false where it has ended already. */
  release(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    this.#timer?.stop(this)
    this.#text = ''
    try {
      // Not awaited: a generator settles this only when what it waits for has come.
      Promise.resolve(this.#iterator?.return?.()).catch(() => {})
    } catch {
      // The stream is over, so the error changes nothing.
    }
    // The `return` of its iterator would wait for the next item.
    if (this.#iterator === undefined || this.#source instanceof Readable) releaseContent(this.#source)
    return true
  }

  /** The head has waited for long enough. */
  timeIsUp(): void {
    try {
      this.#begin(true)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Sends what has come in this turn of the event loop. */
  sendItems(): void {
    this.#isFilled = false
    try {
      this.#sendText()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Called when the head is sent, or is about to be sent with the first item. */
  protected begun(): void {}

  /** Waits for so many milliseconds, again from each item on; `isHolding`: the wait keeps the process running. */
  protected wait(milliseconds: number, isHolding: boolean): void {
    this.#timer = SharedTimer.of(milliseconds, isHolding)
    this.#timer.start(this)
  }

  /** Sends a text while there are no items. Bytes that wait to be sent keep the connection open without it. */
  protected sendBetween(text: string): void {
    this.#timer?.start(this)
    if (this.#isFull || this.#text !== '') return
    this.#text = text
    this.sendItems()
  }

  #begin(isAlone: boolean): void {
    this.#timer?.stop(this)
    this.#timer = undefined
    this.#isBegun = true
    if (isAlone) this.#sink?.flush()
    else this.#sink?.begin()
    this.begun()
  }

  #read(): void {
    const iterator = this.#iterator as AsyncIterator<T> | Iterator<T>
    try {
      while (!this.#isFull && !this.#isOver) {
        const next = iterator.next()
        if (isPromise<IteratorResult<T>>(next)) {
          this.#isReading = true
          Promise.resolve(next).then(this.#onResult, this.#onError)
          return
        }
        if (!this.#take(next)) return
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #onResult = (result: IteratorResult<T>): void => {
    this.#isReading = false
    try {
      if (this.#take(result)) this.#read()
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #onError = (error: unknown): void => this.#fail(error)

  /** Whether the next item can be read at once. */
  #take({ done, value }: IteratorResult<T>): boolean {
    if (this.#isOver) guardPromise(value)
    else if (done === true) this.#end()
    else if (isPromise<T>(value)) this.#await(value, (item) => this.#takeItem(item))
    else return this.#takeItem(value)
    return false
  }

  #takeItem(item: T): boolean {
    const text = this.#write(item, this.#kept)
    if (typeof text === 'string') return this.#takeText(text)
    this.#await(text, (written) => this.#takeText(written))
    return false
  }

  #takeText(text: string): boolean {
    if (!this.#isBegun) this.#begin(false)
    else this.#timer?.start(this)
    this.#text += text
    if (this.#text.length >= ENOUGH) this.#sendText()
    else if (!this.#isFilled) {
      this.#isFilled = true
      if (filled.push(this) === 1) setImmediate(sendFilled)
    }
    return true
  }

  /** Goes on with what a promise becomes. */
  #await<V>(promise: PromiseLike<V>, take: (value: V) => boolean): void {
    this.#isReading = true
    Promise.resolve(promise).then((value) => {
      this.#isReading = false
      if (this.#isOver) return
      try {
        if (take(value)) this.#read()
      } catch (error) {
        this.#fail(error)
      }
    }, this.#onError)
  }

  #sendText(): void {
    const text = this.#text
    if (text === '' || this.#isFull) return
    this.#text = ''
    this.#isFull = this.#sink?.write(text, this) === false
  }

  /** The connection can take more. */
  goOn(): void {
    this.#isFull = false
    this.sendItems()
    if (!this.#isReading && !this.#isFull) this.#read()
  }

  #end(): void {
    if (!this.#isBegun) this.#begin(false)
    this.#isFull = false
    this.#sendText()
    const sink = this.#sink
    this.release()
    sink?.end()
  }

  /** What came before the failure is sent: it leaves the process at the end of the turn, and the connection is cut after that. */
  #fail(error: unknown): void {
    if (this.#isOver) return
    const sink = this.#sink
    try {
      this.#isFull = false
      this.#sendText()
    } catch {
      // The first failure counts.
    }
    this.release()
    const failure = sendableError(error)
    if (this.#isBegun) nextTick(() => sink?.failed(failure))
    else sink?.failed(failure)
  }
}

/** Whether an item, or the data of an event, has yet to come. */
export function isPromise<T>(value: unknown): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
