import { METHODS } from '../operation-options.js'
import { RouteNode } from '../path/node.js'
import type { RouteDefinition } from '../route.js'
import { parseTarget, unescapeSegment } from '../syntax/request-target.js'

/** A route whose path takes the path of a request. */
export interface RouteMatch {
  /** The route whose handler would run. */
  readonly route: RouteDefinition
  /** The decoded values of the path parameters, by name. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * The routes that take a path with a method, in the order in which the router tries them.
 *
 * @param routes in that order
 * @param target a request target, percent-encoded; its query is ignored
 */
export function matchingRoutes(routes: readonly RouteDefinition[], method: string, target: string): RouteMatch[] {
  const parsed = parseTarget(target)
  if (parsed === undefined || parsed.isMalformed) return []
  const matches = (name: string) =>
    routes.flatMap((route): RouteMatch[] => {
      const params = route.method === name ? paramsIn(route, parsed.path) : undefined
      return params === undefined ? [] : [{ route, params }]
    })
  const found = matches(method)
  // A route for GET handles HEAD where no route of its own matches.
  return method === 'HEAD' && found.length === 0 ? matches('GET') : found
}

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

/** The values of the path parameters; undefined where the route's path does not take the path. */
function paramsIn({ pattern }: RouteDefinition, path: string): Readonly<Record<string, string>> | undefined {
  const texts = path.slice(1).split('/')
  const values: [name: string, value: string][] = []
  for (const [index, segment] of pattern.segments.entries()) {
    const text = texts[index]
    if (text === undefined) return undefined
    if (segment.kind === 'rest') {
      const rest = texts.slice(index).join('/')
      return rest === '' ? undefined : Object.fromEntries([...values, [segment.name, unescapeSegment(rest)]])
    }
    const value = unescapeSegment(text)
    if (segment.kind === 'literal') {
      if (segment.text !== value) return undefined
      continue
    }
    // The empty segment of a path that ends in a slash is only a literal's.
    if (value === '' || (segment.kind === 'regex' && !segment.regex.test(value))) return undefined
    values.push([segment.name, value])
  }
  return texts.length === pattern.segments.length ? Object.fromEntries(values) : undefined
}
