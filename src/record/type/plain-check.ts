/**
 * A predicate as plain data: the closure that decides and the code that is generated both come from it, so that they
 * cannot differ.
 */
export type PlainCheck =
  | {
      /** Text of so many characters, counted as code points. */
      readonly kind: 'characters'
      readonly minimum: number
      readonly maximum: number
    }
  | { readonly kind: 'items'; readonly minimum: number; readonly maximum: number }
  /** Text that the expression matches. It has no state: neither `g` nor `y`. */
  | { readonly kind: 'pattern'; readonly pattern: RegExp }
  | { readonly kind: 'atLeast' | 'atMost' | 'above' | 'below'; readonly limit: number }
  | SureCheck

/**
 * Text that the expression matches, and that is no longer than this, is accepted at once. It matches nothing that the
 * predicate refuses; of all else the predicate, which costs more, decides.
 */
export interface SureCheck {
  readonly kind: 'sure'
  readonly pattern: RegExp
  /** In UTF-16 code units. */
  readonly longest: number
  /** What every text holds that the predicate accepts. */
  readonly needs?: string
}

/**
 * The check as a predicate.
 *
 * @param otherwise decides what a `sure` check leaves open
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
    case 'sure':
      return surePredicate(check, otherwise)
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

/** Texts beyond this length are not kept. */
const SHORT = 256

function surePredicate(
  { pattern, longest, needs = '' }: SureCheck,
  otherwise: (value: unknown) => boolean
): (value: unknown) => boolean {
  // What was refused is asked about again at once, by the reader that tells what is wrong.
  let refused: string | undefined
  return (value) => {
    if (typeof value !== 'string') return otherwise(value)
    if (value === refused) return false
    if (value.length <= longest && pattern.test(value)) return true
    const holds = value.includes(needs) && otherwise(value)
    if (!holds && value.length <= SHORT) refused = value
    return holds
  }
}

/** A check of length; undefined where the bounds are none that a count can be held against. */
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
 * class-validator's predicates count `☂` with a variation selector as one character and would accept or refuse texts
 * that the document does not.
 */
export function hasCodePoints(text: unknown, minimum: number, maximum = Number.POSITIVE_INFINITY): boolean {
  if (typeof text !== 'string') return false
  // A code point takes one or two units, so that most texts need not be counted.
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
