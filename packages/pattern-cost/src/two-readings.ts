import { type CharacterSet, complement } from './character-set.js'
import { parseRegex, type RegexNode, UnknownSyntax } from './regex-syntax.js'

const known = new Map<string, boolean>()

/**
 * Whether a regular expression accepts the same texts with the flag `u` and without: JSON Schema 2020-12 reads patterns
 * with it, OpenAPI 3.0 (ECMA-262, edition 5.1) without. It says so of fewer expressions than it could, and of none that
 * does not compile with it.
 */
export function readsTheSame(source: string): boolean {
  let isSame = known.get(source)
  if (isSame === undefined) {
    isSame = compare(source)
    known.set(source, isSame)
  }
  return isSame
}

function compare(source: string): boolean {
  // The tables of properties take time, and only the flag knows them.
  if (/\\[pP]\{/.test(source)) return false
  try {
    new RegExp(source, 'u')
    const [unicode, plain] = [parseRegex(source, 'u'), parseRegex(source, '')]
    if (inUnits(unicode) !== inUnits(plain)) return false
    return countsNoHalves(unicode) && (!looks(unicode) || (beginsAtStart(unicode) && !some(unicode, isWide)))
  } catch (error) {
    if (error instanceof UnknownSyntax || error instanceof SyntaxError) return false
    throw error
  }
}

/** The expression as text, with each single character beyond U+FFFF, unless it is repeated, as the two units that it is. */
function inUnits(expression: RegexNode): string {
  return JSON.stringify(expression, (member, value) =>
    member === 'parts' ? (value as RegexNode[]).flatMap((part) => unitsOf(part) ?? [part]) : value
  )
}

function unitsOf(node: RegexNode): RegexNode[] | undefined {
  if (node.kind !== 'set' || node.set.length !== 1) return undefined
  const [[first, last]] = node.set as readonly [readonly [number, number]]
  if (first !== last || first <= 0xffff) return undefined
  const text = String.fromCodePoint(first)
  return [0, 1].map((at): RegexNode => ({ kind: 'set', set: [[text.charCodeAt(at), text.charCodeAt(at)]] }))
}

/**
 * Whether halves of a character are never counted. Without the flag, `.` matches each half of a character beyond U+FFFF:
 * that changes nothing where any number of them is matched, and where one or more are, except beside another such part,
 * which may take the other half.
 */
function countsNoHalves(node: RegexNode): boolean {
  if (some(node, (part) => part.kind === 'set' && !isNarrow(part) && !isWide(part) && unitsOf(part) === undefined))
    return false
  const parts = topLevel(node)
  // One anywhere in the text.
  if (parts.length === 1 && parts.every(isWide)) return true
  if (parts.every((part) => isOneOrMoreWide(part) || isHarmless(part, 0))) return areApart(parts)
  return parts.every((part) => isHarmless(part, 1)) && countOf(node) <= 1
}

/** The parts that follow each other in every match. */
function topLevel(node: RegexNode): readonly RegexNode[] {
  if (node.kind === 'group') return topLevel(node.node)
  return node.kind === 'sequence' ? node.parts.flatMap(topLevel) : [node]
}

/** Whether wide sets are only repeated without bounds, but in what looks around. @param least how often the most frequent must be there */
function isHarmless(node: RegexNode, least: 0 | 1): boolean {
  switch (node.kind) {
    case 'set':
      return !isWide(node)
    case 'sequence':
    case 'either':
      return node.parts.every((part) => isHarmless(part, least))
    case 'group':
      return isHarmless(node.node, least)
    case 'repeat':
      if (isWide(node.node)) return node.least <= least && node.most === Number.POSITIVE_INFINITY
      return isHarmless(node.node, node.least > 1 ? 0 : least)
    default:
      return true
  }
}

/** How many parts match one or more of a wide set. */
function countOf(node: RegexNode): number {
  if (isOneOrMoreWide(node)) return 1
  if ('parts' in node) return node.parts.reduce((sum, part) => sum + countOf(part), 0)
  return 'node' in node ? countOf(node.node) : 0
}

/** Whether between any two of them is a character that is no half. */
function areApart(parts: readonly RegexNode[]): boolean {
  let isAfterOne = false
  for (const part of parts) {
    if (isOneOrMoreWide(part)) {
      if (isAfterOne) return false
      isAfterOne = true
    } else if (isSurelyNarrow(part)) isAfterOne = false
  }
  return true
}

function isSurelyNarrow(node: RegexNode): boolean {
  return isNarrow(node) || (node.kind === 'repeat' && node.least > 0 && isNarrow(node.node))
}

function isOneOrMoreWide(node: RegexNode): boolean {
  return node.kind === 'repeat' && node.least === 1 && node.most === Number.POSITIVE_INFINITY && isWide(node.node)
}

/** Whether it has characters up to U+FFFF alone, and no half of another one. */
function isNarrow(node: RegexNode): boolean {
  return node.kind === 'set' && isNarrowSet(node.set)
}

function isNarrowSet(set: CharacterSet): boolean {
  return set.every(([first, last]) => last < 0xd800 || (first > 0xdfff && last <= 0xffff))
}

/** Whether it has all characters beyond U+FFFF and all halves. */
function isWide(node: RegexNode): boolean {
  return node.kind === 'set' && isNarrowSet(complement(node.set))
}

function looks(node: RegexNode): boolean {
  return some(node, ({ kind }) => kind === 'look' || kind === 'reference' || kind === 'boundary')
}

function beginsAtStart(node: RegexNode): boolean {
  return topLevel(node)[0]?.kind === 'start'
}

function some(node: RegexNode, test: (node: RegexNode) => boolean): boolean {
  if (test(node)) return true
  if ('parts' in node) return node.parts.some((part) => some(part, test))
  return 'node' in node && some(node.node, test)
}
