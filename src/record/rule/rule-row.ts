import type { PlainCheck } from '../type/plain-check.js'
import type { RuleKeywords, TypeSchema } from '../type/schema.js'

/** class-validator's own predicate of a constraint. */
export type Predicate = (value: unknown) => boolean

/** The arguments of a decorator. */
export type Constraints = readonly unknown[]

/** How one of class-validator's built-in constraints appears in the document and in faults. */
export interface RuleRow {
  /** class-validator's default message, which distinguishes a built-in from a user's constraint of the same name. */
  readonly defaultMessage: string | ((constraints: Constraints) => string)
  /** The rule's name in a fault; default: class-validator's. */
  readonly name?: string
  /** The only type of JSON whose values can pass the rule. */
  readonly about?: 'string' | 'number' | 'array' | 'object' | 'boolean' | 'integer'
  /** The rule as JSON Schema; undefined if that cannot express these arguments. `type` is the type that is checked. */
  readonly keywords?: (constraints: Constraints, type: TypeSchema, predicate: Predicate) => RuleKeywords | undefined
  /** Whether the keywords are weaker than the rule, so that the document lists it as well. They are never stronger. */
  readonly isPartial?: true | ((constraints: Constraints) => boolean)
  /** Replaces class-validator's predicate, where that differs from the document or is slower. */
  readonly check?: (constraints: Constraints) => PlainCheck | undefined
  /** The same, for what a plain check cannot express. */
  readonly test?: (constraints: Constraints, predicate: Predicate, type: TypeSchema) => Predicate
  /** class-validator's function is not called with longer texts, for which it takes too long. */
  readonly longest?: number
  /** What the rule accepts, as the document says, and class-validator's predicate does not. */
  readonly acceptsMore?: (value: unknown) => boolean
  /** Whether the predicate reads the raw value, as it was sent. */
  readonly readsRawValue?: boolean
  /** The message of a fault; default: class-validator's message without the property's name. */
  readonly message?: (constraints: Constraints) => string
  /** The argument that a value breaks, which a fault has as its `limit`; without it, none is shown. */
  readonly limit?: (constraints: Constraints, value: unknown) => unknown
}

export type RuleRows = Readonly<Record<string, RuleRow>>

/** A rule about text that a regular expression expresses. */
export interface PatternRow extends Pick<RuleRow, 'name' | 'message'> {
  /** The expression as JSON Schema reads it; undefined if none expresses the arguments. */
  readonly pattern: string | ((constraints: Constraints) => string | undefined)
  readonly format?: string
}

/** A rule that a pattern expresses completely, and therefore also checks. */
export function pattern(defaultMessage: string, row: PatternRow): RuleRow {
  const { pattern: given, format, ...rest } = row
  const patternOf = typeof given === 'string' ? () => given : given
  return {
    defaultMessage,
    ...(format !== undefined && { limit: () => format }),
    about: 'string',
    keywords: (constraints) => {
      const source = patternOf(constraints)
      return source === undefined ? undefined : { ...(format !== undefined && { format }), pattern: source }
    },
    check: (constraints) => {
      const source = patternOf(constraints)
      return source === undefined ? undefined : { kind: 'pattern', pattern: new RegExp(source, 'u') }
    },
    ...rest
  }
}

interface PartialPatternRow extends PatternRow {
  readonly pattern: string | ((constraints: Constraints) => string)
}

/** A rule that a pattern expresses in part; class-validator's predicate checks the rest. */
export function partialPattern(defaultMessage: string, row: PartialPatternRow): RuleRow {
  const { check: _decides, ...rest } = pattern(defaultMessage, row)
  return {
    ...rest,
    isPartial: true,
    test: (constraints, predicate) => {
      const regex = new RegExp(typeof row.pattern === 'string' ? row.pattern : row.pattern(constraints), 'u')
      return (value) => typeof value === 'string' && regex.test(value) && predicate(value)
    }
  }
}

/** A rule about text that JSON Schema has no keyword for. */
export function undocumented(defaultMessage: string, row: Omit<RuleRow, 'defaultMessage' | 'keywords'> = {}): RuleRow {
  return { defaultMessage, about: 'string', ...row }
}

export function list(values: unknown): string {
  return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')
}

/** The limit of a rule with one argument. */
export function onlyLimit([limit]: Constraints): unknown {
  return limit
}

/** The limit of a rule with a least and a greatest length: the one that is broken. */
export function brokenLimit([least, most]: Constraints, isShorter: boolean): unknown {
  return isShorter ? least : most
}

/** Whether JSON compares the value as JavaScript's `===` does. */
export function isScalarJson(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

export function areScalarJson(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.every(isScalarJson)
}

/** Whether the value is a count in JSON Schema: an integer of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** One of a decorator's options. */
export function option(options: unknown, name: string): unknown {
  return (options as { readonly [name: string]: unknown } | null | undefined)?.[name]
}

/** A regular expression that matches the text anywhere; undefined if JSON Schema would read it differently. */
export function literalPattern(text: string): string | undefined {
  // A lone surrogate is found within a pair by JavaScript, and not by an expression that reads whole characters.
  if (text === '' || /\p{Cs}/u.test(text)) return undefined
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/**
 * The predicate, which is not called again for the text that it has rejected last: what a quick check rejects is checked
 * once more, for its message. The text is kept until then.
 */
export function rejectingOnce<P extends (value: unknown, ...rest: never[]) => boolean>(predicate: P): P {
  let rejected: string | undefined
  return ((value, ...rest) => {
    if (typeof value !== 'string') return predicate(value, ...rest)
    if (value === rejected) {
      rejected = undefined
      return false
    }
    const isAccepted = predicate(value, ...rest)
    if (!isAccepted) rejected = value
    return isAccepted
  }) as P
}
