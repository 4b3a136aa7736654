import { hasCodePoints } from '../type/plain-check.js'
import { DURATION, isHttpDate, isLocalDateTime, LOCAL_DATE_TIME, LOCAL_TIME } from './date-texts.js'
import { annotation, checked, type Format, lexical, regular } from './format.js'
import { isHostname, isInternationalHostname } from './host-name.js'
import { isInternationalMailbox, isIRI, isIRIReference, URI_TEMPLATE } from './internet-texts.js'
import { DECIMAL, isDecimal128, isOf64Bits, NUMBER, WHOLE } from './number-texts.js'
import { isRegex } from './regex-text.js'
import { URI_REFERENCE } from './uri.js'
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

/** The formats that few applications have. */
export const FURTHER_FORMATS = {
  hostname: {
    ...lexical('isHostname', isHostname, 'must be a host name'),
    keywords: { format: 'hostname' },
    isPartial: true
  },
  base64url: regular('base64url', BASE64_URL, 'must be base64 in the alphabet of URLs'),
  char: {
    ...lexical('isChar', (text) => hasCodePoints(text, 1, 1), 'must be one character'),
    keywords: { format: 'char', minLength: 1, maxLength: 1 },
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
} satisfies Readonly<Record<string, Format>>

const INTEGER = new RegExp(WHOLE)
