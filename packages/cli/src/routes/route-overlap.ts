import type { RouteDefinition } from 'fieldstone'

type Segment = RouteDefinition['pattern']['segments'][number]

interface Versioned {
  readonly version?: string | undefined
}

/** Whether two routes are of different versions: then requests choose one, in whatever order they are tried. */
export function isOtherVersion(a: Versioned, b: Versioned): boolean {
  return a.version !== undefined && b.version !== undefined && a.version !== b.version
}

/** Whether some path is taken by both routes, as far as that can be known of regular expressions. */
export function overlap(a: RouteDefinition, b: RouteDefinition): boolean {
  if (a.method !== b.method || isOtherVersion(a, b)) return false
  const [first, second] = [a.pattern.segments, b.pattern.segments]
  for (let index = 0; ; index += 1) {
    const [one, other] = [first[index], second[index]]
    if (one === undefined || other === undefined) return one === other
    if (one.kind === 'rest' || other.kind === 'rest') return true
    if (one.kind === 'literal' && !takes(other, one.text)) return false
    if (other.kind === 'literal' && !takes(one, other.text)) return false
  }
}

function takes(segment: Exclude<Segment, { kind: 'rest' }>, value: string): boolean {
  if (segment.kind === 'literal') return segment.text === value
  // The empty segment of a path that ends in a slash is only a literal's.
  return value !== '' && (segment.kind === 'parameter' || segment.regex.test(value))
}
