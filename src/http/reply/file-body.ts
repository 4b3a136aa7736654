import { close, open, read } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { whenOver } from '../lifetime/when-over.js'
import type { FileContent } from './file-content.js'

/** What is read at once, in bytes: four times as much costs as much, a quarter of it costs half as much again. */
const CHUNK_SIZE = 262_144

/**
 * A chunk is read to half a page behind its place in the page of the file. Most large blocks of memory begin 16
 * bytes behind a page, and AMD's processors copy at half their speed to what lies a few bytes behind its source, whatever the
 * pages are (https://sourceware.org/bugzilla/show_bug.cgi?id=30994): whole files then cost a third more.
 */
const PAGE_SIZE = 4_096
const SKEW = PAGE_SIZE / 2

/** How many buffers of {@link CHUNK_SIZE} are kept for the next file: new ones cost as much as reading into them. */
const KEPT_BUFFERS = 8

const MEMORY_SIZE = CHUNK_SIZE + PAGE_SIZE
const keptMemory: Buffer[] = []

/**
 * Writes a part of a file as the body of a response of Node's own: one buffer is filled and written, again and again, with no
 * stream between, and no memory for each chunk. It is filled again when the connection has taken it, so a slow client holds
 * one buffer. `failed` is called once, with what went wrong or {@link RequestAborted}; then nothing more is written.
 *
 * @param begins writes the head; is called before the first bytes
 */
export function writeFile(
  req: IncomingMessage,
  res: ServerResponse,
  content: FileContent,
  begins: () => void,
  failed: (error: Error) => void
): void {
  new FileWriter(res, content, begins, failed).begin(req)
}

class FileWriter {
  readonly #res: ServerResponse
  readonly #content: FileContent
  readonly #begins: () => void
  readonly #failed: (error: Error) => void
  readonly #memory: Buffer
  readonly #buffer: Buffer
  #file = -1
  #size = 0
  #isReading = false
  #isOver = false

  constructor(res: ServerResponse, content: FileContent, begins: () => void, failed: (error: Error) => void) {
    this.#res = res
    this.#content = content
    this.#begins = begins
    this.#failed = failed
    const { start, length } = content
    const isSmall = length < CHUNK_SIZE / 4
    this.#memory = isSmall ? Buffer.allocUnsafeSlow(length) : takeMemory()
    const begin = (start + SKEW) % PAGE_SIZE
    this.#buffer = isSmall ? this.#memory : this.#memory.subarray(begin, begin + CHUNK_SIZE)
  }

  begin(req: IncomingMessage): void {
    this.#isReading = true
    open(this.#content.path, 'r', (error, file) => {
      this.#isReading = false
      if (error === null) this.#file = file
      if (this.#isOver) this.#close()
      else if (error !== null) this.#fail(error)
      else this.#advance()
    })
    whenOver(req, this.#res, () => {
      if (!this.#isOver) this.#fail(new RequestAborted())
    })
  }

  /** Reads what is next, or ends. */
  readonly #advance = (): void => {
    const { start, length } = this.#content
    const left = length - this.#size
    // Of a response that was destroyed the end follows.
    if (this.#isOver || this.#res.destroyed) return
    if (left === 0 && length > 0) {
      this.#end()
      return
    }
    this.#isReading = true
    read(this.#file, this.#buffer, 0, Math.min(left, this.#buffer.length), start + this.#size, this.#write)
  }

  readonly #write = (error: Error | null, count: number): void => {
    const { length } = this.#content
    this.#isReading = false
    if (this.#isOver) this.#close()
    else if (error !== null) this.#fail(error)
    else if (this.#res.destroyed) return
    else if (count === 0 && length > 0) {
      this.#fail(new Error(`The source ended after ${this.#size} of the declared ${length} bytes`))
    } else {
      try {
        if (this.#size === 0) this.#begins()
        this.#size += count
        if (count > 0) this.#res.write(this.#buffer.subarray(0, count), this.#written)
        else this.#end()
      } catch (thrown) {
        // Only code that wraps the response, and a check of the head, can throw here.
        this.#fail(thrown as Error)
      }
    }
  }

  readonly #written = (error?: Error | null): void => {
    // A connection that is cut ends the response as well.
    if (error === undefined || error === null) this.#advance()
  }

  #end(): void {
    this.#isOver = true
    this.#close()
    // Nothing refers to what was written: the connection has taken all of it.
    if (this.#memory.length === MEMORY_SIZE && keptMemory.length < KEPT_BUFFERS) keptMemory.push(this.#memory)
    this.#res.end()
  }

  #fail(error: Error): void {
    this.#isOver = true
    this.#close()
    this.#failed(error)
  }

  /** Closes the file, but not while it is read: another file could get its number meanwhile. */
  #close(): void {
    if (this.#isReading || this.#file === -1) return
    close(this.#file, () => {})
    this.#file = -1
  }
}

function takeMemory(): Buffer {
  return keptMemory.pop() ?? Buffer.allocUnsafeSlow(MEMORY_SIZE)
}
