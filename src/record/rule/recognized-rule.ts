import { originOf } from '../library/constraint-origin.js'
import type { ConstraintClass, ValidationArguments } from '../library/metadata-storage.js'
import { RULES } from './built-in-rules.js'
import type { Constraints, RuleRow } from './rule-row.js'
import { agreesOnSamples } from './sample-verdicts.js'
import { readsMore, valueArguments } from './value-arguments.js'

/** What a constraint in class-validator's metadata is checked by. */
export interface ConstraintInstance {
  validate(value: unknown, args?: ValidationArguments): unknown
  defaultMessage?(args?: ValidationArguments): string
}

/** A constraint that is, or seems to be, one of class-validator's own. */
export interface RecognizedRule {
  readonly row: RuleRow
  /** Its own message, of an empty text. */
  readonly message: string
  /**
   * Whether the function is class-validator's for certain. If not, its name, its message and some verdicts are: that is
   * enough for the document, but the function itself must decide about each value.
   */
  readonly isCertain: boolean
}

/**
 * Recognizes the constraints of class-validator's own decorators. A user can register a constraint of the same name, with
 * the same message, that accepts less or more.
 *
 * @param target the class that class-validator created for one use of a decorator
 */
export function recognizedRule(
  target: ConstraintClass,
  name: string | undefined,
  constraints: Constraints,
  instance: ConstraintInstance
): RecognizedRule | undefined {
  const row = name !== undefined && Object.hasOwn(RULES, name) ? RULES[name] : undefined
  if (row === undefined) return undefined
  const origin = originOf(target, name as string, instance)
  if (origin === 'user') return undefined
  try {
    const message = instance.defaultMessage?.({ constraints, value: '' } as unknown as ValidationArguments)
    const { defaultMessage } = row
    const expected = typeof defaultMessage === 'string' ? defaultMessage : defaultMessage(constraints)
    if (message?.replace('each value in ', '') !== expected) return undefined
    if (origin === 'unknown' && !seemsSame(row, constraints, instance)) return undefined
    return { row, message, isCertain: origin === 'library' }
  } catch {
    return undefined
  }
}

/** Whether a function agrees with the rule about samples, and reads nothing but the value and the arguments for it. */
function seemsSame(row: RuleRow, constraints: Constraints, instance: ConstraintInstance): boolean {
  const args = valueArguments(constraints)
  return agreesOnSamples(row, constraints, (value) => {
    try {
      return Boolean(instance.validate(value, args))
    } catch (error) {
      if (readsMore(error)) throw error
      return false
    }
  })
}
