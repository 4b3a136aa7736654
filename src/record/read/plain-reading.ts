import type { Class } from '../../metadata.js'
import { reachableRecords } from '../model/reachable-records.js'
import { constructionOf } from '../model/record-construction.js'
import type { RecordSchema, TypeSchema } from '../type/schema.js'
import { partsOf } from '../type/type-records.js'
import { hasDeclaredValues } from './default-check.js'

const known = new WeakMap<Class, boolean>()

/**
 * Whether nothing can be wrong with how values of the type are read in requests, so that its reader need not be compiled to know
 * it. It says so of fewer types than it could.
 *
 * @throws BootstrapError with the setup errors of the records that the type reaches
 */
export function isPlainlyRead(type: TypeSchema): boolean {
  return isPlain(type) && [...reachableRecords(type).values()].every(isRecordPlain)
}

function isRecordPlain(schema: RecordSchema): boolean {
  let isKnown = known.get(schema.class)
  if (isKnown === undefined) {
    isKnown = hasPlainFields(schema) && isConstructible(schema)
    known.set(schema.class, isKnown)
  }
  return isKnown
}

function hasPlainFields(schema: RecordSchema): boolean {
  const { fields, additional } = schema
  return (
    !hasDeclaredValues(schema) &&
    (additional === undefined || isPlain(additional)) &&
    fields.every(
      ({ type, condition, transform }) => condition === undefined && transform === undefined && isPlain(type)
    )
  )
}

/** What is wrong is said where the reader is compiled. */
function isConstructible(schema: RecordSchema): boolean {
  try {
    constructionOf(schema, 'request')
    return true
  } catch {
    return false
  }
}

/** Whether the type, records within it apart, is of kinds that are read in one way. */
function isPlain(type: TypeSchema): boolean {
  return !OTHERS.has(type.kind) && partsOf(type).every(isPlain)
}

const OTHERS: ReadonlySet<TypeSchema['kind']> = new Set(['union', 'standard', 'file'])
