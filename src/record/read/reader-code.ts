import type { Class } from '../../metadata.js'
import { memberFor, type ReaderCode, type ValueCode } from '../kind/kind.js'
import { READING } from '../kinds/kinds.js'
import { unlessNull } from '../kinds/nullable.js'
import { plainKind } from '../kinds/type-facts.js'
import { Program, quoted } from '../program/program.js'
import { isPlainRule, ruleCode } from '../program/rule-code.js'
import { FaultList } from '../type/fault-list.js'
import { fieldStep } from '../type/fault-path.js'
import { type BinderSource, type Reader, typeOfField } from '../type/reading-options.js'
import { checkRules, inputOfText, replaceTypeMessages } from '../type/rule-check.js'
import type { FieldSchema, Rule, TypeSchema } from '../type/schema.js'
import type { Compilation } from './compilation.js'
import type { RecordReading } from './compiled-record.js'
import { compileDefault } from './default-value.js'
import { checksNullOf, type FieldReader, mustBeThere, type RecordParts, valueRulesOf } from './record-reader.js'

/**
 * Generates the reader of a type, and those of all records that it reaches, for closures that read these.
 *
 * @param closure what reads the type without generated code
 */
export function generateReader(type: TypeSchema, compilation: Compilation, closure: Reader): Reader {
  const code = new ReadingCode(compilation)
  const { program } = code
  const { records, open } = compilation
  for (const record of records) program.define(recordCode(record, code))
  const { lines, value } =
    open === undefined ? code.held(type, 'raw') : { lines: [], value: `${code.functionOf(open)}(raw, faults)` }
  const root = entryCode(closure, lines, value, code)
  const entries = records.map((record) => entryCode(record.own, [], `${code.functionOf(record)}(raw, faults)`, code))
  const [reader, ...readers] = program.build<Reader[]>(`[${[root, ...entries].join(',\n')}]`)
  for (const [index, record] of records.entries()) record.generated = readers[index]
  return reader as Reader
}

/**
 * The functions read properties without checking that they are the object's own: it is an object that JSON.parse made.
 * So they must not run while Object.prototype has keys that it should not have.
 */
function entryCode(closure: Reader, lines: readonly string[], value: string, { program }: ReadingCode): string {
  return [
    '(raw, faults) => {',
    `for (const key in Object.prototype) return ${program.constant(closure)}(raw, faults)`,
    ...lines,
    `return ${value}`,
    '}'
  ].join('\n')
}

/** The function that reads a record: `(raw, faults) => instance`. */
function recordCode(record: RecordReading, code: ReadingCode): string {
  const { schema, parts, own } = record
  const { program, source } = code
  const byClosure = `return ${program.constant(own)}(raw, faults)`
  const fields = parts.fields.map(({ field, read }) => fieldCode(field, read, code))
  const run = (part: object) => `${program.constant(part)}(raw, record, faults)`
  return [
    `function ${code.functionOf(record)}(raw, faults) {`,
    `if (typeof raw !== 'object' || raw === null${source === 'json' ? '' : ' || Array.isArray(raw)'}) ${byClosure}`,
    ...fields.flatMap(({ load }) => load),
    // After the properties were read the optimiser knows the object's shape, and this costs nothing.
    ...(source === 'json' ? [`if (Object.getPrototypeOf(raw) !== Object.prototype) ${byClosure}`] : []),
    'if (!faults.enter()) return undefined',
    'const start = faults.length',
    `const record = ${constructionCode(parts, schema.class, program)}`,
    ...fields.flatMap(({ read }) => read),
    ...parts.omitted.map(run),
    ...(parts.checks.length === 0 ? [] : ['if (faults.length === start) {', ...parts.checks.map(run), '}']),
    ...(parts.checkKeys === undefined ? [] : [`${program.constant(parts.checkKeys)}(raw, faults)`]),
    'faults.leave()',
    'return record',
    '}'
  ].join('\n')
}

function constructionCode({ construction, construct }: RecordParts, target: Class, program: Program): string {
  return construction === 'constructor' ? `new ${program.constant(target)}()` : `${program.constant(construct)}()`
}

/** A field in the function that reads its record. */
interface FieldCode {
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
function fieldCode(field: FieldSchema, closure: FieldReader, code: ReadingCode): FieldCode {
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
  const lines = [...flat.lines, `${placeOf(field)} = ${flat.value}`]
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
  // A schema of another library may make another default each time.
  if (field.default === undefined) return byClosure
  const faults = new FaultList()
  const made = makeDefault(faults)
  // What cannot change may be shared.
  const isShared = made === null || ['string', 'number', 'boolean'].includes(typeof made)
  if (!isShared || !faults.isEmpty) return byClosure
  return `${placeOf(field)} = ${program.constant(made as null)}`
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

/**
 * The program that reads all that one type reaches: one function per record. In each of its functions `faults` is the
 * list of faults; where something is wrong with a value, the code calls the closure that reads it, which reports what.
 */
class ReadingCode implements ReaderCode {
  readonly program = new Program()
  readonly compilation: Compilation
  readonly plainKind = plainKind
  readonly #functions = new Map<RecordReading, string>()

  constructor(compilation: Compilation) {
    this.compilation = compilation
    for (const record of compilation.records) this.#functions.set(record, this.program.name())
  }

  get source(): BinderSource {
    return this.compilation.source
  }

  /** The name of the function that reads a record: `(raw, faults) => instance`. */
  functionOf(record: RecordReading): string {
    return this.#functions.get(record) as string
  }

  record(target: Class, raw: string): string {
    return `${this.functionOf(this.compilation.record(target))}(${raw}, faults)`
  }

  closure(type: TypeSchema, raw: string): string {
    return `${this.program.constant(this.compilation.reader(type))}(${raw}, faults)`
  }

  flat(type: TypeSchema, raw: string, eachRules: readonly Rule[] = []): ValueCode | undefined {
    return memberFor(READING, type).flat?.(type, raw, this, eachRules)
  }

  /** Where a scalar or a list of scalars is wrong, its closure reports it. */
  held(type: TypeSchema, raw: string): ValueCode {
    const flat = this.flat(type, raw)
    if (flat === undefined) {
      return memberFor(READING, type).held?.(type, raw, this) ?? { lines: [], value: this.closure(type, raw) }
    }
    const out = this.program.name()
    const block = soundOr([...flat.lines, `${out} = ${flat.value}`], `${out} = ${this.closure(type, raw)}`)
    return { lines: [`let ${out}`, ...block], value: out }
  }
}

/** Runs the lines, and the statement where they leave the block `wrong`. No such block may be within another. */
function soundOr(lines: readonly string[], otherwise: string): string[] {
  return ['sound: {', 'wrong: {', ...lines, 'break sound', '}', otherwise, '}']
}
