import type { ValidationArguments } from 'class-validator'
import type { AppliedRule } from '../field/field-decorators.js'
import { isWrapper } from '../library/constraint-wrapper.js'
import { makeLinear } from '../rule/unique-items.js'
import { BUILT_INS, type BuiltIn } from './built-ins.js'
import { checkTest, type Predicate, type ValueTest } from './value-tests.js'

/** What class-validator knows of a constraint: its name, its arguments, and the object that decides. */
export interface ConstraintFacts {
  readonly name: string | undefined
  readonly constraints: readonly unknown[] | undefined
  readonly instance: {
    validate(value: unknown, args?: ValidationArguments): unknown
    defaultMessage?(args?: ValidationArguments): string
  }
}

/** What is known of a constraint that nobody can watch. */
export interface KnownConstraint {
  readonly test: ValueTest
  /** Its own message, with its tokens, where that is the same for all values. */
  readonly message: string | undefined
  /** Whether it chooses by the value among a few. */
  readonly choosesMessage: boolean
}

/**
 * What is known of a constraint that reads the value alone because it is class-validator's own, or was applied by
 * `@Field`; undefined for any other.
 */
export function knownConstraint(facts: ConstraintFacts, applied: AppliedRule | undefined): KnownConstraint | undefined {
  const { constraints = [], instance } = facts
  const own = ownConstraint(facts)
  const choosesMessage = own?.builtIn.choosesMessage === true
  const message = choosesMessage ? undefined : own?.message
  const ask: Predicate = (value) => Boolean(instance.validate(value, { constraints } as never))
  const check = typeof applied === 'object' ? applied.rule.check : undefined
  if (check?.kind === 'fast') return { test: checkTest(check, ask), message, choosesMessage }
  const test = own?.builtIn.test(constraints, own.ask) ?? (applied && { holds: ask })
  return test && { test, message, choosesMessage }
}

interface OwnConstraint {
  readonly builtIn: BuiltIn
  readonly message: string
  readonly ask: Predicate
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
    const standard = builtIn.message.includes('$property') ? builtIn.message : `$property ${builtIn.message}`
    if (message !== standard && message !== `each value in ${standard}`) return undefined
    if (name === 'arrayUnique') makeLinear(instance.constructor)
    return { builtIn, message, ask: (value) => instance.validate(value, args) as boolean }
  } catch {
    return undefined
  }
}
