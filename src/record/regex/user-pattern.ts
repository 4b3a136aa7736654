import { hasCodePoints } from '../type/plain-check.js'
import type { Rule } from '../type/schema.js'
import { patternCost } from './pattern-cost.js'

/** The expression that class-validator's Matches was given, by itself or by `@Field`; undefined where it does not compile. */
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

/** Whether a text of any length is cheap to hold against the expression. */
export function isAlwaysCheap({ source, flags }: RegExp): boolean {
  return patternCost(source, flags).isCheap(Number.POSITIVE_INFINITY)
}

/**
 * The predicate of a costly expression, with the length that another rule of its field allows looked at first. A longer
 * text passes here without being read: the rule of its length refuses it.
 */
export function guarded<A extends unknown[]>(
  test: (value: unknown, ...rest: A) => boolean,
  maxLength: number
): (value: unknown, ...rest: A) => boolean {
  return (value, ...rest) => (typeof value === 'string' && !hasCodePoints(value, 0, maxLength)) || test(value, ...rest)
}

/** The length that the rules of a field allow to the texts that this one is asked about. */
export function maxLengthFor({ each }: Rule, rules: readonly Rule[]): number {
  const lengths = rules.flatMap((rule) => (rule.each === each && rule.maxLength !== undefined ? [rule.maxLength] : []))
  return Math.min(Number.POSITIVE_INFINITY, ...lengths)
}
