import { bindTransformed } from '../field/field-transform.js'
import { type Construction, constructionOf, type Instance, instanceMaker } from '../model/record-construction.js'
import type { FaultList } from '../type/fault-list.js'
import { fieldStep } from '../type/fault-path.js'
import { isAlwaysThere, travels, typeOfField } from '../type/reading-options.js'
import { checkRules, inputOfText, isInline, replaceTypeMessages } from '../type/rule-check.js'
import type { FieldCondition, FieldSchema, FieldTransform, RecordSchema, Rule } from '../type/schema.js'
import { checkDeclaredValues, hasDeclaredValues } from './default-check.js'
import { compileDefault } from './default-value.js'
import type { ReaderCompiler } from './reader-compiler.js'
import { compileAdditional, compileKeyChecks } from './unknown-fields.js'

/** Reads one field of a raw record into the instance. */
export type FieldReader = (raw: Instance, record: Instance, faults: FaultList) => void

/** Runs when all of a record is there and no fault was found in it. */
export type RecordCheck = (raw: Instance, record: Instance, faults: FaultList) => void

/** What the reading of a record consists of. */
export interface RecordParts {
  readonly construction: Construction
  readonly construct: () => Instance
  /** The fields that travel, in the schema's order, and then what fills in the others and reads the keys of no field. */
  readonly fields: readonly { readonly field: FieldSchema; readonly read: FieldReader }[]
  readonly omitted: readonly FieldReader[]
  readonly checks: readonly RecordCheck[]
  /** Reports the keys that may not be there; undefined where every key may. */
  readonly checkKeys: ((raw: object, faults: FaultList) => void) | undefined
}

/**
 * Compiles the reading of a record.
 *
 * @param isOpen whether unknown keys are accepted, whatever the record says
 */
export function compileRecord(schema: RecordSchema, compilation: ReaderCompiler, isOpen = false): RecordParts {
  const { direction } = compilation
  const travelling = schema.fields.filter((field) => travels(field, direction))
  const construction = constructionOf(schema, direction)
  const additional = compileAdditional(schema, compilation)
  const parts = {
    construction,
    construct: instanceMaker(schema, construction),
    fields: travelling.map((field) => ({ field, read: compileField(field, compilation) })),
    omitted: [
      ...schema.fields
        .filter((field) => !travels(field, direction))
        .flatMap((field) => compileOmitted(field, compilation) ?? []),
      ...(additional === undefined ? [] : [additional])
    ],
    checks: travelling.flatMap((field) => compileChecks(field, compilation)),
    checkKeys: compileKeyChecks(schema, compilation, isOpen)
  }
  if (direction === 'request' && compilation.strictness === 'rules' && hasDeclaredValues(schema)) {
    compilation.afterwards(() => checkDeclaredValues(schema, compilation.declared))
  }
  return parts
}

/** The message of a field that is not there. */
function absentMessage({ messages }: FieldSchema, record: Instance): string {
  return messages?.absent?.(undefined, record) ?? 'is required'
}

function compileField(field: FieldSchema, compilation: ReaderCompiler): FieldReader {
  const { name, property, condition, messages } = field
  // What a condition guards is read after the rest of the record, which the condition reads.
  if (condition !== undefined) {
    const makeDefault = compileDefault(field, compilation)
    return (raw, record, faults) => {
      if (Object.hasOwn(raw, name)) record[property] = raw[name]
      else if (makeDefault !== undefined && record[property] === undefined) record[property] = makeDefault(faults)
    }
  }
  if (field.transform !== undefined) return compileTransformed(field, field.transform, compilation)
  const step = fieldStep(name)
  const read = compilation.reader(typeOfField(field))
  const rules = valueRulesOf(field, compilation)
  const checksNull = checksNullOf(field)
  const isRequired = mustBeThere(field, compilation)
  const makeDefault = compileDefault(field, compilation)
  return (raw, record, faults) => {
    const present = Object.hasOwn(raw, name) ? raw[name] : undefined
    const start = faults.length
    if (present !== undefined) {
      const value = read(present, faults)
      record[property] = value
      if (faults.length > start) replaceTypeMessages(messages, present, record, faults, start)
      else if (rules.length > 0) {
        checkRules(rules, value, inputOf(present, value, compilation), record, faults, checksNull)
      }
    } else if (makeDefault !== undefined) record[property] = makeDefault(faults)
    else if (isRequired) faults.add('required', absentMessage(field, record))
    if (faults.length > start) faults.enterStep(step, start)
  }
}

/** Rules are about what the transformation leaves; of what it wrote nothing more is known. */
function compileTransformed(field: FieldSchema, transform: FieldTransform, compilation: ReaderCompiler): FieldReader {
  const { name, property } = field
  const isBound = compilation.direction !== 'response'
  const read = compilation.reader((isBound ? transform.type : undefined) ?? typeOfField(field))
  const isStrict = isBound && compilation.strictness === 'rules'
  const rules = isBound ? valueRulesOf(field, compilation) : writtenRulesOf(field, transform, compilation)
  const isRequired = isBound
    ? isStrict && transform.isRequired && compilation.direction !== 'declared'
    : mustBeThere(field, compilation)
  const checksNull = checksNullOf(field)
  const makeDefault = isBound ? compileDefault(field, compilation) : undefined
  const step = fieldStep(name)
  const readSent = (raw: Instance, record: Instance, faults: FaultList, start: number): void => {
    const present = Object.hasOwn(raw, name) ? raw[name] : undefined
    const sent = present === undefined ? undefined : read(present, faults)
    if (faults.length > start) {
      replaceTypeMessages(field.messages, present, record, faults, start)
      return
    }
    const value = isBound ? bindTransformed(transform, sent, raw, faults) : sent
    if (faults.length > start) return
    // What the class initialises is kept where nothing was sent.
    if (value !== undefined || present !== undefined) record[property] = value
    else if (makeDefault !== undefined) record[property] = makeDefault(faults)
    // A response contains what was written, and nothing that the class initialises.
    const bound = isBound ? record[property] : value
    if (bound !== undefined) checkRules(rules, bound, bound, record, faults, checksNull)
    else if (isRequired) {
      faults.add(present === undefined ? 'required' : 'transform', absentMessage(field, record))
    }
  }
  return (raw, record, faults) => {
    const start = faults.length
    readSent(raw, record, faults, start)
    if (faults.length > start) faults.enterStep(step, start)
  }
}

