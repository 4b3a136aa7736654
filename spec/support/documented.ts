import { type Class, type OpenAPIVersion, type SchemaObject } from 'fieldstone'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../src/record/model/registry.js'

type Direction = 'request' | 'response'

/** The components of a record and of all that it reaches, of a document that has it in requests or in responses alone. */
export function componentsOf(
  target: Class,
  version: OpenAPIVersion = '3.0',
  direction: Direction = 'request'
): Record<string, SchemaObject> {
  const emitter = new SchemaEmitter(version)
  emitter.schemaOf({ kind: 'record', class: target }, 'here', direction)
  return emitter.components
}

/** What the document says of a record's properties. */
export function propertiesOf(
  target: Class,
  version: OpenAPIVersion = '3.0',
  direction: Direction = 'request'
): Record<string, SchemaObject> {
  return componentsOf(target, version, direction)[recordSchemaOf(target).name]?.properties ?? {}
}
