import { IP_V6, OCTET } from './pattern.js'

const V4 = `(?:${OCTET}\\.){3}${OCTET}`

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const QUOTED = '"(?:[\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]|\\\\[\\x20-\\x7E])*"'
const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const LITERAL = `\\[(?:${V4}|[Ii][Pp][Vv]6:${IP_V6})\\]`
const MAILBOX = new RegExp(`^(${ATOM}(?:\\.${ATOM})*|${QUOTED})@(${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+|${LITERAL})$`)

/** RFC 5321, section 4.5.3.1, in octets, which are characters here. */
const LONGEST_LOCAL_PART = 64
const LONGEST_DOMAIN = 255

/**
 * Whether a text is an address of mail: a Mailbox of RFC 5321, section 4.1.2, whose domain has a dot, since there is no mail
 * at a top-level domain (RFC 7085).
 */
export function isMailbox(text: string): boolean {
  if (text.length > LONGEST_LOCAL_PART + 1 + LONGEST_DOMAIN) return false
  const [, local = '', domain = ''] = MAILBOX.exec(text) ?? []
  return local !== '' && local.length <= LONGEST_LOCAL_PART && domain.length <= LONGEST_DOMAIN
}

/** Unreserved characters, and those that only delimit parts of a part. */
const PLAIN = "-A-Za-z0-9._~!$&'()*+,;="
const ENCODED = '%[0-9A-Fa-f]{2}'
const PATH_CHARACTER = `(?:[${PLAIN}:@]|${ENCODED})`
const HOST = `(?:\\[(?:${IP_V6}|[Vv][0-9A-Fa-f]+\\.[${PLAIN}:]+)\\]|(?:[${PLAIN}]|${ENCODED})*)`
const AUTHORITY = `(?:(?:[${PLAIN}:]|${ENCODED})*@)?${HOST}(?::[0-9]*)?`
const HIERARCHY = `(?://${AUTHORITY}(?:/${PATH_CHARACTER}*)*|/(?:${PATH_CHARACTER}+(?:/${PATH_CHARACTER}*)*)?|${PATH_CHARACTER}+(?:/${PATH_CHARACTER}*)*)?`
const TAIL = `(?:[${PLAIN}:@/?]|${ENCODED})*`

/**
 * A URI: RFC 3986, appendix A. Without the schemes that run a script where a page links to it, and without those of HTTP
 * that have no host (RFC 9110, section 4.2).
 */
export const URI = new RegExp(
  `^(?!(?:java|vb)script:|https?:(?!//[^/?#:]))[A-Za-z][A-Za-z0-9+.-]*:${HIERARCHY}(?:\\?${TAIL})?(?:#${TAIL})?$`,
  'i'
)
