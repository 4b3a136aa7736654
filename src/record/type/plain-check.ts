/**
 * A predicate as plain data: the closure that decides and the code that is generated both come from it, so that they
 * cannot differ.
 */
export type PlainCheck =
  | {
      /** Text with this number of characters, counted as code points. */
      readonly kind: 'characters'
      readonly minimum: number
      readonly maximum: number
    }
  | { readonly kind: 'items'; readonly minimum: number; readonly maximum: number }
  /** Text that the expression matches. It has no state: neither `g` nor `y`. */
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'atLeast' | 'atMost' | 'above' | 'below'; readonly limit: number }
  | FastCheck

/**
 * A shortcut for a costly predicate: text that the expression matches, up to `maxLength`, is accepted at once. The
 * expression matches nothing that the predicate rejects; on any other text the predicate decides.
 */
export interface FastCheck {
  /** Checked by a regular expression. */
  readonly kind: 'fast'
  /** Matches what is accepted. */
  readonly pattern: RegExp
  /** In UTF-16 code units. */
  readonly maxLength: number
  /** A substring of every text that the predicate accepts. */
  readonly mustContain?: string
}

/**
 * The check as a predicate.
 *
 * @param otherwise the predicate that a `fast` check is a shortcut for
 */
export function predicateOf(
  check: PlainCheck,
  otherwise: (value: unknown) => boolean = () => false
): (value: unknown) => boolean {
  switch (check.kind) {
    case 'characters': {
      const { minimum, maximum } = check
      return (value) => hasCodePoints(value, minimum, maximum)
    }
    case 'items': {
      const { minimum, maximum } = check
      return (value) => Array.isArray(value) && value.length >= minimum && value.length <= maximum
    }
    case 'pattern': {
      const { pattern } = check
      return (value) => typeof value === 'string' && pattern.test(value)
    }
    case 'fast':
      return fastPredicate(check, otherwise)
    case 'atLeast':
      return (value) => typeof value === 'number' && value >= check.limit
    case 'atMost':
      return (value) => typeof value === 'number' && value <= check.limit
    case 'above':
      return (value) => typeof value === 'number' && value > check.limit
    case 'below':
      return (value) => typeof value === 'number' && value < check.limit
  }
}

function fastPredicate(
  { pattern, maxLength, mustContain = '' }: FastCheck,
  otherwise: (value: unknown) => boolean
): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== 'string') return otherwise(value)
    // Generated code has tried the pattern on most texts that come here, and a search costs less than to try it again.
    return value.includes(mustContain) && ((value.length <= maxLength && pattern.test(value)) || otherwise(value))
  }
}

/** A check of length; undefined where a bound is not a number. */
export function charactersCheck(minimum: unknown, maximum?: unknown): PlainCheck | undefined {
  const bounds = boundsOf(minimum, maximum)
  return bounds && { kind: 'characters', ...bounds }
}

export function itemsCheck(minimum: unknown, maximum?: unknown): PlainCheck | undefined {
  const bounds = boundsOf(minimum, maximum)
  return bounds && { kind: 'items', ...bounds }
}

export function limitCheck(kind: 'atLeast' | 'atMost' | 'above' | 'below', limit: unknown): PlainCheck | undefined {
  return typeof limit === 'number' ? { kind, limit } : undefined
}

function boundsOf(minimum: unknown = 0, maximum: unknown = Number.POSITIVE_INFINITY) {
  return isBound(minimum) && isBound(maximum) ? { minimum, maximum } : undefined
}

function isBound(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value)
}

/**
 * Whether the text has `minimum` to `maximum` characters, counted as Unicode code points as JSON Schema does
 * (2020-12 validation, section 6.3.1). A lone surrogate counts as one.
 *
 * class-validator's predicates count `☂` with a variation selector as one character, and so would accept or reject
 * other texts than the document does.
 */
export function hasCodePoints(text: unknown, minimum: number, maximum = Number.POSITIVE_INFINITY): boolean {
  if (typeof text !== 'string') return false
  // A code point takes one or two units, so most texts need no count.
  const units = text.length
  if (units < minimum || units > maximum * 2) return false
  if (units >= minimum * 2 && units <= maximum) return true
  const length = codePoints(text)
  return length >= minimum && length <= maximum
}

function codePoints(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if (isBetween(text.charCodeAt(at), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff)) {
      length--
      at++
    }
  }
  return length
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last
}
