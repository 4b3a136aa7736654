import { isIP } from 'node:net'
import type proxyaddr from '@fastify/proxy-addr'
import { SetupError } from '../../errors.js'
import { checkOptions, type OptionTable } from '../../options.js'
import { promiseOf } from '../lifetime/pending.js'
import loadProxyAddr from './load-proxy-addr.cjs'

/**
 * Which proxies in front of the service are trusted to describe the client (`X-Forwarded-For`, `-Proto` and `-Host`):
 *
 * - `false`: none, which is the default;
 * - addresses and networks (`'10.0.0.0/8'`, `'2001:db8::7'`) and names of networks (`'loopback'`, `'linklocal'`,
 *   `'uniquelocal'`), as a list or a text with commas;
 * - a function that is called with each address ({@link ProxyCheck});
 * - a number of hops, and where they are ({@link ProxyHops}).
 *
 * @example trustProxy: 'uniquelocal'
 * @example trustProxy: { hops: 2, from: ['uniquelocal', '203.0.113.0/24'] }
 */
export type TrustProxy = false | string | readonly string[] | ProxyCheck | ProxyHops

/**
 * Returns whether the proxy at this address is trusted. `hop` is 0 for the peer that is connected to the service, 1 for
 * the address that it forwards, and so on outwards. An IPv4 address is given in IPv4 form; for a connection without an
 * address (a Unix socket) it is an empty text. Any other result than true or false is a 500.
 */
export type ProxyCheck = (address: string, hop: number) => boolean

/** A number of proxies in a row, and where they are. */
export interface ProxyHops {
  /**
   * How many proxies are trusted at most, 1 or more, counted from the service outwards: `1` trusts the peer that is
   * connected, `2` the address that it forwards as well.
   */
  readonly hops: number
  /**
   * Where the proxies are: addresses, networks and names of networks. Each counted hop must be one of them; the first
   * one that is not is the client. `'any'` is every address; use it only if no client can reach the service, or a
   * counted proxy, without the proxies in front of it.
   */
  readonly from: string | readonly string[]
}

const HOPS_OPTIONS: OptionTable<ProxyHops> = { hops: true, from: true }

const PLACE = 'the option trustProxy'
const EXAMPLES = "addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'"
const NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Undefined if no proxy is trusted. Throws a {@link SetupError} or a BootstrapError for an invalid setting. */
export function compileProxyCheck(setting: TrustProxy): ProxyCheck | undefined {
  if (setting === false) return undefined
  if (typeof setting === 'function') return strict(setting)
  if (typeof setting === 'string' || Array.isArray(setting)) return compileNetworks(setting, 'trustProxy')
  if (typeof setting === 'object' && setting !== null) return compileHops(setting as ProxyHops)
  throw settingError(setting)
}

function compileHops(setting: ProxyHops): ProxyCheck {
  checkOptions(setting, HOPS_OPTIONS, PLACE)
  const { hops, from } = setting
  if (!Number.isSafeInteger(hops) || hops < 1) {
    throw invalid(`the hops of trustProxy are ${String(hops)}`, 'give a whole number of proxies, 1 or more')
  }
  if (from === undefined) {
    const remedy = `add from: ${EXAMPLES}; or from: 'any' where no client can get around the proxies`
    throw invalid('trustProxy counts hops from anywhere', remedy)
  }
  // An address other than that of the connection is text from a header: what is not an address cannot be counted.
  const isAmong: ProxyCheck =
    from === 'any'
      ? (address, hop) => hop === 0 || isIP(address) !== 0
      : compileNetworks(from, 'the `from` of trustProxy')
  return (address, hop) => hop < hops && isAmong(address, hop)
}

function compileNetworks(setting: string | readonly string[], what: string): ProxyCheck {
  const listed: readonly unknown[] =
    typeof setting === 'string' ? setting.split(',') : Array.isArray(setting) ? setting : []
  const networks = listed.map((each) => (typeof each === 'string' ? each.trim() : ''))
  if (networks.length === 0 || networks.includes('')) throw invalid(`${what} has no address`, `give ${EXAMPLES}`)
  for (const network of networks) {
    // The library accepts a number as an address too: '1' would be 0.0.0.1.
    if (NAMES.has(network) || isIP(network.replace(/\/[^/]*$/, '')) !== 0) continue
    const isAny = network === 'any'
    const remedy = isAny ? "write { hops: 1, from: 'any' } with the number of proxies" : `give ${EXAMPLES}`
    throw invalid(`${what}: '${network}' is neither an address nor the name of a network`, remedy)
  }
  // Only applications with proxies load the library.
  const { compile }: Pick<typeof proxyaddr, 'compile'> = loadProxyAddr()
  try {
    return compile(networks)
  } catch (error) {
    throw invalid(`${what}: ${(error as Error).message}`, `give ${EXAMPLES}`)
  }
}

/** A promise, or another value that is only truthy, must not mean trust. */
function strict(check: ProxyCheck): ProxyCheck {
  return (address, hop) => {
    const result: unknown = check(address, hop)
    if (typeof result === 'boolean') return result
    // Its rejection would end the process.
    promiseOf(result)?.catch(() => undefined)
    throw new TypeError('The function trustProxy must return true or false')
  }
}

function settingError(setting: unknown): SetupError {
  if (setting === true) {
    return invalid(
      'trustProxy is true, so each client would choose its own address, protocol and host',
      "write where the proxies are: trustProxy: 'uniquelocal', addresses or networks; or { hops: 1, from: 'any' } where no client can get around them"
    )
  }
  if (typeof setting === 'number') {
    const hops = Number.isSafeInteger(setting) && setting > 0 ? setting : 1
    const remedy = `write where they are: { hops: ${hops}, from: 'uniquelocal' }, with addresses or networks; or from: 'any' where no client can get around the proxies`
    return invalid(
      `trustProxy is ${setting}, so a client that is connected directly would choose its own address, protocol and host`,
      setting === 0 ? 'write false, or leave it out' : remedy
    )
  }
  return invalid(`trustProxy is ${setting === null ? 'null' : `a ${typeof setting}`}`, `give ${EXAMPLES}, or false`)
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, PLACE, remedy)
}
