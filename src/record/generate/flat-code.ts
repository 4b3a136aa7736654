import { quoted } from '../program/program.js'
import { ruleCode } from '../program/rule-code.js'
import { isFullDate, parseDateTime } from '../type/date-time.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import type { ArraySchema, EnumSchema, IntegerSchema, NumberSchema, Rule, TypeSchema } from '../type/schema.js'
import { isNumberOf, parseBooleanText, parseIntegerText, parseNumberText } from '../type/text-forms.js'
import { listOf, type ReadingCode, unlessNull, type ValueCode } from './reading-code.js'

/**
 * The code that reads a scalar or a list of scalars. Those are cheap enough to be read again by the closure that reports
 * what is wrong: the code leaves the block `wrong` then. Undefined for all other types.
 *
 * @param eachRules rules about the items of a list, which are not checked on null
 */
export function flatCode(
  type: TypeSchema,
  raw: string,
  code: ReadingCode,
  eachRules: readonly Rule[] = []
): ValueCode | undefined {
  if (type.kind === 'array') return listCode(type, raw, code, eachRules)
  if (type.kind !== 'nullable') return scalarCode(type, raw, code)
  const inner = flatCode(type.type, raw, code)
  return inner && unlessNull(raw, inner, code)
}

function scalarCode(type: TypeSchema, raw: string, code: ReadingCode): ValueCode | undefined {
  const kept = (misfit: string): ValueCode => ({ lines: [`if (${misfit}) break wrong`], value: raw })
  const parsed = (parse: (text: string, format: never) => unknown, format?: string): ValueCode => {
    const value = code.program.name()
    const call = `${code.program.constant(parse)}(${raw}${format === undefined ? '' : `, ${quoted(format)}`})`
    const misfit = `if (typeof ${raw} !== 'string') break wrong`
    return { lines: [misfit, `const ${value} = ${call}`, `if (${value} === undefined) break wrong`], value }
  }
  const isText = code.source === 'text'
  switch (type.kind) {
    case 'string':
      return kept(`typeof ${raw} !== 'string'`)
    case 'integer':
      return isText ? parsed(parseIntegerText, type.format) : kept(integerMisfit(type, raw))
    case 'number':
      return isText ? parsed(parseNumberText, type.format) : kept(numberMisfit(type, raw, code))
    case 'boolean':
      return isText ? parsed(parseBooleanText) : kept(`typeof ${raw} !== 'boolean'`)
    case 'timestamp':
      return parsed(parseDateTime)
    case 'date':
      return kept(`typeof ${raw} !== 'string' || !${code.program.constant(isFullDate)}(${raw})`)
    case 'enum':
      return isText || type.values.length > 8 ? undefined : enumCode(type, raw, code)
    case 'nullable': {
      const inner = scalarCode(type.type, raw, code)
      return inner && unlessNull(raw, inner, code)
    }
    default:
      return undefined
  }
}

function integerMisfit({ format }: IntegerSchema, raw: string): string {
  return format === 'int32'
    ? `typeof ${raw} !== 'number' || ${raw} !== (${raw} | 0)`
    : `typeof ${raw} !== 'number' || !Number.isSafeInteger(${raw})`
}

function numberMisfit({ format }: NumberSchema, raw: string, { program }: ReadingCode): string {
  if (format === 'float') return `!${program.constant(isNumberOf)}(${raw}, 'float')`
  return `typeof ${raw} !== 'number' || !Number.isFinite(${raw})`
}

function enumCode({ values }: EnumSchema, raw: string, { program }: ReadingCode): ValueCode {
  const value = program.name()
  // The declared value and not the one that was sent: 0 where -0 is.
  const choices = values.map((each) => `${raw} === ${program.constant(each)} ? ${program.constant(each)}`)
  return {
    lines: [`const ${value} = ${choices.join(' : ')} : undefined`, `if (${value} === undefined) break wrong`],
    value
  }
}

function listCode(
  { items }: ArraySchema,
  raw: string,
  code: ReadingCode,
  eachRules: readonly Rule[]
): ValueCode | undefined {
  const { program, source } = code
  const [list, out, index, item, length] = Array.from({ length: 5 }, () => program.name()) as [
    string,
    string,
    string,
    string,
    string
  ]
  const inner = scalarCode(items, item, code)
  if (inner === undefined) return undefined
  const about = items.kind === 'nullable' ? items.type : items
  const rules = eachRules.map((rule) => {
    const checked = rule.readsRawValue === true && source === 'json' ? item : inner.value
    return `if (${checked} !== null && !(${ruleCode(rule, checked, about, program)})) break wrong`
  })
  return {
    lines: [
      `const ${list} = ${listOf(raw, code)}`,
      `if (!Array.isArray(${list}) || faults.depth >= ${DEPTH_LIMIT}) break wrong`,
      `const ${length} = ${list}.length`,
      `const ${out} = new Array(${length})`,
      `for (let ${index} = 0; ${index} < ${length}; ${index}++) {`,
      `const ${item} = ${list}[${index}]`,
      ...inner.lines,
      ...rules,
      `${out}[${index}] = ${inner.value}`,
      '}'
    ],
    value: out
  }
}
