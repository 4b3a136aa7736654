import type { ValidationError, ValidatorOptions } from 'class-validator'
import * as original from 'class-validator'
import { Acceptance } from './validation/acceptance.js'
import { ClassPlans, type Selection } from './validation/class-plan.js'
import { FOREIGN, Validation } from './validation/validation.js'

export * from 'class-validator'

type Arguments = [schemaOrObject: unknown, objectOrOptions?: unknown, options?: ValidatorOptions]

const plansBySelection = new Map<string, ClassPlans>()
const PLAIN = new ClassPlans({ groups: undefined, always: false, strictGroups: false })

/** So many combinations of groups are kept; an application that makes them up at run time is served by class-validator. */
const SELECTIONS = 100

function plansFor({ groups, always = false, strictGroups = false }: ValidatorOptions): ClassPlans | undefined {
  if (groups === undefined && !always && !strictGroups) return PLAIN
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

/** The errors; undefined where class-validator itself must look. */
function errorsOf(object: unknown, options: unknown, isSync: boolean): ValidationError[] | undefined {
  if (typeof object !== 'object' || object === null) return undefined
  const given = (options ?? {}) as ValidatorOptions
  if (typeof given !== 'object' || given.enableDebugMessages === true) return undefined
  const plans = plansFor(given)
  if (plans === undefined) return undefined
  const errors: ValidationError[] = []
  const acceptance = new Acceptance(plans, given)
  if (acceptance.accepts(object)) return errors
  try {
    new Validation(acceptance, given, isSync).validate(object, errors)
    return errors
  } catch (error) {
    if (error === FOREIGN) return undefined
    throw error
  }
}

/**
 * class-validator's `validate`, from plans that are made once a class: the same errors, without looking for metadata
 * again at each call and through every decorated class of the application.
 *
 * Whatever has an asynchronous part, a schema or a promise is handed on to class-validator.
 */
export const validate: typeof original.validate = (...args: Arguments): Promise<ValidationError[]> => {
  const errors = errorsOf(args[0], args[1], false)
  return errors === undefined
    ? original.validate(...(args as Parameters<typeof original.validate>))
    : Promise.resolve(errors)
}

/** class-validator's `validateOrReject`; see {@link validate}. */
export const validateOrReject: typeof original.validateOrReject = async (...args: Arguments): Promise<void> => {
  const errors = errorsOf(args[0], args[1], false)
  if (errors === undefined) return original.validateOrReject(...(args as Parameters<typeof original.validateOrReject>))
  if (errors.length > 0) throw errors
}

/** class-validator's `validateSync`; see {@link validate}. */
export const validateSync: typeof original.validateSync = (...args: Arguments): ValidationError[] =>
  errorsOf(args[0], args[1], true) ?? original.validateSync(...(args as Parameters<typeof original.validateSync>))
