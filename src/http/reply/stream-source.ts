import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { types } from 'node:util'
import { sendableError } from '../lifetime/thrown-value.js'
import { FileContent } from './file-content.js'

/** The sources of a streamed response. Texts are sent in UTF-8. */
export type StreamContent =
  | Readable
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

type Chunk = Uint8Array | string
type ChunkIterator = AsyncIterator<Chunk> | Iterator<Chunk>
type IterableContent = Exclude<StreamContent, Readable>
type Iterated<T> = ReadableStream<T> | AsyncIterable<T> | Iterable<T>

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** What is known of a source before it is read. */
export interface SourceOptions {
  /** In bytes; undefined if it is not known. */
  readonly length?: number
}

/** A source that is kept until it is sent, or released because something else is sent. */
export class ContentSource {
  readonly length: number | undefined
  /** Where the content is a part of a file, which is not opened before it is sent. */
  readonly file: FileContent | undefined
  readonly #content: StreamContent | FileContent
  #stream: Readable | undefined

  /** Throws a TypeError for a value that is not a source, and for a length that is not a whole number of 0 or more. */
  constructor(content: StreamContent | FileContent, options: SourceOptions = {}) {
    const { length } = options
    if (length !== undefined && !(Number.isSafeInteger(length) && length >= 0)) {
      throw new TypeError(`The contentLength must be a whole number of bytes, 0 or more, not ${String(length)}`)
    }
    this.file = content instanceof FileContent ? content : undefined
    if (this.file === undefined && !isIterableContent(content))
      throw new TypeError('The content must be a stream or an iterable')
    this.length = length
    this.#content = content
    this.#stream = content instanceof Readable ? content : undefined
    guardContent(content)
  }

  /** The stream, to be read once. An iterable that is never sent is never read. */
  stream(): Readable {
    this.#stream ??=
      this.file?.stream() ?? Readable.from(guardedSource(this.#content as IterableContent), { objectMode: false })
    return this.#stream
  }

  /** Releases a source that will not be read. */
  release(): void {
    if (this.#stream === undefined) releaseContent(this.#content)
    else this.#stream.destroy()
  }
}

/**
 * Keeps what a source does before it is read, or when it never is, from ending the process: a file that cannot be opened,
 * and promises in a list that are rejected. Such a failure is handled where the source is read.
 */
export function guardContent(content: unknown): void {
  if (content instanceof Readable) content.on('error', () => {})
  else if (Array.isArray(content) || types.isSet(content)) {
    for (const item of content) {
      guardPromise(item)
      // The data of an event.
      if (typeof item === 'object' && item !== null && 'data' in item) guardPromise(item.data)
    }
  }
}

/** Keeps a promise that will not be awaited, or not soon, from ending the process when it is rejected. */
export function guardPromise(value: unknown): void {
  if (types.isPromise(value)) value.catch(() => {})
}

/** Releases what will not be read, or not any more, whatever it is: a source that nothing reads may keep a file open. */
export function releaseContent(content: unknown): void {
  try {
    guardContent(content)
    if (content instanceof Readable) content.destroy()
    else if (typeof content === 'object' && content !== null && isWebStream(content)) content.cancel().catch(() => {})
  } catch {
    // A getter has thrown, and nothing depends on what it would have given.
  }
}

/** Whether the value can be streamed; a text cannot. */
export function isIterableContent(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false
  return Symbol.asyncIterator in value || Symbol.iterator in value || isWebStream(value)
}

/**
 * A source of bytes and texts for a Node stream, which fails only with Errors that can be read: a Node stream reads the
 * stack of its error, and nothing catches what that throws. The iteration starts when the first bytes are read, so that
 * a source whose iteration cannot start fails like one that fails at its first bytes.
 */
function guardedSource(source: IterableContent): AsyncIterable<Chunk> {
  let iterator: ChunkIterator | undefined
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        guarded(async () => {
          iterator ??= iteratorOf(source)
          const { done, value } = await iterator.next()
          if (done === true) return DONE
          return { done: false, value: isChunk(value) ? value : await chunkOf(value) }
        }),
      return: () =>
        guarded(async () => {
          await iterator?.return?.()
          return DONE
        }),
      throw: (error) =>
        guarded(async () => {
          if (iterator?.throw === undefined) await iterator?.return?.()
          else {
            try {
              await iterator.throw(error)
            } catch {
              // The first failure counts: a generator within a list, to which it cannot be passed on, fails with another one.
            }
          }
          return DONE
        })
    })
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw sendableError(error)
  }
}

/** The iterator of an iterable or of a WHATWG stream, which need not be one. */
export function iteratorOf<T>(source: Iterated<T>): AsyncIterator<T> | Iterator<T> {
  if (isWebStream(source)) return webIterator(source as ReadableStream<T>)
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}

/** Whether the value is read by a reader; a WHATWG stream need not be iterable. */
function isWebStream(value: object): value is ReadableStream {
  return typeof (value as { getReader?: unknown }).getReader === 'function'
}

function webIterator<T>(stream: ReadableStream<T>): AsyncIterator<T> {
  const reader = stream.getReader()
  const cancel = async (reason?: unknown) => {
    await reader.cancel(reason)
    return DONE
  }
  return { next: () => reader.read() as Promise<IteratorResult<T>>, return: () => cancel(), throw: cancel }
}

/** A list may contain promises of its chunks. */
async function chunkOf(value: unknown): Promise<Chunk> {
  const chunk = await value
  if (isChunk(chunk)) return chunk
  throw new TypeError(`The source of a stream must give texts or bytes, not a value of type ${typeof chunk}`)
}

function isChunk(value: unknown): value is Chunk {
  return typeof value === 'string' || types.isUint8Array(value)
}
