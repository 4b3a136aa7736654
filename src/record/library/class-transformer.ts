import { joinStorages } from './class-transformer-copies.js'
import parts from './class-transformer-parts.cjs'

/** The part of class-transformer that Fieldstone stands on. */
export const { Expose, Type, defaultMetadataStorage, loadTransformOperationExecutor } = parts

/**
 * Lets our storage have what the decorators of every copy of class-transformer declared that was loaded until now.
 *
 * Takes as long as the list of loaded modules (0.1 ms for a thousand): it is called once a class, at its first reading.
 * The copy that decorated a class was loaded before that.
 */
export function joinCopies(): void {
  joinStorages(defaultMetadataStorage, parts.loadBundledStorages)
}
