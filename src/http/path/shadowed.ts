import { escapeSegment, unescapeSegment } from '../syntax/request-target.js'
import { type Leaf, type RouteNode, regexShape } from './node.js'
import type { Segment } from './pattern.js'

/** Two patterns of which one would never be found: the other one always answers first. */
export interface Shadow<T> {
  /** The pattern in the tree. */
  readonly leaf: Leaf<T>
  /** Whether it hides the new pattern; otherwise the new one would hide it. */
  readonly hidesNew: boolean
}

/**
 * Looks for a pattern that would hide the new one, or that the new one would hide.
 *
 * One pattern hides another if it takes every path that the other one takes, and stands before it at the first segment
 * in which they differ. Where a literal differs from another one, nothing is hidden, and a plain parameter stands last,
 * so only a regular expression can hide (one that takes everything) or be hidden behind a literal (one that takes
 * a single text). Coverage by several patterns together is not looked for.
 */
export function findShadow<T>(root: RouteNode<T>, segments: readonly Segment[]): Shadow<T> | undefined {
  let node: RouteNode<T> | undefined = root
  for (let index = 0; index < segments.length && node !== undefined; index += 1) {
    const segment = segments[index] as Segment
    if (segment.kind === 'rest') return undefined
    const tail = segments.slice(index + 1)
    for (const before of rivalsBefore(node, segment)) {
      const leaf = leafCovering(before, tail)
      if (leaf !== undefined) return { leaf, hidesNew: true }
    }
    for (const after of rivalsAfter(node, segment)) {
      const leaf = leafCovered(after, tail)
      if (leaf !== undefined) return { leaf, hidesNew: false }
    }
    node = node.child(segment)
  }
  return undefined
}

/** The ways that are tried before this segment's and take all that it takes. */
function rivalsBefore<T>(node: RouteNode<T>, segment: Segment): RouteNode<T>[] {
  if (segment.kind === 'parameter') return node.regexes.filter((branch) => branch.universal).map(({ node }) => node)
  if (segment.kind !== 'regex') return []
  const { key, only } = regexShape(segment.source)
  const own = node.regexes.findIndex((branch) => branch.key === key)
  const earlier = own === -1 ? node.regexes : node.regexes.slice(0, own)
  const rivals = earlier.filter((branch) => branch.universal || takes(branch.regex, only)).map(({ node }) => node)
  const literal = only === undefined ? undefined : node.literals.get(escapeSegment(only))
  return literal === undefined ? rivals : [literal, ...rivals]
}

/** The ways that are tried after this segment's and take nothing that it does not take. */
function rivalsAfter<T>(node: RouteNode<T>, segment: Segment): RouteNode<T>[] {
  if (segment.kind === 'literal') {
    return node.regexes.filter((branch) => branch.only === segment.text).map(({ node }) => node)
  }
  if (segment.kind !== 'regex') return []
  const { key, universal } = regexShape(segment.source)
  const own = node.regexes.findIndex((branch) => branch.key === key)
  const later = own === -1 ? [] : node.regexes.slice(own + 1)
  const rivals = later.filter((branch) => universal || takes(segment.regex, branch.only)).map(({ node }) => node)
  return universal && node.parameter !== undefined ? [...rivals, node.parameter] : rivals
}

/** A pattern below `node` that takes every path that `tail` takes. */
function leafCovering<T>(node: RouteNode<T>, tail: readonly Segment[]): Leaf<T> | undefined {
  const [segment, ...rest] = tail
  if (segment === undefined) return node.leaf
  if (segment.kind === 'rest') return node.rest
  const same = node.child(segment)
  const ways = same === undefined ? [] : [same]
  if (!isEmpty(segment)) {
    for (const branch of node.regexes) {
      if (branch.universal || takes(branch.regex, textOf(segment))) ways.push(branch.node)
    }
    if (node.parameter !== undefined) ways.push(node.parameter)
  }
  for (const way of ways) {
    const leaf = leafCovering(way, rest)
    if (leaf !== undefined) return leaf
  }
  return isEmpty(segment) && rest.length === 0 ? undefined : node.rest
}

/** A pattern below `node` of which `tail` takes every path. */
function leafCovered<T>(node: RouteNode<T>, tail: readonly Segment[]): Leaf<T> | undefined {
  const [segment, ...rest] = tail
  if (segment === undefined) return node.leaf
  if (segment.kind === 'rest') return leafBelow(node)
  const same = node.child(segment)
  const ways = same === undefined ? [] : [same]
  const takesAll = segment.kind === 'parameter' || (segment.kind === 'regex' && regexShape(segment.source).universal)
  for (const [literal, way] of node.literals) {
    const text = unescapeSegment(literal)
    if (text !== '' && (takesAll || (segment.kind === 'regex' && takes(segment.regex, text)))) ways.push(way)
  }
  for (const branch of node.regexes) {
    const regex = segment.kind === 'regex' ? segment.regex : undefined
    const single = segment.kind === 'literal' && branch.only === segment.text
    if (takesAll || single || (regex !== undefined && takes(regex, branch.only))) ways.push(branch.node)
  }
  if (takesAll && node.parameter !== undefined) ways.push(node.parameter)
  for (const way of ways) {
    const leaf = leafCovered(way, rest)
    if (leaf !== undefined) return leaf
  }
  return undefined
}

/** A pattern that goes on behind `node`; not one that only adds a slash, which is no rest. */
function leafBelow<T>(node: RouteNode<T>): Leaf<T> | undefined {
  if (node.rest !== undefined) return node.rest
  for (const [literal, way] of node.literals) {
    const leaf = literal === '' ? undefined : leafFrom(way)
    if (leaf !== undefined) return leaf
  }
  for (const way of parameterWays(node)) {
    const leaf = leafFrom(way)
    if (leaf !== undefined) return leaf
  }
  return undefined
}

/** A pattern that ends at `node` or behind it. */
function leafFrom<T>(node: RouteNode<T>): Leaf<T> | undefined {
  return node.leaf ?? node.literals.get('')?.leaf ?? leafBelow(node)
}

function parameterWays<T>(node: RouteNode<T>): RouteNode<T>[] {
  const ways = node.regexes.map((branch) => branch.node)
  return node.parameter === undefined ? ways : [...ways, node.parameter]
}

/** The one text that a segment takes, where there is but one. */
function textOf(segment: Segment): string | undefined {
  if (segment.kind === 'literal') return segment.text
  return segment.kind === 'regex' ? regexShape(segment.source).only : undefined
}

function isEmpty(segment: Segment): boolean {
  return segment.kind === 'literal' && segment.text === ''
}

function takes(regex: RegExp, text: string | undefined): boolean {
  return text !== undefined && regex.test(text)
}
