import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/**
 * The HTTP/2 stream of a request or a response; undefined over HTTP/1. The object decides, and nothing else: the version
 * in a request line is the client's text, and `GET / HTTP/2.0` comes over HTTP/1 as well.
 */
export function http2StreamOf(message: IncomingMessage | ServerResponse): ServerHttp2Stream | undefined {
  return (message as { stream?: ServerHttp2Stream }).stream
}
