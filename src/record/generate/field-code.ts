import type { ValueCode } from '../kinds/kind.js'
import { unlessNull } from '../kinds/nullable.js'
import { plainKind } from '../kinds/type-facts.js'
import { quoted } from '../program/program.js'
import { isPlainRule, ruleCode } from '../program/rule-code.js'
import { compileDefault } from '../read/default-value.js'
import { checksNullOf, type FieldReader, mustBeThere, valueRulesOf } from '../read/record-reader.js'
import { FaultList, fieldStep } from '../type/fault-list.js'
import { typeOfField } from '../type/reading-options.js'
import { checkRules, replaceTypeMessages } from '../type/rule-check.js'
import type { FieldSchema, Rule } from '../type/schema.js'
import { type ReadingCode, soundOr } from './reading-code.js'

/** A field in the function that reads its record. */
export interface FieldCode {
  /** Loads the raw value. */
  readonly load: readonly string[]
  /** Reads it into the instance, after all are loaded. */
  readonly read: readonly string[]
}

/**
 * The code of a field. A scalar or a list of scalars that is wrong is read again by the field's closure, which reports it;
 * what holds other values reports their faults where they are.
 *
 * @param closure reads the field, whatever it is
 */
export function fieldCode(field: FieldSchema, closure: FieldReader, code: ReadingCode): FieldCode {
  const { program, compilation } = code
  const byClosure = `${program.constant(closure)}(raw, record, faults)`
  const { condition, transform } = field
  if ((condition ?? transform) !== undefined) return { load: [], read: [byClosure] }
  const raw = program.name()
  const load = [loadCode(field, raw, code)]
  const absent = absentCode(field, byClosure, code) ?? (mustBeThere(field, compilation) ? byClosure : undefined)
  const flat = flatFieldCode(field, raw, code)
  if (flat === undefined) {
    const present = ['else {', ...heldFieldCode(field, raw, code), '}']
    return { load, read: [`if (${raw} === undefined) ${absent ?? '{}'}`, ...present] }
  }
  const present = soundOr([...flat.lines, `${placeOf(field)} = ${flat.value}`], byClosure)
  // No flat type takes undefined for a value.
  if (absent === byClosure) return { load, read: present }
  const isPresent = absent === undefined ? `if (${raw} !== undefined)` : `if (${raw} === undefined) ${absent}\nelse`
  return { load, read: [isPresent, ...present] }
}

function placeOf({ property }: FieldSchema): string {
  return `record[${quoted(property)}]`
}

/** Reads the raw value of a field into a variable. */
function loadCode({ name }: FieldSchema, variable: string, { source }: ReadingCode): string {
  const property = quoted(name)
  // A name that every object inherits, and any name in what JSON.parse did not make, must be the object's own.
  const isInherited = source === 'text' || name in Object.prototype
  return `const ${variable} = ${isInherited ? `Object.hasOwn(raw, ${property}) ? raw[${property}] : undefined` : `raw[${property}]`}`
}

/** The statement that sets the default of an absent field; undefined where it has none. */
function absentCode(field: FieldSchema, byClosure: string, { program, compilation }: ReadingCode): string | undefined {
  const makeDefault = compileDefault(field, compilation)
  if (makeDefault === undefined) return undefined
  const faults = new FaultList()
  const made = makeDefault(faults)
  // What cannot change may be shared.
  const isShared = made === null || ['string', 'number', 'boolean'].includes(typeof made)
  if (!isShared || !faults.isEmpty) return byClosure
  return `${placeOf(field)} = ${program.constant(made as null)}`
}

/** Reads a scalar or a list of scalars, and checks the rules about it; leaves the block `wrong`. */
function flatFieldCode(field: FieldSchema, raw: string, code: ReadingCode): ValueCode | undefined {
  const { program, compilation, source } = code
  const { type, nullable } = field
  const rules = valueRulesOf(field, compilation)
  // A list that may be null is left to the rules themselves.
  if (type.kind === 'nullable' && rules.some(({ each }) => each)) return undefined
  const eachRules = rules.filter(({ each }) => each && type.kind === 'array')
  const inner = code.flat(type, raw, eachRules)
  if (inner === undefined) return undefined
  const checks = rules
    .filter((rule) => !eachRules.includes(rule))
    .map((rule) => {
      const checked = rule.readsRawValue === true && source === 'json' ? raw : inner.value
      return `if (!(${ruleCode(rule, checked, plainKind(type), program)})) break wrong`
    })
  const value = { lines: [...inner.lines, ...checks], value: inner.value }
  return nullable ? unlessNull(raw, value, code) : value
}

/** Reads a value that holds others. */
function heldFieldCode(field: FieldSchema, raw: string, code: ReadingCode): string[] {
  const { program } = code
  const { messages } = field
  const { lines, value } = code.held(typeOfField(field), raw)
  const replaced = `${program.constant(replaceTypeMessages)}(${program.constant(messages)}, ${raw}, record, faults, from)`
  return [
    'const from = faults.length',
    ...lines,
    `const out = ${value}`,
    `${placeOf(field)} = out`,
    `if (faults.length > from) ${messages === undefined ? '{}' : replaced}`,
    `else ${heldRulesCode(field, raw, code)}`,
    `if (faults.length > from) faults.enterStep(${program.constant(fieldStep(field.name))}, from)`
  ]
}

/** The statement that checks the rules about `out`. */
function heldRulesCode(field: FieldSchema, raw: string, { program, compilation, source }: ReadingCode): string {
  const rules = valueRulesOf(field, compilation)
  if (rules.length === 0) return '{}'
  const input = source === 'json' ? raw : 'out'
  const check = `${program.constant(checkRules)}(${program.constant(rules)}, out, ${input}, record, faults, ${checksNullOf(field)})`
  const isPlain = (rule: Rule) => !rule.each && rule.readsRawValue !== true && isPlainRule(rule, plainKind(field.type))
  if (!rules.every(isPlain)) return check
  const holds = rules.map((rule) => `(${ruleCode(rule, 'out', plainKind(field.type), program)})`).join(' && ')
  return `if (${field.nullable ? 'out !== null && ' : ''}!(${holds})) ${check}`
}
