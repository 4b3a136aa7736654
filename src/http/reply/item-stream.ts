import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { sendableError } from '../lifetime/thrown-value.js'
import { isIterableContent, iteratorOf } from './stream-source.js'

/** What gives items one after the other. */
export type ItemSource<T> = AsyncIterable<T> | Iterable<T> | ReadableStream<T>

/** Writes one item of a stream; throws for one that cannot be sent. */
export type WriteItem<T> = (item: T) => string

/**
 * The bytes of a stream of items, each written as a text. The next item is read when the connection can take it. When the
 * stream is destroyed, the `return` of the iterator is called; a generator that waits for something runs its `finally`
 * when that has come, or was aborted by the request's signal.
 */
export class ItemStream<T> extends Readable {
  readonly #source: ItemSource<T>
  readonly #write: WriteItem<T>
  #iterator: AsyncIterator<T> | Iterator<T> | undefined = undefined
  #isReading = false

  /** Throws for a source that is not an iterable. `what` are the items: `events`. */
  constructor(source: ItemSource<T>, write: WriteItem<T>, what: string) {
    super()
    if (!isIterableContent(source)) throw new TypeError(`The source of the ${what} must be an iterable`)
    this.#source = source
    this.#write = write
  }

  override _read(): void {
    if (this.#isReading) return
    if (this.#iterator === undefined) {
      this.#iterator = iteratorOf(this.#source)
      this.begun()
    }
    void this.#readNext(this.#iterator)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    try {
      // Not awaited: a generator settles this only when what it waits for has come.
      Promise.resolve(this.#iterator?.return?.()).catch(() => {})
    } catch {
      // The stream is over, so the error changes nothing.
    }
    done(error)
  }

  /** Called when the first item is about to be read. */
  protected begun(): void {}

  /** Called before each item is sent. */
  protected came(): void {}

  /** Called when there are no more items. */
  protected ended(): void {}

  async #readNext(iterator: AsyncIterator<T> | Iterator<T>): Promise<void> {
    this.#isReading = true
    try {
      const { done, value } = await iterator.next()
      this.#isReading = false
      if (this.destroyed) return
      if (done === true) {
        this.ended()
        this.push(null)
      } else {
        const text = this.#write(value)
        this.came()
        this.push(text)
      }
    } catch (error) {
      this.#isReading = false
      // Node's streams read the stack of what they are destroyed with.
      this.destroy(sendableError(error))
    }
  }
}
