import type { Server } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { ServerListenOptions, ServerOptions } from './server-options.js'

/** A server of Node's own that can be listened with. */
export type NodeServer = Server | HttpsServer | Http2Server | Http2SecureServer

/** What node:http and node:https are told besides the limits; the Host is checked by Fieldstone, to answer a problem. */
const STRICT = { requireHostHeader: false, insecureHTTPParser: false } as const

/** Requests that a client may have open in one HTTP/2 session: the number that nginx allows. */
const MAX_STREAMS = 128

/** Makes the server that the options ask for. Throws what node:tls throws for a key or a certificate that is none. */
export async function createNodeServer(
  limits: Required<ServerOptions>,
  options: ServerListenOptions
): Promise<NodeServer> {
  const { http2 = false, tls } = options
  if (http2) return createHttp2Server(limits, tls)
  // Only who needs one of them loads it: who answers by fetch alone, none.
  if (tls === undefined) {
    const http = await import('node:http')
    return http.createServer({ ...limits, ...STRICT })
  }
  const https = await import('node:https')
  return https.createServer({ ...tls, ...limits, ...STRICT })
}

async function createHttp2Server(
  limits: Required<ServerOptions>,
  tls: ServerListenOptions['tls']
): Promise<NodeServer> {
  const http2 = await import('node:http2')
  const settings = { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: limits.maxHeaderSize }
  if (tls === undefined) return http2.createServer({ settings })
  const server = http2.createSecureServer({ ...tls, settings, allowHTTP1: true })
  // What speaks HTTP/1.1 to the clients that do not offer HTTP/2 reads its limits here.
  return Object.assign(server, limits, STRICT)
}
