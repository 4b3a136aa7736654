import type { ValidationArguments } from 'class-validator'
import type { AppliedRule } from '../field/field-decorators.js'
import { isWrapper } from '../library/constraint-wrapper.js'
import { RULES } from '../rule/built-in-rules.js'
import type { RuleRow } from '../rule/rule-row.js'
import { agreesOnSamples } from '../rule/sample-verdicts.js'
import { makeLinear } from '../rule/unique-items.js'
import { BUILT_INS, type BuiltIn } from './built-in-tests.js'
import { checkTest, type Predicate, type ValueTest } from './value-tests.js'

/** A constraint in class-validator's metadata: its name, its arguments, and the object that checks it. */
export interface ConstraintFacts {
  readonly name: string | undefined
  readonly constraints: readonly unknown[] | undefined
  readonly instance: {
    validate(value: unknown, args?: ValidationArguments): unknown
    defaultMessage?(args?: ValidationArguments): string
  }
}

/** A constraint without side effects. */
export interface KnownConstraint {
  readonly test: ValueTest
  /** Its own message, with its tokens, if that is the same for all values. */
  readonly message: string | undefined
  /** Whether it has several messages, chosen by the value. */
  readonly choosesMessage: boolean
}

/**
 * The test and message of a constraint that is class-validator's own, or was applied by `@Field`, and therefore reads
 * only the value; undefined for any other.
 */
export function knownConstraint(facts: ConstraintFacts, applied: AppliedRule | undefined): KnownConstraint | undefined {
  const { constraints = [], instance } = facts
  const own = ownConstraint(facts)
  const choosesMessage = own?.builtIn.choosesMessage === true
  const message = choosesMessage ? undefined : own?.message
  const predicate: Predicate = (value) => Boolean(instance.validate(value, { constraints } as never))
  const check = typeof applied === 'object' ? applied.rule.check : undefined
  if (check?.kind === 'fast') return { test: checkTest(check, predicate), message, choosesMessage }
  const test = own?.builtIn.test(constraints, own.predicate) ?? (applied && { holds: predicate })
  return test && { test, message, choosesMessage }
}

interface OwnConstraint {
  readonly builtIn: BuiltIn
  readonly message: string
  readonly predicate: Predicate
}

function ownConstraint({ name, constraints = [], instance }: ConstraintFacts): OwnConstraint | undefined {
  if (name === undefined || !Object.hasOwn(BUILT_INS, name) || !isWrapper(instance.constructor)) return undefined
  const builtIn = BUILT_INS[name] as BuiltIn
  const args = {
    constraints,
    property: '',
    targetName: '',
    object: {},
    value: undefined
  } as unknown as ValidationArguments
  try {
    const message = instance.defaultMessage?.(args)
    const standard = RULES[name]?.defaultMessage
    if (message === undefined || message.replace('each value in ', '') !== standard) return undefined
    const predicate: Predicate = (value) => Boolean(instance.validate(value, args))
    if (!agreesOnSamples(RULES[name] as RuleRow, constraints, predicate)) return undefined
    if (name === 'arrayUnique') makeLinear(instance.constructor)
    return { builtIn, message, predicate }
  } catch {
    return undefined
  }
}
