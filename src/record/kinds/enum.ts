import { projectScalar } from '../json/projection.js'
import { IsIn } from '../library/class-validator.js'
import type { EnumSchema } from '../type/schema.js'
import type { JSONType, SchemaObject } from '../type/schema-object.js'
import type { JSONKind, Kind } from './kind.js'
import { writeBoolean, writeNumber, writeText } from './scalar.js'

type Enum = Kind<EnumSchema>

const describe = ({ values }: EnumSchema) => values.map((value) => JSON.stringify(value)).join(', ')
const jsonKinds = ({ values }: EnumSchema) => values.map((value) => typeof value as JSONKind)

export const facts: Enum['facts'] = {
  describe,
  jsonKinds,
  holds: ({ values }, value) => values.includes(value as string),
  decorators: ({ values }, options) => [IsIn([...values], options)],
  implied: ['isDefined']
}

export const schema: Enum['schema'] = (type, by) => {
  const own = ownSchema(type)
  return type.name === undefined ? own : by.component(type.name, `enum ${JSON.stringify(type.values)}`, own)
}

function ownSchema(type: EnumSchema): SchemaObject {
  const { values } = type
  const [kind, ...more] = new Set(jsonKinds(type))
  if (kind === undefined || more.length > 0) return { enum: [...values] }
  const areIntegers = kind === 'number' && values.every((value) => Number.isInteger(value))
  return { type: (areIntegers ? 'integer' : kind) as JSONType, enum: [...values] }
}

export const project: Enum['project'] = (type, { isOpen }) => projectScalar(describe(type), isOpen)

export const write: Enum['write'] = (value, type, depth, code) => {
  const [kind, ...more] = new Set(jsonKinds(type))
  if (more.length > 0) code.writePart(value, type, depth)
  else if (kind === 'string') writeText(value, type, depth, code)
  else if (kind === 'number') writeNumber(value, type, depth, code)
  else writeBoolean(value, type, depth, code)
}
