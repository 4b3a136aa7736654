import type { ValidationError, ValidatorOptions } from 'class-validator'
import { Acceptance } from './acceptance.js'
import { ClassPlans, type Selection } from './class-plan.js'
import { FOREIGN, Validation } from './validation.js'

const plansBySelection = new Map<string, ClassPlans>()
const PLAIN = new ClassPlans({ groups: undefined, always: false, strictGroups: false })

/** So many combinations of groups are kept; an application that makes them up at run time is served by class-validator. */
const SELECTIONS = 100

function plansFor({ groups, always = false, strictGroups = false }: ValidatorOptions): ClassPlans | undefined {
  // class-validator takes no groups for none.
  if ((groups === undefined || isEmptyList(groups)) && !always && !strictGroups) return PLAIN
  if (groups !== undefined && !(Array.isArray(groups) && groups.every((group) => typeof group === 'string')))
    return undefined
  const key = JSON.stringify([groups, always, strictGroups])
  const known = plansBySelection.get(key)
  if (known !== undefined || plansBySelection.size >= SELECTIONS) return known
  const selection: Selection = {
    groups: groups && [...groups],
    always: Boolean(always),
    strictGroups: Boolean(strictGroups)
  }
  const plans = new ClassPlans(selection)
  plansBySelection.set(key, plans)
  return plans
}

function isEmptyList(groups: unknown): boolean {
  return Array.isArray(groups) && groups.length === 0
}

/** What class-validator's `validate` tells of an object; undefined where class-validator itself must look. */
export function validationErrors(object: unknown, options: unknown, isSync: boolean): ValidationError[] | undefined {
  if (typeof object !== 'object' || object === null) return undefined
  const given = (options ?? {}) as ValidatorOptions
  if (typeof given !== 'object' || given.enableDebugMessages === true) return undefined
  const plans = plansFor(given)
  if (plans === undefined) return undefined
  const errors: ValidationError[] = []
  const acceptance = new Acceptance(plans, given)
  if (acceptance.accepts(object)) return errors
  try {
    new Validation(acceptance, given, isSync).validate(object, errors, true)
    return errors
  } catch (error) {
    if (error === FOREIGN) return undefined
    throw error
  }
}
