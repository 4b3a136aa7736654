// The judge's own definitions of `format` and `multipleOf`: it must not share a mistake with the service.

/**
 * The formats that the judge checks: RFC 3339 sections 5.6 and 5.7, RFC 4648 section 4, RFC 4122 section 3, RFC 3986
 * section 3.2.2 (IPv4address). All others are annotations, as in JSON Schema.
 */
export const STRING_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': (text) => {
    const [date, time, ...more] = text.split(/[tT]/)
    return more.length === 0 && time !== undefined && isDate(date as string) && isTime(time)
  },
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) && !/\n/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => {
    const parts = text.split('.')
    return parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
  }
}

/** A format of which readers have different opinions. */
interface LooseFormat {
  /** False only for a text that no reader takes for one. */
  readonly mayBe: (text: string) => boolean
  /** True only for a text that every reader takes for one. */
  readonly is: (text: string) => boolean
}

/**
 * Formats that JSON Schema leaves to the reader (2020-12 Validation, section 7.2.1), and of which libraries accept
 * different texts. What lies between both answers is open.
 */
export const LOOSE_FORMATS: Readonly<Record<string, LooseFormat>> = {
  email: {
    mayBe: (text) => !hasControl(text) && /^.+@[^ @]+$/.test(text),
    is: (text) =>
      /^[a-z0-9]+(?:[.+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,6}$/i.test(text) && text.length <= 64
  },
  uri: {
    mayBe: (text) => !hasControl(text) && /^[a-z][a-z0-9+.-]*:[^ <>"{}|\\^`]*$/i.test(text),
    is: (text) =>
      /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,6}(?:\/[a-z0-9-]+)*\/?(?:\?[a-z0-9]+=[a-z0-9]+)?(?:#[a-z0-9]+)?$/i.test(
        text
      )
  },
  hostname: {
    mayBe: (text) => text !== '' && text.length <= 253 && !hasControl(text) && !/[ !-,/:-@[-^`{-~]/.test(text),
    is: (text) => /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,6}$/i.test(text) && text.length <= 63
  },
  'idn-email': { mayBe: (text) => text.includes('@'), is: (text) => /^[a-z]+@example\.com$/.test(text) },
  'idn-hostname': { mayBe: (text) => text !== '' && !text.includes(' '), is: (text) => /^[a-z]+\.com$/.test(text) },
  iri: { mayBe: (text) => text.includes(':'), is: (text) => /^https:\/\/example\.com\/[a-z]*$/.test(text) },
  'uri-reference': { mayBe: (text) => !/[ <>"{}|\\^`]/.test(text), is: (text) => /^(?:\/[a-z]+)+$/.test(text) },
  'json-pointer': { mayBe: (text) => text === '' || text.startsWith('/'), is: (text) => /^(?:\/[a-z]+)+$/.test(text) },
  duration: { mayBe: (text) => /^P\w+/.test(text), is: (text) => /^P[1-9]D$/.test(text) },
  ipv6: {
    mayBe: (text) => /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text),
    is: (text) => /^(?:::1|2001:db8::[1-9a-f])$/i.test(text)
  }
}

/** Whether no two items are equal as JSON Schema means it (2020-12, section 4.2.2): objects in any order of properties. */
export function hasDistinctItems(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item, sortedProperties))).size === items.length
}

function sortedProperties(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/** The same for numbers; the ranges of IEEE 754 and of two's complement. */
export const NUMBER_FORMATS: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => Number.isInteger(value) && value >= -2147483648 && value <= 2147483647,
  int64: (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
  float: (value) => Number.isFinite(value) && Math.abs(value) <= 3.4028234663852886e38,
  double: (value) => Number.isFinite(value)
}

function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  // `Date` carries a day that the month does not have over into the next month.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text
}

function isTime(text: string): boolean {
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))$/.exec(text)
  if (match === null) return false
  const [hour, minute, second] = [match[1], match[2], match[3]].map(Number) as [number, number, number]
  const [offsetHour, offsetMinute] = [match[5] ?? '0', match[6] ?? '0'].map(Number) as [number, number]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  // A leap second ends a UTC day.
  const offset = (match[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439
}

/**
 * Whether a number is a whole multiple of another, both as the decimals that JSON writes: 0.3 is a multiple of 0.1,
 * although the quotient of the binary fractions is not an integer.
 */
export function isDecimalMultiple(value: number, divisor: number): boolean {
  if (!Number.isFinite(value)) return false
  const places = Math.max(decimalPlaces(value), decimalPlaces(divisor))
  return scaled(value, places) % scaled(divisor, places) === 0n
}

function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = value.toString().split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

function scaled(value: number, places: number): bigint {
  const [digits = '', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(places + Number(exponent) - fraction.length)
}
