import { ipPattern, LATITUDE, LONGITUDE, OCTET } from '../format/pattern.js'
import { FAST_EMAIL, FAST_URL } from './fast-patterns.js'
import { isDomainName } from './one-pass-checks.js'
import { option, partialPattern, pattern, type RuleRows, undocumented } from './rule-row.js'

const PERCENT = '(?:\\d|[1-9]\\d|100)%'
const ALPHA_VALUE = '(?:0?\\.\\d\\d?|1(?:\\.0)?|0(?:\\.0)?)'

/** The constraints of networks and the web: addresses, names, media types, tokens, colors. */
export const NETWORK_RULES: RuleRows = {
  isEmail: {
    defaultMessage: '$property must be an email',
    limit: () => 'email',
    name: 'format',
    about: 'string',
    // It accepts letters of all scripts, which JSON Schema's `email` does not.
    keywords: ([options]) => ({ pattern: hasOptions(options) ? '@' : '^[\\s\\S]+@[^@]+$' }),
    isPartial: true,
    message: () => 'must be an email address',
    check: ([options]) => (hasOptions(options) ? undefined : FAST_EMAIL)
  },
  isUrl: {
    defaultMessage: '$property must be a URL address',
    limit: () => 'url',
    name: 'format',
    about: 'string',
    // It accepts what no URI contains: `%zz`, and letters of all scripts.
    keywords: ([options]) => ({
      pattern:
        option(options, 'require_protocol') === true && hasPlainURLOptions(options)
          ? '^(?:[Hh][Tt][Tt][Pp][Ss]?|[Ff][Tt][Pp]):[^\\s<>]+$'
          : '^[^\\s<>]+$'
    }),
    isPartial: true,
    check: ([options]) => (hasPlainURLOptions(options) ? FAST_URL : undefined)
  },
  isFqdn: {
    defaultMessage: '$property must be a valid domain name',
    about: 'string',
    // It accepts letters of all scripts, which JSON Schema's `hostname` does not.
    keywords: ([options]) => (changesNames(options) ? undefined : { pattern: fqdnPattern(needsDomain(options)) }),
    isPartial: ([options]) => changesNames(options) || !needsDomain(options),
    // Letters beyond U+FFFF, whose halves class-validator accepts, are not in the pattern, and no name has them.
    check: ([options]) =>
      changesNames(options) || !needsDomain(options)
        ? undefined
        : { kind: 'pattern', pattern: new RegExp(fqdnPattern(true), 'u') },
    test: ([options], predicate) => {
      if (changesNames(options) || needsDomain(options)) return predicate
      const pattern = new RegExp(fqdnPattern(false), 'u')
      return (value) => typeof value === 'string' && isDomainName(value, false) && pattern.test(value)
    }
  },
  isIp: {
    defaultMessage: '$property must be an ip address',
    limit: ([version]) => `ip${isVersion(version, '4') || isVersion(version, '6') ? `v${version}` : ''}`,
    name: 'format',
    about: 'string',
    keywords: ([version]) => {
      if (isVersion(version, '4')) return { format: 'ipv4', pattern: ipPattern.v4 }
      return isVersion(version, '6') ? { format: 'ipv6', pattern: ipPattern.v6 } : { pattern: ipPattern.likeAny }
    },
    isPartial: ([version]) => !isVersion(version, '4') && !isVersion(version, '6'),
    message: ([version]) => `must be an IP${version ? `v${version}` : ''} address`,
    check: ([version]) => {
      if (isVersion(version, '4')) return { kind: 'pattern', pattern: new RegExp(ipPattern.v4, 'u') }
      return isVersion(version, '6') ? { kind: 'pattern', pattern: new RegExp(ipPattern.v6, 'u') } : undefined
    }
  },
  isPort: pattern('$property must be a port', {
    pattern: '^(?:[+-]?0|\\+?(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]))$'
  }),
  isMacAddress: partialPattern('$property must be a MAC Address', { pattern: '^[0-9A-Fa-f:.\\s-]{12,23}$' }),
  isDataURI: partialPattern('$property must be a data uri format', { pattern: '^\\s*data:[^,]*,' }),
  isMagnetURI: partialPattern('$property must be magnet uri format', { pattern: '^magnet:\\?' }),
  isMimeType: partialPattern('$property must be MIME type format', { pattern: '^[A-Za-z]+/[A-Za-z0-9._+-]' }),
  isJwt: pattern('$property must be a jwt string', {
    pattern: '^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$'
  }),
  isSemVer: pattern('$property must be a Semantic Versioning Specification', { pattern: semVerPattern() }),
  isHexColor: pattern('$property must be a hexadecimal color', {
    pattern: '^#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'
  }),
  isRgbColor: pattern('$property must be RGB color', {
    pattern: ([includePercentValues]) => {
      const forms = [`rgb\\((?:${OCTET},){2}${OCTET}\\)`, `rgba\\((?:${OCTET},){3}${ALPHA_VALUE}\\)`]
      if (includePercentValues === undefined || includePercentValues) {
        forms.push(`rgb\\((?:${PERCENT},){2}${PERCENT}\\)`, `rgba\\((?:${PERCENT},){3}${ALPHA_VALUE}\\)`)
      }
      return `^(?:${forms.join('|')})$`
    }
  }),
  isHSL: partialPattern('$property must be a HSL color', { pattern: '^\\s*[hH][sS][lL][aA]?\\(' }),
  isLatLong: pattern('$property must be a latitude,longitude string', { pattern: latLongPattern() }),
  isPhoneNumber: {
    ...undocumented('$property must be a valid phone number', { isPartial: true }),
    keywords: () => ({ format: 'phone' })
  },
  isMobilePhone: undocumented('$property must be a phone number')
}

