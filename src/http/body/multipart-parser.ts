import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { finished } from 'node:stream/promises'
import { BadRequest, ContentTooLarge, type Fault, HttpError } from '../../errors.js'
import { loadDicer } from '../../parts/loaders.js'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { DelimiterLines } from './delimiter-lines.js'
import { type PartHead, readPartHead } from './part-head.js'

/** Splits a body into parts; Busboy, which is made of it, passes over parts without a name, and waits forever after a long one. */
type DicerClass = typeof import('@fastify/busboy').Dicer

let parser: DicerClass | undefined

/** Loaded late, because most services accept no files. */
async function loadParser(): Promise<DicerClass> {
  parser = await loadDicer()
  return parser
}

/** One part of a multipart body, as its head describes it. */
export interface RawPart extends PartHead {
  /** The content. What is left of it when the next part is read is thrown away. */
  readonly stream: Readable
}

/** RFC 7578 defines three headers of a part. */
const PART_HEADERS = { maxHeaderPairs: 16, maxHeaderSize: 8192 }

/** The error of a file above its limit, in bytes. */
export function fileTooLarge(name: string, limit: number, faults?: readonly Fault[]): ContentTooLarge {
  return new ContentTooLarge(`The file '${name}' is larger than ${limit} bytes`, { ...(faults && { faults }) })
}

/** The limits of {@link partsOf}. */
export interface PartLimits {
  /** The most parts. */
  readonly parts: number
  /** The most bytes of a part of this name. */
  readonly sizeOf: (name: string) => number
  /** The error of a part that is larger. */
  readonly tooLarge?: (name: string, limit: number) => ContentTooLarge
}

/**
 * The parts of a `multipart/form-data` body, one after another. Fails with a 413 above the limits, with a 400 for a
 * body that is malformed or ends early, and with the source's error. Ending the iteration destroys the source.
 */
export async function* partsOf(source: Readable, boundary: string, limits: PartLimits): AsyncGenerator<RawPart, void> {
  // What fails while the parser is loaded is found by the reader.
  source.on('error', ignore)
  const reader = new PartReader(parser ?? (await loadParser()), source, boundary, limits)
  source.off('error', ignore)
  try {
    for (let part = await reader.next(); part !== undefined; part = await reader.next()) {
      yield part
      // What was not read is thrown away. Its failure is one of the reader, which reports it.
      if (!part.stream.destroyed) await finished(part.stream.resume(), { writable: false }).catch(() => {})
    }
  } finally {
    reader.close()
  }
}

function ignore(): void {}

class PartReader {
  readonly #source: Readable
  readonly #limits: PartLimits
  readonly #dicer: InstanceType<DicerClass>
  readonly #lines: DelimiterLines
  readonly #waiting: RawPart[] = []
  /** The contents that were not read to their end. */
  readonly #open = new Set<PartContent>()
  #wake: (() => void) | undefined = undefined
  #failure: Error | undefined = undefined
  #isFinished = false
  #count = 0
  /** Whether the head of the last part is still to come. */
  #isHeadMissing = false

  constructor(Dicer: DicerClass, source: Readable, boundary: string, limits: PartLimits) {
    this.#source = source
    this.#limits = limits
    this.#dicer = new Dicer({ boundary, ...PART_HEADERS })
    this.#lines = new DelimiterLines(boundary)
    this.#lines.on('error', (error) => this.#fail(error))
    this.#dicer.on('part', (raw: Readable) => this.#begin(raw))
    this.#dicer.on('error', (error: unknown) => this.#fail(parserError(error)))
    this.#dicer.on('finish', () => {
      if (this.#isHeadMissing) this.#fail(parserError(undefined))
      this.#isFinished = true
      this.#wake?.()
    })
    source.on('error', (error) => this.#fail(error))
    source.on('close', () => {
      if (!source.readableEnded) this.#fail(new RequestAborted())
    })
    // A body can have ended, or be too large, before its parts are read: it came in one packet with the head.
    if (source.errored) this.#fail(source.errored)
    else if (source.destroyed && !source.readableEnded) this.#fail(new RequestAborted())
    else source.pipe(this.#lines).pipe(this.#dicer)
  }

  /** Undefined after the last one. */
  async next(): Promise<RawPart | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure
      const part = this.#waiting.shift()
      if (part !== undefined) return part
      if (this.#isFinished) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  close(): void {
    this.#fail(new BadRequest('The rest of the form was not asked for'))
    this.#source.destroy()
  }

  #begin(raw: Readable): void {
    if (this.#isHeadMissing) this.#fail(parserError(undefined))
    this.#isHeadMissing = true
    raw.on('error', (error) => this.#fail(parserError(error)))
    raw.on('header', (headers: Readonly<Record<string, readonly string[]>>) => {
      this.#isHeadMissing = false
      const { parts } = this.#limits
      if (++this.#count > parts) this.#fail(new ContentTooLarge(`The form has more than ${parts} parts`))
      if (this.#failure !== undefined) raw.resume()
      else this.#add(raw, headers)
    })
  }

  #add(raw: Readable, headers: Readonly<Record<string, readonly string[]>>): void {
    let head: PartHead
    try {
      head = readPartHead(headers)
    } catch (error) {
      this.#fail(error as Error)
      raw.resume()
      return
    }
    const stream = new PartContent(head.name, this.#limits)
    this.#open.add(stream)
    // Not a pipeline: the parser would wait forever for a part that was destroyed.
    raw.pipe(stream).on('close', () => {
      this.#open.delete(stream)
      raw.unpipe(stream).resume()
    })
    this.#waiting.push({ ...head, stream })
    this.#wake?.()
  }

  #fail(error: Error): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#source.unpipe(this.#lines)
    for (const stream of this.#open) stream.destroy(error)
    this.#wake?.()
  }
}

/** The content of one part, counted. */
class PartContent extends Transform {
  readonly #name: string
  readonly #limit: number
  readonly #tooLarge: NonNullable<PartLimits['tooLarge']>
  #size = 0

  constructor(name: string, { sizeOf, tooLarge = fileTooLarge }: PartLimits) {
    super()
    this.#name = name
    this.#limit = sizeOf(name)
    this.#tooLarge = tooLarge
    // The body may end early while the part is not read. A reader gets the failure nevertheless.
    this.on('error', () => {})
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length
    if (this.#size <= this.#limit) done(null, chunk)
    else done(this.#tooLarge(this.#name, this.#limit))
  }
}

function parserError(error: unknown): Error {
  if (error instanceof HttpError || error instanceof RequestAborted) return error
  return new BadRequest('The multipart body is malformed or ends early')
}
