import { quoted } from '../program/program.js'
import { setOwn } from '../type/reading-options.js'
import type { Discriminator, MapSchema, TupleSchema, TypeSchema } from '../type/schema.js'
import { flatCode } from './flat-code.js'
import { listOf, type ReadingCode, soundOr, unlessNull, type ValueCode } from './reading-code.js'

/** The code that reads a value of any type, and leaves in `faults` what is wrong with it. */
export function valueCode(type: TypeSchema, raw: string, code: ReadingCode): ValueCode {
  const flat = flatCode(type, raw, code)
  if (flat !== undefined) return flatValueCode(type, raw, flat, code)
  switch (type.kind) {
    case 'nullable':
      return unlessNull(raw, valueCode(type.type, raw, code), code)
    case 'array':
      return arrayCode(type, raw, code)
    case 'tuple':
      return tupleCode(type, raw, code)
    case 'map':
      return mapCode(type, raw, code)
    case 'record':
      return { lines: [], value: code.record(type.class, raw) }
    case 'union':
      if (type.discriminator !== undefined) return unionCode(type, type.discriminator, raw, code)
  }
  return { lines: [], value: code.closure(type, raw) }
}

/** Where the value is wrong, its closure reports it. */
function flatValueCode(type: TypeSchema, raw: string, { lines, value }: ValueCode, code: ReadingCode): ValueCode {
  const out = code.program.name()
  const block = soundOr([...lines, `${out} = ${value}`], `${out} = ${code.closure(type, raw)}`)
  return { lines: [`let ${out}`, ...block], value: out }
}

/** Reads what holds other values: its closure reports a value that does not fit. */
function heldCode(
  type: TypeSchema,
  raw: string,
  misfit: string,
  code: ReadingCode,
  linesFor: (out: string) => readonly string[]
): ValueCode {
  const out = code.program.name()
  return {
    lines: [
      `let ${out}`,
      `if (${misfit}) ${out} = ${code.closure(type, raw)}`,
      'else if (faults.enter()) {',
      ...linesFor(out),
      'faults.leave()',
      '}'
    ],
    value: out
  }
}

/** Reads a value within another: `enter` names its place in the faults from `at` on. */
function memberCode({ lines, value }: ValueCode, set: (value: string) => string[], enter: string): string[] {
  return ['const at = faults.length', ...lines, ...set(value), `if (faults.length > at) faults.${enter}`]
}

function arrayCode(type: Extract<TypeSchema, { kind: 'array' }>, raw: string, code: ReadingCode): ValueCode {
  const [list, index, item] = [code.program.name(), code.program.name(), code.program.name()]
  const inner = valueCode(type.items, item, code)
  const held = heldCode(type, raw, `!Array.isArray(${list})`, code, (out) => [
    `${out} = new Array(${list}.length)`,
    `for (let ${index} = 0; ${index} < ${list}.length && !faults.isFull; ${index}++) {`,
    `const ${item} = ${list}[${index}]`,
    ...memberCode(inner, (value) => [`${out}[${index}] = ${value}`], `enterItem(${index}, at)`),
    '}'
  ])
  return { ...held, lines: [`const ${list} = ${listOf(raw, code)}`, ...held.lines] }
}

function tupleCode(type: TupleSchema, raw: string, code: ReadingCode): ValueCode {
  const { items } = type
  const list = code.program.name()
  const misfit = `!Array.isArray(${list}) || ${list}.length !== ${items.length}`
  const held = heldCode(type, raw, misfit, code, (out) => [
    `${out} = new Array(${items.length})`,
    ...items.flatMap((each, index) => {
      const item = code.program.name()
      const inner = valueCode(each, item, code)
      return [
        '{',
        `const ${item} = ${list}[${index}]`,
        ...memberCode(inner, (value) => [`${out}[${index}] = ${value}`], `enterItem(${index}, at)`),
        '}'
      ]
    })
  ])
  return { ...held, lines: [`const ${list} = ${listOf(raw, code)}`, ...held.lines] }
}

function objectMisfit(raw: string): string {
  return `typeof ${raw} !== 'object' || ${raw} === null || Array.isArray(${raw})`
}

function mapCode(type: MapSchema, raw: string, code: ReadingCode): ValueCode {
  const { program } = code
  const [key, member] = [program.name(), program.name()]
  const inner = valueCode(type.values, member, code)
  return heldCode(type, raw, objectMisfit(raw), code, (out) => {
    const set = (value: string) => [
      `if (${key} === '__proto__') ${program.constant(setOwn)}(${out}, ${key}, ${value})`,
      `else ${out}[${key}] = ${value}`
    ]
    return [
      `${out} = {}`,
      `for (const ${key} of Object.keys(${raw})) {`,
      'if (faults.isFull) break',
      `const ${member} = ${raw}[${key}]`,
      ...memberCode(inner, set, `enterField(${key}, at)`),
      '}'
    ]
  })
}

function unionCode(type: TypeSchema, { name, mapping }: Discriminator, raw: string, code: ReadingCode): ValueCode {
  const [tag, out] = [code.program.name(), code.program.name()]
  const property = quoted(name)
  const choices = mapping.map((entry) => `${tag} === ${quoted(entry.value)} ? ${code.record(entry.class, raw)}`)
  return {
    lines: [
      `const ${tag} = ${objectMisfit(raw)} || !Object.hasOwn(${raw}, ${property}) ? undefined : ${raw}[${property}]`,
      `const ${out} = ${[...choices, code.closure(type, raw)].join(' : ')}`
    ],
    value: out
  }
}
