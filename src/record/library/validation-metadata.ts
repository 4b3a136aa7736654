import { type Class, lineage } from '../../metadata.js'
import { getMetadataStorage } from './class-validator.js'

/** class-validator's record of one decorator on one property. */
export type ValidationMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number]

/** Which of a class's rules are asked, by the groups that they were declared for; class-validator's own options. */
export interface ValidationSelection {
  /** Without any, all rules are asked, whatever groups they were declared for. */
  readonly groups: readonly string[]
  /** Whether rules that were declared for no group are asked in every group. */
  readonly always: boolean
  /** Whether rules that were declared for groups are not asked where none is chosen. */
  readonly strictGroups: boolean
}

/** What class-validator asks when it is told nothing. */
export const PLAIN_SELECTION: ValidationSelection = { groups: [], always: false, strictGroups: false }

/**
 * What the class itself declares. class-validator's own search goes through every decorated class of the process for
 * the ancestors; this looks the class up, and its ancestors by their prototypes.
 */
export function ownMetadata(target: Class): readonly ValidationMetadata[] {
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, ValidationMetadata[]> }
  return storage.validationMetadatas.get(target) ?? []
}

/**
 * class-validator's metadata of the class and its ancestors, as `getTargetValidationMetadatas` selects it: a property's
 * own declaration takes the place of all inherited ones of its kind, and any custom rule is of one kind with all others.
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
