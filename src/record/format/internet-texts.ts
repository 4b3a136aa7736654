import { isInternationalHostname } from './host-name.js'
import { LITERAL, LONGEST_DOMAIN, LONGEST_LOCAL_PART } from './mailbox.js'
import { grammarOf, UNWANTED } from './uri.js'

/** RFC 6531, section 3.3: atoms and quoted texts may have any character beyond ASCII. */
const BEYOND = '\\u{80}-\\u{D7FF}\\u{E000}-\\u{10FFFF}'
const WIDE_ATOM = `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~\\-${BEYOND}]+`
const WIDE_LOCAL = `${WIDE_ATOM}(?:\\.${WIDE_ATOM})*|"(?:[ !#-\\[\\]-~${BEYOND}]|\\\\[ -~])*"`
const WIDE_MAILBOX = new RegExp(`^(${WIDE_LOCAL})@([^@]+)$`, 'u')
const ADDRESS_LITERAL = new RegExp(`^${LITERAL}$`)

/** The same in any script: a Mailbox of RFC 6531, whose domain is a name of IDNA2008. */
export function isInternationalMailbox(text: string): boolean {
  // A character of the domain has two units at most, and one at least where it is encoded.
  if (text.length > LONGEST_LOCAL_PART + 1 + 2 * LONGEST_DOMAIN) return false
  const [, local = '', domain = ''] = WIDE_MAILBOX.exec(text) ?? []
  if (local === '' || new TextEncoder().encode(local).length > LONGEST_LOCAL_PART) return false
  return (domain.includes('.') && isInternationalHostname(domain.normalize('NFC'))) || ADDRESS_LITERAL.test(domain)
}

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
