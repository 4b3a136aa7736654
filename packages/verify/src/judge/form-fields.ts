import { isNode, type JsonSchema, type SchemaNode, schemasUnder } from '../document/json-schema-2020.js'
import type { PublishedMedia } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { isJsonType } from '../wire/wire-request.js'
import { itemSchemaOf, propertiesOf, shapeOf } from './text-values.js'

/** What the document says of the parts with one name. */
export interface FormField {
  readonly name: string
  /** A file's content is bytes; a `text` is read as a parameter is. */
  readonly kind: 'file' | 'json' | 'text'
  /** Whether there may be several parts, which are one list. */
  readonly isList: boolean
  /** Of one part. */
  readonly schema: JsonSchema
  /** Of all parts with the name. */
  readonly property: JsonSchema
  /** Undefined where the document leaves it to the default. */
  readonly types: readonly string[] | undefined
}

const known = new WeakMap<PublishedMedia, ReadonlyMap<string, FormField>>()

/** The fields of a multipart form, by name. */
export function formFieldsOf(checks: SchemaChecks, media: PublishedMedia): ReadonlyMap<string, FormField> {
  let fields = known.get(media)
  if (fields === undefined) {
    fields = readFields(checks, media)
    known.set(media, fields)
  }
  return fields
}

function readFields(checks: SchemaChecks, media: PublishedMedia): Map<string, FormField> {
  const properties = Object.entries(propertiesOf(checks, media.schema ?? true))
  return new Map(
    properties.map(([name, property]) => {
      const isList = shapeOf(checks, property) === 'list'
      const schema = isList ? itemSchemaOf(checks, property, 0) : property
      const types = media.partTypes.get(name)
      return [name, { name, kind: kindOf(checks, schema, types), isList, schema, property, types }]
    })
  )
}

/** By the media types, else by what the default is for the schema (OpenAPI 3.0.3, section 4.7.15.1; 3.1.1, section 4.8.15.1.1). */
function kindOf(checks: SchemaChecks, schema: JsonSchema, types: readonly string[] | undefined): FormField['kind'] {
  if (isBinary(checks, schema, 0)) return 'file'
  if (types?.every(isJsonType)) return 'json'
  if (types !== undefined && !types.some((type) => type.startsWith('text/') || isJsonType(type))) return 'file'
  return types === undefined && shapeOf(checks, schema) !== 'scalar' ? 'json' : 'text'
}

function isBinary(checks: SchemaChecks, schema: JsonSchema, depth: number): boolean {
  const node = checks.resolve(schema)
  if (!isNode(node) || depth > 8) return false
  if (node.format === 'binary' || (typeof node.contentMediaType === 'string' && node.contentEncoding === undefined)) {
    return true
  }
  return schemasUnder(node as SchemaNode, 'allOf', 'anyOf', 'oneOf').some((part) => isBinary(checks, part, depth + 1))
}
