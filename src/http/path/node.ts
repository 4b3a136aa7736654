import { escapeSegment } from '../syntax/request-target.js'
import type { PathPattern, Segment } from './pattern.js'

/** What stands at the end of a pattern. */
export interface Leaf<T> {
  readonly pattern: PathPattern
  readonly value: T
}

/** The way on through a segment that a regular expression decides. */
export interface RegexBranch<T> {
  readonly regex: RegExp
  /** The same for regular expressions that are surely the same set of texts. */
  readonly key: string
  /** Whether it takes every segment. */
  readonly universal: boolean
  /** The one text that it takes, where there is but one. */
  readonly only: string | undefined
  readonly node: RouteNode<T>
}

/** A place between two segments of a route tree. */
export class RouteNode<T> {
  /** By the segment as it stands in a decoded path. */
  readonly literals = new Map<string, RouteNode<T>>()
  /** Those of the literals that lead on to a parameter: patterns without one are found before the tree is walked. */
  readonly branches = new Map<string, RouteNode<T>>()
  /** In the order of registration. */
  readonly regexes: RegexBranch<T>[] = []
  parameter: RouteNode<T> | undefined = undefined
  rest: Leaf<T> | undefined = undefined
  leaf: Leaf<T> | undefined = undefined

  /** The place behind a segment of the same shape, where there is one. */
  child(segment: Exclude<Segment, { kind: 'rest' }>): RouteNode<T> | undefined {
    if (segment.kind === 'literal') return this.literals.get(escapeSegment(segment.text))
    if (segment.kind === 'parameter') return this.parameter
    const { key } = regexShape(segment.source)
    return this.regexes.find((branch) => branch.key === key)?.node
  }

  /** The place behind a segment, made where there is none. */
  grow(segment: Exclude<Segment, { kind: 'rest' }>, leadsToParameter: boolean): RouteNode<T> {
    const node = this.child(segment) ?? new RouteNode<T>()
    if (segment.kind === 'literal') {
      this.literals.set(escapeSegment(segment.text), node)
      if (leadsToParameter) this.branches.set(escapeSegment(segment.text), node)
    } else if (segment.kind === 'parameter') {
      this.parameter = node
    } else if (!this.regexes.some((branch) => branch.node === node)) {
      this.regexes.push({ regex: segment.regex, ...regexShape(segment.source), node })
    }
    return node
  }
}

/** What can be told about the texts that an anchored regular expression takes, without running it. */
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
 * Every segment: an empty one never meets a regular expression, and the two texts that these leave out in theory,
 * those with a line break and those with an encoded slash, make no route worth a second declaration.
 */
const UNIVERSAL = /^(?:\.|\[\^\/?\]|\[\^\\\/\]|\[(?:\\s\\S|\\S\\s|\\w\\W|\\W\\w|\\d\\D|\\D\\d)\])[*+]\??$/
