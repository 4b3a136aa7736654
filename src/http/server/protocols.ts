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
  if (tls === undefined) return limited(new (extended(http.Server, limits))(settings), limits)
  const https = process.getBuiltinModule?.('node:https') ?? (await import('node:https'))
  return limited(new (extended(https.Server, limits))({ ...tls, ...settings }), limits)
}

/** What Node reads of the server whenever it looks for late requests. */
const EXTENDED = ['headersTimeout', 'requestTimeout'] as const

// biome-ignore lint/suspicious/noExplicitAny: a mixin's constructor takes what its base takes
type ServerClass = new (...args: any[]) => Server

/**
 * A class of servers whose times are longer by those in which the process could not read. In its prototype: V8 turns an
 * object whose own property becomes an accessor into a table, and Node reads the server ten times for each request.
 */
function extended<C extends ServerClass>(Base: C, limits: Required<ServerOptions>): C {
  const Extended = class extends Base {}
  for (const name of EXTENDED) {
    // Set by Node's constructor, to the value of the same settings.
    Object.defineProperty(Extended.prototype, name, { ...extendedTime(name, limits), set: () => undefined })
  }
  return Extended
}

function extendedTime(name: (typeof EXTENDED)[number], limits: Required<ServerOptions>): PropertyDescriptor {
  return { configurable: true, get: () => blockedTime.extend(limits[name]) }
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
  for (const name of EXTENDED) {
    // A server of HTTP/2, or one whose constructor returns an object of another class, as Deno's does.
    if (Object.hasOwn(server, name) || !(name in server)) {
      Object.defineProperty(server, name, extendedTime(name, limits))
    }
  }
  return server
}
