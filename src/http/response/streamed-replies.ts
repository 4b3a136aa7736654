import { type EventSource, EventStream, type EventStreamOptions } from '../reply/event-stream.js'
import { type FileOptions, fileReply } from '../reply/file.js'
import type { DeferredResponse } from './deferred-response.js'

/** Replies with a stream of server-sent events. */
export function sendEvents(response: DeferredResponse, events: EventSource, options?: EventStreamOptions): void {
  try {
    const stream = new EventStream(events, options)
    response.header('cache-control', 'no-cache')
    // It makes nginx pass events on as they come.
    response.header('x-accel-buffering', 'no')
    response.stream(200, 'text/event-stream', stream, { headDelay: stream.headDelay })
  } catch (error) {
    response.fail(error)
  }
}

/** Replies with a file, or the range of it that the request names; rejects where there is none. */
export async function sendFile(response: DeferredResponse, path: string, options: FileOptions = {}): Promise<void> {
  const { status, headers, contentType, contentLength, stream } = await fileReply(response.req, path, options)
  try {
    for (const [name, value] of Object.entries(headers)) response.header(name.toLowerCase(), value)
    response.header('x-content-type-options', 'nosniff')
  } catch (error) {
    stream.destroy()
    throw error
  }
  if (status === 304) {
    stream.destroy()
    response.text(status, undefined, '')
  } else response.stream(status, contentType, stream, { length: contentLength })
}