/** A field that does not travel this way is as if it was absent. */
function compileOmitted(field: FieldSchema, compilation: ReaderCompiler): FieldReader | undefined {
  const makeDefault = compilation.direction === 'request' ? compileDefault(field, compilation) : undefined
  if (makeDefault === undefined) return undefined
  return (_raw, record, faults) => {
    record[field.property] = makeDefault(faults)
  }
}

function compileChecks(field: FieldSchema, compilation: ReaderCompiler): RecordCheck[] {
  const { name, property, condition } = field
  if (condition !== undefined) return [compileCondition(field, condition, compilation)]
  if (compilation.strictness !== 'rules' || !checksRules(field, compilation)) return []
  const rules = field.rules.filter(isInline).filter((rule) => rule.readsRecord)
  if (rules.length === 0) return []
  // A default was checked at start-up by the other rules, and an initial value is checked by none of them.
  const given = rules.filter((rule) => rule.judgesRecord)
  const checksNull = checksNullOf(field)
  const step = fieldStep(name)
  return [
    (raw, record, faults) => {
      const value = record[property]
      if (value === undefined) return
      const start = faults.length
      const sent = Object.hasOwn(raw, name) ? raw[name] : undefined
      if (sent === undefined) checkRules(given, value, value, record, faults, checksNull)
      else checkRules(rules, value, inputOf(sent, value, compilation), record, faults, checksNull)
      if (faults.length > start) faults.enterStep(step, start)
    }
  ]
}

/** The field as it was sent stays in the record where its condition does not hold; nothing is known of it then. */
function compileCondition(field: FieldSchema, condition: FieldCondition, compilation: ReaderCompiler): RecordCheck {
  const { name, property } = field
  const read = compilation.reader(condition.type)
  const isStrict = compilation.strictness !== 'types' && checksRules(field, compilation)
  const rules = isStrict && compilation.strictness === 'rules' ? condition.rules.filter(isInline) : []
  // What travels one way alone need not be in a declared value.
  const isOptional = compilation.direction === 'declared' && field.access !== undefined
  const isRequired = isStrict && condition.required && !isOptional
  const transform = compilation.direction === 'response' ? undefined : field.transform
  const checksNull = condition.type.kind === 'any'
  const step = fieldStep(name)
  return (raw, record, faults) => {
    const isPresent = Object.hasOwn(raw, name)
    if (isPresent) {
      // The condition gets the bound value where there is one, as class-validator passes it.
      const own = faults.branch()
      const sent = read(raw[name], own)
      const value = transform === undefined || !own.isEmpty ? sent : bindTransformed(transform, sent, raw, own)
      if (own.isEmpty) record[property] = value
      if (!condition.holds(record, record[property])) return
      const start = faults.length
      if (!own.isEmpty) {
        faults.append(own)
        replaceTypeMessages(field.messages, raw[name], record, faults, start)
      } else checkRules(rules, value, inputOf(raw[name], value, compilation), record, faults, checksNull)
      if (faults.length > start) faults.enterStep(step, start)
    } else if (isRequired && record[property] === undefined && condition.holds(record, undefined)) {
      const start = faults.length
      faults.add('required', absentMessage(field, record))
      faults.enterStep(step, start)
    }
  }
}

/** What `@Transform` wrote is not checked by the rules: they are about what it was given. */
function checksRules({ transform }: FieldSchema, { direction }: ReaderCompiler): boolean {
  return transform === undefined || direction !== 'response'
}

/** Whether the field must be there; what travels one way alone need not be in a declared value. */
export function mustBeThere(field: FieldSchema, { strictness, direction }: ReaderCompiler): boolean {
  if (strictness === 'types') return false
  return direction === 'declared' ? field.required && field.access === undefined : isAlwaysThere(field, direction)
}

/** The rules that read nothing but the field's value, where rules are checked. */
export function valueRulesOf({ rules }: Pick<FieldSchema, 'rules'>, { strictness }: ReaderCompiler): readonly Rule[] {
  return strictness === 'rules' ? rules.filter((rule) => isInline(rule) && !rule.readsRecord) : []
}

/** What `@Transform` does not write is as it was read: the rules that the document expresses hold. */
function writtenRulesOf(
  { condition }: FieldSchema,
  { rules, write }: FieldTransform,
  compilation: ReaderCompiler
): readonly Rule[] {
  if (write !== undefined || condition !== undefined) return []
  return valueRulesOf({ rules }, compilation).filter(({ keywords }) => keywords !== undefined)
}

function inputOf(raw: unknown, value: unknown, compilation: ReaderCompiler): unknown {
  return compilation.source === 'json' ? raw : inputOfText(raw, value)
}

/** Where the type says nothing about null, the rules do. */
export function checksNullOf(field: FieldSchema): boolean {
  return (
    !field.nullable && (field.type.kind === 'any' || (field.type.kind === 'array' && field.type.items.kind === 'any'))
  )
}
