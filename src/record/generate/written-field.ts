import type { FieldSchema, RecordSchema, TypeSchema, UnionSchema } from '../type/schema.js'

/** Whether all of a type is left to the serialiser, null included. */
export function isPart({ kind }: TypeSchema): boolean {
  return kind === 'any' || kind === 'tuple' || kind === 'file' || kind === 'union'
}

/** Whether a record of a union never has to be given its discriminator. */
export function tellsItself({ fields }: RecordSchema, { discriminator }: UnionSchema): boolean {
  if (!fields.every(isOrdinary)) return false
  if (discriminator === undefined) return true
  return fields.some((field) => field.name === discriminator.name && isAlwaysWritten(field))
}

/** Whether the field's name is in the text of every record that fits. */
function isAlwaysWritten(field: FieldSchema): boolean {
  return field.access !== 'writeOnly' && !writtenType(field).isOptional
}

/** Where undefined is at home, null is often met, and written too. */
export function writtenType(field: FieldSchema): { readonly type: TypeSchema; readonly isOptional: boolean } {
  const isOptional = !field.required || field.condition !== undefined
  const declared = field.condition?.type ?? field.type
  const isNullable = (field.nullable || isOptional) && declared.kind !== 'nullable'
  return { type: isNullable ? { kind: 'nullable', type: declared } : declared, isOptional }
}

/**
 * Whether a field is read as it is and written where it stands: not one that every object inherits, and not one whose
 * name an object puts first.
 */
export function isOrdinary({ property, name }: FieldSchema): boolean {
  return !(property in Object.prototype) && !/^\d+$/.test(name)
}
