import { ANY, type CharacterSet } from './character-set.js'
import { type RegexNode, UnknownSyntax } from './regex-syntax.js'

/**
 * What a backtracking engine can do with a text, as a graph. Each state but the first is reached by reading a
 * character; each way from a state to the next is one sequence of choices. The engine tries all of them if the text
 * does not match. The graph may have more ways than the engine, and never has fewer.
 */
export interface Automaton {
  /** The characters by which each state is reached, as bits: two states share a character if they share a bit. */
  readonly reads: readonly bigint[]
  /** The states that can follow each state, with the number of ways. */
  readonly next: readonly (readonly (readonly [state: number, ways: number])[])[]
  /** Whether the engine always accepts once it has reached the state: it never backtracks from there. */
  readonly accepts: readonly boolean[]
  /** The initial states: the first, and that of a search, which reads what comes before the match. */
  readonly first: readonly number[]
}

/** With more states the analysis would take too long for a start. */
const MAX_STATES = 400
/** How many steps through instructions that read nothing are followed. */
const MAX_STEPS = 40_000

type Instruction =
  | { readonly kind: 'read'; readonly set: CharacterSet; to: number }
  | { readonly kind: 'split'; readonly to: number[] }
  /** Continues with what is repeated, or with what comes after it. */
  | { readonly kind: 'loop'; again: number; readonly to: number }
  | { readonly kind: 'start' | 'end' | 'assert'; to: number }
  | { readonly kind: 'accept' | 'leave' }

/** @throws UnknownSyntax if the expression is too large, or has a part that the graph cannot represent */
export function automatonOf(node: RegexNode, flags: string): Automaton {
  // Repetitions up to this number of times are written out; others count as endless, which only adds ways.
  for (const longest of [MAX_STATES, 64, 8, 1]) {
    if (sizeOf(node, longest) <= MAX_STATES) return new Builder(node, flags, longest).build()
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
  #steps = 0

  constructor(root: RegexNode, flags: string, longest: number) {
    this.#root = root
    this.#isMultiline = flags.includes('m')
    this.#longest = longest
  }

  build(): Automaton {
    const accept = this.#add({ kind: 'accept' })
    const entry = this.#compile(this.#root, accept)
    const reading = this.#code.flatMap((instruction, at) => (instruction.kind === 'read' ? [at] : []))
    // The first two states: nothing was read yet, and a character before the match was read.
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
    const search = next[1] as [number, number][]
    const isSearching = search.length > 0 && !accepts[0]
    if (isSearching) search.unshift([1, 1])
    return { reads: bitsOf(sets), next, accepts, first: isSearching ? [0, 1] : [0] }
  }

  #add(instruction: Instruction): number {
    this.#code.push(instruction)
    return this.#code.length - 1
  }

  /** Adds the code of a node, which continues with the instruction `to`; returns its first instruction. */
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
        // An unbounded look-behind would read the text before it again at each place.
        if (node.isBehind && maxLengthOf(node.node) > 64) throw new UnknownSyntax('look-behind')
        const aside = this.#compile(node.node, this.#add({ kind: 'leave' }))
        return this.#add({ kind: 'split', to: [aside, this.#add({ kind: 'assert', to })] })
      }
      case 'reference':
        // Any text that the group can have.
        return this.#repeat({ kind: 'set', set: ANY }, 0, this.#maxLengthOf(node.to), to)
    }
  }

  /** How long the text of a group can be. */
  #maxLengthOf(group: number | string): number {
    const found = groupsOf(this.#root).filter(({ number, name }) => number === group || name === group)
    return found.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...found.map(({ node }) => maxLengthOf(node)))
  }

  #repeat(node: RegexNode, least: number, most: number, to: number): number {
    const copies = least <= this.#longest ? least : 1
    let after = to
    if (most <= this.#longest) {
      for (let count = least; count < most; count++) {
        after = this.#add({ kind: 'split', to: [this.#compile(node, after), to] })
      }
    } else {
      const loop = { kind: 'loop' as const, again: 0, to }
      after = this.#add(loop)
      loop.again = this.#compile(node, after)
    }
    for (let count = 0; count < copies; count++) after = this.#compile(node, after)
    return after
  }

  /**
   * The next instructions that read, with the number of ways to each, and whether the engine accepts without reading.
   */
  #follow(from: number, isAtStart: boolean): { reading: Map<number, number>; accepts: boolean } {
    const reading = new Map<number, number>()
    const entered = new Set<number>()
    let accepts = false
    const visit = (at: number, isAsserted: boolean, isEnded: boolean): void => {
      const instruction = this.#code[at] as Instruction
      this.#steps += 1
      if (this.#steps > MAX_STEPS) throw new UnknownSyntax('its size')
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
          // The engine stops a repetition that reads nothing (ECMA-262, section 22.2.2.3.1).
          if (entered.has(at)) return
          entered.add(at)
          visit(instruction.again, isAsserted, isEnded)
          entered.delete(at)
          visit(instruction.to, isAsserted, isEnded)
      }
    }
    visit(from, false, false)
    return { reading, accepts }
  }
}

/** The length of the longest text that the node reads. */
function maxLengthOf(node: RegexNode): number {
  switch (node.kind) {
    case 'set':
      return 1
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + maxLengthOf(part), 0)
    case 'either':
      return Math.max(0, ...node.parts.map(maxLengthOf))
    case 'repeat': {
      const once = maxLengthOf(node.node)
      return once === 0 ? 0 : once * node.most
    }
    case 'group':
      return maxLengthOf(node.node)
    case 'reference':
      return Number.POSITIVE_INFINITY
    default:
      return 0
  }
}

function groupsOf(node: RegexNode): Extract<RegexNode, { kind: 'group' }>[] {
  if ('parts' in node) return node.parts.flatMap(groupsOf)
  if (!('node' in node)) return []
  return [...(node.kind === 'group' ? [node] : []), ...groupsOf(node.node)]
}

/** The sets as bits, one for each group of characters that each set has all or none of. */
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
