import { getMetadataSchema } from 'class-validator-jsonschema/build/decorators.js'
import type { Class } from '../../metadata.js'
import type { SchemaObject } from '../type/schema-object.js'

/**
 * What the user says of a property's schema by class-validator-jsonschema's `@JSONSchema`, or of a whole record's:
 * members that are added to what the declaration gives, and win over it, or a function from one schema to another.
 * Its author answers for its truth; `fieldstone verify` reports where it is not true.
 *
 * @param property undefined for the record itself
 */
export function overriddenSchema(schema: SchemaObject, target: Class, property: string | undefined): SchemaObject {
  const override: unknown = getMetadataSchema(target.prototype, property ?? target.name)
  if (typeof override === 'function') return override(schema, {}) as SchemaObject
  if (typeof override !== 'object' || override === null || Object.keys(override).length === 0) return schema
  // Next to a $ref nothing counts in OpenAPI 3.0 (section 4.7.23.1).
  const base = schema.$ref === undefined ? schema : { allOf: [schema] }
  return { ...base, ...override }
}
