import { ANY, type CharacterSet } from './character-set.js'
import { type RegexNode, UnknownSyntax } from './regex-syntax.js'

/**
 * What a backtracking engine can do with a text, as a graph. Each state but the first stands for a character that was
 * read; each way from one to the next is one sequence of choices, and the engine tries all of them where the text is
 * refused at the end. It may have more ways than the engine has, and never less.
 */
export interface Automaton {
  /** What each state reads, as bits: two states read a character in common where their bits have one in common. */
  readonly reads: readonly bigint[]
  /** From each state to those that can follow, with the number of ways. */
  readonly next: readonly (readonly (readonly [state: number, ways: number])[])[]
  /** Whether the engine surely accepts where it comes to the state: it never goes back from there. */
  readonly accepts: readonly boolean[]
  /** The states that it may begin in: the first, and that of a search, which reads what comes before the match. */
  readonly first: readonly number[]
}

/** More states make the analysis too slow for a start. */
const MOST_STATES = 400
/** More ways through parts that read nothing are too many to follow. */
const MOST_WAYS = 4000

type Instruction =
  | { readonly kind: 'read'; readonly set: CharacterSet; to: number }
  | { readonly kind: 'split'; readonly to: number[] }
  /** What is repeated, or what comes after it. */
  | { readonly kind: 'loop'; again: number; readonly to: number }
  | { readonly kind: 'start' | 'end' | 'assert'; to: number }
  | { readonly kind: 'accept' | 'leave' }

/** @throws UnknownSyntax where the expression is too large, or has a part that the graph cannot show. */
export function automatonOf(node: RegexNode, flags: string): Automaton {
  // Repetitions up to so many times are written out; others count as endless, which makes more ways than there are.
  for (const longest of [1000, 64, 8, 1]) {
    if (sizeOf(node, longest) <= MOST_STATES) return new Builder(node, flags, longest).build()
  }
  throw new UnknownSyntax('its size')
}

function sizeOf(node: RegexNode, longest: number): number {
  switch (node.kind) {
    case 'set':
      return 1
    case 'sequence':
    case 'either':
      return node.parts.reduce((sum, part) => sum + sizeOf(part, longest), 0)
    case 'repeat': {
      const copies = node.most <= longest ? node.most : node.least <= longest ? node.least + 1 : 1
      return sizeOf(node.node, longest) * copies
    }
    case 'group':
    case 'look':
      return sizeOf(node.node, longest)
    case 'reference':
      return 1
    default:
      return 0
  }
}

class Builder {
  readonly #code: Instruction[] = []
  readonly #isMultiline: boolean
  readonly #longest: number
  readonly #root: RegexNode
  #ways = 0

  constructor(root: RegexNode, flags: string, longest: number) {
    this.#root = root
    this.#isMultiline = flags.includes('m')
    this.#longest = longest
  }

