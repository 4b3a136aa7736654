import { type Class, lineage } from '../../metadata.js'
import { getMetadataStorage } from './class-validator.js'

/** class-validator's record of one decorator on one property. */
export type ValidationMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number]

/** Which of a class's rules are checked, by the groups that they are declared for; class-validator's own options. */
export interface ValidationSelection {
  /** Without any, all rules are checked, whatever their groups. */
  readonly groups: readonly string[]
  /** Whether rules without groups are checked in every group. */
  readonly always: boolean
  /** Whether rules with groups are left out if no group is chosen. */
  readonly strictGroups: boolean
}

/** The selection without options: all rules. */
export const PLAIN_SELECTION: ValidationSelection = { groups: [], always: false, strictGroups: false }

/**
 * The metadata of the class itself, looked up in a map. class-validator's own search compares every decorated class of
 * the process to find the ancestors.
 */
export function ownMetadata(target: Class): readonly ValidationMetadata[] {
  return metadataMaps().validationMetadatas.get(target) ?? []
}

/**
 * The maps in class-validator's storage, which it does not publish: of decorators, and of constraints by their class.
 */
export function metadataMaps(storage: object = getMetadataStorage()): {
  readonly validationMetadatas: Map<unknown, ValidationMetadata[]>
  readonly constraintMetadatas: Map<unknown, unknown>
} {
  return storage as ReturnType<typeof metadataMaps>
}

/**
 * class-validator's metadata of the class and its ancestors, as `getTargetValidationMetadatas` selects it: a property's
 * own declaration replaces all inherited ones of its kind, and all custom rules are of one kind.
 */
export function metadataOf(target: Class, selection: ValidationSelection = PLAIN_SELECTION): ValidationMetadata[] {
  const own = ownMetadata(target).filter((metadata) => isSelected(metadata, selection))
  const redeclared = new Set(own.map(kindOf))
  const inherited = lineage(target)
    .slice(0, -1)
    .flatMap((at) => ownMetadata(at))
    .filter((metadata) => isSelected(metadata, selection) && !redeclared.has(kindOf(metadata)))
  return [...own, ...inherited]
}

function kindOf({ propertyName, type }: ValidationMetadata): string {
  return `${type} ${propertyName}`
}

function isSelected(metadata: ValidationMetadata, { groups, always, strictGroups }: ValidationSelection): boolean {
  const own = metadata.groups ?? []
  if (metadata.always ?? (own.length === 0 && always)) return true
  if (groups.length > 0) return own.some((group) => groups.includes(group))
  return !(strictGroups && own.length > 0)
}
