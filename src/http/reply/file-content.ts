import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** A part of a file, as the body of a response. */
export class FileContent {
  readonly path: string
  /** The place of its first byte. */
  readonly start: number
  /** In bytes. */
  readonly length: number

  constructor(path: string, start: number, length: number) {
    this.path = path
    this.start = start
    this.length = length
  }

  /** For a response that is not Node's own. */
  stream(): Readable {
    const { path, start, length } = this
    return createReadStream(path, { start, end: Math.max(start, start + length - 1) })
  }
}
