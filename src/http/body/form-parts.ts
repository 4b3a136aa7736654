import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { BodyFlow, FlowReader } from './body-flow.js'
import { ByteCollector } from './byte-collector.js'
import { FormLimits, fileTooLarge, textOf } from './form-limits.js'
import { MultipartScanner, type PartReceiver } from './multipart-scanner.js'
import type { PartHead } from './part-head.js'
import type { UploadSettings } from './uploads.js'

/** One part of a form that is read as it arrives. */
export type FormPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      /** The name that the client gave it, without folders. Never use it as a path to write to. */
      readonly filename: string | undefined
      /** The media type that the client claims. */
      readonly contentType: string
      /** Fails with a 413 above the limit of a file. What is left of it when the next part is read is thrown away. */
      readonly stream: Readable
    }

/**
 * The parts of a form as they arrive. A part is a file if it has a file name or a media type other than `text/plain`.
 * Nothing is written to disk; all texts together may be as large as `textLimit`, in bytes. Fails with a 413 above the
 * limits, with a 400 for a form that is malformed or ends early, and with the body's failure. Ending the iteration throws
 * the rest of the body away.
 */
export async function* formParts(
  flow: BodyFlow,
  boundary: string,
  uploads: UploadSettings,
  textLimit: number
): AsyncGenerator<FormPart, void> {
  const parts = new ArrivingParts(flow, boundary, uploads, textLimit)
  try {
    for (let part = await parts.next(); part !== undefined; part = await parts.next()) {
      yield part
      if (part.kind === 'text' || part.stream.destroyed) continue
      // What was not read is thrown away. Its failure is one of the form, which reports it.
      await finished(part.stream.resume(), { writable: false }).catch(() => {})
    }
  } finally {
    parts.close()
  }
}

/** The parts that have come and were not taken: those of one chunk at most. */
class ArrivingParts implements FlowReader, PartReceiver {
  readonly #flow: BodyFlow
  readonly #uploads: UploadSettings
  readonly #scanner: MultipartScanner
  readonly #limits: FormLimits
  readonly #waiting: FormPart[] = []
  /** The part that is coming. */
  #name = ''
  #text: ByteCollector | undefined = undefined
  #file: Readable | undefined = undefined
  #fileSize = 0
  /** Whether the file's stream wants no more at the moment. */
  #isFull = false
  #isStarted = false
  #isComplete = false
  #failure: Error | undefined = undefined
  #wake: (() => void) | undefined = undefined

  constructor(flow: BodyFlow, boundary: string, uploads: UploadSettings, textLimit: number) {
    this.#flow = flow
    this.#uploads = uploads
    this.#scanner = new MultipartScanner(boundary, this)
    this.#limits = new FormLimits(uploads, textLimit)
  }

  /** Undefined after the last one. */
  async next(): Promise<FormPart | undefined> {
    if (!this.#isStarted) {
      this.#isStarted = true
      this.#flow.start(this)
    }
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure
      const part = this.#waiting.shift()
      if (part !== undefined) {
        // Its stream has perhaps asked for more before: what came then has paused the body, and it does not ask again.
        if (part.kind === 'file' && part.stream === this.#file && !this.#isFull) this.#flow.resume()
        return part
      }
      if (this.#isComplete) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        this.#flow.resume()
      })
    }
  }

  /** Reads no more. */
  close(): void {
    this.#flow.stop()
    this.#file?.destroy()
  }

  chunk(bytes: Buffer): void {
    this.#scanner.write(bytes)
    if (this.#waiting.length > 0 || this.#isFull) this.#flow.pause()
    if (this.#waiting.length > 0) this.#wake?.()
  }

  end(): void {
    this.#scanner.end()
    this.#isComplete = true
    this.#wake?.()
  }

  fail(error: Error): void {
    this.#failure = error
    this.#file?.destroy(error)
    this.#wake?.()
  }

  begin({ name, filename, contentType }: PartHead): void {
    this.#limits.part()
    this.#name = name
    if (filename === undefined && contentType === 'text/plain') {
      this.#limits.text()
      this.#text = new ByteCollector()
      return
    }
    this.#limits.file()
    this.#fileSize = 0
    const content = new Readable({
      read: () => {
        if (this.#file !== content) return
        this.#isFull = false
        this.#flow.resume()
      }
    })
    // The body may end early while the part is not read. A reader gets the failure nevertheless.
    content.on('error', () => {})
    this.#file = content
    this.#waiting.push({ kind: 'file', name, filename: filename || undefined, contentType, stream: content })
  }

  content(bytes: Buffer, start: number, end: number): void {
    if (this.#text !== undefined) {
      this.#limits.textBytes(end - start)
      this.#text.add(bytes, start, end)
      return
    }
    const { fileSize } = this.#uploads
    this.#fileSize += end - start
    if (this.#fileSize > fileSize) throw fileTooLarge(this.#name, fileSize)
    const file = this.#file as Readable
    this.#isFull = !file.destroyed && !file.push(bytes.subarray(start, end))
  }

  finish(): void {
    const name = this.#name
    if (this.#text !== undefined) this.#waiting.push({ kind: 'text', name, value: textOf(name, this.#text) })
    else this.#file?.push(null)
    this.#text = this.#file = undefined
    this.#isFull = false
  }
}
