import type { ValidationOptions } from 'class-validator'
import { loadIsPhoneNumber } from '../../parts/loaders.js'
import {
  IsAlpha,
  IsAlphanumeric,
  IsBase64,
  IsIP,
  IsNumberString,
  IsUUID,
  MinLength,
  ValidateBy
} from '../library/class-validator.js'
import type { PlainCheck } from '../type/plain-check.js'
import { isDateTime, isFullDate, isFullTime } from '../type/rfc3339.js'
import type { RuleKeywords } from '../type/schema.js'
import { isHostname } from './host-name.js'
import { isMailbox, URI } from './internet-texts.js'
import { ipPattern } from './pattern.js'

/** One named format: the class-validator decorator that checks it, its keywords in the document, and its message. */
export interface Format {
  readonly decorate: (options: ValidationOptions) => PropertyDecorator
  readonly keywords: RuleKeywords
  /** Whether the keywords are weaker than the rule: most format names are annotations, which need not be checked. */
  readonly isPartial?: true
  readonly message: string
  /** Replaces class-validator's predicate, where that differs from the document or is slower. */
  readonly check?: PlainCheck
  /** The same, for what a plain check cannot express. */
  readonly test?: (value: unknown) => boolean
}

function lexical(name: string, test: (text: string) => boolean): Format['decorate'] {
  return (options) =>
    ValidateBy({ name, validator: { validate: (value) => typeof value === 'string' && test(value) } }, options)
}

/**
 * Every format that `@Field({ format })` knows. Where a format has an exact regular form, the document carries it as
 * `pattern` too, because JSON Schema leaves unknown format names unchecked.
 */
export const FORMATS = {
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
  }
} as const satisfies Readonly<Record<string, Format>>

/** The name of a format. */
export type FormatName = keyof typeof FORMATS
