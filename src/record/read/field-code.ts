import type { ValueCode } from '../kind/kind.js'
import { unlessNull } from '../kinds/nullable.js'
import { plainKind } from '../kinds/type-facts.js'
import { quoted } from '../program/program.js'
import type { Setting } from '../program/property-setting.js'
import { isPlainRule, ruleCode } from '../program/rule-code.js'
import { FaultList } from '../type/fault-list.js'
import { fieldStep } from '../type/fault-path.js'
import { typeOfField } from '../type/reading-options.js'
import { checkRules, inputOfText, replaceTypeMessages } from '../type/rule-check.js'
import type { FieldSchema, Rule } from '../type/schema.js'
import type { Compilation } from './compilation.js'
import { compileDefault } from './default-value.js'
import { type ReadingCode, soundOr } from './reading-code.js'
import { checksNullOf, type FieldReader, mustBeThere, valueRulesOf } from './record-reader.js'

/** A field in the function that reads its record. */
export interface FieldCode {
  /** Loads the raw value. */
  readonly load: readonly string[]
  /** Reads it into the instance. */
  readonly read: readonly string[]
}

/**
 * The code of a field. A scalar or a list of scalars that is wrong is read again by the field's closure, which reports it;
 * what holds other values reports their faults where they are.
 *
 * @param closure reads the field, whatever it is
 * @param set sets the field of the instance
 */
export function fieldCode(field: FieldSchema, closure: FieldReader, set: Setting, code: ReadingCode): FieldCode {
  const { program, compilation } = code
  const byClosure = `${program.constant(closure)}(raw, record, faults)`
  const { condition, transform } = field
  if ((condition ?? transform) !== undefined) return { load: [], read: [byClosure] }
  const raw = program.name()
  const load = [loadCode(field, raw, code)]
  const absent = absentCode(field, byClosure, set, code) ?? (mustBeThere(field, compilation) ? byClosure : undefined)
  const flat = flatFieldCode(field, raw, code)
  if (flat === undefined) {
    const present = ['else {', ...heldFieldCode(field, raw, set, code), '}']
    return { load, read: [`if (${raw} === undefined) ${absent ?? '{}'}`, ...present] }
  }
  const lines = [...flat.lines, set(flat.value)]
  const present = soundOr(mayThrow(field, compilation) ? guarded(lines) : lines, byClosure)
  // No flat type takes undefined for a value.
  if (absent === byClosure) return { load, read: present }
  const isPresent = absent === undefined ? `if (${raw} !== undefined)` : `if (${raw} === undefined) ${absent}\nelse`
  return { load, read: [isPresent, ...present] }
}

/** Functions that are not class-validator's for certain may throw; the field's closure decides then. */
function mayThrow(field: FieldSchema, compilation: Compilation): boolean {
  return valueRulesOf(field, compilation).some(({ call }) => call !== undefined)
}

function guarded(lines: readonly string[]): string[] {
  return ['try {', ...lines, '} catch { break wrong }']
}

/** Reads the raw value of a field into a variable. */
function loadCode({ name }: FieldSchema, variable: string, { source }: ReadingCode): string {
  const property = quoted(name)
  // A name that every object inherits, and any name in what JSON.parse did not make, must be the object's own.
  const isInherited = source === 'text' || name in Object.prototype
  return `const ${variable} = ${isInherited ? `Object.hasOwn(raw, ${property}) ? raw[${property}] : undefined` : `raw[${property}]`}`
}

/** The statement that sets the default of an absent field; undefined where it has none. */
function absentCode(
  field: FieldSchema,
  byClosure: string,
  set: Setting,
  { program, compilation }: ReadingCode
): string | undefined {
  const makeDefault = compileDefault(field, compilation)
  if (makeDefault === undefined) return undefined
  // A schema of another library may make another default each time.
  if (field.default === undefined) return byClosure
  const faults = new FaultList()
  const made = makeDefault(faults)
  // What cannot change may be shared.
  const isShared = made === null || ['string', 'number', 'boolean'].includes(typeof made)
  if (!isShared || !faults.isEmpty) return byClosure
  return set(program.constant(made as null))
}

/** Reads a scalar or a list of scalars, and checks the rules about it; leaves the block `wrong`. */
function flatFieldCode(field: FieldSchema, raw: string, code: ReadingCode): ValueCode | undefined {
  const { program, compilation } = code
  const { type, nullable } = field
  const rules = valueRulesOf(field, compilation)
  const eachRules = rules.filter(({ each }) => each && type.kind === 'array')
  const inner = code.flat(type, raw, eachRules)
  if (inner === undefined) return undefined
  const checks = rules
    .filter((rule) => !eachRules.includes(rule))
    .map((rule) => {
      const checked = rule.readsRawValue === true ? inputCode(raw, inner.value, code) : inner.value
      return `if (!(${ruleCode(rule, checked, plainKind(type), program)})) break wrong`
    })
  const value = { lines: [...inner.lines, ...checks], value: inner.value }
  return nullable ? unlessNull(raw, value, code) : value
}

/** Reads a value that holds others. */
function heldFieldCode(field: FieldSchema, raw: string, set: Setting, code: ReadingCode): string[] {
  const { program } = code
  const { messages } = field
  const { lines, value } = code.held(typeOfField(field), raw)
  const replaced = `${program.constant(replaceTypeMessages)}(${program.constant(messages)}, ${raw}, record, faults, from)`
  return [
    'const from = faults.length',
    ...lines,
    `const out = ${value}`,
    set('out'),
    `if (faults.length > from) ${messages === undefined ? '{}' : replaced}`,
    `else ${heldRulesCode(field, raw, code)}`,
    `if (faults.length > from) faults.enterStep(${program.constant(fieldStep(field.name))}, from)`
  ]
}

/** The expression of what rules about the raw value check. */
function inputCode(raw: string, value: string, { program, source }: ReadingCode): string {
  return source === 'json' ? raw : `${program.constant(inputOfText)}(${raw}, ${value})`
}

/** The statement that checks the rules about `out`. */
function heldRulesCode(field: FieldSchema, raw: string, code: ReadingCode): string {
  const { program, compilation } = code
  const rules = valueRulesOf(field, compilation)
  if (rules.length === 0) return '{}'
  const input = rules.some((rule) => rule.readsRawValue) ? inputCode(raw, 'out', code) : raw
  const check = `${program.constant(checkRules)}(${program.constant(rules)}, out, ${input}, record, faults, ${checksNullOf(field)})`
  const isPlain = (rule: Rule) => !rule.each && rule.readsRawValue !== true && isPlainRule(rule, plainKind(field.type))
  if (!rules.every(isPlain)) return check
  const holds = rules.map((rule) => `(${ruleCode(rule, 'out', plainKind(field.type), program)})`).join(' && ')
  return `if (${field.nullable ? 'out !== null && ' : ''}!(${holds})) ${check}`
}
