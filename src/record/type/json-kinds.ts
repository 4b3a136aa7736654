import type { BinderSource } from './reading-options.js'
import type { TypeSchema } from './schema.js'

/** What tells values apart before their types do: JSON's types; in text, all scalars are one. */
export type JSONKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'file'

/** The kinds of the values that a type has, null apart. */
export function jsonKinds(type: TypeSchema, source: BinderSource): ReadonlySet<JSONKind> {
  return new Set(kindsOf(type).map((kind) => (source === 'text' && isScalarKind(kind) ? 'string' : kind)))
}

function kindsOf(type: TypeSchema): JSONKind[] {
  switch (type.kind) {
    case 'string':
    case 'timestamp':
    case 'date':
      return ['string']
    case 'integer':
    case 'number':
      return ['number']
    case 'boolean':
    case 'file':
      return [type.kind]
    case 'array':
    case 'tuple':
      return ['array']
    case 'map':
    case 'record':
      return ['object']
    case 'enum':
      return type.values.map((value) => typeof value as JSONKind)
    case 'nullable':
      return kindsOf(type.type)
    case 'union':
      return type.members.flatMap(kindsOf)
    case 'any':
      return ['string', 'number', 'boolean', 'array', 'object']
  }
}

function isScalarKind(kind: JSONKind): boolean {
  return kind === 'string' || kind === 'number' || kind === 'boolean'
}

/** The kind of a raw value. */
export function jsonKindOf(raw: unknown, source: BinderSource): JSONKind {
  if (Array.isArray(raw)) return 'array'
  const kind = typeof raw as JSONKind
  return source === 'text' && isScalarKind(kind) ? 'string' : kind
}

/** The types of the items of a list or tuple; undefined for what is neither. */
export function itemTypes(type: TypeSchema): readonly TypeSchema[] | undefined {
  return type.kind === 'array' ? [type.items] : type.kind === 'tuple' ? type.items : undefined
}

/** Whether no value of the type holds others: what one text can tell, apart from files. */
export function isScalar(type: TypeSchema): boolean {
  return type.kind !== 'any' && kindsOf(type).every(isScalarKind)
}
