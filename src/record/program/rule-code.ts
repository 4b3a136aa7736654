import type { PlainCheck } from '../type/plain-check.js'
import { hasCodePoints } from '../type/plain-check.js'
import type { Rule, RuleCall } from '../type/schema.js'
import type { Program } from './program.js'

const NO_RECORD = Object.freeze({})

/**
 * The expression for whether a value meets a rule that reads nothing but the value. Of a costly predicate only what surely
 * meets it is accepted here, so that a value which does not is not checked twice.
 *
 * @param value names the value
 * @param kind what the value is known to be in JSON and in the program: `string`, `number`, `array` …
 */
export function ruleCode(rule: Rule, value: string, kind: string | undefined, program: Program): string {
  const { check, call } = rule
  if (call !== undefined) return callCode(rule, call, value, kind, program)
  return check === undefined || checkedKind(check) !== kind
    ? `${program.constant(rule.test)}(${value}, ${program.constant(NO_RECORD)})`
    : checkCode(check, value, program)
}

/** One call of its own for each rule, so that the engine knows which function is called. */
function callCode(
  rule: Rule,
  { instance, args, check }: RuleCall,
  value: string,
  kind: string | undefined,
  program: Program
): string {
  const result = `${program.constant(instance)}.validate(${value}, ${program.constant(args as object)})`
  const called = `${program.constant(isTrue)}(${result})`
  if (check === undefined) return called
  if (checkedKind(check) !== kind) return `${program.constant(rule.test)}(${value}, ${program.constant(NO_RECORD)})`
  return `${checkCode(check, value, program)} && ${called}`
}

/** Whether a function's result is true. A promise, which is none, must not end the process where it is rejected. */
export function isTrue(result: unknown): boolean {
  if (result === true) return true
  if (typeof result === 'object' && result !== null) Promise.resolve(result).catch(() => undefined)
  return false
}

/** Whether that expression says all of the rule, and costs little. */
export function isPlainRule({ check }: Rule, kind: string | undefined): boolean {
  return check !== undefined && check.kind !== 'fast' && checkedKind(check) === kind
}

function checkCode(check: PlainCheck, value: string, program: Program): string {
  switch (check.kind) {
    case 'pattern':
      return `${program.constant(check.pattern)}.test(${value})`
    case 'fast':
      return `${value}.length <= ${program.constant(check.maxLength)} && ${program.constant(check.pattern)}.test(${value})`
    case 'characters':
      return charactersCode(check.minimum, check.maximum, value, program)
    case 'items':
      return boundsCode(`${value}.length`, check.minimum, check.maximum, program)
    default:
      return `${value} ${OPERATORS[check.kind]} ${program.constant(check.limit)}`
  }
}

const OPERATORS = { atLeast: '>=', atMost: '<=', above: '>', below: '<' } as const

/** The number of UTF-16 units settles most texts: a character has one or two. */
function charactersCode(minimum: number, maximum: number, value: string, program: Program): string {
  const length = `${value}.length`
  // The first character takes one unit at least, and no maximum means that none is too many.
  if (minimum <= 1 && maximum === Number.POSITIVE_INFINITY) return boundsCode(length, minimum, maximum, program)
  const bounds = [program.constant(minimum), program.constant(maximum)].join(', ')
  const settled = boundsCode(length, minimum <= 1 ? minimum : minimum * 2, maximum, program)
  return `(${settled} || ${program.constant(hasCodePoints)}(${value}, ${bounds}))`
}

function boundsCode(length: string, minimum: number, maximum: number, program: Program): string {
  const bounds: string[] = []
  if (minimum > 0) bounds.push(`${length} >= ${program.constant(minimum)}`)
  if (maximum < Number.POSITIVE_INFINITY) bounds.push(`${length} <= ${program.constant(maximum)}`)
  return bounds.length === 0 ? 'true' : bounds.join(' && ')
}

type CheckedKind = 'string' | 'number' | 'array'

function checkedKind({ kind }: PlainCheck): CheckedKind {
  if (kind === 'pattern' || kind === 'fast' || kind === 'characters') return 'string'
  return kind === 'items' ? 'array' : 'number'
}
