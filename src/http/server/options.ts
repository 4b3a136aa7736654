import type { TlsOptions } from 'node:tls'
import { SetupError } from '../../errors.js'
import { FLAG, type OptionTable } from '../../options.js'
import { isTime } from '../settings.js'

/** The options of node:http and node:https other than limits; the Host is checked by Fieldstone, which responds with a problem. */
export const STRICT = { requireHostHeader: false, insecureHTTPParser: false } as const

/** The limits of the server; times in milliseconds, sizes in bytes. */
export interface ServerOptions {
  /** How long a client may take for the head of a request. 0 for no limit. Default: 10,000. */
  readonly headersTimeout?: number
  /** How long a client may take for a whole request, body included; a route may have its own. 0 for no limit. Default: 60,000. */
  readonly requestTimeout?: number
  /** How long an idle connection is kept: longer than load balancers keep it, mostly 60 s. Default: 72,000. */
  readonly keepAliveTimeout?: number
  /** How often the two timeouts of requests are checked. Default: 2,000. */
  readonly connectionsCheckingInterval?: number
  /** The largest head of a request; a larger one is a 431. However many lines it has, none is left out. Default: 16,384. */
  readonly maxHeaderSize?: number
  /**
   * How many connections may be open at once; further ones are closed as they come, and the log says how many. 0 for no
   * limit. Default: 0.
   */
  readonly maxConnections?: number
}

/** Where and how to listen; limits given here go before the application's. */
export interface ServerListenOptions extends ServerOptions {
  /** Default: 8080; 0 takes a free one. */
  readonly port?: number
  /** Default: all addresses of the machine. */
  readonly host?: string
  /**
   * Speaks HTTP/2: with `tls` to clients that offer it, and HTTP/1.1 to the others; without `tls` as h2c with prior
   * knowledge alone, as some proxies do. Default: false.
   */
  readonly http2?: boolean
  /** The key, the certificate and other options of node:tls; then the server speaks HTTPS. Default: none. */
  readonly tls?: TlsOptions
}

/** {@link ServerOptions}, by name. */
export const SERVER_OPTIONS: OptionTable<ServerOptions> = {
  headersTimeout: true,
  requestTimeout: true,
  keepAliveTimeout: true,
  connectionsCheckingInterval: true,
  maxHeaderSize: true,
  maxConnections: true
}

/** {@link ServerListenOptions}, by name. */
export const LISTEN_OPTIONS: OptionTable<ServerListenOptions> = {
  ...SERVER_OPTIONS,
  port: true,
  host: true,
  http2: FLAG,
  tls: true
}

const DEFAULTS: Required<ServerOptions> = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
  maxConnections: 0
}

/** Checks the options and fills in the defaults. Throws a {@link SetupError} for a value that is not a time or size. */
export function serverSettings(options: ServerOptions = {}): Required<ServerOptions> {
  const settings = { ...DEFAULTS }
  for (const name of Object.keys(DEFAULTS) as (keyof ServerOptions)[]) {
    const value = options[name] ?? DEFAULTS[name]
    if (!isTime(value)) throw invalid(name, value, 'give a whole number, 0 or more')
    settings[name] = value
  }
  for (const name of ['connectionsCheckingInterval', 'maxHeaderSize'] as const) {
    if (settings[name] === 0) throw invalid(name, 0, 'give a whole number above 0')
  }
  const { headersTimeout, requestTimeout } = settings
  if (options.headersTimeout === undefined && requestTimeout > 0) {
    settings.headersTimeout = Math.min(headersTimeout, requestTimeout)
  } else if (requestTimeout > 0 && headersTimeout > requestTimeout) {
    throw invalid('headersTimeout', headersTimeout, `give at most requestTimeout, which is ${requestTimeout}`)
  }
  return settings
}

function invalid(name: string, value: unknown, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', `${name} is ${String(value)}`, `the option ${name}`, remedy)
}
