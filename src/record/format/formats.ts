import { MinLength, textRule } from '../library/decorators.js'
import { isDateTime, isFullDate, isFullTime } from '../type/rfc3339.js'
import { annotation, type Format, lexical } from './format.js'
import { FURTHER_FORMATS } from './further-formats.js'
import loadIsPhoneNumber from './load-is-phone-number.cjs'
import { isMailbox } from './mailbox.js'
import { ipPattern } from './pattern.js'
import { URI } from './uri.js'

const UUID = /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/
const IPV4 = new RegExp(ipPattern.v4, 'u')
const IPV6 = new RegExp(ipPattern.v6, 'u')

/** What class-validator has a decorator of the same name and argument for. */
function patterned(name: string, argument: unknown, message: string, pattern: RegExp): Format['decorate'] {
  return textRule(name, [argument], message, (text) => pattern.test(text))
}

const COMMON_FORMATS: Readonly<Record<CommonFormatName, Format>> = {
  alphanumeric: {
    decorate: patterned('isAlphanumeric', 'en-US', 'must contain only letters and numbers', /^[0-9A-Z]+$/i),
    keywords: { format: 'alphanumeric', pattern: '^[A-Za-z0-9]+$' },
    message: 'must contain only letters and digits',
    check: { kind: 'pattern', pattern: /^[A-Za-z0-9]+$/ }
  },
  alpha: {
    decorate: patterned('isAlpha', 'en-US', 'must contain only letters (a-zA-Z)', /^[A-Z]+$/i),
    keywords: { format: 'alpha', pattern: '^[A-Za-z]+$' },
    message: 'must contain only letters',
    check: { kind: 'pattern', pattern: /^[A-Za-z]+$/ }
  },
  numeric: {
    decorate: patterned('isNumberString', { no_symbols: true }, 'must be a number string', /^[0-9]+$/),
    keywords: { format: 'numeric', pattern: '^[0-9]+$' },
    message: 'must contain only digits',
    check: { kind: 'pattern', pattern: /^[0-9]+$/ }
  },
  email: {
    ...lexical('isMailbox', isMailbox, 'must be an email address'),
    keywords: { format: 'email' },
    isPartial: true
  },
  password: {
    decorate: (options) => MinLength(8, options),
    keywords: { format: 'password', minLength: 8 },
    message: 'must be at least 8 characters long',
    check: { kind: 'characters', minimum: 8, maximum: Number.POSITIVE_INFINITY }
  },
  uri: {
    ...lexical('isURI', (text) => URI.test(text), 'must be an absolute URI such as https://example.com/a?b=c'),
    keywords: { format: 'uri' },
    isPartial: true,
    check: { kind: 'pattern', pattern: URI }
  },
  uuid: {
    decorate: patterned('isUuid', 'loose', 'must be a UUID', UUID),
    keywords: {
      format: 'uuid',
      pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$'
    },
    message: 'must be a UUID',
    check: { kind: 'pattern', pattern: UUID }
  },
  'date-time': {
    ...lexical('isDateTime', isDateTime, 'must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'),
    keywords: { format: 'date-time' }
  },
  date: {
    ...lexical('isFullDate', isFullDate, 'must be a date such as 2024-05-17'),
    keywords: { format: 'date' }
  },
  time: {
    ...lexical('isFullTime', isFullTime, 'must be a time with its offset such as 08:30:00Z'),
    keywords: { format: 'time' }
  },
  phone: {
    decorate: (options) => loadIsPhoneNumber()(undefined, options),
    keywords: { format: 'phone' },
    isPartial: true,
    message: 'must be an international phone number such as +41 44 668 18 00'
  },
  ipv4: {
    decorate: patterned('isIp', 4, 'must be an ip address', IPV4),
    keywords: { format: 'ipv4', pattern: ipPattern.v4 },
    check: { kind: 'pattern', pattern: IPV4 },
    message: 'must be an IPv4 address'
  },
  ipv6: {
    decorate: patterned('isIp', 6, 'must be an ip address', IPV6),
    keywords: { format: 'ipv6', pattern: ipPattern.v6 },
    check: { kind: 'pattern', pattern: IPV6 },
    message: 'must be an IPv6 address'
  },
  byte: {
    decorate: textRule('isBase64', [{}], 'must be base64 encoded', isBase64),
    keywords: { format: 'byte', pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
    message: 'must be base64'
  },
  binary: annotation('binary')
}

/**
 * Every format of texts that `@Field({ format })` knows: those of OpenAPI's registry and of JSON Schema 2020-12, and a few
 * more. Where a format has an exact regular form, the document carries it as `pattern` too, because JSON Schema leaves
 * unknown format names unchecked.
 */
export const FORMATS: Readonly<Record<TextFormatName, Format>> = { ...COMMON_FORMATS, ...FURTHER_FORMATS }

/** The pattern of the document would go back and forth in a long text. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

type CommonFormatName = Exclude<TextFormatName, keyof typeof FURTHER_FORMATS>

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
