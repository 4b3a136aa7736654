import { isInternationalHostname } from './host-name.js'
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

/** RFC 6531, section 3.3: atoms and quoted texts may have any character beyond ASCII. */
const BEYOND = '\\u{80}-\\u{D7FF}\\u{E000}-\\u{10FFFF}'
const WIDE_ATOM = `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~\\-${BEYOND}]+`
const WIDE_LOCAL = `${WIDE_ATOM}(?:\\.${WIDE_ATOM})*|"(?:[ !#-\\[\\]-~${BEYOND}]|\\\\[ -~])*"`
const WIDE_MAILBOX = new RegExp(`^(${WIDE_LOCAL})@([^@]+)$`, 'u')
const ADDRESS_LITERAL = new RegExp(`^${LITERAL}$`)

/** The same in any script: a Mailbox of RFC 6531, whose domain is a name of IDNA2008. */
export function isInternationalMailbox(text: string): boolean {
  if (text.length > LONGEST_LOCAL_PART + 1 + LONGEST_DOMAIN) return false
  const [, local = '', domain = ''] = WIDE_MAILBOX.exec(text) ?? []
  if (local === '' || new TextEncoder().encode(local).length > LONGEST_LOCAL_PART) return false
  return (domain.includes('.') && isInternationalHostname(domain.normalize('NFC'))) || ADDRESS_LITERAL.test(domain)
}

/**
 * The parts of RFC 3986, appendix A; with `more`, which RFC 3987, section 2.2, has in all parts, and `inQuery`, which it has
 * in queries alone, those of IRIs.
 */
function grammarOf(more: string, inQuery: string) {
  /** Unreserved characters, and those that only delimit parts of a part. */
  const plain = `-A-Za-z0-9._~!$&'()*+,;=${more}`
  const encoded = '%[0-9A-Fa-f]{2}'
  const pathCharacter = `(?:[${plain}:@]|${encoded})`
  const literal = `\\[(?:${IP_V6}|[Vv][0-9A-Fa-f]+\\.[-A-Za-z0-9._~!$&'()*+,;=:]+)\\]`
  const host = `(?:${literal}|(?:[${plain}]|${encoded})*)`
  const authority = `(?:(?:[${plain}:]|${encoded})*@)?${host}(?::[0-9]*)?`
  const rooted = `//${authority}(?:/${pathCharacter}*)*|/(?:${pathCharacter}+(?:/${pathCharacter}*)*)?`
  const tail = (characters: string) => `(?:[${characters}:@/?]|${encoded})*`
  const after = `(?:\\?${tail(plain + inQuery)})?(?:#${tail(plain)})?`
  const absolute = `[A-Za-z][A-Za-z0-9+.\\-]*:(?:${rooted}|${pathCharacter}+(?:/${pathCharacter}*)*)?`
  const relative = `(?:${rooted}|(?:[${plain}@]|${encoded})+(?:/${pathCharacter}*)*)?`
  return { whole: `${absolute}${after}$`, reference: `(?:${absolute}|${relative})${after}$` }
}

/**
 * The schemes that run a script where a page links to it, and those of HTTP without a host (RFC 9110, section 4.2): neither
 * is accepted.
 */
const UNWANTED = '(?:java|vb)script:|https?:(?!//[^/?#:])'

const OF_ASCII = grammarOf('', '')

/** A URI: RFC 3986, appendix A. */
export const URI = new RegExp(`^(?!${UNWANTED})${OF_ASCII.whole}`, 'i')

/** A URI or a relative reference: RFC 3986, section 4.1. */
export const URI_REFERENCE = new RegExp(`^(?!${UNWANTED})${OF_ASCII.reference}`, 'i')

/** RFC 3987: ucschar, without the last two of each plane, and iprivate. */
const MORE = `\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}${Array.from({ length: 14 }, (_, plane) => {
  const first = plane === 13 ? 0xe1000 : (plane + 1) * 0x10000
  return `\\u{${first.toString(16)}}-\\u{${((plane + 1) * 0x10000 + 0xfffd).toString(16)}}`
}).join('')}`
const PRIVATE = '\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}'
const OF_ALL = grammarOf(MORE, PRIVATE)
// Not with the flag i, by which the long s would be a letter of a scheme.
const IRI = new RegExp(`^${OF_ALL.whole}`, 'u')
const IRI_REFERENCE = new RegExp(`^${OF_ALL.reference}`, 'u')
const IS_UNWANTED = new RegExp(`^(?:${UNWANTED})`, 'i')

/** An IRI: RFC 3987, section 2.2. */
export function isIRI(text: string): boolean {
  return IRI.test(text) && !IS_UNWANTED.test(text)
}

/** An IRI or a relative reference. */
export function isIRIReference(text: string): boolean {
  return IRI_REFERENCE.test(text) && !IS_UNWANTED.test(text)
}

const ENCODED = '%[0-9A-Fa-f]{2}'
const VARIABLE = `(?:[A-Za-z0-9_]|${ENCODED})(?:\\.?(?:[A-Za-z0-9_]|${ENCODED}))*(?::[1-9][0-9]{0,3}|\\*)?`
/** RFC 6570, section 2, with the apostrophe among the literals (erratum 6937). */
export const URI_TEMPLATE = new RegExp(
  `^(?:[!#$&-;=?-\\[\\]_a-z~${MORE}${PRIVATE}]|${ENCODED}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`,
  'u'
)
