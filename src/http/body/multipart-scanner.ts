import { BadRequest } from '../../errors.js'
import { type PartHead, parsePartHead } from './part-head.js'

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d]
/** More blanks after a boundary are no padding that any program writes. */
const LONGEST_PADDING = 256
/** The most bytes of the head of a part: RFC 7578 defines three short headers. */
const LONGEST_HEAD = 8_192
const EMPTY_LINE = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')
const NOTHING = Buffer.alloc(0)

/** Gets the parts of a body, in their order. What it throws ends the scan. */
export interface PartReceiver {
  /** A part begins. */
  begin(head: PartHead): void
  /** Bytes of the part's content, from `start` to `end` of a buffer that nothing else changes. */
  content(bytes: Buffer, start: number, end: number): void
  /** The part is complete. */
  finish(): void
}

/** The error of a body that is no well-formed form. */
function malformed(): BadRequest {
  return new BadRequest('The multipart body is malformed or ends early')
}

/**
 * Splits a `multipart/form-data` body into parts (RFC 2046 section 5.1.1, RFC 7578), chunk by chunk, and calls the
 * receiver in the same turn: a text costs no stream. The work is linear in the bytes, however they are cut into chunks:
 * of one chunk at most the beginning of a delimiter line or of a head is kept for the next.
 *
 * A boundary that is followed by anything else than up to 256 blanks and a line end, or two dashes, is a 400, and so are
 * a head above 8,192 bytes and a part without an empty line after its head. What follows the last boundary is ignored.
 */
export class MultipartScanner {
  readonly #delimiter: Buffer
  readonly #receiver: PartReceiver
  #reads: 'content' | 'head' | 'nothing' = 'content'
  /** Whether the content is one of a part; what comes before the first boundary is thrown away. */
  #isPart = false
  /** How many of the next bytes of content end the line before it: they can begin a delimiter, and are no content. */
  #lineEnd = LINE_END.length
  /** What may become a delimiter line or a head with the next bytes; a body begins as if a line had ended before it. */
  #held: Buffer = LINE_END
  /** The memory of the held bytes, which grows by doubling. */
  #store: Buffer = NOTHING
  /** How many of the held bytes need no second search for the end of a head. */
  #searched = 0

  constructor(boundary: string, receiver: PartReceiver) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#receiver = receiver
  }

  /** Scans the next bytes; the receiver may keep them. Throws a 400 for what is malformed, and what the receiver throws. */
  write(chunk: Buffer): void {
    if (this.#reads === 'nothing') return
    const data = this.#held.length === 0 ? chunk : this.#join(chunk)
    let at = 0
    while (at >= 0) at = this.#reads === 'content' ? this.#scanContent(data, at) : this.#scanHead(data, at)
  }

  /** The body has ended. Throws a 400 if its last boundary has not come. */
  end(): void {
    if (this.#reads !== 'nothing') throw malformed()
  }

  /** Returns where the next head begins; -1 where more bytes are needed, or none. */
  #scanContent(data: Buffer, start: number): number {
    const found = data.indexOf(this.#delimiter, start)
    if (found === -1) {
      const end = this.#beginning(data, start)
      this.#pass(data, start, end)
      this.#hold(data, end)
      return -1
    }
    // The line end of an empty line that ends a head cannot begin a delimiter, too.
    if (this.#isPart && this.#lineEnd > 0 && found === start) throw malformed()
    const end = found + this.#delimiter.length
    const isLast = data[end] === DASH && data[end + 1] === DASH
    const next = isLast ? end : endOfPadding(data, end)
    if (next - end > LONGEST_PADDING) throw malformed()
    if (!isLast && !(data[next] === CR && data[next + 1] === LF)) {
      if (!mayContinue(data, end, next)) throw malformed()
      this.#pass(data, start, found)
      this.#hold(data, found)
      return -1
    }
    this.#pass(data, start, found)
    if (this.#isPart) this.#receiver.finish()
    this.#reads = isLast ? 'nothing' : 'head'
    if (isLast) this.#hold(data, data.length)
    this.#searched = 0
    return isLast ? -1 : next
  }

  /** `start` is the line end of the boundary, which is also the empty line of a part without headers. */
  #scanHead(data: Buffer, start: number): number {
    const end = data.indexOf(EMPTY_LINE, start + this.#searched)
    const known = (end === -1 ? data.length - EMPTY_LINE.length : end) - start - LINE_END.length
    if (known > LONGEST_HEAD) throw malformed()
    if (end === -1) {
      this.#hold(data, start)
      this.#searched = Math.max(0, data.length - start - EMPTY_LINE.length + 1)
      return -1
    }
    const text = end === start ? '' : data.toString('latin1', start + LINE_END.length, end)
    // A head that contains a boundary has no end of its own.
    if (text.includes('\r\n--') || text.startsWith('--')) this.#checkHead(data.subarray(start, end))
    this.#receiver.begin(parsePartHead(text))
    this.#reads = 'content'
    this.#isPart = true
    this.#lineEnd = LINE_END.length
    return end + LINE_END.length
  }

  #checkHead(head: Buffer): void {
    if (head.includes(this.#delimiter)) throw malformed()
  }

  #pass(data: Buffer, start: number, end: number): void {
    const skipped = Math.min(this.#lineEnd, end - start)
    this.#lineEnd -= skipped
    if (this.#isPart && start + skipped < end) this.#receiver.content(data, start + skipped, end)
  }

  /** Where a delimiter may begin at the end of the data; the end of the data if nowhere. */
  #beginning(data: Buffer, start: number): number {
    const least = Math.max(start, data.length - this.#delimiter.length + 1)
    // A boundary has no CR, so that only the last one can begin a delimiter.
    for (let at = data.length - 1; at >= least; at--) {
      if (data[at] !== CR) continue
      const length = data.length - at
      // Deno throws where the range is beyond the length of the buffer that is called.
      return data.compare(this.#delimiter, 0, length, at, data.length) === 0 ? at : data.length
    }
    return data.length
  }

  #hold(data: Buffer, start: number): void {
    const length = data.length - start
    const isStored = length > 0 && data.buffer === this.#store.buffer
    if (isStored) this.#store = this.#store.subarray(start)
    else this.#store = NOTHING
    this.#held = length === 0 ? NOTHING : data.subarray(start)
  }

  /** The held bytes and the chunk. What was passed on of the store is before the held bytes, and is not written again. */
  #join(chunk: Buffer): Buffer {
    const { length } = this.#held
    const size = length + chunk.length
    if (this.#store.length < size) {
      // Not from the pool, which other buffers share.
      this.#store = Buffer.allocUnsafeSlow(size + length)
      this.#held.copy(this.#store)
    }
    chunk.copy(this.#store, length)
    return this.#store.subarray(0, size)
  }
}

function endOfPadding(data: Buffer, start: number): number {
  let at = start
  while (data[at] === SPACE || data[at] === TAB) at++
  return at
}

/** Whether more bytes can make a delimiter line of what follows the boundary. */
function mayContinue(data: Buffer, boundaryEnd: number, paddingEnd: number): boolean {
  const left = data.length - paddingEnd
  if (left === 0) return true
  return left === 1 && (data[paddingEnd] === CR || (data[paddingEnd] === DASH && paddingEnd === boundaryEnd))
}
