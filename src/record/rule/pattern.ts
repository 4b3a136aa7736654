/**
 * The regular expression as JSON Schema means it: with Unicode matching and without other flags (2020-12 core,
 * section 6.4). Undefined where a flag changes what it accepts, or where it does not compile so; then the document
 * cannot say it.
 */
export function documentedPattern(pattern: unknown, flags?: unknown): RegExp | undefined {
  const isRegex = pattern instanceof RegExp
  if (!isRegex && typeof pattern !== 'string') return undefined
  const modifiers = isRegex ? pattern.flags : typeof flags === 'string' ? flags : ''
  // With `g`, a search that starts anew finds what it finds without.
  if (/[^dgu]/.test(modifiers)) return undefined
  try {
    return new RegExp(isRegex ? pattern.source : pattern, 'u')
  } catch {
    return undefined
  }
}

/** What a right pattern of `@Field` would be; undefined when this one is right. */
export function expectPattern(value: unknown): string | undefined {
  if (!(value instanceof RegExp) && typeof value !== 'string') return 'a regular expression'
  if (value instanceof RegExp && /[^du]/.test(value.flags)) {
    return 'a regular expression without flags, since JSON Schema knows none'
  }
  try {
    new RegExp(value instanceof RegExp ? value.source : value, 'u')
    return undefined
  } catch (error) {
    return `a regular expression that compiles with the flag u, as JSON Schema reads it (${(error as Error).message})`
  }
}
