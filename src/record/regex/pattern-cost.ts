import { type Automaton, automatonOf } from './automaton.js'
import { type Growth, growthOf, TooIntricate, waysWithin } from './growth.js'
import { parseRegex, UnknownSyntax } from './regex-syntax.js'

/**
 * How many ways a backtracking engine may try for each character of a text. A body of 1 MiB then costs at most about a
 * second, however many texts it holds; expressions that do not backtrack try one to three.
 */
const MOST_WAYS = 500

/** What a regular expression costs, as far as its analysis can tell. */
export interface PatternCost {
  readonly growth: Growth | { readonly kind: 'unknown' }
  /** Whether a text of at most so many characters is cheap to hold against it. */
  isCheap(maxLength: number): boolean
  /** A round length of texts that are cheap; undefined where there is no useful one. */
  readonly cheapLength: number | undefined
}

const known = new Map<string, PatternCost>()

/** The cost of a regular expression that compiles. Found out once for each; takes about a millisecond. */
export function patternCost(source: string, flags: string): PatternCost {
  const relevant = [...flags].filter((flag) => 'imsuv'.includes(flag)).join('')
  const key = `${relevant}/${source}`
  const found = known.get(key)
  if (found !== undefined) return found
  const cost = analyse(source, relevant)
  known.set(key, cost)
  return cost
}

const ROUND_LENGTHS = [1000, 500, 200, 100, 50, 40, 30, 20, 15, 12, 10, 8, 6]

function analyse(source: string, flags: string): PatternCost {
  let automaton: Automaton
  let growth: Growth
  try {
    automaton = automatonOf(parseRegex(source, flags), flags)
    growth = growthOf(automaton)
  } catch (error) {
    if (!(error instanceof UnknownSyntax || error instanceof TooIntricate)) throw error
    return { growth: { kind: 'unknown' }, isCheap: () => false, cheapLength: undefined }
  }
  const isCheap = (maxLength: number) => isCheapWithin(growth, automaton, maxLength)
  const cheapLength = ROUND_LENGTHS.find(isCheap)
  return { growth, isCheap, cheapLength }
}

function isCheapWithin(growth: Growth, automaton: Automaton, maxLength: number): boolean {
  if (growth.kind === 'bounded' && growth.ways <= MOST_WAYS) return true
  if (maxLength === Number.POSITIVE_INFINITY) return false
  // Loops that follow each other part a text between them.
  if (growth.kind === 'polynomial' && maxLength ** growth.degree / factorial(growth.degree + 1) <= MOST_WAYS)
    return true
  const enough = MOST_WAYS * maxLength
  return waysWithin(automaton, Math.min(maxLength, 10_000), enough) <= enough
}

function factorial(number: number): number {
  return number <= 1 ? 1 : number * factorial(number - 1)
}
