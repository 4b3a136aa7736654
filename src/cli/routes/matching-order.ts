import { METHODS } from '../../http/operation-options.js'
import { RouteNode } from '../../http/path/node.js'
import type { Segment } from '../../http/path/pattern.js'
import type { RouteDefinition } from '../../http/route.js'
import { unescapeSegment } from '../../http/syntax/request-target.js'

/**
 * Routes in the order in which the router tries them, as far as they compete: at every segment a literal before a regular
 * expression, that before a parameter, and that before the rest of the path (`http/path/tree.ts`). Routes of one path
 * are together, unless the regular expressions of two methods are registered in different orders.
 */
export function inMatchingOrder(routes: readonly RouteDefinition[]): RouteDefinition[] {
  const byMethod = METHODS.flatMap((method) => walked(routes.filter((route) => route.method === method)))
  const together = walked(routes)
  const isRight = METHODS.every((method) => {
    const [own, order] = [together, byMethod].map((all) => all.filter((route) => route.method === method))
    return order?.every((route, index) => route === own?.[index])
  })
  return isRight ? together : byMethod
}

/** The order of one tree with these routes: depth first. */
function walked(routes: readonly RouteDefinition[]): RouteDefinition[] {
  const root = new RouteNode<RouteDefinition[]>()
  const ends = new Map<unknown, RouteDefinition[]>()
  const put = (place: unknown, route: RouteDefinition) => {
    const known = ends.get(place) ?? []
    ends.set(
      place,
      [...known, route].sort((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method))
    )
  }
  for (const route of routes) {
    let node = root
    const { pattern } = route
    for (const segment of pattern.segments) {
      if (segment.kind === 'rest') node.rest ??= { pattern, value: [] }
      else node = node.childOrNew(segment, true)
    }
    put(pattern.segments.at(-1)?.kind === 'rest' ? node.rest : node, route)
  }
  const order: RouteDefinition[] = []
  const visit = (node: RouteNode<RouteDefinition[]>): void => {
    order.push(...(ends.get(node) ?? []))
    for (const child of node.literals.values()) visit(child)
    for (const branch of node.regexes) visit(branch.node)
    if (node.parameter !== undefined) visit(node.parameter)
    if (node.rest !== undefined) order.push(...(ends.get(node.rest) ?? []))
  }
  visit(root)
  return order
}

/** The values of the parameters where a route's path takes a decoded path; undefined where it does not. */
export function valuesIn(route: RouteDefinition, path: string): Readonly<Record<string, string>> | undefined {
  const texts = path.slice(1).split('/')
  const values: [name: string, value: string][] = []
  for (const [index, segment] of route.pattern.segments.entries()) {
    const text = texts[index]
    if (text === undefined) return undefined
    if (segment.kind === 'rest') {
      const rest = texts.slice(index).join('/')
      return rest === '' ? undefined : Object.fromEntries([...values, [segment.name, unescapeSegment(rest)]])
    }
    const value = unescapeSegment(text)
    if (!takes(segment, value)) return undefined
    if (segment.kind !== 'literal') values.push([segment.name, value])
  }
  return texts.length === route.pattern.segments.length ? Object.fromEntries(values) : undefined
}

/** The empty segment of a path that ends in a slash is a literal alone. */
function takes(segment: Exclude<Segment, { kind: 'rest' }>, value: string): boolean {
  if (segment.kind === 'literal') return segment.text === value
  return value !== '' && (segment.kind === 'parameter' || segment.regex.test(value))
}

/** Whether two routes are of different versions: then requests choose one, in whatever order they are tried. */
export function isOtherVersion(a: Versioned, b: Versioned): boolean {
  return a.version !== undefined && b.version !== undefined && a.version !== b.version
}

interface Versioned {
  readonly version?: string | undefined
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
