import { type Class, lineage } from '../../metadata.js'
import {
  getMetadataStorage,
  selectMetadata,
  type ValidationMetadata,
  type ValidationSelection
} from './metadata-storage.js'

/** The selection without options: all rules. */
export const PLAIN_SELECTION: ValidationSelection = { groups: [], always: false, strictGroups: false }

/**
 * The metadata of the class itself, looked up in a map. class-validator's own search compares every decorated class of
 * the process to find the ancestors.
 */
export function ownMetadata(target: Class): readonly ValidationMetadata[] {
  return getMetadataStorage().validationMetadatas.get(target) ?? []
}

/** The metadata of the class and its ancestors, as class-validator's `getTargetValidationMetadatas` selects it. */
export function metadataOf(target: Class, selection: ValidationSelection = PLAIN_SELECTION): ValidationMetadata[] {
  const inherited = lineage(target)
    .slice(0, -1)
    .flatMap((at) => ownMetadata(at))
  return selectMetadata(ownMetadata(target), inherited, selection)
}
