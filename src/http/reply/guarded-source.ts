import type { ReadableStream } from 'node:stream/web'
import { types } from 'node:util'
import { readableError, statusErrorOf } from '../lifetime/thrown-value.js'

type Chunk = Uint8Array | string
type ChunkIterator = AsyncIterator<Chunk> | Iterator<Chunk>
type Source = ReadableStream<Chunk> | AsyncIterable<Chunk> | Iterable<Chunk>

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * A source of bytes and texts for a Node stream, which fails only with Errors that can be read: a Node stream reads the
 * stack of its error, and nothing catches what that throws. The iteration starts when the first bytes are read, so that
 * a source whose iteration cannot start fails like one that fails at its first bytes.
 */
export class GuardedSource implements AsyncIterable<Chunk> {
  readonly #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  [Symbol.asyncIterator](): AsyncIterator<Chunk, undefined> {
    const source = this.#source
    let iterator: ChunkIterator | undefined
    return {
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
          else await iterator.throw(error)
          return DONE
        })
    }
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw statusErrorOf(error) === undefined ? readableError(error) : error
  }
}

function iteratorOf(source: Source): ChunkIterator {
  if (isWebStream(source)) return webIterator(source)
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}

/** Whether the value is read by a reader; a WHATWG stream need not be iterable. */
export function isWebStream(value: object): value is ReadableStream {
  return typeof (value as { getReader?: unknown }).getReader === 'function'
}

function webIterator(stream: ReadableStream<Chunk>): AsyncIterator<Chunk> {
  const reader = stream.getReader()
  const cancel = async (reason?: unknown) => {
    await reader.cancel(reason)
    return DONE
  }
  return { next: () => reader.read() as Promise<IteratorResult<Chunk>>, return: () => cancel(), throw: cancel }
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
