import type { FieldSchema, TypeSchema } from '../type/schema.js'

/** Whether the field's name is in the text of every record that fits. */
export function isAlwaysWritten(field: FieldSchema): boolean {
  return field.access !== 'writeOnly' && !writtenType(field).isOptional
}

/** The type that is written of a field. A field that may be undefined is often null, which is written too. */
export function writtenType(field: FieldSchema): { readonly type: TypeSchema; readonly isOptional: boolean } {
  const isOptional = !field.required || field.condition !== undefined
  const declared = field.condition?.type ?? field.type
  const isNullable = (field.nullable || isOptional) && declared.kind !== 'nullable'
  return { type: isNullable ? { kind: 'nullable', type: declared } : declared, isOptional }
}

/**
 * Whether a field can be read by its property and written in its turn: not one that every object inherits, and not one
 * whose name an object puts first.
 */
export function hasPlainName({ property, name }: FieldSchema): boolean {
  return !(property in Object.prototype) && !/^\d+$/.test(name)
}
