import { SetupErrors } from '../errors.js'
import type { Class } from '../metadata.js'
import { recordSchemaOf } from './registry.js'
import type { RecordSchema, TypeSchema } from './schema.js'
import { typeInProgram } from './type-records.js'
import { checkDiscriminator } from './union-type.js'

/**
 * Every record that a value of the type can hold, the type's own first.
 *
 * @throws BootstrapError with the setup errors of all of them.
 */
export function reachableRecords(type: TypeSchema): Map<Class, RecordSchema> {
  const found = new Map<Class, RecordSchema | undefined>()
  const errors = new SetupErrors()
  const visit = (at: TypeSchema): void => {
    switch (at.kind) {
      case 'array':
        visit(at.items)
        return
      case 'map':
        visit(at.values)
        return
      case 'nullable':
        visit(at.type)
        return
      case 'tuple':
        at.items.forEach(visit)
        return
      case 'union':
        at.members.forEach(visit)
        errors.attempt(() => checkDiscriminator(at, recordSchemaOf))
        return
      case 'record': {
        if (found.has(at.class)) return
        const schema = errors.attempt(() => recordSchemaOf(at.class))
        found.set(at.class, schema)
        for (const field of schema?.fields ?? []) visit(typeInProgram(field))
      }
    }
  }
  visit(type)
  errors.throwIfAny()
  return found as Map<Class, RecordSchema>
}

/** Whether some rule within the type can only be run by class-validator itself. */
export function needsClassValidator(type: TypeSchema): boolean {
  return [...reachableRecords(type).values()].some((schema) => schema.needsClassValidator)
}
