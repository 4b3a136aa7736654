import { isMembers } from '../document/members.js'
import type { Gap, SchemaRule } from './finding.js'
import { formatType, hasFormat, impliesFormat, RANGES } from './formats.js'
import { gap, isPlain, onlyTypes, type Pair, type Said } from './pair.js'
import { matches, matchesAll } from './patterns.js'
import { candidatesOf } from './samples.js'
import { type At, LIMITS, type LimitKeyword } from './shape.js'
import { isMultiple } from './validity.js'

/** By what numbers of the inner schema are not all valid under the outer one. */
export function numberGaps(of: Pair): Gap[] {
  const pair = onlyTypes(of, ['number'])
  const { inner, outer } = pair
  const found: Gap[] = []
  const isCertain = isPlain(inner)
  /** Of the examples only those that the keyword itself rejects. */
  const add = (rule: SchemaRule, said: Said, isRejected: (value: number) => boolean, certain = isCertain) => {
    const candidates = [...candidatesOf(inner, 'number'), ...candidatesOf(outer, 'number')] as number[]
    found.push(gap(pair, rule, said, candidates.filter(isRejected), certain))
  }
  const steps = inner.multiples.map(({ value }) => value)
  const isInteger = inner.integer || steps.some((step) => Number.isInteger(step))
  if (outer.integer && !isInteger) {
    const said = { inner: 'number', outer: 'integer', innerAt: inner.typesAt, outerAt: outer.typesAt }
    add('type', said, (value) => !Number.isInteger(value))
  }
  const [least, most] = rangeOf(inner)
  const { minimum, maximum } = outer
  if (minimum !== undefined && !reaches(least, minimum, -1)) {
    add('minimum', saidOf(inner.minimum, minimum, 'no limit'), (value) => !reaches({ value }, minimum, -1))
  }
  if (maximum !== undefined && !reaches(most, maximum, 1)) {
    add('maximum', saidOf(inner.maximum, maximum, 'no limit'), (value) => !reaches({ value }, maximum, 1))
  }
  for (const each of outer.multiples) {
    if (isInteger && Number.isInteger(1 / each.value)) continue
    if (steps.some((step) => isMultiple(step, each.value))) continue
    add('multiple-of', saidOf(inner.multiples[0], each, 'any'), (value) => !isMultiple(value, each.value))
  }
  for (const each of outer.formats) {
    if (formatType(each.value) !== 'number' || inner.formats.some(({ value }) => impliesFormat(value, each.value)))
      continue
    const range = RANGES[each.value]
    if (range !== undefined && isInteger && least.value >= range[0] && most.value <= range[1]) continue
    const own = inner.formats.find(({ value }) => formatType(value) === 'number')
    // A number without a format has no known precision: `double` is how most read it.
    if (each.value === 'double' && own === undefined) continue
    // A precision excludes no value; what becomes of the digits beyond it, nobody says.
    const certain = isCertain && range !== undefined
    add('format', saidOf(own, each, 'none'), (value) => hasFormat(each.value, value) === false, certain)
  }
  return found
}

type AtBound = At<unknown> & { readonly exclusive?: boolean | undefined }

function saidOf(own: AtBound | undefined, its: AtBound, none: string): Said {
  const inWords = ({ value, exclusive }: AtBound) => `${value}${exclusive === true ? ', exclusive' : ''}`
  return {
    inner: own === undefined ? none : inWords(own),
    outer: inWords(its),
    innerAt: own?.at,
    outerAt: its.at
  }
}

interface Bound {
  readonly value: number
  readonly exclusive?: boolean
}

function rangeOf({ minimum, maximum, formats }: Pair['inner']): [Bound, Bound] {
  const range = formats.map(({ value }) => RANGES[value]).find((each) => each !== undefined)
  return [
    minimum ?? { value: range?.[0] ?? Number.NEGATIVE_INFINITY },
    maximum ?? { value: range?.[1] ?? Number.POSITIVE_INFINITY }
  ]
}

/** Whether the inner bound is at least as strict as the outer one; `side` is -1 for a minimum. */
function reaches(inner: Bound, outer: Bound, side: 1 | -1): boolean {
  if (inner.value === outer.value) return inner.exclusive === true || outer.exclusive !== true
  return inner.value < outer.value === (side === 1)
}

/** By what texts of the inner schema are not all valid under the outer one. */
export function stringGaps(of: Pair): Gap[] {
  const pair = onlyTypes(of, ['string'])
  const { inner, outer } = pair
  const candidates = () => [...candidatesOf(inner, 'string'), ...candidatesOf(outer, 'string')] as string[]
  const found = [
    ...limitGap(pair, 'minLength', undefined, candidates),
    ...limitGap(pair, 'maxLength', undefined, candidates)
  ]
  for (const each of outer.patterns) {
    if (matchesAll(each.value) || inner.patterns.some(({ value }) => value === each.value)) continue
    const own = inner.patterns[0]
    const said = { inner: own?.value ?? 'none', outer: each.value, innerAt: own?.at, outerAt: each.at }
    const rejected = candidates().filter((text) => matches(each.value, text) === false)
    found.push(gap(pair, 'pattern', said, rejected, false))
  }
  for (const each of outer.formats) {
    if (formatType(each.value) !== 'string' || inner.formats.some(({ value }) => impliesFormat(value, each.value)))
      continue
    if (hasFormat(each.value, '\n') === true) continue
    const own = inner.formats.find(({ value }) => formatType(value) === 'string')
    const said = { inner: own?.value ?? 'none', outer: each.value, innerAt: own?.at, outerAt: each.at }
    // Bytes and texts are different things to clients, and so are dates and times.
    const differs = each.value === 'binary' || own?.value === 'binary'
    const rejected = candidates().filter((text) => hasFormat(each.value, text) === false)
    found.push(gap(pair, 'format', said, rejected, differs))
  }
  return found
}

/** That the outer schema has a stricter limit of sizes than the inner one. */
export function limitGap(
  pair: Pair,
  keyword: LimitKeyword,
  implied: number | undefined,
  candidates: (limit: number) => readonly unknown[],
  plain: boolean = isPlain(pair.inner)
): Gap[] {
  const outer = pair.outer.limits[keyword]
  if (outer === undefined) return []
  const { largest } = LIMITS[keyword]
  const own = pair.inner.limits[keyword]
  const values = [own?.value, implied, largest ? 0 : undefined].filter((value) => value !== undefined)
  if (values.some((value) => (largest ? value >= outer.value : value <= outer.value))) return []
  const rejected = candidates(outer.value).filter((value) => {
    const size = sizeOf(value)
    return size !== undefined && (largest ? size < outer.value : size > outer.value)
  })
  return [gap(pair, NAMES[keyword], saidOf(own, outer, 'no limit'), rejected, plain)]
}

/** How many characters, items or properties a value has. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return isMembers(value) ? Object.keys(value).length : undefined
}

const NAMES: Readonly<Record<LimitKeyword, SchemaRule>> = {
  minLength: 'min-length',
  maxLength: 'max-length',
  minItems: 'min-items',
  maxItems: 'max-items',
  minProperties: 'min-properties',
  maxProperties: 'max-properties'
}
