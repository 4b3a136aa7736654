import { isIP, isIPv4 } from 'node:net'
import { clientAddress } from './target.js'

/** What connections to a service need of its address. */
export interface ServiceAddress {
  /** With the path below which the service has its paths, without a slash at its end. */
  readonly text: string
  readonly basePath: string
  /** A name, or an address of IPv4 or IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** Whether it leads to this machine. */
  readonly isLocal: boolean
  /** Whose certificate is expected; undefined without TLS, empty where the host is an address. */
  readonly servername: string | undefined
}

/** @param base an address of `http:` or `https:` */
export function readServiceAddress(base: URL): ServiceAddress {
  const { origin, pathname, hostname, port, protocol } = base
  const isSecure = protocol === 'https:'
  const basePath = pathname.replace(/\/+$/, '')
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    text: origin + basePath,
    basePath,
    host,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    isLocal: /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname),
    // The certificate is of the name, although the connection is made to the address.
    servername: isSecure ? (isIP(host) === 0 ? host : '') : undefined
  }
}

/**
 * The address of this machine from which a client connects, so that the service takes it for another; undefined for the
 * usual one.
 *
 * @param client 0 for the first one
 * @param host the address that is connected to
 */
export function localAddressOf(client: number, host: string, platform: string): string | undefined {
  // All of 127.0.0.0/8 leads to the machine itself only on Linux.
  const isOther = client > 0 && platform === 'linux' && isIPv4(host) && host.startsWith('127.')
  return isOther ? clientAddress(client) : undefined
}

/** The message of an error; one of several addresses that were tried has none of its own. */
export function connectionFault(error: Error): string {
  const causes: readonly Error[] = error instanceof AggregateError ? error.errors : []
  return (
    error.message || causes.map(({ message }) => message).join(', ') || String((error as NodeJS.ErrnoException).code)
  )
}
