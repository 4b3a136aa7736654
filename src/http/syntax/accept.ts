import { parseMediaType } from './media-type.js'

interface Range {
  readonly type: string
  readonly quality: number
  /** 2 for `text/csv`, 1 for `text/*`, 0 for any. */
  readonly precision: number
}

const ELEMENT = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*((?:;.*)?)$/s
const QUALITY = /;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)/i

/**
 * The media type that the client prefers (RFC 9110 section 12.5.1): the one of the highest quality, and of several with
 * that quality the first of the list. Without a header the first; undefined if the client accepts none of them.
 *
 * @param types in lower case, best first
 */
export function negotiate(header: string | undefined, types: readonly string[]): string | undefined {
  if (header === undefined || header.trim() === '') return types[0]
  const ranges = header.split(',').flatMap(parseRange)
  if (ranges.length === 0) return types[0]
  let best: { readonly type: string; readonly quality: number } | undefined
  for (const type of types) {
    const quality = qualityOf(type, ranges)
    if (quality > (best?.quality ?? 0)) best = { type, quality }
  }
  return best?.type
}

/** The `vary` header with one more name, which is in lower case. */
export function varyWith(present: number | string | readonly string[] | undefined, name: string): string {
  if (present === undefined) return name
  const names = String(present)
    .toLowerCase()
    .split(/\s*,\s*/)
  return names.includes('*') || names.includes(name) ? String(present) : `${String(present)}, ${name}`
}

/** An element that is not a media range is ignored. */
function parseRange(element: string): Range[] {
  const match = ELEMENT.exec(element)
  if (match === null) return []
  const type = (match[1] as string).toLowerCase()
  const quality = QUALITY.exec(match[2] as string)?.[1]
  const precision = type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2
  return [{ type, precision, quality: quality === undefined ? 1 : Number(quality) }]
}

/** The most precise range decides. */
function qualityOf(name: string, ranges: readonly Range[]): number {
  const type = parseMediaType(name)?.essence ?? name
  let found: Range | undefined
  for (const range of ranges) {
    const matches = range.precision === 2 ? range.type === type : range.precision === 0 || isInRange(type, range.type)
    if (matches && range.precision > (found?.precision ?? -1)) found = range
  }
  return found?.quality ?? 0
}

function isInRange(type: string, range: string): boolean {
  return type.startsWith(range.slice(0, -1))
}
