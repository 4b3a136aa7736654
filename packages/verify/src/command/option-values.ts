import { UsageError } from './usage-error.js'

/** @param name the option, for the error: `--runs` */
export function integer(name: string, text: string, minimum?: number): number {
  const value = Number(text)
  const isLess = minimum !== undefined && value < minimum
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value) && !isLess) return value
  const least = minimum === undefined ? '' : ` of at least ${minimum}`
  throw new UsageError(`${name} takes an integer${least}, not ${JSON.stringify(text)}`)
}

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds: `500`, `500ms`, `60s`, `1.5m`, `2h`. */
export function duration(name: string, text: string): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)?$/.exec(text) ?? []
  const milliseconds = Math.round(Number(amount) * (UNITS[unit] as number))
  if (milliseconds >= 1 && Number.isSafeInteger(milliseconds)) return milliseconds
  throw new UsageError(`${name} takes a time, as 500ms, 60s or 2m, not ${JSON.stringify(text)}`)
}

export function percentage(name: string, text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?) ?%?$/.exec(text)?.[1])
  if (value <= 100) return value
  throw new UsageError(`${name} takes a number from 0 to 100, not ${JSON.stringify(text)}`)
}

export function rate(name: string, text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text)?.[1])
  if (value > 0) return value
  throw new UsageError(`${name} takes a number of requests a second, as 5/s, not ${JSON.stringify(text)}`)
}

export function listed(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

export function parseHeader(text: string): [string, string] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text)
  if (match === null) throw new UsageError(`--header takes name:value, not ${JSON.stringify(text)}`)
  return [match[1] as string, match[2] as string]
}

export function parsePair(text: string): [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new UsageError(`--query takes name=value, not ${JSON.stringify(text)}`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}
