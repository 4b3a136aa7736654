import type { ServerOptions as HttpServerOptions } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { EdgeGuard } from './edge-guard.js'
import { type ServerListenOptions, type ServerOptions, STRICT } from './options.js'

/** Requests that a client may have open in one HTTP/2 session: the number that nginx allows. */
const MAX_STREAMS = 128

/**
 * What Node and nghttp2 limit in a session of HTTP/2, set in full, so that no version of Node changes it unseen. Beyond a
 * number the session is ended. nghttp2 itself ends one that sends more than 8 CONTINUATION frames for one head (1.61, from
 * Node 20.13), or leaves more than 1,000 acknowledgements of PING and SETTINGS unread. `limitSession` bounds the rest.
 */
const HTTP2_LIMITS = {
  /** Frames that break the rules, those of DATA without content among them. Node's default is 1,000. */
  maxSessionInvalidFrames: 100,
  /** Streams rejected for lack of memory before the client is treated as one that ignores it. */
  maxSessionRejectedStreams: 100,
  /** Settings in one frame. */
  maxSettings: 32,
  maxOutstandingSettings: 10,
  maxOutstandingPings: 10,
  /** Fields of a head, those of the request line among them. */
  maxHeaderListPairs: 128,
  /** In megabytes; new streams are rejected above it. */
  maxSessionMemory: 10,
  /** RST_STREAM frames at once and a second (CVE-2023-44487): nghttp2's own numbers, an option from Node 24 on. */
  streamResetBurst: 1_000,
  streamResetRate: 33
} as const

/** A server of HTTP/2, with TLS of HTTP/1.1, too, for the clients that do not offer HTTP/2. */
export async function createHttp2Server(
  limits: Required<ServerOptions>,
  tls: ServerListenOptions['tls'],
  plain: Pick<HttpServerOptions, 'IncomingMessage' | 'ServerResponse'>,
  guard: EdgeGuard
): Promise<Http2Server | Http2SecureServer> {
  const http2 = await import('node:http2')
  const options = {
    ...HTTP2_LIMITS,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: limits.maxHeaderSize },
    Http1IncomingMessage: plain.IncomingMessage,
    Http1ServerResponse: plain.ServerResponse,
    Http2ServerRequest: guard.requestClass(http2.Http2ServerRequest),
    Http2ServerResponse: guard.responseClass(http2.Http2ServerResponse, false)
  }
  if (tls === undefined) return http2.createServer(options)
  const server = http2.createSecureServer({ ...tls, ...options, allowHTTP1: true })
  // What speaks HTTP/1.1 to the clients that do not offer HTTP/2 reads its limits here. No connections at all are what newer
  // versions of Node understand by a 0 for their number.
  const { maxConnections: _, ...times } = limits
  return Object.assign(server, times, STRICT)
}
