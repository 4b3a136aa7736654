import { loadIsPhoneNumber } from '../../parts/loaders.js'
import {
  IsAlpha,
  IsAlphanumeric,
  IsBase64,
  IsIP,
  IsNumberString,
  IsUUID,
  MinLength
} from '../library/class-validator.js'
import { hasCodePoints } from '../type/plain-check.js'
import { isDateTime, isFullDate, isFullTime } from '../type/rfc3339.js'
import { DURATION, isHttpDate, isLocalDateTime, LOCAL_DATE_TIME, LOCAL_TIME } from './date-texts.js'
import { annotation, checked, type Format, lexical, regular } from './format.js'
import { isHostname, isInternationalHostname } from './host-name.js'
import {
  isInternationalMailbox,
  isIRI,
  isIRIReference,
  isMailbox,
  URI,
  URI_REFERENCE,
  URI_TEMPLATE
} from './internet-texts.js'
import { DECIMAL, isDecimal128, isOf64Bits, NUMBER, WHOLE } from './number-texts.js'
import { ipPattern } from './pattern.js'
import {
  BASE64_URL,
  IPV4_CIDR,
  IPV6_CIDR,
  JSON_POINTER,
  LANGUAGE,
  MEDIA_RANGE,
  RELATIVE_JSON_POINTER,
  SF_BINARY,
  SF_BOOLEAN,
  SF_STRING,
  SF_TOKEN
} from './web-texts.js'

/**
 * Every format of texts that `@Field({ format })` knows: those of OpenAPI's registry and of JSON Schema 2020-12, and a few more. Where a format has an exact regular form, the document carries it as
 * `pattern` too, because JSON Schema leaves unknown format names unchecked.
 */
