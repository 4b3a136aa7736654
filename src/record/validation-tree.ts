import type { ClassValidatorError, Fault } from '../errors.js'
import type { ConcreteClass } from '../metadata.js'
import { selectionOf } from './field/groups.js'
import { plainToInstance } from './library/class-transformer.js'
import { newValidationError, newValidator } from './library/validator.js'
import { reachableRecords } from './model/reachable-records.js'
import { recordSchemaOf } from './model/registry.js'
import { Compilation } from './read/compilation.js'
import { FaultList } from './type/fault-list.js'
import { type BinderSource, isJsonObject } from './type/reading-options.js'
import type { RecordReference, TypeSchema, UnionSchema } from './type/schema.js'
import { isStructured, typeInProgram } from './type/type-records.js'
import { isAlwaysCheap } from './type/user-pattern.js'

/** The errors that class-validator would return for a raw value with these faults. */
export type TreeOf = (raw: unknown, faults: readonly Fault[]) => ClassValidatorError[]

/**
 * Compiles the function that returns class-validator's errors for a rejected value, for programs that read these. They
 * are what the libraries themselves return: `validateSync(plainToInstance(TheClass, value))`.
 *
 * The errors of a list of records are by index, as class-validator returns those of a nested list. There are no errors
 * for what class-validator accepts (an unknown field, a wrong body of a union).
 */
export function compileTree(type: TypeSchema, source: BinderSource): TreeOf {
  return (raw, faults) => {
    try {
      return errorsOf(type, source === 'text' ? typed(type, raw, new Compilation('text', 'types')) : raw)
    } catch {
      // class-transformer throws at some bodies that a client may send, such as `{"a":{"constructor":{"b":1}}}`, and
      // the rules of some records are too costly.
      return flatErrors(faults)
    }
  }
}

/** An error for each fault, under Fieldstone's names. */
function flatErrors(faults: readonly Fault[]): ClassValidatorError[] {
  return faults.map(({ path, rule, message }) =>
    Object.assign(newValidationError(), { property: path, constraints: { [rule]: message }, children: [] })
  )
}

function errorsOf(type: TypeSchema, raw: unknown): ClassValidatorError[] {
  if (!isStructured(type)) return []
  switch (type.kind) {
    case 'nullable':
      return errorsOf(type.type, raw)
    case 'record':
      return isJsonObject(raw) ? errorsOfRecord(type.class as ConcreteClass, raw) : []
    case 'union': {
      const chosen = recordChosen(type, raw)
      return chosen === undefined ? [] : errorsOf(chosen, raw)
    }
    case 'array':
      return Array.isArray(raw) ? errorsOfMembers(raw, () => type.items) : []
    case 'tuple':
      return Array.isArray(raw) ? errorsOfMembers(raw, (index) => type.items[index]) : []
    case 'map':
      return isJsonObject(raw) ? errorsOfMembers(raw, () => type.values) : []
  }
}

/** The record that a discriminator names. */
function recordChosen({ discriminator }: UnionSchema, raw: unknown): RecordReference | undefined {
  if (discriminator === undefined || !isJsonObject(raw)) return undefined
  const chosen = discriminator.mapping.find(({ value }) => raw[discriminator.name] === value)
  return chosen && { kind: 'record', class: chosen.class }
}

function errorsOfRecord(target: ConcreteClass, raw: object): ClassValidatorError[] {
  const { source, selection } = selectionOf(target)
  if (hasCostlyRule(target)) throw new TypeError('a rule is too costly for class-validator')
  const instance = plainToInstance(source as ConcreteClass, raw)
  return newValidator().validateSync(instance, { ...selection, groups: [...selection.groups] })
}

/**
 * Whether the record has a rule that takes class-validator too long on a long text: a pattern of the application's that is
 * costly, or `@IsLocale`, whose time grows with the square of the length.
 */
function hasCostlyRule(target: ConcreteClass): boolean {
  return [...reachableRecords({ kind: 'record', class: target }).values()].some(({ fields }) =>
    fields.some(({ rules, condition }) =>
      [...rules, ...(condition?.rules ?? [])].some(
        ({ constraint, expression }) =>
          constraint === 'isLocale' || (expression !== undefined && !isAlwaysCheap(expression))
      )
    )
  )
}

function errorsOfMembers(raw: object, typeAt: (index: number) => TypeSchema | undefined): ClassValidatorError[] {
  return Object.entries(raw).flatMap(([property, value], index) => {
    const type = typeAt(index)
    const children = type === undefined ? [] : errorsOf(type, value)
    return children.length === 0 ? [] : [makeError({ target: raw, value, property, children })]
  })
}

/** The values of texts in their types, where they have the form of these, for class-validator to check. */
function typed(type: TypeSchema, raw: unknown, compilation: Compilation): unknown {
  if (type.kind === 'nullable') return typed(type.type, raw, compilation)
  if (type.kind === 'array') {
    const items = typeof raw === 'string' ? [raw] : raw
    return Array.isArray(items) ? items.map((item) => typed(type.items, item, compilation)) : raw
  }
  if (type.kind === 'record' && isJsonObject(raw)) {
    const out = { ...raw }
    for (const field of recordSchemaOf(type.class).fields) {
      if (Object.hasOwn(raw, field.name)) {
        out[field.name] = typed(typeInProgram(field), raw[field.name], compilation)
      }
    }
    return out
  }
  if (type.kind === 'map' && isJsonObject(raw)) {
    return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, typed(type.values, value, compilation)]))
  }
  if (type.kind === 'tuple' && Array.isArray(raw)) {
    return raw.map((item, at) => {
      const own = type.items[at]
      return own === undefined ? item : typed(own, item, compilation)
    })
  }
  const chosen = type.kind === 'union' ? recordChosen(type, raw) : undefined
  if (chosen !== undefined) return typed(chosen, raw, compilation)
  const faults = new FaultList()
  const value = compilation.reader(type)(raw, faults)
  return faults.isEmpty ? value : raw
}

function makeError(members: Partial<ClassValidatorError>): ClassValidatorError {
  return Object.assign(newValidationError(), members)
}
