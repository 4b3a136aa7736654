import type { SchemaObject } from './schema-object.js'

/** Keywords that can refuse null although the type allows it. */
const MAY_REFUSE_NULL = ['const', 'not', 'anyOf', 'oneOf', 'allOf', 'if', '$ref'] as const

/** The schema of a non-null value with null allowed besides; in JSON Schema 2020-12. */
export function allowNull(schema: SchemaObject): SchemaObject {
  if (Object.keys(schema).every((keyword) => keyword.startsWith('x-'))) return schema
  if (typeof schema.type === 'string' && !MAY_REFUSE_NULL.some((keyword) => schema[keyword] !== undefined)) {
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
