import type { ForeignSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'
import { mapReferences } from './foreign-document.js'
import { shapeOf } from './shape.js'
import { standardModelOf } from './standard-model.js'

/** A property of what a schema takes. */
export interface StandardProperty {
  readonly name: string
  readonly type: ForeignSchema
  readonly isRequired: boolean
  /** The schema of the property, for what it says of itself. */
  readonly described: SchemaObject
}

/** The types of the items of what a schema takes, if that is a list; else undefined. */
export function standardItems(type: ForeignSchema): readonly ForeignSchema[] | undefined {
  const shape = shapeOf(inputOf(type))
  return shape.kind === 'list' ? [...shape.prefix, shape.items].map((item) => partOf(type, item)) : undefined
}

/** The properties of what a schema takes, if that is an object; else undefined. */
export function standardProperties(type: ForeignSchema): readonly StandardProperty[] | undefined {
  const shape = shapeOf(inputOf(type))
  if (shape.kind !== 'object') return undefined
  return [...shape.properties].map(([name, described]) => {
    return { name, type: partOf(type, described), isRequired: shape.required.has(name), described }
  })
}

/** Whether a schema takes null by name: no text can say it. */
export function takesNull(type: ForeignSchema): boolean {
  return namesNull(inputOf(type).root)
}

function inputOf(type: ForeignSchema) {
  return standardModelOf(type).form('input', type.place)
}

function namesNull({ type, enum: values, const: constant, anyOf, oneOf }: SchemaObject): boolean {
  if ([type].flat().includes('null') || values?.includes(null) === true || constant === null) return true
  return [...(anyOf ?? []), ...(oneOf ?? [])].some(namesNull)
}

/** A part of what a schema takes, for the document: it is checked with the whole alone. */
function partOf({ schema, place, whole = schema }: ForeignSchema, root: SchemaObject): ForeignSchema {
  const { vendor } = schema['~standard']
  const { definitions } = standardModelOf({ schema }).form('input', place)
  const pointed = (part: SchemaObject) =>
    mapReferences(part, (key) => (key === '#' ? '#/$defs/~0' : `#/$defs/${escaped(key)}`))
  const $defs = Object.fromEntries([...definitions].map(([key, part]) => [key === '#' ? '~' : key, pointed(part)]))
  const describe = () => ({ ...pointed(root), $defs })
  return {
    kind: 'standard',
    place,
    whole,
    schema: {
      '~standard': {
        version: 1,
        vendor,
        validate: (value) => ({ value }),
        jsonSchema: { input: describe, output: describe }
      }
    }
  }
}

/** RFC 6901, section 3. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
