import { Transform, type TransformCallback } from 'node:stream'
import { BadRequest } from '../../errors.js'

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d]
/** More blanks after a boundary are no padding that any program writes. */
const LONGEST_PADDING = 256
const NOTHING = Buffer.alloc(0)

/**
 * Passes a multipart body on with its delimiter lines as Dicer expects them: without the padding that RFC 2046, section
 * 5.1.1, allows after a boundary, and with nothing behind the last one. Fails where a boundary is followed by anything
 * else than a line end or two dashes; Dicer takes one dash for two, and other characters for the head of a part.
 */
export class DelimiterLines extends Transform {
  readonly #delimiter: Buffer
  /** What may become a delimiter line with the next bytes; a body begins as if a line had ended before it. */
  #held: Buffer = Buffer.from('\r\n')
  /** That line end is not passed on. */
  #before = 2
  #isClosed = false

  constructor(boundary: string) {
    super()
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let failure: Error | null = null
    if (!this.#isClosed) {
      const data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
      failure = this.#read(data)
    }
    done(failure)
  }

  #read(data: Buffer): Error | null {
    let start = 0
    for (let found = data.indexOf(this.#delimiter); found !== -1; found = data.indexOf(this.#delimiter, start)) {
      const end = found + this.#delimiter.length
      if (data[end] === DASH && data[end + 1] === DASH) {
        this.#isClosed = true
        this.#pass(data.subarray(start, end + 2))
        return null
      }
      const lineEnd = endOfPadding(data, end)
      if (!hasLineEnd(data, lineEnd)) {
        if (!mayContinue(data, end, lineEnd)) return new BadRequest('The multipart body is malformed or ends early')
        this.#pass(data.subarray(start, found))
        this.#held = data.subarray(found)
        return null
      }
      this.#pass(data.subarray(start, end))
      start = lineEnd
    }
    // A boundary has no CR, so that only the last one can begin a delimiter.
    const last = data.lastIndexOf(CR)
    const isBeginning = last >= start && data.subarray(last).equals(this.#delimiter.subarray(0, data.length - last))
    this.#pass(data.subarray(start, isBeginning ? last : undefined))
    this.#held = isBeginning ? data.subarray(last) : NOTHING
    return null
  }

  override _flush(done: TransformCallback): void {
    if (!this.#isClosed) this.#pass(this.#held)
    done()
  }

  #pass(bytes: Buffer): void {
    const own = bytes.subarray(this.#before)
    this.#before -= bytes.length - own.length
    if (own.length > 0) this.push(own)
  }
}

function endOfPadding(data: Buffer, start: number): number {
  let at = start
  while (data[at] === SPACE || data[at] === TAB) at++
  return at
}

function hasLineEnd(data: Buffer, at: number): boolean {
  return data[at] === CR && data[at + 1] === LF
}

/** Whether more bytes can make a delimiter line of what follows the boundary. */
function mayContinue(data: Buffer, boundaryEnd: number, paddingEnd: number): boolean {
  if (paddingEnd - boundaryEnd > LONGEST_PADDING) return false
  const left = data.subarray(paddingEnd)
  if (left.length === 0) return true
  return left.length === 1 && (left[0] === CR || (left[0] === DASH && paddingEnd === boundaryEnd))
}
