import { patternCost } from 'fieldstone-pattern-cost'

/** The longest text that is tried with a pattern: what documents of others contain could take long. */
const LONGEST = 100

const compiled = new Map<string, RegExp | undefined>()

/** Whether a text matches a pattern; undefined where the pattern cannot be read, or could take too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (matchesAll(pattern)) return true
  if (text.length > LONGEST) return undefined
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern))
  return compiled.get(pattern)?.test(text)
}

function compile(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(pattern, flags)
      return patternCost(expression.source, flags).isCheap(LONGEST) ? expression : undefined
    } catch {
      // Many documents have patterns without the flag in mind.
    }
  }
  return undefined
}

/** Whether a pattern matches every text: it says nothing. */
export function matchesAll(pattern: string): boolean {
  return ['', '^', '$', '.*', '^.*', '(.*)', '[\\s\\S]*', '^[\\s\\S]*$'].includes(pattern)
}
