import type { Class } from '../metadata.js'
import { recordSchemaOf } from './registry.js'
import type { RecordSchema, TypeSchema } from './schema.js'

/** Every record that a value of the type can hold, the type's own first. */
export function reachableRecords(type: TypeSchema): Map<Class, RecordSchema> {
  const found = new Map<Class, RecordSchema>()
  const visit = (at: TypeSchema): void => {
    switch (at.kind) {
      case 'array':
        return visit(at.items)
      case 'map':
        return visit(at.values)
      case 'nullable':
        return visit(at.type)
      case 'record': {
        if (found.has(at.class)) return
        const schema = recordSchemaOf(at.class)
        found.set(at.class, schema)
        for (const field of schema.fields) visit(field.type)
      }
    }
  }
  visit(type)
  return found
}

/** Whether some rule within the type can only be run by class-validator itself. */
export function needsClassValidator(type: TypeSchema): boolean {
  return [...reachableRecords(type).values()].some((schema) => schema.needsClassValidator)
}