export const FORMATS: Readonly<Record<TextFormatName, Format>> = {
  alphanumeric: {
    decorate: (options) => IsAlphanumeric('en-US', options),
    keywords: { format: 'alphanumeric', pattern: '^[A-Za-z0-9]+$' },
    message: 'must contain only letters and digits',
    check: { kind: 'pattern', pattern: /^[A-Za-z0-9]+$/ }
  },
  alpha: {
    decorate: (options) => IsAlpha('en-US', options),
    keywords: { format: 'alpha', pattern: '^[A-Za-z]+$' },
    message: 'must contain only letters',
    check: { kind: 'pattern', pattern: /^[A-Za-z]+$/ }
  },
  numeric: {
    decorate: (options) => IsNumberString({ no_symbols: true }, options),
    keywords: { format: 'numeric', pattern: '^[0-9]+$' },
    message: 'must contain only digits',
    check: { kind: 'pattern', pattern: /^[0-9]+$/ }
  },
  email: {
    decorate: lexical('isMailbox', isMailbox),
    keywords: { format: 'email' },
    isPartial: true,
    message: 'must be an email address'
  },
  password: {
    decorate: (options) => MinLength(8, options),
    keywords: { format: 'password', minLength: 8 },
    message: 'must be at least 8 characters long',
    check: { kind: 'characters', minimum: 8, maximum: Number.POSITIVE_INFINITY }
  },
  uri: {
    decorate: lexical('isURI', (text) => URI.test(text)),
    keywords: { format: 'uri' },
    isPartial: true,
    message: 'must be an absolute URI such as https://example.com/a?b=c',
    check: { kind: 'pattern', pattern: URI }
  },
  uuid: {
    decorate: (options) => IsUUID('loose', options),
    keywords: {
      format: 'uuid',
      pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$'
    },
    message: 'must be a UUID',
    check: { kind: 'pattern', pattern: /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/ }
  },
  'date-time': {
    decorate: lexical('isDateTime', isDateTime),
    keywords: { format: 'date-time' },
    message: 'must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'
  },
  date: {
    decorate: lexical('isFullDate', isFullDate),
    keywords: { format: 'date' },
    message: 'must be a date such as 2024-05-17'
  },
  time: {
    decorate: lexical('isFullTime', isFullTime),
    keywords: { format: 'time' },
    message: 'must be a time with its offset such as 08:30:00Z'
  },
  phone: {
    decorate: (options) => loadIsPhoneNumber()(undefined, options),
    keywords: { format: 'phone' },
    isPartial: true,
    message: 'must be an international phone number such as +41 44 668 18 00'
  },
  ipv4: {
    decorate: (options) => IsIP(4, options),
    keywords: { format: 'ipv4', pattern: ipPattern.v4 },
    check: { kind: 'pattern', pattern: new RegExp(ipPattern.v4, 'u') },
    message: 'must be an IPv4 address'
  },
  ipv6: {
    decorate: (options) => IsIP(6, options),
    keywords: { format: 'ipv6', pattern: ipPattern.v6 },
    check: { kind: 'pattern', pattern: new RegExp(ipPattern.v6, 'u') },
    message: 'must be an IPv6 address'
  },
  hostname: {
    decorate: lexical('isHostname', isHostname),
    keywords: { format: 'hostname' },
    isPartial: true,
    message: 'must be a host name'
  },
  byte: {
    decorate: (options) => IsBase64({}, options),
    keywords: { format: 'byte', pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
    message: 'must be base64'
  },
  base64url: regular('base64url', BASE64_URL, 'must be base64 in the alphabet of URLs'),
  binary: annotation('binary'),
  char: {
    decorate: lexical('isChar', (text) => hasCodePoints(text, 1, 1)),
    keywords: { format: 'char', minLength: 1, maxLength: 1 },
    message: 'must be one character',
    check: { kind: 'characters', minimum: 1, maximum: 1 }
  },
  commonmark: annotation('commonmark'),
  'date-time-local': checked(
    'date-time-local',
    isLocalDateTime,
    'must be a date and time without an offset such as 2024-05-17T08:30:00',
    LOCAL_DATE_TIME
  ),
  decimal: regular('decimal', DECIMAL, 'must be a decimal number such as -12.50'),
  decimal128: checked('decimal128', isDecimal128, 'must be a decimal number of at most 34 digits', NUMBER),
  duration: regular('duration', DURATION, 'must be a duration such as P1DT12H'),
  html: annotation('html'),
  'http-date': checked('http-date', isHttpDate, 'must be a date of HTTP such as Fri, 17 May 2024 08:30:00 GMT'),
  'idn-email': checked('idn-email', isInternationalMailbox, 'must be an email address, in any script'),
  'idn-hostname': checked('idn-hostname', isInternationalHostname, 'must be a host name, in any script'),
  int64: checked(
    'int64',
    (text) => INTEGER.test(text) && isOf64Bits(text, true),
    'must be a whole number of 64 bits',
    WHOLE
  ),
  'ipv4-cidr': regular('ipv4-cidr', IPV4_CIDR, 'must be a block of IPv4 addresses such as 192.0.2.0/24'),
  'ipv6-cidr': regular('ipv6-cidr', IPV6_CIDR, 'must be a block of IPv6 addresses such as 2001:db8::/32'),
  iri: checked('iri', isIRI, 'must be an absolute IRI such as https://example.com/ä?b=c'),
  'iri-reference': checked('iri-reference', isIRIReference, 'must be an IRI or a relative reference'),
  'json-pointer': regular('json-pointer', JSON_POINTER, 'must be a JSON Pointer such as /items/0'),
  language: regular('language', LANGUAGE, 'must be a language tag such as de-CH'),
  'media-range': regular('media-range', MEDIA_RANGE, 'must be a media range such as text/*;q=0.5'),
  regex: checked('regex', isRegex, 'must be a regular expression'),
  'relative-json-pointer': regular(
    'relative-json-pointer',
    RELATIVE_JSON_POINTER,
    'must be a relative JSON Pointer such as 1/name'
  ),
  'sf-binary': regular('sf-binary', SF_BINARY, 'must be base64 between colons'),
  'sf-boolean': regular('sf-boolean', SF_BOOLEAN, 'must be ?1 or ?0'),
  'sf-string': regular('sf-string', SF_STRING, 'must be a text between quotes'),
  'sf-token': regular('sf-token', SF_TOKEN, 'must be a token of structured fields'),
  'time-local': regular('time-local', LOCAL_TIME, 'must be a time without an offset such as 08:30:00'),
  uint64: checked(
    'uint64',
    (text) => INTEGER.test(text) && isOf64Bits(text, false),
    'must be a whole number of 64 bits, without a sign',
    '^(?:0|[1-9][0-9]*)$'
  ),
  unixtime: regular('unixtime', DECIMAL, 'must be a number of seconds such as 1715934600'),
  'uri-reference': checked(
    'uri-reference',
    (text) => URI_REFERENCE.test(text),
    'must be a URI or a relative reference'
  ),
  'uri-template': checked(
    'uri-template',
    (text) => URI_TEMPLATE.test(text),
    'must be a URI template such as /items/{id}'
  )
}

const INTEGER = new RegExp(WHOLE)

/** ECMA-262, with the flag u, as JSON Schema reads patterns. */
function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

/** The name of a format of texts. */
export type TextFormatName =
  | 'alphanumeric'
  | 'alpha'
  | 'numeric'
  | 'email'
  | 'password'
  | 'uri'
  | 'uuid'
  | 'date-time'
  | 'date'
  | 'time'
  | 'phone'
  | 'ipv4'
  | 'ipv6'
  | 'hostname'
  | 'byte'
  | 'base64url'
  | 'binary'
  | 'char'
  | 'commonmark'
  | 'date-time-local'
  | 'decimal'
  | 'decimal128'
  | 'duration'
  | 'html'
  | 'http-date'
  | 'idn-email'
  | 'idn-hostname'
  | 'int64'
  | 'ipv4-cidr'
  | 'ipv6-cidr'
  | 'iri'
  | 'iri-reference'
  | 'json-pointer'
  | 'language'
  | 'media-range'
  | 'regex'
  | 'relative-json-pointer'
  | 'sf-binary'
  | 'sf-boolean'
  | 'sf-string'
  | 'sf-token'
  | 'time-local'
  | 'uint64'
  | 'unixtime'
  | 'uri-reference'
  | 'uri-template'
