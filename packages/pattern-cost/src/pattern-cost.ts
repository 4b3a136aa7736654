import { type Automaton, automatonOf } from './automaton.js'
import { type Growth, growthOf, waysWithin } from './growth.js'
import { parseRegex, UnknownSyntax } from './regex-syntax.js'

/**
 * How many ways a backtracking engine may try for each character of a text. A body of 1 MiB then takes at most about a
 * second, however many texts it contains; expressions that do not backtrack try one to three.
 */
const MAX_WAYS = 500

/** What a regular expression costs, as far as its analysis can tell. */
export interface PatternCost {
  /** How the time grows with the length of the text. */
  readonly growth: Growth | { readonly kind: 'unknown' }
  /** Whether it is cheap to match a text of at most this length. */
  isCheap(maxLength: number): boolean
  /** A round length up to which texts are cheap; undefined if there is no useful one. */
  readonly cheapLength: number | undefined
}

const known = new Map<string, PatternCost>()

/** The cost of a regular expression that compiles. Analyzed once; takes about a millisecond. */
export function patternCost(source: string, flags: string): PatternCost {
  const relevant = [...flags].filter((flag) => 'imsuv'.includes(flag)).join('')
  const key = `${relevant}/${source}`
  const found = known.get(key)
  if (found !== undefined) return found
  const cost = analyze(source, relevant)
  known.set(key, cost)
  return cost
}

/** The length up to which the ways to match a text are counted: it takes as many steps. */
const MOST_COUNTED = 10_000

const ROUND_LENGTHS = [1000, 500, 200, 100, 50, 40, 30, 20, 15, 12, 10, 8, 6]

function analyze(source: string, flags: string): PatternCost {
  let automaton: Automaton
  let growth: Growth
  try {
    automaton = automatonOf(parseRegex(source, flags), flags)
    growth = growthOf(automaton)
  } catch (error) {
    if (!(error instanceof UnknownSyntax)) throw error
    return { growth: { kind: 'unknown' }, isCheap: () => false, cheapLength: undefined }
  }
  const isCheap = (maxLength: number) => isCheapWithin(growth, automaton, maxLength)
  const cheapLength = ROUND_LENGTHS.find(isCheap)
  return { growth, isCheap, cheapLength }
}

function isCheapWithin(growth: Growth, automaton: Automaton, maxLength: number): boolean {
  if (growth.kind === 'bounded' && growth.ways <= MAX_WAYS) return true
  if (maxLength === Number.POSITIVE_INFINITY) return false
  // Loops in a chain divide a text between them.
  if (growth.kind === 'polynomial' && maxLength ** growth.degree / factorial(growth.degree + 1) <= MAX_WAYS) return true
  // Beyond the length that is counted, what grows grows further.
  if (growth.kind !== 'bounded' && maxLength > MOST_COUNTED) return false
  const length = Math.min(maxLength, MOST_COUNTED)
  const enough = MAX_WAYS * length
  return waysWithin(automaton, length, enough) <= enough
}

function factorial(number: number): number {
  return number <= 1 ? 1 : number * factorial(number - 1)
}
