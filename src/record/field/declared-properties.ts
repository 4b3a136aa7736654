import { type Class, lineage } from '../../metadata.js'
import { joinCopies } from '../library/class-transformer.js'
import { transformedProperties } from '../library/transformation.js'
import { ownMetadata } from '../library/validation-metadata.js'
import { ownFields } from './field-declaration.js'

/** Whether the class declares fields: by `@Field`, or by class-validator's or class-transformer's decorators. */
export function declaresFields(target: Class): boolean {
  if (lineage(target).some((at) => ownFields(at).length > 0 || ownMetadata(at).length > 0)) return true
  if (transformedProperties(target).length > 0) return true
  joinCopies()
  return transformedProperties(target).length > 0
}
