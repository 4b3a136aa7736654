import { isIP } from 'node:net'
import type proxyaddr from '@fastify/proxy-addr'
import { SetupError } from '../../errors.js'
import { checkOptions, type OptionTable } from '../../options.js'
import { promiseOf } from '../lifetime/pending.js'
import late from './late-libraries.cjs'

/**
 * Which proxies in front of the service are believed about the client (`X-Forwarded-For`, `-Proto` and `-Host`):
 *
 * - `false`: none, which is the default;
 * - addresses and networks (`'10.0.0.0/8'`, `'2001:db8::7'`) and names of networks (`'loopback'`, `'linklocal'`,
 *   `'uniquelocal'`), as a list or a text with commas;
 * - a function that is asked about each address ({@link ProxyCheck});
 * - a number of hops, and where they are ({@link ProxyHops}).
 *
 * @example trustProxy: 'uniquelocal'
 * @example trustProxy: { hops: 2, from: ['uniquelocal', '203.0.113.0/24'] }
 */
export type TrustProxy = false | string | readonly string[] | ProxyCheck | ProxyHops

/**
 * Returns whether the proxy at this address is believed. `hop` is 0 for whoever is connected to the service, 1 for the
 * address that it forwards, and so on outwards. An IPv4 address is given in IPv4 form; for a connection without an
 * address (a Unix socket) it is an empty text. What is neither true nor false is a TypeError, and the answer a 500.
 */
export type ProxyCheck = (address: string, hop: number) => boolean

/** A number of proxies in a row, and where they are. */
export interface ProxyHops {
  /**
   * How many proxies are believed at most, 1 or more, counted from the service outwards: `1` believes whoever is
   * connected, `2` the address that it forwards as well.
   */
  readonly hops: number
  /**
   * Where the proxies are: addresses, networks and names of networks. Each counted hop must be among them; the first
   * one that is not is the client. `'any'` takes every address: it is for whoever makes sure that no client can reach
   * the service, or a counted proxy, past the proxies before it.
   */
  readonly from: string | readonly string[]
}

const HOPS_OPTIONS: OptionTable<ProxyHops> = { hops: true, from: true }

const PLACE = 'the option trustProxy'
const EXAMPLES = "addresses, networks such as '10.0.0.0/8', or the names 'loopback', 'linklocal' and 'uniquelocal'"
const NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Undefined where no proxy is trusted. Throws a {@link SetupError} or BootstrapError for a setting that is none. */
export function compileProxyCheck(setting: TrustProxy): ProxyCheck | undefined {
  if (setting === false) return undefined
  if (typeof setting === 'function') return strict(setting)
  if (typeof setting === 'string' || Array.isArray(setting)) return compileNetworks(setting, 'trustProxy')
  if (typeof setting === 'object' && setting !== null) return compileHops(setting as ProxyHops)
  throw refused(setting)
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
  // Beyond the connection itself, an address is what somebody wrote: what is none cannot be counted.
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
  if (networks.length === 0 || networks.includes('')) throw invalid(`${what} names no address`, `give ${EXAMPLES}`)
  for (const network of networks) {
    // The library takes a number for an address too: '1' would be 0.0.0.1.
    if (NAMES.has(network) || isIP(network.replace(/\/[^/]*$/, '')) !== 0) continue
    const isAny = network === 'any'
    const remedy = isAny ? "write { hops: 1, from: 'any' } with the number of proxies" : `give ${EXAMPLES}`
    throw invalid(`${what}: '${network}' is no address and no name of networks`, remedy)
  }
  try {
    // Only applications that have proxies pay for loading the library.
    const { compile }: Pick<typeof proxyaddr, 'compile'> = late.loadProxyAddr()
    return compile(networks)
  } catch (error) {
    throw invalid(`${what}: ${(error as Error).message}`, `give ${EXAMPLES}`)
  }
}

/** A promise, or another value that is merely truthy, must not be taken for trust. */
function strict(check: ProxyCheck): ProxyCheck {
  return (address, hop) => {
    const answer: unknown = check(address, hop)
    if (typeof answer === 'boolean') return answer
    // Nobody else waits for it.
    promiseOf(answer)?.catch(() => undefined)
    throw new TypeError('The function trustProxy returned something else than true or false')
  }
}

function refused(setting: unknown): SetupError {
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
