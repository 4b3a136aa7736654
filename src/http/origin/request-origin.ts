import { isIP } from 'node:net'
import type { SentRequest } from '../lifetime/direct-exchange.js'
import { headerOf } from '../lifetime/node-messages.js'
import { authorityOf, isHost } from '../syntax/request-target.js'
import { compileProxyCheck, type ProxyCheck, type TrustProxy } from './trusted-proxies.js'

/** Where a request came from, as far as that can be trusted. */
export interface RequestOrigin {
  /** The client's address; an IPv4 address in IPv6 form is given in IPv4 form. Empty if there is no socket. */
  readonly ip: string
  readonly protocol: 'http' | 'https'
  /** The host that the client sent, with the port if it sent one: `api.example:8080`. Empty if it sent none. */
  readonly host: string
}

/** Returns where a request came from. */
export type OriginReader = (req: SentRequest) => RequestOrigin

/** The reader for a setting of `trustProxy`. Throws a SetupError or a BootstrapError for an invalid setting. */
export function compileOrigin(setting: TrustProxy = false): OriginReader {
  const isTrusted = compileProxyCheck(setting)
  if (isTrusted === undefined) return directOrigin
  return (req) => {
    const direct = directOrigin(req)
    // One check for all three headers: nothing that an untrusted peer forwards is used.
    if (!isTrusted(direct.ip, 0)) return direct
    const protocol = lastOf(headerOf(req, 'x-forwarded-proto') ?? '').toLowerCase()
    const host = lastOf(headerOf(req, 'x-forwarded-host') ?? '')
    return {
      ip: clientOf(direct.ip, headerOf(req, 'x-forwarded-for') ?? '', isTrusted),
      protocol: protocol === 'http' || protocol === 'https' ? protocol : direct.protocol,
      host: isHost(host) && /^[^:]/.test(host) ? host : direct.host
    }
  }
}

function directOrigin(req: SentRequest): RequestOrigin {
  const { socket } = req
  return {
    ip: plainAddress(socket.remoteAddress ?? ''),
    protocol: (socket as { encrypted?: boolean }).encrypted === true ? 'https' : 'http',
    host: headerOf(req, ':authority') ?? authorityOf(req.url) ?? headerOf(req, 'host') ?? ''
  }
}

/**
 * The first address, from the trusted peer outwards, that is not a trusted proxy's: that client may have written what
 * is before it in the list. What is not an address ends the search; then the client is the proxy that forwarded it.
 */
function clientOf(peer: string, forwarded: string, isTrusted: ProxyCheck): string {
  let client = peer
  let hop = 0
  for (let end = forwarded.length; end > 0; ) {
    const comma = forwarded.lastIndexOf(',', end - 1)
    const text = forwarded.slice(comma + 1, end).trim()
    end = comma
    // An empty element of a list means nothing (RFC 9110, section 5.6.1.2).
    if (text === '') continue
    const address = plainAddress(text)
    if (isIP(address) === 0) break
    client = address
    hop += 1
    if (!isTrusted(address, hop)) break
  }
  return client
}

/** Without a port, which some proxies add; an IPv4 address in IPv6 form (RFC 4291, 2.5.5.2) in IPv4 form. */
function plainAddress(address: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const dotted = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1]
  if (dotted !== undefined) return dotted
  return /^[0:]+:ffff:[\da-f.:]+$/i.test(bare) && isIP(bare) === 6 ? mappedAddress(bare) : bare
}

/** The IPv4 address of `0:0:0:0:0:ffff:cb00:7107`; other addresses as they are. */
function mappedAddress(address: string): string {
  // The WHATWG host parser writes all forms of it in the same way.
  const words = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname)
  if (words === null) return address
  const [high, low] = [Number.parseInt(words[1] as string, 16), Number.parseInt(words[2] as string, 16)]
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** The last item of a list, which the nearest proxy has added; that one is trusted. */
function lastOf(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1).trim()
}
