import type { Class } from '../../metadata.js'
import type { Discriminator, RecordSchema } from '../type/schema.js'
import type { SchemaObject } from './schema-object.js'

/** What the schema of a union needs to know of a record. */
interface MemberLookup {
  readonly recordOf: (target: Class) => RecordSchema
  /** `{ $ref }` of the record's component. */
  readonly referenceTo: (target: Class) => SchemaObject
}

/**
 * The schema of a union with discriminator: `oneOf` of which exactly one can hold, also for who knows JSON Schema and
 * not OpenAPI. In JSON Schema 2020-12.
 */
export function discriminatedSchema({ name, mapping }: Discriminator, lookup: MemberLookup): SchemaObject {
  const values = new Map<Class, string[]>()
  for (const { value, class: target } of mapping) values.set(target, [...(values.get(target) ?? []), value])
  const references = new Map([...values.keys()].map((target) => [target, lookup.referenceTo(target)]))
  return {
    oneOf: [...values].map(([target, own]): SchemaObject => {
      const reference = references.get(target) as SchemaObject
      if (saysItself(lookup.recordOf(target), name, own)) return reference
      return { allOf: [reference, { type: 'object', properties: { [name]: { enum: own } }, required: [name] }] }
    }),
    discriminator: {
      propertyName: name,
      mapping: Object.fromEntries(mapping.map(({ value, class: target }) => [value, references.get(target)?.$ref]))
    }
  }
}

/** Whether the record's own schema allows these values of the property alone. */
function saysItself({ fields }: RecordSchema, name: string, values: readonly string[]): boolean {
  const field = fields.find((candidate) => candidate.name === name)
  if (field === undefined || !field.required || field.nullable || field.type.kind !== 'enum') return false
  return field.type.values.every((value) => values.includes(value as string))
}
