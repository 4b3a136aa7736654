import { checkDecorator } from '../library/base-decorators.js'
import type { ValidationOptions } from '../library/metadata-storage.js'
import type { PlainCheck } from '../type/plain-check.js'
import type { RuleKeywords } from '../type/schema.js'

/** One named format: the class-validator decorator that checks it, its keywords in the document, and its message. */
export interface Format {
  readonly decorate: (options: ValidationOptions) => PropertyDecorator
  readonly keywords: RuleKeywords
  /** Whether the keywords are weaker than the rule: most format names are annotations, which need not be checked. */
  readonly isPartial?: true
  readonly message: string
  /** Replaces class-validator's predicate, where that differs from the document or is slower. */
  readonly check?: PlainCheck
  /** The same, for what a plain check cannot express. */
  readonly test?: (value: unknown) => boolean
  /** A regular expression of the application's own that texts must match. */
  readonly expression?: RegExp
}

/** class-validator's decorator for a check of texts, with the message that this has there, and here. */
export function lexical(
  name: string,
  test: (text: string) => boolean,
  message: string
): Pick<Format, 'decorate' | 'message'> {
  const validate = (value: unknown) => typeof value === 'string' && test(value)
  return { decorate: (options) => checkDecorator(name, validate, message, options), message }
}

/** A format whose texts one pattern describes, all of them and no others. */
export function regular(name: string, pattern: string, message: string): Format {
  const expression = new RegExp(pattern, 'u')
  return {
    ...lexical(constraintOf(name), (text) => expression.test(text), message),
    keywords: { format: name, pattern },
    check: { kind: 'pattern', pattern: expression }
  }
}

/** A format of which no pattern says all. `pattern` is one that every text of it matches. */
export function checked(name: string, test: (text: string) => boolean, message: string, pattern?: string): Format {
  return {
    ...lexical(constraintOf(name), test, message),
    keywords: { format: name, ...(pattern !== undefined && { pattern }) },
    isPartial: true,
    test: (value) => typeof value === 'string' && test(value)
  }
}

/** A format that says what a text is for: every text is of it. */
export function annotation(name: string): Format {
  return { ...lexical(constraintOf(name), () => true, 'must be a string'), keywords: { format: name } }
}

/** The name among class-validator's constraints: `isUriReference`. */
export function constraintOf(name: string): string {
  return `is-${name}`.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
}
