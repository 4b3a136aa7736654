import type { Class } from '../../metadata.js'
import { declaresFields } from '../field/field-declaration.js'
import { isAffected, selected, selectionOf } from '../field/groups.js'
import type { ValidationSelection } from '../library/metadata-storage.js'
import { joinCopies } from '../library/storage-join.js'
import { PLAIN_SELECTION } from '../library/validation-metadata.js'
import type { RecordSchema, TypeSchema } from '../type/schema.js'
import { mapRecords, recordsIn, typeInProgram } from '../type/type-records.js'
import { readRecord } from './record-model.js'

const schemas = new WeakMap<Class, RecordSchema>()

/** Whether the class declares fields, by `@Field` or by decorators of class-validator or class-transformer. */
export function isRecord(target: Class): boolean {
  return schemas.has(target) || declaresFields(target)
}

/**
 * The model of a record class, which is read once.
 *
 * @throws BootstrapError with every setup error of the record's fields
 */
export function recordSchemaOf(target: Class): RecordSchema {
  const known = schemas.get(target)
  if (known !== undefined) return known
  joinCopies()
  const schema = readRecord(target, groupsWithin(selectionOf(target).selection))
  schemas.set(target, schema)
  return schema
}

/** Replaces the records within a record by those of its groups. */
function groupsWithin(selection: ValidationSelection): (type: TypeSchema) => TypeSchema {
  if (selection === PLAIN_SELECTION) return (type) => type
  return (type) =>
    mapRecords(type, (record) => (isReached(record, selection, new Set()) ? selected(record, selection) : record))
}

/** Whether the selection changes the rules of the record or of one within it. */
function isReached(record: Class, selection: ValidationSelection, seen: Set<Class>): boolean {
  if (seen.has(record)) return false
  seen.add(record)
  if (isAffected(record, selection)) return true
  const { fields, additional } = recordSchemaOf(record)
  const types = [...fields.map(typeInProgram), ...(additional === undefined ? [] : [additional])]
  return types.flatMap(recordsIn).some((within) => isReached(within, selection, seen))
}
