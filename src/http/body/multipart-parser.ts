import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { finished } from 'node:stream/promises'
import { BadRequest, ContentTooLarge, HttpError } from '../../errors.js'
import { RequestAborted } from '../lifetime/abort-signal.js'

type BusboyClass = typeof import('@fastify/busboy').Busboy

let parser: BusboyClass | undefined

/** Loaded late, because most services accept no files. */
async function loadParser(): Promise<BusboyClass> {
  const { default: library } = await import('@fastify/busboy')
  parser = library.Busboy
  return parser
}

/** One part of a multipart body, as its head describes it. */
export interface RawPart {
  readonly name: string
  /** Without folders; undefined if the head has none. */
  readonly filename: string | undefined
  /** In lower case, without parameters; `text/plain` if the head has none (RFC 7578 section 4.4). */
  readonly contentType: string
  /** The content. What is left of it when the next part is read is thrown away. */
  readonly stream: Readable
}

/** RFC 7578 defines three headers of a part. */
const PART_HEADERS = { headerPairs: 16, headerSize: 8192 }

/** The limits of {@link partsOf}. */
export interface PartLimits {
  /** The most parts. */
  readonly parts: number
  /** The most bytes of a part of this name. */
  readonly sizeOf: (name: string) => number
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
  readonly #busboy: InstanceType<BusboyClass>
  readonly #waiting: RawPart[] = []
  /** The contents that were not read to their end. */
  readonly #open = new Set<PartContent>()
  #wake: (() => void) | undefined = undefined
  #failure: Error | undefined = undefined
  #isFinished = false

  constructor(Busboy: BusboyClass, source: Readable, boundary: string, limits: PartLimits) {
    this.#source = source
    this.#limits = limits
    this.#busboy = new Busboy({
      // Not the header of the request: the parser might find another boundary in it.
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      limits: { ...PART_HEADERS, parts: limits.parts },
      // Texts are read as bytes too, so that their encoding can be checked and their sizes be added up.
      isPartAFile: () => true
    })
    const onPart = (...part: [name?: string, stream?: Readable, filename?: string, coding?: string, type?: string]) =>
      this.#add(part[0], part[1] as Readable, part[2], part[4])
    this.#busboy.on('file', onPart as never)
    const { parts } = limits
    this.#busboy.on('partsLimit', () => this.#fail(new ContentTooLarge(`The form has more than ${parts} parts`)))
    this.#busboy.on('error', (error: unknown) => this.#fail(parserError(error)))
    this.#busboy.on('finish', () => {
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
    else source.pipe(this.#busboy)
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

  #add(name: string | undefined, raw: Readable, filename: string | undefined, type = 'text/plain'): void {
    raw.on('error', (error) => this.#fail(parserError(error)))
    if (this.#failure !== undefined) raw.resume()
    else if (name === undefined) this.#fail(new BadRequest('A part of the form has no name'))
    // No browser sends one, and it ends a text for some programs that get the file name later.
    else if (name.includes('\0') || filename?.includes('\0'))
      this.#fail(new BadRequest('A name in the form contains a NUL'))
    else {
      const stream = new PartContent(name, this.#limits.sizeOf(name))
      this.#open.add(stream)
      // Not a pipeline: the parser would wait forever for a part that was destroyed.
      raw.pipe(stream).on('close', () => {
        this.#open.delete(stream)
        raw.unpipe(stream).resume()
      })
      this.#waiting.push({ name, filename, contentType: type.trim().toLowerCase(), stream })
      this.#wake?.()
    }
  }

  #fail(error: Error): void {
    if (this.#failure !== undefined) return
    this.#failure = error
    this.#source.unpipe(this.#busboy)
    for (const stream of this.#open) stream.destroy(error)
    this.#wake?.()
  }
}

/** The content of one part, counted. */
class PartContent extends Transform {
  readonly #name: string
  readonly #limit: number
  #size = 0

  constructor(name: string, limit: number) {
    super()
    this.#name = name
    this.#limit = limit
    // The body may end early while the part is not read. A reader gets the failure nevertheless.
    this.on('error', () => {})
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length
    if (this.#size <= this.#limit) done(null, chunk)
    else done(new ContentTooLarge(`The file '${this.#name}' is larger than ${this.#limit} bytes`))
  }
}

function parserError(error: unknown): Error {
  if (error instanceof HttpError || error instanceof RequestAborted) return error
  return new BadRequest('The multipart body is malformed or ends early')
}
