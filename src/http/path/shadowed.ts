import { escapeSegment, unescapeSegment } from '../syntax/request-target.js'
import { type Leaf, type RouteNode, regexShape } from './node.js'
import type { Segment } from './pattern.js'

/** Two patterns of which one would never be found, because the other one always matches first. */
export interface Shadow<T> {
  /** The pattern in the tree. */
  readonly leaf: Leaf<T>
  /** Whether it hides the new pattern; otherwise the new one would hide it. */
  readonly hidesNew: boolean
}

/**
 * Finds a pattern that would hide the new one, or that the new one would hide.
 *
 * One pattern hides another if it matches every path that the other one matches, and is tried before it at the first
 * segment in which they differ. Two different literals hide nothing, and a plain parameter is tried last, so only a
 * regular expression can hide (one that matches everything) or be hidden by a literal (one that matches a single text).
 * That several patterns together hide one is not checked.
 */
export function findShadow<T>(root: RouteNode<T>, segments: readonly Segment[]): Shadow<T> | undefined {
  let node: RouteNode<T> | undefined = root
  for (let index = 0; index < segments.length && node !== undefined; index += 1) {
    const segment = segments[index] as Segment
    if (segment.kind === 'rest') return undefined
    const tail = segments.slice(index + 1)
    const covering = firstLeaf(rivalsBefore(node, segment), (before) => leafCovering(before, tail))
    if (covering !== undefined) return { leaf: covering, hidesNew: true }
    const covered = firstLeaf(rivalsAfter(node, segment), (after) => leafCovered(after, tail))
    if (covered !== undefined) return { leaf: covered, hidesNew: false }
    node = node.child(segment)
  }
  return undefined
}

/** The nodes that are tried before this segment's and match all that it matches. */
function rivalsBefore<T>(node: RouteNode<T>, segment: Segment): RouteNode<T>[] {
  if (segment.kind === 'parameter') return node.regexes.filter((branch) => branch.universal).map(({ node }) => node)
  if (segment.kind !== 'regex') return []
  const { key, only } = regexShape(segment.source)
  const own = node.regexes.findIndex((branch) => branch.key === key)
  const earlier = own === -1 ? node.regexes : node.regexes.slice(0, own)
  const rivals = earlier.filter((branch) => branch.universal || matches(branch.regex, only)).map(({ node }) => node)
  const literal = only === undefined ? undefined : node.literals.get(escapeSegment(only))
  return literal === undefined ? rivals : [literal, ...rivals]
}

/** The nodes that are tried after this segment's and match nothing that it does not match. */
function rivalsAfter<T>(node: RouteNode<T>, segment: Segment): RouteNode<T>[] {
  if (segment.kind === 'literal') {
    return node.regexes.filter((branch) => branch.only === segment.text).map(({ node }) => node)
  }
  if (segment.kind !== 'regex') return []
  const { key, universal } = regexShape(segment.source)
  const own = node.regexes.findIndex((branch) => branch.key === key)
  const later = own === -1 ? [] : node.regexes.slice(own + 1)
  const rivals = later.filter((branch) => universal || matches(segment.regex, branch.only)).map(({ node }) => node)
  return universal && node.parameter !== undefined ? [...rivals, node.parameter] : rivals
}

/** A pattern below `node` that matches every path that `tail` matches. */
function leafCovering<T>(node: RouteNode<T>, tail: readonly Segment[]): Leaf<T> | undefined {
  const [segment, ...rest] = tail
  if (segment === undefined) return node.leaf
  if (segment.kind === 'rest') return node.rest
  const same = node.child(segment)
  const nodes = same === undefined ? [] : [same]
  if (!isEmpty(segment)) {
    for (const branch of node.regexes) {
      if (branch.universal || matches(branch.regex, textOf(segment))) nodes.push(branch.node)
    }
    if (node.parameter !== undefined) nodes.push(node.parameter)
  }
  const leaf = firstLeaf(nodes, (next) => leafCovering(next, rest))
  return leaf ?? (isEmpty(segment) && rest.length === 0 ? undefined : node.rest)
}

/** A pattern below `node` whose every path `tail` matches. */
function leafCovered<T>(node: RouteNode<T>, tail: readonly Segment[]): Leaf<T> | undefined {
  const [segment, ...rest] = tail
  if (segment === undefined) return node.leaf
  if (segment.kind === 'rest') return leafBelow(node)
  const same = node.child(segment)
  const nodes = same === undefined ? [] : [same]
  const matchesAll = segment.kind === 'parameter' || (segment.kind === 'regex' && regexShape(segment.source).universal)
  for (const [literal, next] of node.literals) {
    const text = unescapeSegment(literal)
    if (text !== '' && (matchesAll || (segment.kind === 'regex' && matches(segment.regex, text)))) nodes.push(next)
  }
  for (const branch of node.regexes) {
    const regex = segment.kind === 'regex' ? segment.regex : undefined
    const single = segment.kind === 'literal' && branch.only === segment.text
    if (matchesAll || single || (regex !== undefined && matches(regex, branch.only))) nodes.push(branch.node)
  }
  if (matchesAll && node.parameter !== undefined) nodes.push(node.parameter)
  return firstLeaf(nodes, (next) => leafCovered(next, rest))
}

/** A pattern that goes on after `node`; not one that only adds a slash, which is not matched by a rest. */
function leafBelow<T>(node: RouteNode<T>): Leaf<T> | undefined {
  const nodes = [...node.literals].flatMap(([literal, next]) => (literal === '' ? [] : [next]))
  for (const { node: next } of node.regexes) nodes.push(next)
  if (node.parameter !== undefined) nodes.push(node.parameter)
  return node.rest ?? firstLeaf(nodes, leafFrom)
}

/** A pattern that ends at `node` or below it. */
function leafFrom<T>(node: RouteNode<T>): Leaf<T> | undefined {
  return node.leaf ?? node.literals.get('')?.leaf ?? leafBelow(node)
}

function firstLeaf<T>(
  nodes: readonly RouteNode<T>[],
  find: (node: RouteNode<T>) => Leaf<T> | undefined
): Leaf<T> | undefined {
  for (const node of nodes) {
    const leaf = find(node)
    if (leaf !== undefined) return leaf
  }
  return undefined
}

/** The only text that a segment matches; undefined if there may be others. */
function textOf(segment: Segment): string | undefined {
  if (segment.kind === 'literal') return segment.text
  return segment.kind === 'regex' ? regexShape(segment.source).only : undefined
}

function isEmpty(segment: Segment): boolean {
  return segment.kind === 'literal' && segment.text === ''
}

function matches(regex: RegExp, text: string | undefined): boolean {
  return text !== undefined && regex.test(text)
}
