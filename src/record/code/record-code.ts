import { compileDefault } from '../default-value.js'
import { DEPTH_LIMIT, type FaultList } from '../fault-list.js'
import type { Reader } from '../reading.js'
import { compileConstruction, type Instance } from '../record-construction.js'
import { asksNullOf, compileChecks, compileRefusedKeys, type RecordCheck, travels } from '../record-reader.js'
import { isInline } from '../rule-check.js'
import type { FieldSchema, RecordSchema, Rule } from '../schema.js'
import type { AcceptorCode } from './acceptor-code.js'
import { quoted } from './program.js'
import { readOrRefuse } from './refused.js'
import { ruleCode } from './rule-code.js'
import { valueCode } from './value-code.js'

/** Fields are read into variables, and the instance is made when all of them are sound. */
interface FieldCode {
  /** Reads the raw value. */
  readonly read: string
  readonly check: readonly string[]
  /** Sets the instance's property. */
  readonly assign: string
}

/** The function that binds a record: `(raw, depth) => instance or REFUSED`. */
export function recordCode(
  name: string,
  schema: RecordSchema,
  code: AcceptorCode,
  read: Reader,
  isOpen: boolean
): string {
  const { program, compilation } = code
  const byReader = `return ${program.constant(readOrRefuse)}(${program.constant(read)}, raw, depth)`
  const head = `function ${name}(raw, depth) {`
  // What a condition guards is read when the rest of the record is there to be asked about, and transforms read all of it.
  if (schema.fields.some(({ condition, transform }) => (condition ?? transform) !== undefined))
    return [head, byReader, '}'].join('\n')
  const { direction } = compilation
  const fields = schema.fields.filter((field) => travels(field, direction))
  const codes = fields.map((field) => fieldCode(field, code))
  const isJson = code.source === 'json'
  const construct =
    direction === 'request'
      ? `new ${program.constant(schema.class)}()`
      : `${program.constant(compileConstruction(schema, direction))}()`
  const omitted = direction === 'request' ? schema.fields.filter((field) => !travels(field, direction)) : []
  return [
    head,
    `if (typeof raw !== 'object' || raw === null${isJson ? '' : ' || Array.isArray(raw)'}) return REFUSED`,
    ...codes.map(({ read: line }) => line),
    // After the properties were read the optimiser knows the object's shape, and this costs nothing.
    ...(isJson ? [`if (Object.getPrototypeOf(raw) !== Object.prototype) { ${byReader} }`] : []),
    `if (depth >= ${DEPTH_LIMIT}) return REFUSED`,
    ...codes.flatMap(({ check }) => check),
    ...refusalCode(schema, code, isOpen),
    `const record = ${construct}`,
    ...codes.map(({ assign }) => assign),
    ...omitted.flatMap((field) => omittedCode(field, code)),
    ...fields.flatMap((field) => compileChecks(field, compilation)).map((check) => checkCode(check, code)),
    'return record',
    '}'
  ].join('\n')
}

function fieldCode(field: FieldSchema, code: AcceptorCode): FieldCode {
  const { program, compilation } = code
  const [raw, out] = [program.name(), program.name()]
  const property = quoted(field.name)
  const isStrict = compilation.strictness === 'rules'
  const isRequired = isStrict && field.required && (compilation.direction !== 'declared' || field.access === undefined)
  // A name that every object inherits, and any name in what JSON.parse did not make, must be the object's own.
  const isInherited = code.source === 'text' || field.name in Object.prototype
  const read = `const ${raw} = ${isInherited ? `Object.hasOwn(raw, ${property}) ? raw[${property}] : undefined` : `raw[${property}]`}`
  const value = presentCode(field, raw, code)
  const absent = absentCode(field, isRequired, code)
  const target = `record[${quoted(field.property)}]`
  if (absent === 'REFUSED') {
    return {
      read,
      check: [
        `let ${out}`,
        `if (${raw} === undefined) return REFUSED`,
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
        : ['} else {', `${out} = ${absent}`, `if (${out} === REFUSED) return REFUSED`, '}'])
    ],
    assign: `if (${out} !== undefined) ${target} = ${out}`
  }
}

