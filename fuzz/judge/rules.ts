import type { Head } from '../target/messages.js'

/** Why Fieldstone rejects a request that the parser of Node accepts. fuzz/README.md has the same table. */
export interface Rule {
  readonly name: string
  readonly section: string
  readonly statuses: readonly number[]
  /** Whether Fieldstone may reject a request with this head. */
  readonly may: (head: Head) => boolean
  /** Whether it has to; never where it may not. Default: it need not. */
  readonly must?: (head: Head) => boolean
}

const AUTHORITY = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/
/** The same with a lone percent sign, which some parsers accept as a character of a name. */
const LENIENT_AUTHORITY = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::\d*)?$/
/** The form of a service's host. RFC 3986 allows more characters, about which parsers of URLs disagree. */
const HOST_NAME = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d*)?$/
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

const isOrigin = ({ target }: Head): boolean => target.startsWith('/')
const isAsterisk = ({ target }: Head): boolean => target === '*'
const authorityOf = ({ target }: Head): string | undefined => ABSOLUTE.exec(target)?.[1]

export const RULES: readonly Rule[] = [
  {
    name: 'version',
    section: 'RFC 9110 section 15.6.6',
    statuses: [505],
    may: ({ version }) => version !== '1.0' && version !== '1.1',
    must: ({ version }) => version !== '1.0' && version !== '1.1'
  },
  {
    name: 'no host',
    section: 'RFC 9112 section 3.2',
    statuses: [400],
    may: ({ hosts, version }) => hosts.length === 0 && version !== '1.0'
  },
  {
    name: 'several hosts',
    section: 'RFC 9112 section 3.2',
    statuses: [400],
    may: ({ hosts }) => hosts.length > 1,
    must: ({ hosts }) => hosts.length > 1
  },
  {
    name: 'malformed host',
    section: 'RFC 9112 section 3.2',
    statuses: [400],
    may: ({ hosts }) => hosts.some((host) => !AUTHORITY.test(host)),
    must: ({ hosts }) => hosts.some((host) => !LENIENT_AUTHORITY.test(host))
  },
  {
    name: 'fragment in the target',
    section: 'RFC 9112 section 3.2',
    statuses: [400],
    may: ({ target }) => target.includes('#'),
    must: ({ target }) => target.includes('#')
  },
  {
    name: 'invalid authority of the target',
    section: 'RFC 9110 sections 4.2.1 and 4.2.4, RFC 3986 section 3.2',
    statuses: [400],
    may: (head) => {
      const authority = authorityOf(head)
      return authority !== undefined && !(HOST_NAME.test(authority) && URL.canParse(`http://${authority}`))
    },
    must: (head) => {
      const authority = authorityOf(head)
      return authority !== undefined && (authority === '' || !LENIENT_AUTHORITY.test(authority.replace(/^.*@/, '')))
    }
  },
  {
    name: 'form of the target',
    section: 'RFC 9112 section 3.2',
    statuses: [400],
    may: (head) =>
      !isOrigin(head) && authorityOf(head) === undefined && !(isAsterisk(head) && head.method === 'OPTIONS'),
    must: (head) => !isOrigin(head) && authorityOf(head) === undefined && !isAsterisk(head)
  },
  {
    name: 'character of the target',
    section: 'RFC 3986 section 2',
    statuses: [400],
    may: ({ target }) => /[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]/.test(target)
  },
  {
    name: 'percent-encoding of the path',
    section: 'RFC 3986 section 2.1, RFC 3629',
    statuses: [400],
    may: ({ target }) => isUndecodable(target.replace(/[?#].*$/s, ''))
  },
  {
    name: 'transfer coding',
    section: 'RFC 9112 section 6.1',
    statuses: [400, 501],
    may: ({ transferEncodings }) => transferEncodings.length > 0 && transferEncodings.join().toLowerCase() !== 'chunked'
  },
  {
    name: 'transfer coding before HTTP/1.1',
    section: 'RFC 9112 section 6.1',
    statuses: [400],
    may: ({ transferEncodings, version }) => transferEncodings.length > 0 && version === '1.0'
  },
  {
    name: 'length beside a transfer coding',
    section: 'RFC 9112 section 6.3',
    statuses: [400],
    may: ({ transferEncodings, contentLengths }) => transferEncodings.length > 0 && contentLengths.length > 0
  },
  {
    name: 'too many headers',
    section: 'RFC 6585 section 5',
    statuses: [431],
    may: ({ headers }) => headers > 1_000
  },
  {
    name: 'expectation',
    section: 'RFC 9110 section 10.1.1',
    statuses: [417],
    may: ({ expect }) => expect !== undefined
  }
]

/** The statuses for a request whose body or trailers are broken, late, cut or too large. */
export const BROKEN_BODY = [400, 408, 413, 431]

/** The statuses for what the parser of Node rejects as well. */
export const UNPARSED = [400, 408, 413, 414, 417, 431, 501, 505]

function isUndecodable(path: string): boolean {
  try {
    // The path came as latin1, one character a byte; bytes above 127 are the rule before.
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}
