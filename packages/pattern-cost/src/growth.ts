import type { Automaton } from './automaton.js'
import { componentsOf } from './components.js'
import { UnknownSyntax } from './regex-syntax.js'

/**
 * How the number of ways that a backtracking engine may have to try grows with the length of a text: not at all, as a
 * power of it (the `degree`), or exponentially. `ways` is the largest number that was found if it does not grow.
 */
export type Growth =
  | { readonly kind: 'bounded'; readonly ways: number }
  | { readonly kind: 'polynomial'; readonly degree: number }
  | { readonly kind: 'exponential' }

/**
 * Weber and Seidl, "On the degree of ambiguity of finite automata" (1991): the number grows exponentially if two ways
 * lead from a state back to it by the same text; and as a power if a loop is followed by another that reads the same
 * text, which can also be read on the way from one to the other. The degree is the number of such pairs in a chain.
 *
 * @throws UnknownSyntax if the automaton is too complex to be analyzed at a start
 */
export function growthOf(automaton: Automaton): Growth {
  const analysis = new Analysis(automaton)
  const loops = analysis.loops()
  if (loops.some((loop) => analysis.isForked(loop))) return { kind: 'exponential' }
  const degree = analysis.degreeOf(loops)
  return degree > 0 ? { kind: 'polynomial', degree } : { kind: 'bounded', ways: analysis.mostWays() }
}

const MAX_STEPS = 400_000

class Analysis {
  readonly #automaton: Automaton
  readonly #size: number
  #steps = 0

  constructor(automaton: Automaton) {
    this.#automaton = automaton
    this.#size = automaton.reads.length
  }

  /** The sets of states that reach each other without accepting, so that the engine tries all their ways. */
  loops(): number[][] {
    return this.#cycles((state) => this.#automaton.accepts[state] !== true)
  }

