/** Regular forms of texts of the web, as patterns. */

import { IP_V6, OCTET } from './pattern.js'

/** RFC 6901, section 3. */
const POINTER = '(?:/[^/~]*(?:~[01][^/~]*)*)*'
export const JSON_POINTER = `^${POINTER}$`

/** draft-bhutton-relative-json-pointer-00, section 3. */
export const RELATIVE_JSON_POINTER = `^(?:0|[1-9][0-9]*)(?:#|(?:[+\\-](?:0|[1-9][0-9]*))?${POINTER})$`

/** RFC 4648, section 5; what fills up the last group may be left out. */
export const BASE64_URL = '^(?:[A-Za-z0-9_\\-]{4})*(?:[A-Za-z0-9_\\-]{2}(?:==)?|[A-Za-z0-9_\\-]{3}=?)?$'

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+"
const QUOTED = '"(?:[\\t !#-\\[\\]-~\\u0080-\\u00FF]|\\\\[\\t -~\\u0080-\\u00FF])*"'

/** RFC 9110, section 12.5.1, with the parameters of section 5.6.6. */
export const MEDIA_RANGE = `^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*(?:${TOKEN}=(?:${TOKEN}|${QUOTED})|$))?)*$`

/** Structured fields: RFC 8941, section 3.3. */
export const SF_STRING = '^"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"$'
export const SF_TOKEN = "^[A-Za-z*][!#$%&'*+\\-.^_`|~0-9A-Za-z:/]*$"
export const SF_BINARY = '^:[A-Za-z0-9+/]*={0,2}:$'
export const SF_BOOLEAN = '^\\?[01]$'

const V4 = `(?:${OCTET}\\.){3}${OCTET}`

/** RFC 4632, section 3.1. */
export const IPV4_CIDR = `^${V4}/(?:[0-9]|[12][0-9]|3[0-2])$`
/** RFC 4291, section 2.3. */
export const IPV6_CIDR = `^${IP_V6}/(?:[0-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$`

const PRIVATE_TAG = '[Xx](?:-[0-9A-Za-z]{1,8})+'
const GRANDFATHERED = [
  ...['en-GB-oed', 'i-ami', 'i-bnn', 'i-default', 'i-enochian', 'i-hak', 'i-klingon', 'i-lux', 'i-mingo', 'i-navajo'],
  ...['i-pwn', 'i-tao', 'i-tay', 'i-tsu', 'sgn-BE-FR', 'sgn-BE-NL', 'sgn-CH-DE', 'art-lojban', 'cel-gaulish'],
  ...['no-bok', 'no-nyn', 'zh-guoyu', 'zh-hakka', 'zh-min', 'zh-min-nan', 'zh-xiang']
]

/** RFC 5646, section 2.1, the tags of earlier times included, in the case in which they are registered. */
export const LANGUAGE = [
  '^(?:(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}|[A-Za-z]{4,8})',
  '(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[0-9A-Za-z]{5,8}|[0-9][0-9A-Za-z]{3}))*',
  `(?:-[0-9A-WY-Za-wy-z](?:-[0-9A-Za-z]{2,8})+)*(?:-${PRIVATE_TAG})?|${PRIVATE_TAG}|${GRANDFATHERED.join('|')})$`
].join('')
