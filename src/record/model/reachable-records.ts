import { SetupErrors } from '../../errors.js'
import type { Class } from '../../metadata.js'
import type { RecordSchema, TypeSchema } from '../type/schema.js'
import { typeInProgram } from '../type/type-records.js'
import { checkDiscriminator } from '../type/union-type.js'
import { recordSchemaOf } from './registry.js'

/** What is reached from a record, once that is known to be properly declared. */
const known = new WeakMap<Class, ReadonlyMap<Class, RecordSchema>>()

/**
 * Every record that a value of the type can hold, the type's own first.
 *
 * @throws BootstrapError with the setup errors of all of them.
 */
export function reachableRecords(type: TypeSchema): ReadonlyMap<Class, RecordSchema> {
  if (type.kind === 'array' || type.kind === 'map' || type.kind === 'nullable') return reachableRecords(contentOf(type))
  if (type.kind !== 'record') return search(type)
  const found = known.get(type.class) ?? search(type)
  known.set(type.class, found)
  return found
}

function contentOf(type: Extract<TypeSchema, { kind: 'array' | 'map' | 'nullable' }>): TypeSchema {
  return type.kind === 'array' ? type.items : type.kind === 'map' ? type.values : type.type
}

function search(type: TypeSchema): ReadonlyMap<Class, RecordSchema> {
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
