import { isPlainPattern, patternCost } from 'fieldstone-pattern-cost'
import { hasCodePoints } from './plain-check.js'
import type { Rule } from './schema.js'

/** The expression given to class-validator's Matches, by a user or by `@Field`; undefined if it does not compile. */
export function expressionOf(constraints: readonly unknown[]): RegExp | undefined {
  const [pattern, flags] = constraints
  if (pattern instanceof RegExp) return pattern
  if (typeof pattern !== 'string') return undefined
  try {
    return new RegExp(pattern, typeof flags === 'string' ? flags : '')
  } catch {
    return undefined
  }
}

/** Whether a text of at most this length is cheap to match. */
export function isCheapWithin(source: string, flags: string, maxLength: number): boolean {
  return (isPlainPattern(source) && hasPlainFlags(flags)) || patternCost(source, flags).isCheap(maxLength)
}

/** Those by which the parts of a plain pattern are what they are without them. */
function hasPlainFlags(flags: string): boolean {
  return /^[dgu]*$/.test(flags)
}

/** Whether a text of any length is cheap to match. */
export function isAlwaysCheap({ source, flags }: RegExp): boolean {
  return isCheapWithin(source, flags, Number.POSITIVE_INFINITY)
}

/**
 * The predicate of a costly expression, limited to the length that another rule of its field allows. A longer text
 * passes here without being read: the other rule rejects it.
 */
export function guarded<A extends unknown[]>(
  test: (value: unknown, ...rest: A) => boolean,
  maxLength: number
): (value: unknown, ...rest: A) => boolean {
  return (value, ...rest) => (typeof value === 'string' && !hasCodePoints(value, 0, maxLength)) || test(value, ...rest)
}

/** The length that the rules of a field allow for the texts that one of its rules checks. */
export function maxLengthFor({ each }: Rule, rules: readonly Rule[]): number {
  const lengths = rules.flatMap((rule) => (rule.each === each && rule.maxLength !== undefined ? [rule.maxLength] : []))
  return Math.min(Number.POSITIVE_INFINITY, ...lengths)
}
