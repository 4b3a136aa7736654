/**
 * The regular expression as JSON Schema reads it: with Unicode matching and without other flags (2020-12 core,
 * section 6.4). Undefined if a flag changes what it accepts, or if it does not compile with `u`; then the document
 * cannot express it.
 */
export function documentedPattern(pattern: unknown, flags?: unknown): RegExp | undefined {
  const isRegex = pattern instanceof RegExp
  if (!isRegex && typeof pattern !== 'string') return undefined
  const modifiers = isRegex ? pattern.flags : typeof flags === 'string' ? flags : ''
  // `g` does not change what the first search finds.
  if (/[^dgu]/.test(modifiers)) return undefined
  try {
    return new RegExp(isRegex ? pattern.source : pattern, 'u')
  } catch {
    return undefined
  }
}

/** What is expected in place of a pattern of `@Field`; undefined if the pattern is valid. */
export function expectPattern(value: unknown): string | undefined {
  if (!(value instanceof RegExp) && typeof value !== 'string') return 'a regular expression'
  if (value instanceof RegExp && /[^du]/.test(value.flags)) {
    return 'a regular expression without flags, since JSON Schema knows none'
  }
  try {
    new RegExp(value instanceof RegExp ? value.source : value, 'u')
    return undefined
  } catch (error) {
    return `a regular expression that compiles with the flag u, as JSON Schema reads it (${(error as Error).message})`
  }
}

/** A number up to 255, as IPv4 addresses and colors write it. */
export const OCTET = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'

/** Degrees of latitude and longitude. */
export const LATITUDE = String.raw`[+-]?(?:90(?:\.0+)?|[1-8]?\d(?:\.\d+)?)`
export const LONGITUDE = String.raw`\s?[+-]?(?:180(?:\.0+)?|1[0-7]\d(?:\.\d+)?|\d{1,2}(?:\.\d+)?)`

const V4 = `(?:${OCTET}\\.){3}${OCTET}`
const H16 = '[0-9A-Fa-f]{1,4}'

/** RFC 4291, section 2.2: all forms, by how many groups are before the two colons. */
export const IP_V6 = `(?:${[
  `(?:${H16}:){7}(?:${H16}|:)`,
  `(?:${H16}:){6}(?:${V4}|:${H16}|:)`,
  ...[5, 4, 3, 2, 1].map((groups) => {
    const before = groups === 1 ? `${H16}:` : `(?:${H16}:){${groups}}`
    const between = groups === 5 ? '' : `(?::${H16}){0,${5 - groups}}`
    return `${before}(?:${between}:${V4}|(?::${H16}){1,${7 - groups}}|:)`
  }),
  `:(?:(?::${H16}){0,5}:${V4}|(?::${H16}){1,7}|:)`
].join('|')})`

/** IP addresses in JSON Schema. */
export const ipPattern = {
  /** RFC 3986, section 3.2.2: exactly the addresses, without leading zeros. */
  v4: `^${V4}$`,
  /** Exactly the addresses, without the zone index (`fe80::1%eth0`), which JSON Schema's `ipv6` excludes. */
  v6: `^${IP_V6}$`,
  /** Of either version; a zone index may follow. */
  likeAny: '^[0-9A-Fa-f:.]+(?:%[0-9A-Za-z.]+)?$'
} as const
