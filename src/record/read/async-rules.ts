import type { ClassValidatorError, FaultPlace } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { selectionOf } from '../field/groups.js'
import { newValidationError, newValidator } from '../library/validator.js'
import { readPropertyRules } from '../model/constraints.js'
import { needsClassValidator } from '../model/reachable-records.js'
import { recordSchemaOf } from '../model/registry.js'
import { withoutProperty } from '../model/rule-of-constraint.js'
import { compileChoice } from '../model/union-choice.js'
import type { Bound } from '../type/fault-list.js'
import { FaultList } from '../type/fault-list.js'
import type { FieldSchema, RecordSchema, TypeSchema } from '../type/schema.js'
import { isStructured, typeInProgram } from '../type/type-records.js'

/** Runs class-validator on a bound value, for the rules that the binder cannot run itself: asynchronous constraints. */
export type ClassValidatorCheck = <T>(value: T, place: FaultPlace) => Promise<Bound<T>>

/** What class-validator found in a value, as faults and as its own errors. */
interface Findings {
  readonly faults: FaultList
  readonly errors: ClassValidatorError[]
}

/**
 * Checks a value. class-validator follows `ValidateNested` itself: `reached` says that it has checked this value already,
 * so that no constraint runs twice.
 */
type Check = (value: unknown, reached: boolean) => Promise<Findings>

/** Compiles the check of a type. */
export function compileClassValidatorCheck(type: TypeSchema): ClassValidatorCheck {
  const check = compileCheck(type, new Map())
  return async (value, place) => {
    const { faults, errors } = await check(value, false)
    if (faults.isEmpty) return { value, faults: undefined }
    return { value: undefined, faults: faults.at(place), tree: () => errors }
  }
}

function nothing(): Findings {
  return { faults: new FaultList(), errors: [] }
}

function compileCheck(type: TypeSchema, records: Map<Class, Check>): Check {
  if (!isStructured(type) || !needsClassValidator(type)) return async () => nothing()
  switch (type.kind) {
    case 'nullable':
      return compileCheck(type.type, records)
    case 'array': {
      const check = compileCheck(type.items, records)
      return async (value, reached) => checkEach(value, entriesOf(value), () => check, reached, 'index')
    }
    case 'tuple': {
      const checks = type.items.map((item) => compileCheck(item, records))
      return async (value) => checkEach(value, entriesOf(value), (at) => checks[at] as Check, false, 'index')
    }
    case 'map': {
      const check = compileCheck(type.values, records)
      return async (value) => checkEach(value, entriesOf(value), () => check, false, 'key')
    }
    case 'union': {
      const checks = type.members.map((member) => compileCheck(member, records))
      const choose = compileChoice(type)
      return async (value, reached) => {
        const check = typeof value === 'object' && value !== null ? checks[choose(value)] : undefined
        return check === undefined ? nothing() : check(value, reached)
      }
    }
    case 'record':
      return recordCheck(type.class, records)
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** @param owner the list, map or record that the entries are in */
async function checkEach(
  owner: unknown,
  entries: readonly [string, unknown][],
  checkOf: (at: number) => Check,
  reached: boolean,
  step: 'index' | 'key'
): Promise<Findings> {
  const all = nothing()
  const found = await Promise.all(entries.map(([, value], at) => checkOf(at)(value, reached)))
  entries.forEach(([key, value], at) => {
    const { faults, errors } = found[at] as Findings
    const start = all.faults.length
    all.faults.append(faults)
    if (step === 'index') all.faults.enterItem(Number(key), start)
    else all.faults.enterField(key, start)
    addChildren(all.errors, owner, key, value, errors)
  })
  return all
}

/** Adds the errors of a value to those of what it is in, beside what class-validator found in the same value. */
function addChildren(
  errors: ClassValidatorError[],
  target: unknown,
  property: string,
  value: unknown,
  children: ClassValidatorError[]
): void {
  if (children.length > 0) merge(errors, [Object.assign(newValidationError(), { target, value, property, children })])
}

/** Adds errors of the same values as those that are there. */
function merge(errors: ClassValidatorError[], others: readonly ClassValidatorError[]): void {
  for (const other of others) {
    const known = errors.find(({ property }) => property === other.property)
    if (known === undefined) errors.push(other)
    else {
      known.children ??= []
      merge(known.children, other.children ?? [])
    }
  }
}

function recordCheck(target: Class, records: Map<Class, Check>): Check {
  const known = records.get(target)
  if (known !== undefined) return known
  const schema = recordSchemaOf(target)
  const { source, selection } = selectionOf(target)
  const options = { ...selection, groups: [...selection.groups], forbidUnknownValues: false }
  const { additional } = schema
  let fields: { field: FieldSchema; check: Check; isNested: boolean }[] = []
  const late: Check = async (value, reached) => {
    if (typeof value !== 'object' || value === null) return nothing()
    const all = nothing()
    if (!reached) {
      all.errors.push(...(await newValidator().validate(value, options)))
      collect(all.errors, schema, all.faults)
    }
    for (const { field, check, isNested } of fields) {
      const held = (value as { [property: string]: unknown })[field.property]
      const { faults, errors } = await check(held, isNested)
      const start = all.faults.length
      all.faults.append(faults)
      all.faults.enterField(field.name, start)
      addChildren(all.errors, value, field.property, held, errors)
    }
    if (additional !== undefined && needsClassValidator(additional)) {
      const entries = entriesOf(value).filter(([key]) => !schema.fields.some(({ property }) => property === key))
      const check = compileCheck(additional, records)
      const { faults, errors } = await checkEach(value, entries, () => check, false, 'key')
      all.faults.append(faults)
      all.errors.push(...errors)
    }
    return all
  }
  records.set(target, late)
  const nested = new Set(
    readPropertyRules(source, selection).flatMap((rules) => (rules.nested === undefined ? [] : rules.property))
  )
  fields = schema.fields
    .map((field) => ({ field, type: typeInProgram(field), isNested: nested.has(field.property) }))
    .filter(({ type }) => needsClassValidator(type))
    .map(({ field, type, isNested }) => ({ field, check: compileCheck(type, records), isNested }))
  return late
}

/** The faults of the asynchronous rules: all others were checked when the value was bound. */
function collect(errors: readonly ClassValidatorError[], schema: RecordSchema, faults: FaultList): void {
  for (const error of errors) {
    const field = schema.fields.find((candidate) => candidate.property === error.property)
    if (field === undefined) continue
    const start = faults.length
    for (const rule of field.rules) {
      const message = rule.stage === 'asynchronous' ? error.constraints?.[rule.constraint] : undefined
      if (message !== undefined) faults.add(rule.name, withoutProperty(message, error.property))
    }
    collectChildren(error.children ?? [], typeInProgram(field), faults)
    faults.enterField(field.name, start)
  }
}

function collectChildren(errors: readonly ClassValidatorError[], type: TypeSchema, faults: FaultList): void {
  if (type.kind === 'nullable') collectChildren(errors, type.type, faults)
  else if (type.kind === 'record') collect(errors, recordSchemaOf(type.class), faults)
  else if (type.kind === 'union') {
    const [first] = errors
    const member = first?.target === undefined ? undefined : type.members[compileChoice(type)(first.target)]
    if (member !== undefined) collectChildren(errors, member, faults)
  } else if (type.kind === 'array') {
    for (const error of errors) {
      const start = faults.length
      collectChildren(error.children ?? [], type.items, faults)
      faults.enterItem(Number(error.property), start)
    }
  }
}