  build(): Automaton {
    const accept = this.#add({ kind: 'accept' })
    const entry = this.#compile(this.#root, accept)
    const reading = this.#code.flatMap((instruction, at) => (instruction.kind === 'read' ? [at] : []))
    // The first two states: nothing was read, and what stands before a match that is searched for.
    const stateOf = new Map(reading.map((at, index) => [at, index + 2]))
    const sets = [undefined, ANY, ...reading.map((at) => (this.#code[at] as { set: CharacterSet }).set)]
    const entries = [entry, entry, ...reading.map((at) => (this.#code[at] as { to: number }).to)]
    const next: [number, number][][] = []
    const accepts: boolean[] = []
    for (const [state, from] of entries.entries()) {
      const found = this.#follow(from, state === 0)
      next.push([...found.reading].map(([at, ways]) => [stateOf.get(at) as number, ways]))
      accepts.push(found.accepts)
    }
    const isSearching = (next[1] as [number, number][]).length > 0 && !accepts[0]
    if (isSearching) next[1]?.unshift([1, 1])
    return { reads: bitsOf(sets), next, accepts, first: isSearching ? [0, 1] : [0] }
  }

  #add(instruction: Instruction): number {
    this.#code.push(instruction)
    return this.#code.length - 1
  }

  /** Adds the code of a node, after which `to` is done; where it begins. */
  #compile(node: RegexNode, to: number): number {
    switch (node.kind) {
      case 'set':
        return this.#add({ kind: 'read', set: node.set, to })
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.#compile(part, after), to)
      case 'either':
        return this.#add({ kind: 'split', to: node.parts.map((part) => this.#compile(part, to)) })
      case 'repeat':
        return this.#repeat(node.node, node.least, node.most, to)
      case 'group':
        return this.#compile(node.node, to)
      case 'start':
        return this.#add({ kind: this.#isMultiline ? 'assert' : 'start', to })
      case 'end':
        return this.#add({ kind: this.#isMultiline ? 'assert' : 'end', to })
      case 'boundary':
        return this.#add({ kind: 'assert', to })
      case 'look': {
        // Read backwards, an endless one would go through the text again at each place.
        if (node.isBehind && longestOf(node.node) > 64) throw new UnknownSyntax('look-behind without end')
        const aside = this.#compile(node.node, this.#add({ kind: 'leave' }))
        return this.#add({ kind: 'split', to: [aside, this.#add({ kind: 'assert', to })] })
      }
      case 'reference':
        // Some text that was read before; which, only the engine knows.
        return this.#repeat({ kind: 'set', set: ANY }, 0, this.#longestOf(node.to), to)
    }
  }

  /** How long the text of a group can be. */
  #longestOf(group: number | string): number {
    const found = groupsOf(this.#root).filter(({ number, name }) => number === group || name === group)
    // What refers into its own group, or to none, reads nothing more than any text.
    return found.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...found.map(({ node }) => longestOf(node)))
  }

  #repeat(node: RegexNode, least: number, most: number, to: number): number {
    const isWritten = most <= this.#longest
    const copies = least <= this.#longest ? least : 1
    let after = to
    const isEndless = !isWritten && (most > least || copies < least)
    if (isWritten) {
      for (let count = least; count < most; count++) {
        after = this.#add({ kind: 'split', to: [this.#compile(node, after), to] })
      }
    }
    if (isEndless) {
      const loop = { kind: 'loop' as const, again: 0, to }
      after = this.#add(loop)
      loop.again = this.#compile(node, after)
    }
    for (let count = 0; count < copies; count++) after = this.#compile(node, after)
    return after
  }

  /** The reading instructions that can be next, with the number of ways to each, and whether nothing need be read. */
  #follow(from: number, isAtStart: boolean): { reading: Map<number, number>; accepts: boolean } {
    const reading = new Map<number, number>()
    const on = new Set<number>()
    let accepts = false
    const visit = (at: number, isAsserted: boolean, isEnded: boolean): void => {
      const instruction = this.#code[at] as Instruction
      this.#ways += 1
      if (this.#ways > MOST_WAYS * 10) throw new UnknownSyntax('its size')
      switch (instruction.kind) {
        case 'accept':
          if (!isAsserted) accepts = true
          return
        case 'leave':
          return
        case 'read':
          // Nothing can be read after the end.
          if (!isEnded) reading.set(at, (reading.get(at) ?? 0) + 1)
          return
        case 'start':
          if (isAtStart) visit(instruction.to, isAsserted, isEnded)
          return
        case 'end':
          visit(instruction.to, true, true)
          return
        case 'assert':
          visit(instruction.to, true, isEnded)
          return
        case 'split':
          for (const to of instruction.to) visit(to, isAsserted, isEnded)
          return
        case 'loop':
          // A repetition that reads nothing is no way on (ECMA-262, section 22.2.2.3.1).
          if (on.has(at)) return
          on.add(at)
          visit(instruction.again, isAsserted, isEnded)
          on.delete(at)
          visit(instruction.to, isAsserted, isEnded)
      }
    }
    visit(from, false, false)
    return { reading, accepts }
  }
}

/** How many characters the longest text has that the node reads. */
function longestOf(node: RegexNode): number {
  switch (node.kind) {
    case 'set':
      return 1
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestOf(part), 0)
    case 'either':
      return Math.max(0, ...node.parts.map(longestOf))
    case 'repeat': {
      const once = longestOf(node.node)
      return once === 0 ? 0 : once * node.most
    }
    case 'group':
      return longestOf(node.node)
    case 'reference':
      return Number.POSITIVE_INFINITY
    default:
      return 0
  }
}

function groupsOf(node: RegexNode): Extract<RegexNode, { kind: 'group' }>[] {
  switch (node.kind) {
    case 'sequence':
    case 'either':
      return node.parts.flatMap(groupsOf)
    case 'group':
      return [node, ...groupsOf(node.node)]
    case 'repeat':
    case 'look':
      return groupsOf(node.node)
    default:
      return []
  }
}

/** Bits for sets: one for each group of characters that no set parts. */
function bitsOf(sets: readonly (CharacterSet | undefined)[]): bigint[] {
  const distinct = [...new Set(sets.filter((set) => set !== undefined))]
  const edges = [...new Set(distinct.flatMap((set) => set.flatMap(([first, last]) => [first, last + 1])))].sort(
    (a, b) => a - b
  )
  const bitOfKind = new Map<string, bigint>()
  const masks = new Map<CharacterSet, bigint>(distinct.map((set) => [set, 0n]))
  const places = distinct.map(() => 0)
  for (const edge of edges) {
    const within = distinct.filter((set, index) => {
      while ((set[places[index] as number]?.[1] ?? Number.POSITIVE_INFINITY) < edge)
        places[index] = (places[index] as number) + 1
      const range = set[places[index] as number]
      return range !== undefined && range[0] <= edge
    })
    if (within.length === 0) continue
    const kind = within.map((set) => distinct.indexOf(set)).join()
    let bit = bitOfKind.get(kind)
    if (bit === undefined) {
      bit = 1n << BigInt(bitOfKind.size)
      bitOfKind.set(kind, bit)
    }
    for (const set of within) masks.set(set, (masks.get(set) as bigint) | bit)
  }
  return sets.map((set) => (set === undefined ? 0n : (masks.get(set) as bigint)))
}
