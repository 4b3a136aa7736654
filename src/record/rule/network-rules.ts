import { FAST_EMAIL, FAST_URL } from './fast-patterns.js'
import { isHostName } from './one-pass-checks.js'
import { ipPattern, LATITUDE, LONGITUDE, OCTET } from './pattern.js'
import { option, partialPattern, pattern, type RuleRows, undocumented } from './rule-row.js'

const PERCENT = '(?:\\d|[1-9]\\d|100)%'
const ALPHA_VALUE = '(?:0?\\.\\d\\d?|1(?:\\.0)?|0(?:\\.0)?)'

/** The constraints of networks and the web: addresses, names, media types, tokens, colors. */
export const NETWORK_RULES: RuleRows = {
  isEmail: {
    defaultMessage: '$property must be an email',
    name: 'format',
    about: 'string',
    keywords: ([options]) =>
      option(options, 'allow_display_name') === true || option(options, 'require_display_name') === true
        ? undefined
        : { format: 'email' },
    isPartial: true,
    message: () => 'must be an email address',
    check: ([options]) =>
      options === undefined || Object.keys(options as object).length === 0 ? FAST_EMAIL : undefined
  },
  isUrl: {
    defaultMessage: '$property must be a URL address',
    name: 'format',
    about: 'string',
    // Without require_protocol `example.com` is accepted, which is a reference and not a URI.
    keywords: ([options]) => ({ format: option(options, 'require_protocol') === true ? 'uri' : 'uri-reference' }),
    isPartial: true,
    check: ([options]) => (hasPlainURLOptions(options) ? FAST_URL : undefined)
  },
  isFqdn: {
    defaultMessage: '$property must be a valid domain name',
    about: 'string',
    keywords: ([options]) =>
      ['allow_underscores', 'allow_trailing_dot', 'allow_wildcard'].some((name) => option(options, name) === true)
        ? undefined
        : { format: 'hostname' },
    isPartial: true,
    test: ([options], predicate) => {
      if (FQDN_OPTIONS.some((name) => Boolean(option(options, name)))) return predicate
      const needsDomain = option(options, 'require_tld')
      return (value) =>
        typeof value === 'string' && isHostName(value, needsDomain === undefined || Boolean(needsDomain))
    }
  },
  isIp: {
    defaultMessage: '$property must be an ip address',
    name: 'format',
    about: 'string',
    keywords: ([version]) => {
      if (isVersion(version, '4')) return { format: 'ipv4', pattern: ipPattern.v4 }
      return isVersion(version, '6') ? { format: 'ipv6', pattern: ipPattern.likeV6 } : { pattern: ipPattern.likeAny }
    },
    isPartial: ([version]) => !isVersion(version, '4'),
    message: ([version]) => `must be an IP${version ? `v${version}` : ''} address`,
    check: ([version]) =>
      isVersion(version, '4') ? { kind: 'pattern', pattern: new RegExp(ipPattern.v4, 'u') } : undefined,
    // A zone index (`fe80::1%eth0`) is not part of JSON Schema's ipv6 (RFC 4291).
    test: ([version], predicate) =>
      isVersion(version, '6') ? (value) => predicate(value) && !(value as string).includes('%') : predicate
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
