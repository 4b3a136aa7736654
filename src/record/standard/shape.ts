import type { SchemaObject } from '../type/schema-object.js'
import type { ForeignDocument } from './foreign-document.js'

/** What the values of a schema consist of, as far as texts can say it. */
export type Shape =
  | { readonly kind: 'scalar' }
  | { readonly kind: 'list'; readonly prefix: readonly SchemaObject[]; readonly items: SchemaObject }
  | {
      readonly kind: 'object'
      readonly properties: ReadonlyMap<string, SchemaObject>
      readonly required: ReadonlySet<string>
    }

/** The shape of a document's root: that of its parts, where it has none itself. */
export function shapeOf({ root, definitions }: ForeignDocument): Shape {
  const schema = resolved(root, definitions)
  // No definition leads back to itself in place.
  const shapeOfPart = (part: SchemaObject) => shapeOf({ root: part, definitions })
  const types = [schema.type].flat()
  if (types.includes('array') || schema.items !== undefined || schema.prefixItems !== undefined) {
    const items = typeof schema.items === 'object' ? schema.items : {}
    return { kind: 'list', prefix: schema.prefixItems ?? [], items }
  }
  const isObject = types.includes('object') || schema.properties !== undefined
  const parts = (schema.allOf ?? []).map(shapeOfPart)
  if (isObject || parts.some(({ kind }) => kind === 'object')) {
    const own = { properties: new Map(Object.entries(schema.properties ?? {})), required: new Set(schema.required) }
    return { kind: 'object', ...merged([own, ...parts.filter((part) => part.kind === 'object')]) }
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const shapes = [...parts, ...choices.map(shapeOfPart)]
  return shapes.find(({ kind }) => kind !== 'scalar') ?? { kind: 'scalar' }
}

/** Whether a schema allows values of several types, by a list of schemas: then its shape is that of one of them. */
export function isUnion({ root, definitions }: ForeignDocument): boolean {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = root
  const parts = [...allOf, ...anyOf, ...oneOf, ...($ref === undefined ? [] : [definitions.get($ref) ?? {}])]
  return anyOf.length > 1 || oneOf.length > 1 || parts.some((part) => isUnion({ root: part, definitions }))
}

type Members = Pick<Extract<Shape, { kind: 'object' }>, 'properties' | 'required'>

function merged(parts: readonly Members[]): Members {
  return {
    properties: new Map(parts.flatMap(({ properties }) => [...properties])),
    required: new Set(parts.flatMap(({ required }) => [...required]))
  }
}

/** The schema that references lead to; what is beside a reference holds as well. */
function resolved(schema: SchemaObject, definitions: ForeignDocument['definitions']): SchemaObject {
  let at = schema
  while (at.$ref !== undefined) {
    const { $ref, ...beside } = at
    const target = definitions.get($ref) ?? {}
    at = Object.keys(beside).length === 0 ? target : { ...beside, allOf: [target, ...(beside.allOf ?? [])] }
  }
  return at
}
