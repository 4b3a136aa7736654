import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { sendableError } from '../lifetime/thrown-value.js'
import { guardContent, guardPromise, isIterableContent, iteratorOf, releaseContent } from './stream-source.js'

/** What gives items one after the other. */
export type ItemSource<T> = AsyncIterable<T> | Iterable<T> | ReadableStream<T>

/** Writes one item of a stream; throws, or rejects, for one that cannot be sent. */
export type WriteItem<T> = (item: T) => string | Promise<string>

/** From how many characters on items are sent, although the next one may come in the same turn of the event loop. */
const ENOUGH = 16_384

/**
 * The bytes of a stream of items, each written as a text. An item that is a promise is awaited, in its order. The next item is read when the connection can take it. Items
 * that come in the same turn of the event loop are sent together: a chunk for each takes three times as long. When the
 * stream is destroyed, the `return` of the iterator is called, and a stream that it reads is destroyed; a generator that
 * waits for something runs its `finally` when that has come, or was aborted by the request's signal.
 */
export class ItemStream<T> extends Readable {
  readonly #source: ItemSource<T>
  readonly #write: WriteItem<T>
  #iterator: AsyncIterator<T> | Iterator<T> | undefined = undefined
  #isReading = false
  /** The text of the items that are not sent yet, and what sends them at the end of the turn. */
  #text = ''
  #sending: NodeJS.Immediate | undefined = undefined
  /** Whether the connection takes no more for now. */
  #isFull = false

  /** Throws for a source that is not an iterable. `what` are the items: `events`. */
  constructor(source: ItemSource<T>, write: WriteItem<T>, what: string) {
    super()
    if (!isIterableContent(source)) throw new TypeError(`The source of the ${what} must be an iterable`)
    guardContent(source)
    this.#source = source
    this.#write = write
  }

  override _read(): void {
    this.#isFull = false
    if (this.#isReading) return
    if (this.#iterator === undefined) {
      try {
        this.#iterator = iteratorOf(this.#source)
      } catch (error) {
        this.#fail(error)
        return
      }
      this.begun()
    }
    void this.#readItems(this.#iterator)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearImmediate(this.#sending)
    try {
      // Not awaited: a generator settles this only when what it waits for has come.
      Promise.resolve(this.#iterator?.return?.()).catch(() => {})
    } catch {
      // The stream is over, so the error changes nothing.
    }
    // The `return` of its iterator would wait for the next item.
    if (this.#iterator === undefined || this.#source instanceof Readable) releaseContent(this.#source)
    done(error)
  }

  /** Called when the first item is about to be read. */
  protected begun(): void {}

  /** Called before each item is sent. */
  protected came(): void {}

  /** Called when there are no more items. */
  protected ended(): void {}

  async #readItems(iterator: AsyncIterator<T> | Iterator<T>): Promise<void> {
    this.#isReading = true
    try {
      while (!this.#isFull) {
        const { done, value } = await iterator.next()
        if (this.destroyed) {
          guardPromise(value)
          return
        }
        if (done === true) {
          this.ended()
          this.#send()
          this.push(null)
          return
        }
        const text = this.#write(isPromise<T>(value) ? await value : value)
        this.#text += typeof text === 'string' ? text : await text
        if (this.destroyed) return
        this.came()
        if (this.#text.length >= ENOUGH) this.#send()
        else this.#sending ??= setImmediate(() => this.#send())
      }
      this.#isReading = false
    } catch (error) {
      // What came before the failure is sent.
      this.#send()
      this.#fail(error)
    }
  }

  /** Node's streams read the stack of what they are destroyed with. */
  #fail(error: unknown): void {
    this.destroy(sendableError(error))
  }

  #send(): void {
    clearImmediate(this.#sending)
    this.#sending = undefined
    const text = this.#text
    this.#text = ''
    if (text !== '' && !this.destroyed) this.#isFull = !this.push(text)
  }
}

/** Whether an item, or the data of an event, has yet to come. */
export function isPromise<T>(value: unknown): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}
