import { IP_V6 } from './pattern.js'

/**
 * The parts of RFC 3986, appendix A; with `more`, which RFC 3987, section 2.2, has in all parts, and `inQuery`, which it has
 * in queries alone, those of IRIs.
 */
export function grammarOf(more: string, inQuery: string) {
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
export const UNWANTED = '(?:java|vb)script:|https?:(?!//[^/?#:])'

const OF_ASCII = grammarOf('', '')

/** A URI: RFC 3986, appendix A. */
export const URI = new RegExp(`^(?!${UNWANTED})${OF_ASCII.whole}`, 'i')

/** A URI or a relative reference: RFC 3986, section 4.1. */
export const URI_REFERENCE = new RegExp(`^(?!${UNWANTED})${OF_ASCII.reference}`, 'i')
