import { essenceOf } from './wire-request.js'

/** Media types of responses that may never end: their beginning is enough. */
const STREAMS: ReadonlySet<string> = new Set(['text/event-stream', 'application/jsonl', 'application/x-ndjson'])

/** Whether a response may never end, by its `Content-Type`. */
export function isItemStream(contentType: unknown): boolean {
  return typeof contentType === 'string' && STREAMS.has(essenceOf(contentType))
}

/** As many bytes of a stream are enough. */
export const ENOUGH = 256 * 1024
/** How long a stream is read that did not end before, in milliseconds from its head on. */
const FIRST = 400
/** The same where several at the same path did not end: each would take as long. */
const LEAST = 50

/** How long streams are read. */
export class StreamTime {
  readonly #byPath = new Map<string, number>()

  /** In milliseconds, for a request to this path with query. */
  of(url: string): number {
    return this.#byPath.get(pathOf(url)) ?? FIRST
  }

  /** A stream did not end in its time. */
  wasOpen(url: string): void {
    this.#byPath.set(pathOf(url), Math.max(LEAST, this.of(url) / 2))
  }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] as string
}