  #cycles(isIn: (state: number) => boolean): number[][] {
    const states = this.#reachable().filter(isIn)
    const within = new Set(states)
    const next = (state: number) => this.#next(state).filter((each) => within.has(each))
    return componentsOf(states, next).filter(
      (component) => component.length > 1 || next(component[0] as number).includes(component[0] as number)
    )
  }

  #next(state: number): number[] {
    return (this.#automaton.next[state] ?? []).map(([to]) => to)
  }

  #reachable(): number[] {
    const seen = new Set(this.#automaton.first)
    for (const state of seen) for (const to of this.#next(state)) seen.add(to)
    return [...seen]
  }

  #count(): void {
    this.#steps += 1
    if (this.#steps > MAX_STEPS) throw new UnknownSyntax('its size')
  }

  /** Whether one character leads to all of the states. */
  #shareCharacter(...states: number[]): boolean {
    let bits = -1n
    for (const state of states) bits &= this.#automaton.reads[state] as bigint
    return bits !== 0n
  }

  /** Whether two ways lead from a state of the loop back to it by the same text. */
  isForked(loop: readonly number[]): boolean {
    const within = new Set(loop)
    const size = this.#size
    const double = loop.some((state) =>
      (this.#automaton.next[state] ?? []).some(([to, ways]) => ways > 1 && within.has(to))
    )
    if (double) return true
    const next = (pair: number): number[] => {
      const [one, other] = [Math.floor(pair / size), pair % size]
      const out: number[] = []
      for (const a of this.#next(one)) {
        if (!within.has(a)) continue
        for (const b of this.#next(other)) {
          this.#count()
          if (within.has(b) && this.#shareCharacter(a, b)) out.push(a * size + b)
        }
      }
      return out
    }
    // From a state paired with itself to two different ones, and back.
    return componentsOf(
      loop.map((state) => state * size + state),
      next
    ).some(
      (pairs) =>
        pairs.some((pair) => Math.floor(pair / size) === pair % size) &&
        pairs.some((pair) => Math.floor(pair / size) !== pair % size)
    )
  }

  /** The longest chain of loops of which each is followed by one that reads the same text. */
  degreeOf(loops: readonly (readonly number[])[]): number {
    const isTried = (state: number) => this.#automaton.accepts[state] !== true
    const pairs = loops.map((one) => loops.map((other) => one !== other && this.#isShifted(one, other, isTried)))
    const reach = loops.map((loop) => this.#from(loop, isTried))
    const known = new Map<number, number>()
    const chainFrom = (at: number): number => {
      const found = known.get(at)
      if (found !== undefined) return found
      let longest = 0
      for (const [from, all] of pairs.entries()) {
        if (!reach[at]?.has(loops[from]?.[0] as number)) continue
        for (const [to, isPair] of all.entries()) if (isPair) longest = Math.max(longest, 1 + chainFrom(to))
      }
      known.set(at, longest)
      return longest
    }
    let degree = 0
    for (let at = 0; at < loops.length; at++) degree = Math.max(degree, chainFrom(at))
    // The first of a chain may accept: the engine goes through it one way only.
    for (const start of this.#cycles(() => true)) {
      if (start.every(isTried)) continue
      for (const [at, loop] of loops.entries()) {
        if (this.#isShifted(start, loop, () => true)) degree = Math.max(degree, 1 + chainFrom(at))
      }
    }
    return degree
  }

  #from(states: readonly number[], isIn: (state: number) => boolean): Set<number> {
    const seen = new Set(states)
    for (const each of seen) for (const to of this.#next(each)) if (isIn(to)) seen.add(to)
    return seen
  }

  /** The states of `within` from which one of the others is reached. */
  #leading(within: ReadonlySet<number>, to: readonly number[]): Set<number> {
    const before = new Map<number, number[]>()
    for (const state of within) {
      for (const each of this.#next(state)) before.set(each, [...(before.get(each) ?? []), state])
    }
    const seen = new Set(to)
    for (const each of seen) for (const previous of before.get(each) ?? []) seen.add(previous)
    return seen
  }

  /**
   * Whether one text leads from a state of the first loop back to it, from that state to one of the second loop, and
   * from the latter back to it.
   */
  #isShifted(one: readonly number[], other: readonly number[], isIn: (state: number) => boolean): boolean {
    const after = this.#from(one, isIn)
    if (!after.has(other[0] as number)) return false
    const [inOne, inOther] = [new Set(one), new Set(other)]
    const between = this.#leading(after, other)
    const size = this.#size
    const key = (a: number, b: number, c: number) => (a * size + b) * size + c
    const parts = (triple: number) =>
      [Math.floor(triple / size / size), Math.floor(triple / size) % size, triple % size] as const
    const next = (triple: number): number[] => {
      const [a, b, c] = parts(triple)
      const out: number[] = []
      for (const nextA of this.#next(a)) {
        if (!inOne.has(nextA)) continue
        for (const nextC of this.#next(c)) {
          this.#count()
          if (!inOther.has(nextC) || !this.#shareCharacter(nextA, nextC)) continue
          for (const nextB of this.#next(b)) {
            this.#count()
            if (between.has(nextB) && this.#shareCharacter(nextA, nextB, nextC)) out.push(key(nextA, nextB, nextC))
          }
        }
      }
      return out
    }
    // With its ends joined, such a text is a cycle. Joined ends add no text: what goes through several of them, from one
    // pair of states to the next, is also read between the first states alone, and from there to the second in the end.
    const joined = (triple: number): number[] => {
      const [a, b, c] = parts(triple)
      return b === c ? [...next(triple), key(a, a, c)] : next(triple)
    }
    const starts = one.flatMap((p) => other.filter((q) => q !== p).map((q) => key(p, p, q)))
    return componentsOf(starts, joined).some((triples) => {
      const members = new Set(triples)
      return triples.some((triple) => {
        const [a, b, c] = parts(triple)
        return a === b && b !== c && members.has(key(a, c, c))
      })
    })
  }

  /**
   * The largest number of ways of one text, if that does not grow: tries texts, those with the most ways first, until
   * none or no budget is left.
   */
  mostWays(): number {
    const { first, next, reads, accepts } = this.#automaton
    const isPlain = next.every((all) =>
      all.every(
        ([to, ways], at) => ways === 1 && !all.some(([other], index) => index > at && this.#shareCharacter(to, other))
      )
    )
    let most = 1
    if (isPlain) return most
    const bits = [...new Set(reads)].reduce((all, each) => all | each, 0n)
    const kinds: bigint[] = []
    for (let bit = 1n; bit <= bits; bit <<= 1n) kinds.push(bit)
    const seen = new Set<string>()
    const waiting: { ways: number; counts: Map<number, number> }[] = [
      { ways: 1, counts: new Map(first.map((state) => [state, 1])) }
    ]
    for (let budget = 20_000; budget > 0 && waiting.length > 0; ) {
      const { counts } = waiting.pop() as (typeof waiting)[number]
      for (const kind of kinds) {
        const after = new Map<number, number>()
        for (const [state, count] of counts) {
          for (const [to, ways] of next[state] ?? []) {
            budget -= 1
            if (((reads[to] as bigint) & kind) === 0n) continue
            const sum = (after.get(to) ?? 0) + count * ways
            after.set(to, accepts[to] === true ? 1 : sum)
          }
        }
        if (after.size === 0) continue
        const name = [...after].sort(([a], [b]) => a - b).join()
        if (seen.has(name)) continue
        seen.add(name)
        let sum = 0
        for (const count of after.values()) sum += count
        most = Math.max(most, sum)
        waiting.push({ ways: sum, counts: after })
      }
      waiting.sort((a, b) => a.ways - b.ways)
      if (most > 100_000) break
    }
    return most
  }
}

/** The number of ways to read all texts of this length together, which is no less than that of any one text. */
export function waysWithin({ first, next }: Automaton, length: number, enough: number): number {
  let counts = new Map(first.map((state) => [state, 1]))
  let sum = 0
  for (let at = 0; at < length; at++) {
    const after = new Map<number, number>()
    for (const [state, count] of counts) {
      for (const [to, ways] of next[state] ?? []) after.set(to, (after.get(to) ?? 0) + count * ways)
    }
    for (const count of after.values()) sum += count
    if (sum > enough) return sum
    counts = after
  }
  return sum
}
