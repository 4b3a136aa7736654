import { quoted } from '../program/program.js'
import { ruleCode } from '../program/rule-code.js'
import { compileDefault } from '../read/default-value.js'
import { asksNullOf, mustBeThere, valueRulesOf } from '../read/record-reader.js'
import type { Reader } from '../type/reading-options.js'
import type { FieldSchema, Rule } from '../type/schema.js'
import type { ReadingCode } from './reading-code.js'
import { readOrRefuse } from './refused.js'
import { unlessNull, valueCode } from './value-code.js'

/** A field is read into a variable, checked, and set in the instance when that is there. */
export interface FieldCode {
  /** Reads the raw value. */
  readonly read: string
  readonly check: readonly string[]
  /** Sets the instance's property. */
  readonly assign: string
}

/** The code of a field without condition and transformation. */
export function fieldCode(field: FieldSchema, code: ReadingCode): FieldCode {
  const { program, compilation } = code
  const [raw, out] = [program.name(), program.name()]
  const read = loadCode(field, raw, code)
  const value = presentCode(field, raw, code)
  const absent = absentCode(field, mustBeThere(field, compilation), code)
  const target = `record[${quoted(field.property)}]`
  if (absent === 'REFUSED') {
    return {
      read,
      check: [
        `let ${out}`,
        `if (${raw} === undefined) ${code.refuse}`,
        '{',
        ...value.lines,
        `${out} = ${value.value}`,
        '}'
      ],
      assign: `${target} = ${out}`
    }
  }
  return {
    read,
    check: [
      `let ${out}`,
      `if (${raw} !== undefined) {`,
      ...value.lines,
      `${out} = ${value.value}`,
      ...(absent === undefined
        ? ['}']
        : ['} else {', `${out} = ${absent}`, `if (${out} === REFUSED) ${code.refuse}`, '}'])
    ],
    assign: `if (${out} !== undefined) ${target} = ${out}`
  }
}

/** Reads the raw value of a field into a variable. */
export function loadCode({ name }: FieldSchema, variable: string, { source }: ReadingCode): string {
  const property = quoted(name)
  // A name that every object inherits, and any name in what JSON.parse did not make, must be the object's own.
  const isInherited = source === 'text' || name in Object.prototype
  return `const ${variable} = ${isInherited ? `Object.hasOwn(raw, ${property}) ? raw[${property}] : undefined` : `raw[${property}]`}`
}

/** The value of an absent field: an expression; undefined where it is left out. */
function absentCode(field: FieldSchema, isRequired: boolean, code: ReadingCode): string | undefined {
  const makeDefault = compileDefault(field, code.compilation)
  if (makeDefault === undefined) return isRequired ? 'REFUSED' : undefined
  const read: Reader = (_raw, faults) => makeDefault(faults)
  const made = readOrRefuse(read, undefined, 0)
  // What nobody can change may be shared.
  if (made === null || ['string', 'number', 'boolean'].includes(typeof made)) return code.program.constant(made as null)
  return code.asked(read, 'undefined', 'depth + 1')
}

/** Fills in a field that does not travel. */
export function omittedCode(field: FieldSchema, code: ReadingCode): string[] {
  const value = absentCode(field, false, code)
  if (value === undefined) return []
  const name = code.program.name()
  return [
    `const ${name} = ${value}`,
    `if (${name} === REFUSED) ${code.refuse}`,
    `record[${quoted(field.property)}] = ${name}`
  ]
}

/** Reads a value that is there, and asks the rules about it. */
function presentCode(field: FieldSchema, raw: string, code: ReadingCode) {
  const { program, compilation } = code
  const rules = valueRulesOf(field, compilation)
  const asksNull = asksNullOf(field)
  const inLoop = (rule: Rule) => rule.each && field.type.kind === 'array' && rule.readsRawValue !== true && !asksNull
  const inner = valueCode(field.type, { raw, level: 1 }, code, rules.filter(inLoop))
  const input = code.source === 'json' ? raw : inner.value
  const checks = rules
    .filter((rule) => !inLoop(rule))
    .map((rule) => {
      const asked = rule.readsRawValue === true ? input : inner.value
      const holds = rule.each ? eachCode(rule, asked, asksNull, code) : ruleCode(rule, asked, field.type, program)
      return `if (!(${holds})) ${code.refuse}`
    })
  const lines = [...inner.lines, ...checks]
  const checked = { lines, value: inner.value }
  return field.nullable ? unlessNull(raw, checked, code) : checked
}

function eachCode(rule: Rule, asked: string, asksNull: boolean, { program }: ReadingCode): string {
  const holds = (value: unknown): boolean => {
    const passes = (item: unknown) => (item === null && !asksNull) || rule.test(item, {})
    return Array.isArray(value) ? value.every(passes) : rule.test(value, {})
  }
  return `${program.constant(holds)}(${asked})`
}
