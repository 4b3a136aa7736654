import type { Class } from '../../metadata.js'
import type { ArraySchema, FieldSchema, MapSchema, NullableSchema, StructuredSchema, TypeSchema } from './schema.js'

/** The type that is read for a field, even where its own type is `any`. */
export function typeInProgram({ type, condition, transform }: FieldSchema): TypeSchema {
  return condition?.type ?? transform?.type ?? type
}

const STRUCTURED: { readonly [K in StructuredSchema['kind']]: true } = {
  array: true,
  tuple: true,
  map: true,
  record: true,
  union: true,
  nullable: true
}

/** Whether the type consists of other types. */
export function isStructured(type: TypeSchema): type is StructuredSchema {
  return Object.hasOwn(STRUCTURED, type.kind)
}

/** The types that a type consists of; none of a record, whose fields have types of their own. */
export function partsOf(type: TypeSchema): readonly TypeSchema[] {
  if (!isStructured(type)) return []
  switch (type.kind) {
    case 'record':
      return []
    case 'tuple':
      return type.items
    case 'union':
      return type.members
    case 'array':
    case 'map':
    case 'nullable':
      return [contentOf(type)]
  }
}

/** The one type that all items, values or non-null values of a type have; undefined for any other type. */
export function contentOf(type: ArraySchema | MapSchema | NullableSchema): TypeSchema
export function contentOf(type: TypeSchema): TypeSchema | undefined
export function contentOf(type: TypeSchema): TypeSchema | undefined {
  if (type.kind === 'nullable') return type.type
  return type.kind === 'array' ? type.items : type.kind === 'map' ? type.values : undefined
}

/** The type with each of its records replaced by another. */
export function mapRecords(type: TypeSchema, map: (record: Class) => Class): TypeSchema {
  if (!isStructured(type)) return type
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
      return {
        kind: 'union',
        members: type.members.map((member) => mapRecords(member, map)),
        discriminator: discriminator && {
          ...discriminator,
          mapping: discriminator.mapping.map((entry) => ({ ...entry, class: map(entry.class) }))
        }
      }
    }
  }
}

/** The records that the type itself names, without those within them. */
export function recordsIn(type: TypeSchema): Class[] {
  return type.kind === 'record' ? [type.class] : partsOf(type).flatMap(recordsIn)
}
