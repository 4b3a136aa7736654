import type { Server, ServerResponse } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import { blockedTime } from '../lifetime/blocked-time.js'
import type { EdgeGuard } from './edge-guard.js'
import { createHttp2Server } from './http2-server.js'
import { type ServerListenOptions, type ServerOptions, STRICT } from './options.js'

/** A server of Node's own that can be listened with. */
export type NodeServer = Server | HttpsServer | Http2Server | Http2SecureServer

/**
 * Makes the server that the options describe. Throws what node:tls throws for an invalid key or certificate.
 * Listeners of its requests and responses are guarded; `closed` is called with each response of HTTP/1 that is over.
 */
export async function createNodeServer(
  limits: Required<ServerOptions>,
  options: ServerListenOptions,
  guard: EdgeGuard,
  closed: (res: ServerResponse) => void
): Promise<NodeServer> {
  // Each is loaded only where it is used: an application that serves fetch alone loads none. Node's loader of ES modules,
  // which `import()` starts, takes 4 ms where the application is a bundle in CommonJS.
  const http = process.getBuiltinModule?.('node:http') ?? (await import('node:http'))
  const plain = {
    IncomingMessage: guard.requestClass(http.IncomingMessage),
    ServerResponse: guard.responseClass(http.ServerResponse, true, closed)
  }
  const tls = options.tls && { ...handshake(limits), ...options.tls }
  if (options.http2 === true) return limited(await createHttp2Server(limits, tls, plain, guard), limits)
  const settings = { ...limits, ...STRICT, ...plain }
  if (tls === undefined) return limited(http.createServer(settings), limits)
  const https = process.getBuiltinModule?.('node:https') ?? (await import('node:https'))
  return limited(https.createServer({ ...tls, ...settings }), limits)
}

/** A handshake takes no longer than a head, where node:tls would wait for two minutes. */
function handshake({ headersTimeout }: Required<ServerOptions>): { handshakeTimeout: number } {
  return { handshakeTimeout: headersTimeout }
}

/** Sets what node:http takes from the server alone. */
function limited<S extends NodeServer>(server: S, limits: Required<ServerOptions>): S {
  // Lines beyond a number would be left out in silence; their bytes are limited anyhow.
  Object.assign(server, { maxHeadersCount: 0 })
  if (limits.maxConnections > 0) server.maxConnections = limits.maxConnections
  for (const name of ['headersTimeout', 'requestTimeout'] as const) {
    // Read whenever Node looks for late requests.
    Object.defineProperty(server, name, { get: () => blockedTime.extend(limits[name]) })
  }
  return server
}
