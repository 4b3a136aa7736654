import type { ValidatorOptions } from 'class-validator'
import type { ClassValidatorError } from '../../errors.js'
import { canGenerateCode } from '../program/program.js'
import { NEEDS_LIBRARY } from './class-check.js'
import { ClassPlans, type Selection } from './class-plans.js'
import { Validation } from './validation.js'

const plansBySelection = new Map<string, ClassPlans>()
const PLAIN = new ClassPlans({ groups: undefined, always: false, strictGroups: false })
const USUAL = new Validation(PLAIN, {}, false)
const USUAL_SYNC = new Validation(PLAIN, {}, true)

/** More combinations of groups, which an application creates at run time, are left to class-validator. */
const MAX_SELECTIONS = 100

/** The last selection, which is often the next one, too. */
let last: { readonly selection: Selection; readonly plans: ClassPlans } | undefined

function plansFor({ groups, always = false, strictGroups = false }: ValidatorOptions): ClassPlans | undefined {
  // To class-validator an empty list of groups is the same as none.
  if ((groups === undefined || isEmptyList(groups)) && !always && !strictGroups) return PLAIN
  if (groups !== undefined && !(Array.isArray(groups) && groups.every((group) => typeof group === 'string')))
    return undefined
  const selection: Selection = { groups, always: Boolean(always), strictGroups: Boolean(strictGroups) }
  if (last !== undefined && isSame(last.selection, selection)) return last.plans
  const key = JSON.stringify(selection)
  let plans = plansBySelection.get(key)
  if (plans === undefined) {
    if (plansBySelection.size >= MAX_SELECTIONS) return undefined
    plans = new ClassPlans(copyOf(selection))
    plansBySelection.set(key, plans)
  }
  last = { selection: copyOf(selection), plans }
  return plans
}

/** A copy, since the caller may change its list. */
function copyOf({ groups, ...rest }: Selection): Selection {
  return { groups: groups && [...groups], ...rest }
}

function isSame(one: Selection, other: Selection): boolean {
  return (
    one.always === other.always &&
    one.strictGroups === other.strictGroups &&
    one.groups?.length === other.groups?.length &&
    (one.groups === undefined || one.groups.every((group, at) => group === other.groups?.[at]))
  )
}

function isEmptyList(groups: unknown): boolean {
  return Array.isArray(groups) && groups.length === 0
}

const guardedPlans = new Map<string, ClassPlans>()

/**
 * The errors that class-validator's `validateSync` would return for what a client sent. Costly patterns are skipped for
 * texts that another rule rejects as too long. The selections are those of the application's records.
 *
 * @returns undefined if class-validator itself must validate the object
 */
export function errorsOfSent(object: object, selection: Selection): ClassValidatorError[] | undefined {
  const key = JSON.stringify([selection.groups, selection.always, selection.strictGroups])
  let plans = guardedPlans.get(key)
  if (plans === undefined) {
    const chosen = copyOf(selection)
    // To class-validator an empty list of groups is the same as none.
    plans = new ClassPlans(isEmptyList(chosen.groups) ? { ...chosen, groups: undefined } : chosen, true)
    guardedPlans.set(key, plans)
  }
  return errorsBy(new Validation(plans, {}, true), object)
}

/**
 * The errors that class-validator's `validate` would return; undefined if it must validate the object itself, as it
 * does wherever no code may be generated.
 */
export function validationErrors(
  object: unknown,
  options: unknown,
  isSync: boolean
): ClassValidatorError[] | undefined {
  if (!canGenerateCode || typeof object !== 'object' || object === null) return undefined
  const validation = validationOf(options, isSync)
  return validation && errorsBy(validation, object)
}

function errorsBy(validation: Validation, object: object): ClassValidatorError[] | undefined {
  try {
    return validation.errorsOf(object)
  } catch (error) {
    if (error === NEEDS_LIBRARY) return undefined
    throw error
  }
}

function validationOf(options: unknown, isSync: boolean): Validation | undefined {
  if (options === undefined || options === null) return isSync ? USUAL_SYNC : USUAL
  const given = options as ValidatorOptions
  if (typeof given !== 'object' || given.enableDebugMessages === true) return undefined
  const plans = plansFor(given)
  return plans && new Validation(plans, given, isSync)
}
