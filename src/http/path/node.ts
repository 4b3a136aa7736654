import { escapeSegment } from '../syntax/request-target.js'
import type { PathPattern, Segment } from './pattern.js'

/** A pattern and its value, at the end of its path through the tree. */
export interface Leaf<T> {
  readonly pattern: PathPattern
  readonly value: T
}

/** A branch for the segments that match a regular expression. */
export interface RegexBranch<T> {
  readonly regex: RegExp
  /** The same for regular expressions that are known to match the same texts. */
  readonly key: string
  /** Whether it matches every segment. */
  readonly universal: boolean
  /** The only text that it matches; undefined if there may be others. */
  readonly only: string | undefined
  readonly node: RouteNode<T>
}

/** Most nodes are the last of their path: their own empty maps would be a tenth of what a route needs. */
const NO_NODES: ReadonlyMap<string, never> = new Map<string, never>()
const NO_BRANCHES: readonly never[] = []

/** A text of a few characters is compared sooner than its hash is computed. */
const FEW = 4

/** A branch for one text. */
interface LiteralBranch<T> {
  readonly text: string
  readonly node: RouteNode<T>
}

/** A place between two segments of a route tree. */
export class RouteNode<T> {
  /** By the segment as it is written in a decoded path. */
  literals: ReadonlyMap<string, RouteNode<T>> = NO_NODES
  /** Those of the literals that lead to a parameter: `find` needs no tree for the other patterns. */
  #branches: ReadonlyMap<string, RouteNode<T>> = NO_NODES
  /** The same, where they are few. */
  #few: readonly LiteralBranch<T>[] = NO_BRANCHES
  /** In the order of registration. */
  regexes: readonly RegexBranch<T>[] = NO_BRANCHES
  parameter: RouteNode<T> | undefined = undefined
  rest: Leaf<T> | undefined = undefined
  leaf: Leaf<T> | undefined = undefined

  /** The node after a segment of the same shape, if there is one. */
  child(segment: Exclude<Segment, { kind: 'rest' }>): RouteNode<T> | undefined {
    if (segment.kind === 'literal') return this.literals.get(escapeSegment(segment.text))
    if (segment.kind === 'parameter') return this.parameter
    const { key } = regexShape(segment.source)
    return this.regexes.find((branch) => branch.key === key)?.node
  }

  /** The node after the literal from `at` to `end` of a decoded path, if it leads to a parameter. */
  branch(path: string, at: number, end: number): RouteNode<T> | undefined {
    if (this.#branches.size > FEW) return this.#branches.get(path.slice(at, end))
    for (const { text, node } of this.#few) {
      if (text.length === end - at && path.startsWith(text, at)) return node
    }
    return undefined
  }

  /** The node after a segment, made if there is none. */
  childOrNew(segment: Exclude<Segment, { kind: 'rest' }>, leadsToParameter: boolean): RouteNode<T> {
    const node = this.child(segment) ?? new RouteNode<T>()
    if (segment.kind === 'literal') {
      const text = escapeSegment(segment.text)
      this.literals = withNode(this.literals, text, node)
      if (leadsToParameter) {
        this.#branches = withNode(this.#branches, text, node)
        this.#few = this.#branches.size > FEW ? NO_BRANCHES : Array.from(this.#branches, branchOf)
      }
    } else if (segment.kind === 'parameter') {
      this.parameter = node
    } else if (!this.regexes.some((branch) => branch.node === node)) {
      this.regexes = [...this.regexes, { regex: segment.regex, ...regexShape(segment.source), node }]
    }
    return node
  }
}

function branchOf<T>([text, node]: [string, RouteNode<T>]): LiteralBranch<T> {
  return { text, node }
}

function withNode<T>(nodes: ReadonlyMap<string, RouteNode<T>>, text: string, node: RouteNode<T>): typeof nodes {
  return nodes === NO_NODES ? new Map([[text, node]]) : (nodes as Map<string, RouteNode<T>>).set(text, node)
}

/** What is known about the texts that an anchored regular expression matches, without running it. */
export function regexShape(source: string): { key: string; universal: boolean; only: string | undefined } {
  let key = source
    .replace(/^\^/, '')
    .replace(/(?<!\\)\$$/, '')
    .replace(/\\.|\[(?:\\.|[^\]\\])*\]|\{[01],\}/gu, (token) => SYNONYMS[token] ?? token)
  for (let inner = GROUP.exec(key); inner !== null; inner = GROUP.exec(key)) key = inner[1] as string
  return { key, universal: UNIVERSAL.test(key), only: /^[\w-]+$/.test(key) ? key : undefined }
}

const SYNONYMS: Readonly<Record<string, string>> = {
  '\\d': '[0-9]',
  '[\\d]': '[0-9]',
  '[a-zA-Z0-9_]': '\\w',
  '[A-Za-z0-9_]': '\\w',
  '[\\w]': '\\w',
  '{0,}': '*',
  '{1,}': '+'
}

/** One group around the whole expression. */
const GROUP = /^\((?:\?:|\?<\w+>)?([^()]*)\)$/

/**
 * Regular expressions that match every segment. Empty segments never reach a regular expression; that some of these do
 * not match a line break or an encoded slash is ignored, because no route is declared for such texts alone.
 */
const UNIVERSAL = /^(?:\.|\[\^\/?\]|\[\^\\\/\]|\[(?:\\s\\S|\\S\\s|\\w\\W|\\W\\w|\\d\\D|\\D\\d)\])[*+]\??$/
