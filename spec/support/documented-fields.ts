import Ajv2020Module from 'ajv/dist/2020.js'
import AjvDraft04Module from 'ajv-draft-04'
import {
  type Class,
  enumOf,
  Field,
  type FieldOptions,
  Integer,
  type SchemaObject,
  type TypeExpression
} from 'fieldstone'
import { componentsOf, propertiesOf, schemaOf } from './documented.js'

// What documents say of fields and types, and what judges their schemas.

// Both are CommonJS with a default export.
const AjvDraft04 = AjvDraft04Module.default
const Ajv2020 = Ajv2020Module.default

export class Item {
  @Field(() => Integer) id!: number
}

export const Colours = enumOf(['red', 'green'], 'Colour')
export const NUMBER: SchemaObject = {
  type: 'number',
  format: 'double',
  minimum: -Number.MAX_VALUE,
  maximum: Number.MAX_VALUE
}
export const INTEGER: SchemaObject = {
  type: 'integer',
  format: 'int64',
  minimum: -9007199254740991,
  maximum: 9007199254740991
}

/** A record with one field `value`. */
export function holderOf(type: TypeExpression, options: FieldOptions = {}, ...others: PropertyDecorator[]): Class {
  class Holder {}
  for (const decorate of [Field(() => type as never, options), ...others]) {
    ;(decorate as PropertyDecorator)(Holder.prototype, 'value')
  }
  return Holder
}

/** What the document says of such a field. */
export function propertyOf(
  type: TypeExpression,
  options: FieldOptions = {},
  version: '3.0' | '3.1' = '3.0',
  ...others: PropertyDecorator[]
): SchemaObject {
  return propertiesOf(holderOf(type, options, ...others), version).value as SchemaObject
}

const AJV_OPTIONS = { strict: false, validateFormats: false } as const
const JUDGES = { '3.0': new AjvDraft04(AJV_OPTIONS), '3.1': new Ajv2020(AJV_OPTIONS) }

/** Judges values of a type by its schema, with the validator of its dialect. */
export function judge(type: TypeExpression, version: '3.0' | '3.1'): (value: unknown) => boolean {
  // Ajv itself knows OpenAPI 3.0's nullable, and refuses to compile one that has no type beside it.
  const components = { schemas: componentsOf(type, version) }
  return JUDGES[version].compile({ ...schemaOf(type, version), components }) as (value: unknown) => boolean
}
