import type { Class } from '../../metadata.js'
import type { FieldSchema, TypeSchema } from './schema.js'

/** The type that is read for a field, even where its own type is `any`. */
export function typeInProgram({ type, condition, transform }: FieldSchema): TypeSchema {
  return condition?.type ?? transform?.type ?? type
}

/** The type with each of its records replaced by another. */
export function mapRecords(type: TypeSchema, map: (record: Class) => Class): TypeSchema {
  switch (type.kind) {
    case 'record':
      return { kind: 'record', class: map(type.class) }
    case 'nullable':
      return { kind: 'nullable', type: mapRecords(type.type, map) }
    case 'array':
      return { kind: 'array', items: mapRecords(type.items, map) }
    case 'map':
      return { kind: 'map', values: mapRecords(type.values, map) }
    case 'tuple':
      return { kind: 'tuple', items: type.items.map((item) => mapRecords(item, map)) }
    case 'union': {
      const { discriminator } = type
      const mapping = discriminator?.mapping.map((entry) => ({ ...entry, class: map(entry.class) }))
      return {
        kind: 'union',
        members: type.members.map((member) => mapRecords(member, map)),
        discriminator: discriminator && { ...discriminator, mapping: mapping ?? [] }
      }
    }
    default:
      return type
  }
}

/** The records that the type itself names, without those within them. */
export function recordsIn(type: TypeSchema): Class[] {
  const found: Class[] = []
  mapRecords(type, (record) => {
    found.push(record)
    return record
  })
  return found
}
