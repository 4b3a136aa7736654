import type { PlainCheck } from '../type/plain-check.js'
import type { RuleKeywords, TypeSchema } from '../type/schema.js'

/** class-validator's own predicate of a constraint. */
export type Predicate = (value: unknown) => boolean

/** The arguments of a decorator. */
export type Constraints = readonly unknown[]

/** How one of class-validator's built-in constraints is told in the document and in a refusal. */
export interface RuleRow {
  /** The default message of class-validator, by which a built-in is told from a user's constraint of the same name. */
  readonly defaultMessage: string | ((constraints: Constraints) => string)
  /** The rule's name in a fault; default: class-validator's. */
  readonly name?: string
  /** The only type in JSON whose values can meet the rule. */
  readonly about?: 'string' | 'number' | 'array' | 'object' | 'boolean' | 'integer'
  /** What JSON Schema can say; undefined where these arguments cannot be said. `type` is what the rule is about. */
  readonly keywords?: (constraints: Constraints, type: TypeSchema, predicate: Predicate) => RuleKeywords | undefined
  /** Whether the keywords say less than the rule does, so that it is listed besides. They never say more. */
  readonly isPartial?: true | ((constraints: Constraints) => boolean)
  /** Decides in place of class-validator's predicate, where that differs from what the document says or costs more. */
  readonly check?: (constraints: Constraints) => PlainCheck | undefined
  /** The same, for what is no plain check. */
  readonly test?: (constraints: Constraints, predicate: Predicate, type: TypeSchema) => Predicate
  /** Whether the predicate is asked about the JSON value as it was sent. */
  readonly readsRawValue?: boolean
  /** The reason of a refusal; default: class-validator's message without the property's name. */
  readonly message?: (constraints: Constraints) => string
}

export type RuleRows = Readonly<Record<string, RuleRow>>

/** Text that a regular expression tells. */
export interface PatternRow extends Pick<RuleRow, 'name' | 'message'> {
  /** The expression as JSON Schema reads it; undefined where the arguments cannot be told by one. */
  readonly pattern: string | ((constraints: Constraints) => string | undefined)
  readonly format?: string
}

/** A rule that is all said by a pattern, which then decides, too. */
export function pattern(defaultMessage: string, row: PatternRow): RuleRow {
  const { pattern: given, format, ...rest } = row
  const patternOf = typeof given === 'string' ? () => given : given
  return {
    defaultMessage,
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

/** A rule of which a pattern says a part; class-validator's predicate says the rest. */
export function partialPattern(defaultMessage: string, row: PatternRow): RuleRow {
  const { check: _decides, ...rest } = pattern(defaultMessage, row)
  return {
    ...rest,
    isPartial: true,
    test: (constraints, predicate) => {
      const source = typeof row.pattern === 'string' ? row.pattern : row.pattern(constraints)
      if (source === undefined) return predicate
      const regex = new RegExp(source, 'u')
      return (value) => typeof value === 'string' && regex.test(value) && predicate(value)
    }
  }
}

/** A rule about text of which JSON Schema has no words. */
export function undocumented(defaultMessage: string, row: Omit<RuleRow, 'defaultMessage' | 'keywords'> = {}): RuleRow {
  return { defaultMessage, about: 'string', ...row }
}

export function count(value: unknown, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`
}

export function list(values: unknown): string {
  return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')
}

/** Whether the value is one that JSON compares as JavaScript's `===` does. */
export function isScalarJson(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

export function areScalarJson(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.every(isScalarJson)
}

/** Whether JSON Schema can count so many. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** One of the options that a decorator was given. */
export function option(options: unknown, name: string): unknown {
  return (options as { readonly [name: string]: unknown } | null | undefined)?.[name]
}

/** The text as a regular expression that matches it anywhere; undefined where JSON Schema would read it otherwise. */
export function literalPattern(text: string): string | undefined {
  // Half of a character can be found in JavaScript, and not in an expression that reads whole ones.
  if (text === '' || /\p{Cs}/u.test(text)) return undefined
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
