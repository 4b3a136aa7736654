import { quoted } from '../program/program.js'
import { ruleCode } from '../program/rule-code.js'
import { fits } from '../read/value-readers.js'
import { isFullDate, parseDateTime } from '../type/date-time.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import { setOwn } from '../type/reading-options.js'
import type {
  ArraySchema,
  Discriminator,
  EnumSchema,
  IntegerSchema,
  MapSchema,
  NumberSchema,
  Rule,
  TupleSchema,
  TypeSchema
} from '../type/schema.js'
import { isNumberOf, parseBooleanText, parseIntegerText, parseNumberText } from '../type/text-forms.js'
import type { ReadingCode } from './reading-code.js'

/** A raw value: the variable that holds it, and how many levels below the function's own place it stands. */
export interface Place {
  readonly raw: string
  readonly level: number
}

/** The code that reads a value, and the variable that then holds what was bound. */
export interface ValueCode {
  readonly lines: readonly string[]
  readonly value: string
}

/** Reads a value of the type at a place, or leaves the function with the answer that it is refused. */
export function valueCode(
  type: TypeSchema,
  place: Place,
  code: ReadingCode,
  eachRules: readonly Rule[] = []
): ValueCode {
  const { raw } = place
  const { program } = code
  const isText = code.source === 'text'
  switch (type.kind) {
    case 'string':
      return kept(raw, `typeof ${raw} !== 'string'`, code)
    case 'integer':
      return isText ? parsed(raw, parseIntegerText, code, type.format) : kept(raw, integerMisfit(type, raw), code)
    case 'number':
      return isText ? parsed(raw, parseNumberText, code, type.format) : kept(raw, numberMisfit(type, raw, code), code)
    case 'boolean':
      return isText ? parsed(raw, parseBooleanText, code) : kept(raw, `typeof ${raw} !== 'boolean'`, code)
    case 'timestamp':
      return parsed(raw, parseDateTime, code)
    case 'date':
      return kept(raw, `typeof ${raw} !== 'string' || !${program.constant(isFullDate)}(${raw})`, code)
    case 'enum':
      return isText || type.values.length > 8 ? byReader(type, place, code) : enumCode(type, raw, code)
    case 'any':
      if (isText) return kept(raw, `Array.isArray(${raw})`, code)
      return kept(
        raw,
        `typeof ${raw} === 'object' && !${program.constant(fits)}(${raw}, ${DEPTH_LIMIT} - (${depth(place)}))`,
        code
      )
    case 'nullable':
      return nullableCode(type.type, place, code)
    case 'array':
      return arrayCode(type, place, code, eachRules)
    case 'tuple':
      return tupleCode(type, place, code)
    case 'map':
      return mapCode(type, place, code)
    case 'record':
      return called(`${code.record(type.class)}(${raw}, ${depth(place)})`, code)
    case 'union':
      return type.discriminator === undefined ? byReader(type, place, code) : unionCode(type.discriminator, place, code)
    case 'file':
      return byReader(type, place, code)
  }
}

function depth({ level }: Place): string {
  return level === 0 ? 'depth' : `depth + ${level}`
}

/** A value that is bound as it came. */
function kept(raw: string, misfit: string, { refuse }: ReadingCode): ValueCode {
  return { lines: [`if (${misfit}) ${refuse}`], value: raw }
}

