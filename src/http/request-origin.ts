import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type proxyaddr from '@fastify/proxy-addr'
import { SetupError } from '../errors.js'
import { isHost } from './host-header.js'
import late from './late-libraries.cjs'

/**
 * Which proxies in front of the service are believed about the client (`X-Forwarded-For`, `-Proto` and `-Host`):
 * `false` none, `true` all, a number that many hops, or addresses and networks (`'10.0.0.0/8'`, `'loopback'`,
 * `'linklocal'`, `'uniquelocal'`), as a list or a text with commas.
 *
 * `true` and a number are right only where nobody can reach the service past its proxies: otherwise a client chooses
 * its own address.
 */
export type TrustProxy = boolean | number | string | readonly string[]

/** Where a request came from, as far as that can be believed. */
export interface RequestOrigin {
  /** The client's address; an IPv4 address in IPv6 form is told in IPv4 form. Empty where there is no socket. */
  readonly ip: string
  readonly protocol: 'http' | 'https'
  /** What the client asked for, with its port where that is told: `api.example:8080`. Empty where nothing tells it. */
  readonly host: string
}

/** Tells where a request came from. */
export type OriginReader = (req: IncomingMessage) => RequestOrigin

type Trust = (address: string, hop: number) => boolean

/** The reader for a setting of `trustProxy`. Throws a {@link SetupError} for an address that is none. */
export function compileOrigin(setting: TrustProxy = false): OriginReader {
  if (setting === false || setting === 0) return directOrigin
  // Only who has proxies pays for loading it.
  const { all, compile } = late.loadProxyAddr()
  const trust = compileTrust(setting, compile)
  return (req) => {
    const peer = req.socket.remoteAddress ?? ''
    // One check for all three: what an untrusted peer forwards is worth nothing.
    if (!trust(peer, 0)) return directOrigin(req)
    const direct = directOrigin(req)
    const protocol = lastOf(req.headers['x-forwarded-proto'])
    const host = lastOf(req.headers['x-forwarded-host'])
    return {
      ip: clientOf(all(req, trust)),
      protocol: protocol === 'http' || protocol === 'https' ? protocol : direct.protocol,
      host: host !== '' && isHost(host) ? host : direct.host
    }
  }
}

function directOrigin(req: IncomingMessage): RequestOrigin {
  const { socket, headers } = req
  const authority = headers[':authority'] as string | undefined
  return {
    ip: plainAddress(socket.remoteAddress ?? ''),
    protocol: (socket as { encrypted?: boolean }).encrypted === true ? 'https' : 'http',
    host: authority ?? headers.host ?? ''
  }
}

function compileTrust(setting: Exclude<TrustProxy, false>, compile: typeof proxyaddr.compile): Trust {
  if (setting === true) return () => true
  if (typeof setting === 'number') {
    if (Number.isSafeInteger(setting) && setting > 0) return (_address, hop) => hop < setting
    throw invalid(`trustProxy is ${setting}`, 'give a whole number of proxies')
  }
  const listed: readonly unknown[] =
    typeof setting === 'string' ? setting.split(',') : Array.isArray(setting) ? setting : []
  const addresses = listed.map((address) => (typeof address === 'string' ? address.trim() : ''))
  if (addresses.length === 0 || addresses.includes('')) {
    throw invalid('trustProxy names no address', "give true, a number of proxies, or addresses such as '10.0.0.0/8'")
  }
  try {
    return compile(addresses)
  } catch (error) {
    throw invalid(`trustProxy: ${(error as Error).message}`, "give addresses and networks such as '10.0.0.0/8'")
  }
}

/** The last hop that is an address: one that the client made up may be anything. */
function clientOf(hops: readonly string[]): string {
  const addresses = hops.map((hop) => plainAddress(hop ?? ''))
  return addresses.findLast((address) => isIP(address) !== 0) ?? (addresses[0] as string)
}

/** Without a port, which some proxies add, and in IPv4 form where the IPv6 address stands for one. */
function plainAddress(address: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1] ?? bare
}

/** Of a list, what the nearest proxy has added; that one is trusted. */
function lastOf(header: string | string[] | undefined): string {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  return text.slice(text.lastIndexOf(',') + 1).trim()
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'the option trustProxy', remedy)
}
