import type { Kind, ReaderCode, ValueCode } from '../kind/kind.js'
import { Allow } from '../library/base-decorators.js'
import type { NullableSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'

type Nullable = Kind<NullableSchema>

export const facts: Nullable['facts'] = {
  describe: ({ type }, describe) => `${describe(type)}, null`,
  label: ({ type }, by) => `Nullable${by.part(type)}`,
  jsonKinds: ({ type }, kindsOf) => kindsOf(type),
  holds: ({ type }, value, judge) => value === null || judge.holds(type, value, judge),
  decorators: ({ type }, options, by) => (options.each === true ? [Allow()] : by.decorators(type, options)),
  implied: []
}

export const schema: Nullable['schema'] = ({ type }, by) => allowNull(by.part(type))

/** Keywords that can reject null although the type allows it. */
const MAY_REJECT_NULL = ['const', 'not', 'anyOf', 'oneOf', 'allOf', 'if', '$ref'] as const

/** The schema of a value that is not null, with null allowed as well. */
export function allowNull(schema: SchemaObject): SchemaObject {
  if (Object.keys(schema).every((keyword) => keyword.startsWith('x-'))) return schema
  if (typeof schema.type === 'string' && !MAY_REJECT_NULL.some((keyword) => schema[keyword] !== undefined)) {
    const out: SchemaObject = { ...schema, type: [schema.type, 'null'] }
    if (schema.enum !== undefined) out.enum = [...new Set([...schema.enum, null])]
    return out
  }
  const { 'x-rules': unexpressed, ...rest } = schema
  if (rest.anyOf !== undefined && Object.keys(rest).length === 1) {
    return { ...schema, anyOf: [...rest.anyOf, { type: 'null' }] }
  }
  const out: SchemaObject = { anyOf: [rest, { type: 'null' }] }
  if (unexpressed !== undefined) out['x-rules'] = unexpressed
  return out
}

/** Null is written before any projector is called. */
export const writing: Nullable['writing'] = {
  project: ({ type }, by) => by.projector(type),
  code: (value, { type }, depth, code) => {
    if (!code.hasCode(type)) code.writePart(value, type, depth)
    else code.unless(code.hold(`${value} === null`), 'null', () => code.write(value, type, depth))
  }
}

export const reading: Nullable['reading'] = {
  closure: ({ type }, by) => {
    const read = by.reader(type)
    return (raw, faults) => (raw === null ? null : read(raw, faults))
  },
  flat: ({ type }, raw, code) => {
    const inner = code.flat(type, raw)
    return inner && unlessNull(raw, inner, code)
  },
  held: ({ type }, raw, code) => unlessNull(raw, code.held(type, raw), code)
}

/** Code that keeps null, and reads anything else as the inner code does. */
export function unlessNull(raw: string, { lines, value }: ValueCode, { program }: ReaderCode): ValueCode {
  const out = program.name()
  return { lines: [`let ${out} = null`, `if (${raw} !== null) {`, ...lines, `${out} = ${value}`, '}'], value: out }
}
