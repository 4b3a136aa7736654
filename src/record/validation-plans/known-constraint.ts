import type { AppliedRule } from '../field/applied-metadata.js'
import type { ConstraintClass } from '../library/metadata-storage.js'
import { type ConstraintInstance, recognizedRule } from '../rule/recognized-rule.js'
import { makeLinear } from '../rule/unique-items.js'
import { isLonger, valueArguments } from '../rule/value-arguments.js'
import { BUILT_INS, type BuiltIn } from './built-in-tests.js'
import type { Predicate, ValueTest } from './value-tests.js'

/** A constraint in class-validator's metadata: its name, its arguments, and the object that checks it. */
export interface ConstraintFacts {
  readonly name: string | undefined
  readonly constraints: readonly unknown[] | undefined
  readonly instance: ConstraintInstance
}

/** A constraint without side effects. */
export interface KnownConstraint {
  readonly test: ValueTest
  /**
   * Whether the test has class-validator's results. If not, it only seems to be class-validator's own: a value that the
   * test accepts is valid, and of any other the constraint itself decides.
   */
  readonly isCertain: boolean
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
  if (own !== undefined && !own.isCertain && applied === undefined) return uncertain(facts, own)
  const choosesMessage = own?.builtIn.choosesMessage === true
  const known = { isCertain: true, message: choosesMessage ? undefined : own?.message, choosesMessage }
  const predicate: Predicate = (value) => Boolean(instance.validate(value))
  const test = own?.builtIn.test(constraints, own.predicate) ?? (applied && { holds: predicate })
  return test && { ...known, test }
}

function uncertain(
  { constraints = [], instance }: ConstraintFacts,
  { builtIn, longest }: OwnConstraint
): KnownConstraint {
  const args = valueArguments(constraints)
  const holds: Predicate = (value) => {
    try {
      return instance.validate(value, args) === true
    } catch {
      return false
    }
  }
  const known = { message: undefined, choosesMessage: false }
  if (longest === undefined) return { ...known, test: { holds }, isCertain: false }
  // What has a longest text has a test of its own for longer ones.
  const { holds: long } = builtIn.test(constraints, holds) as ValueTest
  const bounded: Predicate = (value) => (isLonger(value, longest) ? long(value) : holds(value))
  return { ...known, test: { holds: bounded }, isCertain: true }
}

interface OwnConstraint {
  readonly builtIn: BuiltIn
  readonly message: string
  readonly predicate: Predicate
  readonly isCertain: boolean
  readonly longest: number | undefined
}

function ownConstraint({ name, constraints = [], instance }: ConstraintFacts): OwnConstraint | undefined {
  if (name === undefined || !Object.hasOwn(BUILT_INS, name)) return undefined
  const target = instance.constructor as ConstraintClass
  const recognized = recognizedRule(target, name, constraints, instance)
  if (recognized === undefined) return undefined
  const { message, isCertain, row } = recognized
  if (isCertain && name === 'arrayUnique') makeLinear(target)
  const args = valueArguments(constraints)
  const predicate: Predicate = (value) => Boolean(instance.validate(value, args))
  return { builtIn: BUILT_INS[name] as BuiltIn, message, predicate, isCertain, longest: row.longest }
}
