import type { EnumSchema, FileSchema, IntegerSchema, NumberSchema, TypeSchema } from '../type/schema.js'
import type { JSONType, SchemaObject } from './schema-object.js'

/** The types whose schema holds no other schema. */
export type SimpleType = Exclude<TypeSchema, { kind: 'array' | 'tuple' | 'map' | 'union' | 'nullable' | 'record' }>

const INTEGER_BOUNDS = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  // JavaScript's numbers are exact up to here; beyond, two different integers would read as one.
  int64: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
} as const satisfies Record<IntegerSchema['format'], object>

/** The largest finite value of IEEE 754's single precision. */
const FLOAT_MAXIMUM = 3.4028234663852886e38

const NUMBER_BOUNDS = {
  float: { minimum: -FLOAT_MAXIMUM, maximum: FLOAT_MAXIMUM },
  double: {}
} as const satisfies Record<NumberSchema['format'], object>

/** The schema of a type that holds no other, in JSON Schema 2020-12. */
export function simpleSchema(type: SimpleType): SchemaObject {
  switch (type.kind) {
    case 'string':
    case 'boolean':
      return { type: type.kind }
    case 'integer':
      return { type: 'integer', format: type.format, ...INTEGER_BOUNDS[type.format] }
    case 'number':
      return { type: 'number', format: type.format, ...NUMBER_BOUNDS[type.format] }
    case 'timestamp':
      return { type: 'string', format: 'date-time' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'enum':
      return enumSchema(type)
    case 'file':
      return fileSchema(type)
    case 'any':
      return {}
  }
}

/** OpenAPI 3.1.1, section 4.8.14.5.1: of bytes that are not encoded, `maxLength` counts the octets. */
function fileSchema({ maxSize }: FileSchema): SchemaObject {
  const schema: SchemaObject = { type: 'string', format: 'binary' }
  return maxSize === undefined ? schema : { ...schema, maxLength: maxSize }
}

function enumSchema(type: EnumSchema): SchemaObject {
  const kinds = new Set(type.values.map((value) => typeof value))
  const schema: SchemaObject = { enum: [...type.values] }
  const [kind] = kinds
  if (kinds.size !== 1 || kind === undefined) return schema
  const integers = kind === 'number' && type.values.every((value) => Number.isInteger(value))
  return { type: (integers ? 'integer' : kind) as JSONType, ...schema }
}
