import { Failure } from '../json/failure.js'
import { projectValue } from '../json/projection.js'
import { findPromises } from '../json/promises.js'
import { reachableRecords } from '../model/reachable-records.js'
import type { TypeSchema } from '../type/schema.js'
import { compileProjector } from './projector.js'
import { SerializationError } from './serialization-error.js'

/** Projects a value onto plain data that JSON can carry; never changes the value. */
export type Serializer = (value: unknown) => unknown

/**
 * Compiles the serializer of a type. It copies only what the type declares: records by their fields, under their JSON
 * names and without those that are undefined, from instances and plain objects alike; dates become RFC 3339
 * date-times. Of a value that does not fit its type, a scalar is left as it is where a scalar is declared; anything else
 * would show what nothing declares, and is rejected.
 *
 * The serializer throws {@link SerializationError} for what is rejected, an invalid date, one that no offset brings
 * into the years 0 to 9999, a bigint beyond the safe integers, and for nesting deeper than 256 levels, as a cycle is.
 *
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileSerializer(type: TypeSchema): Serializer {
  reachableRecords(type)
  const projector = compileProjector(type)
  return (value) => {
    try {
      return projectValue(value, projector, 0)
    } catch (error) {
      // Of several promises the first one is reported.
      findPromises(value)
      throw error instanceof Failure ? new SerializationError(error.path, error.reason) : error
    }
  }
}
