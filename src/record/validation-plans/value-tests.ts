import type { Program } from '../program/program.js'
import { anyValueCode } from '../program/rule-code.js'
import { type FastCheck, type PlainCheck, predicateOf } from '../type/plain-check.js'

/** A predicate that reads nothing but the value. */
export type Predicate = (value: unknown) => boolean

/** A predicate, and what generated code asks first. */
export interface ValueTest {
  readonly holds: Predicate
  /**
   * The expression that is true of what is usually sent and accepted, and of nothing that the predicate refuses; where
   * there is none, the predicate itself is called.
   */
  readonly code?: ((value: string, program: Program) => string) | undefined
}

/** Longer texts are left to class-validator, so that no text is looked at twice. */
export const SHORT = 64

/** The test of a check; `ask` decides what a sure one leaves open. */
export function checkTest(check: PlainCheck, ask: Predicate): ValueTest {
  return {
    holds: check.kind === 'fast' ? fastPredicate(check, ask) : predicateOf(check),
    code: (value, program) => anyValueCode(check, value, program)
  }
}

function fastPredicate({ pattern, maxLength, mustContain = '' }: FastCheck, ask: Predicate): Predicate {
  return (value) => {
    if (typeof value !== 'string') return ask(value)
    if (value.length <= maxLength && pattern.test(value)) return true
    // isEmail throws at a lone surrogate.
    if (mustContain !== '' && value.length <= SHORT && !value.includes(mustContain) && isPlain(value, value.length))
      return false
    return ask(value)
  }
}

/** Whether what begins a text is counted as its length; surrogates and variation selectors are counted otherwise. */
function isPlain(text: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (text.charCodeAt(at) >= 0xd800) return false
  return true
}

/** The test of a text's length, which class-validator counts in its own way. */
export function lengthTest(minimum: unknown, maximum: unknown, ask: Predicate): ValueTest {
  if (typeof minimum !== 'number' || (maximum !== undefined && typeof maximum !== 'number')) return { holds: ask }
  // validator.js takes a minimum that is not a number for none.
  if (Number.isNaN(minimum)) return { holds: ask }
  const most = maximum ?? Number.POSITIVE_INFINITY
  // No text has more characters than units, and each plain unit is a character of its own.
  const isCertain = (text: string): boolean =>
    text.length <= most && (minimum <= 0 || (text.length >= minimum && minimum <= SHORT && isPlain(text, minimum)))
  return {
    holds: (value) => {
      if (typeof value !== 'string') return ask(value)
      if (isCertain(value)) return true
      if (value.length > SHORT || !isPlain(value, value.length)) return ask(value)
      return value.length >= minimum && value.length <= most
    },
    code: (value, program) =>
      minimum <= 0 && most < Number.POSITIVE_INFINITY
        ? `typeof ${value} === 'string' && ${value}.length <= ${program.constant(most)}`
        : `typeof ${value} === 'string' && ${program.constant(isCertain)}(${value})`
  }
}
