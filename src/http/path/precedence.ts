import { regexShape } from './node.js'
import type { Segment } from './pattern.js'

/** In the order in which they are tried. */
const KINDS = ['literal', 'regex', 'parameter', 'rest'] as const

/**
 * Whether some path matches both patterns, and the route tree finds the first one for it. Of two regular expressions it
 * is not known which texts match both: only those of one shape count.
 */
export function takesPathsOf(first: readonly Segment[], other: readonly Segment[]): boolean {
  for (let index = 0; ; index += 1) {
    const [a, b] = [first[index], other[index]]
    if (a === undefined || b === undefined) return false
    if (isSame(a, b)) continue
    return KINDS.indexOf(a.kind) < KINDS.indexOf(b.kind) && meet(first.slice(index), other.slice(index))
  }
}

/** Whether two patterns match the same paths by the same segments. */
export function isSameShape(first: readonly Segment[], other: readonly Segment[]): boolean {
  return first.length === other.length && first.every((segment, index) => isSame(segment, other[index] as Segment))
}

function meet(first: readonly Segment[], other: readonly Segment[]): boolean {
  const [a, ...restOfFirst] = first
  const [b, ...restOfOther] = other
  if (a === undefined || b === undefined) return a === b
  if (a.kind === 'rest') return !isEmpty(b) || restOfOther.length > 0
  if (b.kind === 'rest') return !isEmpty(a) || restOfFirst.length > 0
  return (isSame(a, b) || haveCommonText(a, b)) && meet(restOfFirst, restOfOther)
}

function haveCommonText(a: Segment, b: Segment): boolean {
  if (a.kind === 'literal') return b.kind !== 'literal' && !isEmpty(a) && (b.kind !== 'regex' || b.regex.test(a.text))
  if (b.kind === 'literal') return haveCommonText(b, a)
  return a.kind === 'parameter' || b.kind === 'parameter'
}

function isSame(a: Segment, b: Segment): boolean {
  if (a.kind === 'literal') return b.kind === 'literal' && a.text === b.text
  if (a.kind === 'regex') return b.kind === 'regex' && regexShape(a.source).key === regexShape(b.source).key
  return a.kind === b.kind
}

function isEmpty(segment: Segment): boolean {
  return segment.kind === 'literal' && segment.text === ''
}
