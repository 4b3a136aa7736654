import { SetupError } from '../../errors.js'
import { escapeSegment, unescapeSegment } from '../syntax/request-target.js'
import { type Leaf, RouteNode } from './node.js'
import type { PathPattern } from './pattern.js'
import { findShadow } from './shadowed.js'

/** The pattern that matches a path. */
export interface Match<T> {
  readonly value: T
  readonly pattern: PathPattern
  /** The decoded values of the parameters, in the order of `pattern.parameters`. */
  readonly values: readonly string[]
}

/** A path without parameters. */
interface StaticPath<T> {
  readonly path: string
  readonly match: Match<T>
}

/** More paths of one length are found faster in the Map. */
const FEW = 4

const NO_VALUES: readonly string[] = Object.freeze([])

/**
 * Path patterns and the value of each; knows nothing of HTTP.
 *
 * At every segment a literal is tried before a regular expression, that before a plain parameter, and that before the
 * rest of the path; among regular expressions the one registered first is tried first. If one leads to no pattern, the
 * next is tried, so the order of registration does not matter otherwise.
 *
 * Cost of a look-up: a path without parameters is compared with the few of its length, or looked up in a Map, however many
 * there are. Otherwise each node is visited at most once, because it has one parent and is compared only with the segment of
 * its depth: no path, however long, can make the search exponential. Nodes whose parent does not match are never visited.
 */
export class RouteTree<T> {
  readonly #describe: (value: T) => string
  readonly #root = new RouteNode<T>()
  readonly #static = new Map<string, Match<T>>()
  /**
   * The same by the length of the path: to compare a few costs a tenth of what V8 does to find a text in a Map, which has to
   * have its hash.
   */
  readonly #byLength: (StaticPath<T>[] | undefined)[] = []
  /** Where the parameters of the pattern being tried begin and end; `find` never runs within itself. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  /** `describe` names a declaration in setup errors: `GET /items (ItemController.list)`. */
  constructor(describe: (value: T) => string) {
    this.#describe = describe
  }

  /**
   * Adds a pattern. Throws a {@link SetupError} that names both declarations, and adds nothing, if the tree has
   * a pattern of the same shape (`ROUTE_DUPLICATE`), or if one of two patterns could never be found (`ROUTE_SHADOWED`).
   */
  insert(pattern: PathPattern, value: T): void {
    this.#checkUnique(pattern, value)
    this.#checkReachable(pattern, value)
    const leaf: Leaf<T> = { pattern, value }
    const dynamic = pattern.parameters.length > 0
    let node = this.#root
    for (const segment of pattern.segments) {
      if (segment.kind === 'rest') {
        node.rest = leaf
        return
      }
      node = node.childOrNew(segment, dynamic)
    }
    node.leaf = leaf
    if (!dynamic) this.#addStatic(staticPath(pattern), { value, pattern, values: NO_VALUES })
  }

  /** Finds the pattern that matches a path, given as `decodePath` returns it; undefined if none does. */
  find(path: string): Match<T> | undefined {
    const fixed = this.#findStatic(path)
    if (fixed !== undefined) return fixed
    // 47 is the slash.
    if (path.charCodeAt(0) !== 47) return undefined
    const leaf = this.#walk(this.#root, path, 1, 0)
    if (leaf === undefined) return undefined
    return { value: leaf.value, pattern: leaf.pattern, values: this.#values(path, leaf.pattern.parameters.length) }
  }

  #addStatic(path: string, match: Match<T>): void {
    this.#static.set(path, match)
    while (this.#byLength.length <= path.length) this.#byLength.push(undefined)
    const others = this.#byLength[path.length]
    if (others === undefined) this.#byLength[path.length] = [{ path, match }]
    else others.push({ path, match })
  }

  #findStatic(path: string): Match<T> | undefined {
    const candidates = this.#byLength[path.length]
    if (candidates === undefined) return undefined
    if (candidates.length > FEW) return this.#static.get(path)
    for (let at = 0; at < candidates.length; at++) if (candidates[at]?.path === path) return candidates[at]?.match
    return undefined
  }

  #walk(node: RouteNode<T>, path: string, at: number, count: number): Leaf<T> | undefined {
    if (at > path.length) return node.leaf
    const slash = path.indexOf('/', at)
    const end = slash === -1 ? path.length : slash
    const branch = node.branch(path, at, end)
    const inBranch = branch && this.#walk(branch, path, end + 1, count)
    if (inBranch !== undefined) return inBranch
    if (end > at) {
      const leaf = this.#walkParameter(node, path, at, end, count)
      if (leaf !== undefined) return leaf
    }
    if (node.rest === undefined || at === path.length) return undefined
    this.#starts[count] = at
    this.#ends[count] = path.length
    return node.rest
  }

  #walkParameter(node: RouteNode<T>, path: string, at: number, end: number, count: number): Leaf<T> | undefined {
    if (node.regexes.length > 0) {
      const text = unescapeSegment(path.slice(at, end))
      for (const branch of node.regexes) {
        if (!branch.regex.test(text)) continue
        const leaf = this.#walk(branch.node, path, end + 1, count + 1)
        if (leaf !== undefined) return this.#mark(leaf, at, end, count)
      }
    }
    if (node.parameter === undefined) return undefined
    const leaf = this.#walk(node.parameter, path, end + 1, count + 1)
    return leaf === undefined ? undefined : this.#mark(leaf, at, end, count)
  }

  #mark(leaf: Leaf<T>, at: number, end: number, count: number): Leaf<T> {
    this.#starts[count] = at
    this.#ends[count] = end
    return leaf
  }

  #values(path: string, count: number): readonly string[] {
    if (count === 1) return [unescapeSegment(path.slice(this.#starts[0], this.#ends[0]))]
    const values: string[] = []
    for (let index = 0; index < count; index += 1) {
      values.push(unescapeSegment(path.slice(this.#starts[index], this.#ends[index])))
    }
    return values
  }

  #checkUnique(pattern: PathPattern, value: T): void {
    let node: RouteNode<T> | undefined = this.#root
    let twin: Leaf<T> | undefined
    for (const segment of pattern.segments) {
      if (segment.kind === 'rest') twin = node?.rest
      else node = node?.child(segment)
    }
    if (pattern.segments.at(-1)?.kind !== 'rest') twin = node?.leaf
    if (twin === undefined) return
    throw new SetupError(
      'ROUTE_DUPLICATE',
      'two routes match the same requests',
      `${this.#describe(twin.value)} and ${this.#describe(value)}`,
      'change the path of one, or remove it'
    )
  }

  #checkReachable(pattern: PathPattern, value: T): void {
    const shadow = findShadow(this.#root, pattern.segments)
    if (shadow === undefined) return
    const [first, hidden] = shadow.hidesNew ? [shadow.leaf.value, value] : [value, shadow.leaf.value]
    throw new SetupError(
      'ROUTE_SHADOWED',
      `${this.#describe(hidden)} can never be reached`,
      `${this.#describe(first)} always matches first`,
      'narrow the regular expression of the one that matches, or remove a route'
    )
  }
}

function staticPath(pattern: PathPattern): string {
  return pattern.segments.map((segment) => `/${segment.kind === 'literal' ? escapeSegment(segment.text) : ''}`).join('')
}
