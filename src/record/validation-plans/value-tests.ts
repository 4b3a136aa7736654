import type { Program } from '../program/program.js'
import { anyValueCode } from '../program/rule-code.js'
import { type FastCheck, type PlainCheck, predicateOf } from '../type/plain-check.js'

/** A predicate that reads only the value. */
export type Predicate = (value: unknown) => boolean

/** A predicate, and the expression that generated code evaluates first. */
export interface ValueTest {
  readonly holds: Predicate
  /**
   * An expression that is true for the usual valid values, and for nothing that the predicate rejects; without one, the
   * predicate itself is called.
   */
  readonly code?: ((value: string, program: Program) => string) | undefined
}

/** Longer texts are left to class-validator, so that no long text is read twice. */
export const SHORT = 64

/** The test of a check; `predicate` is what a fast check is a shortcut for. */
export function checkTest(check: PlainCheck, predicate: Predicate): ValueTest {
  return {
    holds: check.kind === 'fast' ? fastPredicate(check, predicate) : predicateOf(check),
    code: (value, program) => anyValueCode(check, value, program)
  }
}

function fastPredicate({ pattern, maxLength, mustContain = '' }: FastCheck, predicate: Predicate): Predicate {
  return (value) => {
    if (typeof value !== 'string') return predicate(value)
    if (value.length <= maxLength && pattern.test(value)) return true
    // isEmail throws at a lone surrogate.
    if (mustContain !== '' && value.length <= SHORT && !value.includes(mustContain) && isPlain(value, value.length))
      return false
    return predicate(value)
  }
}

/** Whether the first units of a text are one character each, without surrogates and variation selectors. */
function isPlain(text: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (text.charCodeAt(at) >= 0xd800) return false
  return true
}

/** The test of a text's length, which class-validator counts in its own way. */
export function lengthTest(minimum: unknown, maximum: unknown, predicate: Predicate): ValueTest {
  if (typeof minimum !== 'number' || (maximum !== undefined && typeof maximum !== 'number')) return { holds: predicate }
  // validator.js ignores a minimum that is not a number.
  if (Number.isNaN(minimum)) return { holds: predicate }
  const most = maximum ?? Number.POSITIVE_INFINITY
  // A text has at most as many characters as units, and each plain unit is a character.
  const isCertain = (text: string): boolean =>
    text.length <= most && (minimum <= 0 || (text.length >= minimum && minimum <= SHORT && isPlain(text, minimum)))
  return {
    holds: (value) => {
      if (typeof value !== 'string') return predicate(value)
      if (isCertain(value)) return true
      if (value.length > SHORT || !isPlain(value, value.length)) return predicate(value)
      return value.length >= minimum && value.length <= most
    },
    code: (value, program) =>
      minimum <= 0 && most < Number.POSITIVE_INFINITY
        ? `typeof ${value} === 'string' && ${value}.length <= ${program.constant(most)}`
        : `typeof ${value} === 'string' && ${program.constant(isCertain)}(${value})`
  }
}