function parsed(
  raw: string,
  parse: (text: string, ...more: never[]) => unknown,
  code: ReadingCode,
  format?: string
): ValueCode {
  const value = code.program.name()
  const call = `${code.program.constant(parse)}(${raw}${format === undefined ? '' : `, ${quoted(format)}`})`
  return {
    lines: [
      `if (typeof ${raw} !== 'string') ${code.refuse}`,
      `const ${value} = ${call}`,
      `if (${value} === undefined) ${code.refuse}`
    ],
    value
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

function enumCode({ values }: EnumSchema, raw: string, { program, refuse }: ReadingCode): ValueCode {
  const value = program.name()
  // The declared value and not the one that was sent: 0 where -0 is.
  const choices = values.map((each) => `${raw} === ${program.constant(each)} ? ${program.constant(each)}`)
  return {
    lines: [`const ${value} = ${choices.join(' : ')} : undefined`, `if (${value} === undefined) ${refuse}`],
    value
  }
}

/** What is left to the reader of the type. */
function byReader(type: TypeSchema, place: Place, code: ReadingCode): ValueCode {
  return called(code.asked(code.reader(type), place.raw, depth(place)), code)
}

function called(call: string, { program, refuse }: ReadingCode): ValueCode {
  const value = program.name()
  return { lines: [`const ${value} = ${call}`, `if (${value} === REFUSED) ${refuse}`], value }
}

function nullableCode(type: TypeSchema, place: Place, code: ReadingCode): ValueCode {
  return unlessNull(place.raw, valueCode(type, place, code), code)
}

/** Null as it is, and anything else as the code says. */
export function unlessNull(raw: string, { lines, value: inner }: ValueCode, { program }: ReadingCode): ValueCode {
  const value = program.name()
  return { lines: [`let ${value} = null`, `if (${raw} !== null) {`, ...lines, `${value} = ${inner}`, '}'], value }
}

/** The variable that holds the list; a text alone stands for a list of one. */
function listCode({ raw, level }: Place, code: ReadingCode): ValueCode {
  const list = code.program.name()
  const found = code.source === 'text' ? `typeof ${raw} === 'string' ? [${raw}] : ${raw}` : raw
  return {
    lines: [
      `const ${list} = ${found}`,
      `if (!Array.isArray(${list}) || ${depth({ raw, level })} >= ${DEPTH_LIMIT}) ${code.refuse}`
    ],
    value: list
  }
}

/** @param eachRules rules about the bound items, not asked about null */
function arrayCode({ items }: ArraySchema, place: Place, code: ReadingCode, eachRules: readonly Rule[]): ValueCode {
  const { program } = code
  const [out, index, item, length] = [program.name(), program.name(), program.name(), program.name()]
  const list = listCode(place, code)
  const inner = valueCode(items, { raw: item, level: place.level + 1 }, code)
  const about = items.kind === 'nullable' ? items.type : items
  const rules = eachRules.map((rule) => {
    const holds = ruleCode(rule, inner.value, about, program)
    return `if (${inner.value} !== null && !(${holds})) ${code.refuse}`
  })
  return {
    lines: [
      ...list.lines,
      `const ${length} = ${list.value}.length`,
      `const ${out} = new Array(${length})`,
      `for (let ${index} = 0; ${index} < ${length}; ${index}++) {`,
      `const ${item} = ${list.value}[${index}]`,
      ...inner.lines,
      ...rules,
      `${out}[${index}] = ${inner.value}`,
      '}'
    ],
    value: out
  }
}

function tupleCode({ items }: TupleSchema, place: Place, code: ReadingCode): ValueCode {
  const { program } = code
  const out = program.name()
  const list = listCode(place, code)
  const lines = [...list.lines, `if (${list.value}.length !== ${items.length}) ${code.refuse}`]
  const values = items.map((type, index) => {
    const item = program.name()
    const inner = valueCode(type, { raw: item, level: place.level + 1 }, code)
    lines.push(`const ${item} = ${list.value}[${index}]`, ...inner.lines)
    return inner.value
  })
  return { lines: [...lines, `const ${out} = [${values.join(', ')}]`], value: out }
}

function objectMisfit(raw: string): string {
  return `typeof ${raw} !== 'object' || ${raw} === null || Array.isArray(${raw})`
}

function mapCode({ values }: MapSchema, place: Place, code: ReadingCode): ValueCode {
  const { program } = code
  const [out, key, member] = [program.name(), program.name(), program.name()]
  const inner = valueCode(values, { raw: member, level: place.level + 1 }, code)
  return {
    lines: [
      `if (${objectMisfit(place.raw)} || ${depth(place)} >= ${DEPTH_LIMIT}) ${code.refuse}`,
      `const ${out} = {}`,
      `for (const ${key} of Object.keys(${place.raw})) {`,
      `const ${member} = ${place.raw}[${key}]`,
      ...inner.lines,
      `if (${key} === '__proto__') ${program.constant(setOwn)}(${out}, ${key}, ${inner.value})`,
      `else ${out}[${key}] = ${inner.value}`,
      '}'
    ],
    value: out
  }
}

function unionCode({ name, mapping }: Discriminator, place: Place, code: ReadingCode): ValueCode {
  const { program } = code
  const { raw } = place
  const [tag, value] = [program.name(), program.name()]
  const property = quoted(name)
  const choices = mapping.map(
    (entry) => `${tag} === ${quoted(entry.value)} ? ${code.record(entry.class)}(${raw}, ${depth(place)})`
  )
  return {
    lines: [
      `if (${objectMisfit(raw)}) ${code.refuse}`,
      `const ${tag} = Object.hasOwn(${raw}, ${property}) ? ${raw}[${property}] : undefined`,
      `const ${value} = ${choices.join(' : ')} : REFUSED`,
      `if (${value} === REFUSED) ${code.refuse}`
    ],
    value
  }
}
