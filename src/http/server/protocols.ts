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
  if (tls === undefined) return limited(serverOf(http, settings, limits), limits)
  const https = process.getBuiltinModule?.('node:https') ?? (await import('node:https'))
  return limited(serverOf(https, { ...tls, ...settings }, limits), limits)
}

/** What makes servers: `node:http` or `node:https`. */
interface ServerModule {
  readonly Server: new (options: object) => Server
  readonly createServer: (options: object) => Server
}

/**
 * A server of a class whose times are accessors. V8 keeps an object as a table from when an own property of it becomes an
 * accessor, and Node 24 reads the server 14 times for each request. A tool that has wrapped one of the two functions is called.
 */
function serverOf({ Server, createServer }: ServerModule, options: object, limits: Required<ServerOptions>): Server {
  if (!isNodes(createServer, CREATES) || !isNodes(Server, IS_SERVER)) return createServer(options)
  const { Server: Own } = { Server: class extends Server {} }
  const times = { ...limits }
  const accessor = (name: (typeof EXTENDED)[number], get: () => number): void => {
    const set = (milliseconds: number): void => {
      times[name] = milliseconds
    }
    Object.defineProperty(Own.prototype, name, { configurable: true, get, set })
  }
  // Node's constructor sets both, and compares them.
  for (const name of EXTENDED) accessor(name, () => times[name])
  const server = new Own(options)
  for (const name of EXTENDED) accessor(name, () => blockedTime.extend(times[name]))
  return server
}

const CREATES = /^function createServer\([^)]*\) \{\s*return new Server\([^)]*\);?\s*\}$/
const IS_SERVER = /^function Server\(/

/** Whether a function is the one that the runtime has, by its text. */
function isNodes(given: unknown, text: RegExp): boolean {
  return typeof given === 'function' && text.test(Function.prototype.toString.call(given))
}

/** What Node reads of the server whenever it looks for late requests: longer by the time in which the process could not read. */
const EXTENDED = ['headersTimeout', 'requestTimeout'] as const

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
    // The class of the server has it.
    if (name in server && !Object.hasOwn(server, name)) continue
    Object.defineProperty(server, name, { get: () => blockedTime.extend(limits[name]) })
  }
  return server
}