/** The options, other than `require_tld`, that change which names are accepted. */
const FQDN_OPTIONS = [
  'allow_underscores',
  'allow_trailing_dot',
  'allow_numeric_tld',
  'allow_wildcard',
  'ignore_max_length'
]

function hasOptions(options: unknown): boolean {
  return Object.keys(options ?? {}).length > 0
}

function changesNames(options: unknown): boolean {
  return FQDN_OPTIONS.some((name) => Boolean(option(options, name)))
}

function needsDomain(options: unknown): boolean {
  const given = option(options, 'require_tld')
  return given === undefined || Boolean(given)
}

/** Characters as both readings of patterns have them, with and without the flag `u`: none beyond U+FFFF. */
const LETTER = 'A-Za-z0-9\\u00A1-\\uD7FF\\uE000-\\uFF00\\uFF5F-\\uFFFF'
const LABEL = `[${LETTER}](?:[${LETTER}-]{0,61}[${LETTER}])?`

/** The letters of a top-level domain: without spaces and characters of full width. */
const DOMAIN_LETTER = [
  ...['A-Za-z', '\\u00A1-\\u00A8', '\\u00AA-\\u167F', '\\u1681-\\u1FFF', '\\u200B-\\u2027', '\\u202A-\\u202E'],
  ...['\\u2030-\\u205E', '\\u2060-\\u2FFF', '\\u3001-\\uD7FF', '\\uF900-\\uFDCF', '\\uFDF0-\\uFEFE', '\\uFF00'],
  '\\uFF5F-\\uFFEF'
].join('')

/** What IsFQDN accepts; without a top-level domain all but the rule that the last label is not a number. */
function fqdnPattern(needsDomain: boolean): string {
  if (!needsDomain) return `^${LABEL}(?:\\.${LABEL})*$`
  return `^(?:${LABEL}\\.)+(?:[${DOMAIN_LETTER}]{2,63}|[Xx][Nn][A-Za-z0-9-]{1,60}[A-Za-z0-9])$`
}

function isVersion(given: unknown, version: string): boolean {
  return String(given) === version
}

/** Whether the options of isURL do not change the verdict on texts that the fast check accepts. */
function hasPlainURLOptions(options: unknown): boolean {
  return Object.keys(options ?? {}).every((name) => name === 'require_protocol' || name === 'require_tld')
}

/** semver.org; validator.js ignores the case of letters. */
function semVerPattern(): string {
  const number = '(?:0|[1-9]\\d*)'
  const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
  const build = '[0-9A-Za-z-]+'
  const core = `${number}\\.${number}\\.${number}`
  return `^${core}(?:-${identifier}(?:\\.${identifier})*)?(?:\\+${build}(?:\\.${build})*)?$`
}

/** class-validator checks only the first two parts of `1,2,junk`; this rejects a third. */
function latLongPattern(): string {
  return `^(?:${LATITUDE},${LONGITUDE}|\\(${LATITUDE},${LONGITUDE}\\))$`
}