/** The value of an absent field: an expression; undefined where it is left out. */
function absentCode(field: FieldSchema, isRequired: boolean, code: AcceptorCode): string | undefined {
  const makeDefault = compileDefault(field, code.compilation)
  if (makeDefault === undefined) return isRequired ? 'REFUSED' : undefined
  const read: Reader = (_raw, faults) => makeDefault(faults)
  const made = readOrRefuse(read, undefined, 0)
  // What nobody can change may be shared.
  if (made === null || ['string', 'number', 'boolean'].includes(typeof made)) return code.program.constant(made as null)
  return `${code.program.constant(readOrRefuse)}(${code.program.constant(read)}, undefined, depth + 1)`
}

function omittedCode(field: FieldSchema, code: AcceptorCode): string[] {
  const value = absentCode(field, false, code)
  if (value === undefined) return []
  const name = code.program.name()
  return [
    `const ${name} = ${value}`,
    `if (${name} === REFUSED) return REFUSED`,
    `record[${quoted(field.property)}] = ${name}`
  ]
}

/** Reads a value that is there, and asks the rules about it. */
function presentCode(field: FieldSchema, raw: string, code: AcceptorCode) {
  const { program, compilation } = code
  const rules =
    compilation.strictness === 'rules' ? field.rules.filter(isInline).filter((rule) => !rule.readsRecord) : []
  const asksNull = asksNullOf(field)
  const inLoop = (rule: Rule) => rule.each && field.type.kind === 'array' && rule.readsInput !== true && !asksNull
  const inner = valueCode(field.type, { raw, level: 1 }, code, rules.filter(inLoop))
  const input = code.source === 'json' ? raw : inner.value
  const checks = rules
    .filter((rule) => !inLoop(rule))
    .map((rule) => {
      const asked = rule.readsInput === true ? input : inner.value
      const holds = rule.each ? eachCode(rule, asked, asksNull, code) : ruleCode(rule, asked, field.type, program)
      return `if (!(${holds})) return REFUSED`
    })
  const lines = [...inner.lines, ...checks]
  if (!field.nullable) return { lines, value: inner.value }
  const value = program.name()
  return {
    lines: [`let ${value} = null`, `if (${raw} !== null) {`, ...lines, `${value} = ${inner.value}`, '}'],
    value
  }
}

function eachCode(rule: Rule, asked: string, asksNull: boolean, { program }: AcceptorCode): string {
  const holds = (value: unknown): boolean => {
    const passes = (item: unknown) => (item === null && !asksNull) || rule.test(item, {})
    return Array.isArray(value) ? value.every(passes) : rule.test(value, {})
  }
  return `${program.constant(holds)}(${asked})`
}

/** Refuses keys that no field declares, where that is to be. */
function refusalCode(schema: RecordSchema, code: AcceptorCode, isOpen: boolean): string[] {
  const isRefused = compileRefusedKeys(schema, code.compilation, isOpen)
  if (isRefused === undefined) return []
  const isClean = (raw: object): boolean => !Object.keys(raw).some(isRefused)
  return [`if (!${code.program.constant(isClean)}(raw)) return REFUSED`]
}

/** Rules about the whole record are asked when the instance is there. */
function checkCode(check: RecordCheck, { program }: AcceptorCode): string {
  const read = (raw: Instance, record: Instance) => (_raw: unknown, faults: FaultList) => check(raw, record, faults)
  const holds = (raw: Instance, record: Instance, depth: number) => readOrRefuse(read(raw, record), raw, depth)
  return `if (${program.constant(holds)}(raw, record, depth + 1) === REFUSED) return REFUSED`
}
