import type { Class } from '../../metadata.js'
import { getMetadataStorage, type ValidationMetadata } from '../library/metadata-storage.js'
import { ownMetadata } from '../library/validation-metadata.js'
import type { FieldRule, FieldRuleName } from '../rule/field-rules.js'
import { faultNameOf } from '../rule/rule-names.js'
import type { RuleMessage } from './field-declaration.js'

/** The part of a `@Field` that a decorator was applied for: a rule, or a check that the type implies. */
export type AppliedRule = AppliedOption | 'type' | 'presence'

/** An option of `@Field` that is a rule, and its value where a fault shows it. */
export interface AppliedOption {
  readonly name: FieldRuleName
  readonly rule: FieldRule
  readonly limit: number | string | undefined
}

/**
 * A property of the metadata itself, since large weak maps slow down the garbage collector; a registered symbol, so that
 * a second copy of the package does not apply the same again.
 */
const APPLIED = Symbol.for('fieldstone:applied')

/** What `@Field` applied this metadata for; undefined if it is from another decorator. */
export function appliedByField(metadata: ValidationMetadata & { [APPLIED]?: AppliedRule }): AppliedRule | undefined {
  return metadata[APPLIED]
}

/** Applies decorators to a property for a part of its `@Field`, with a message for each where `messageOf` returns one. */
export function remember(
  target: Class,
  property: string,
  meaning: AppliedRule,
  key: string | undefined,
  decorators: () => readonly PropertyDecorator[],
  messageOf?: (constraint: string) => RuleMessage | undefined
): void {
  for (const metadata of applyDecorators(target, property, key, decorators)) {
    // The rules of @Field apply in every group.
    metadata.always = true
    Object.defineProperty(metadata, APPLIED, { value: meaning })
    const message = messageOf?.(constraintsOf(metadata)[0] ?? '')
    if (message !== undefined) metadata.message = message
  }
}

/** The metadata that decorators added when they were first applied, by their key. */
const templates = new Map<string, readonly ValidationMetadata[]>()

/**
 * Applies class-validator's decorators to a property; returns the metadata that they add.
 *
 * class-validator creates a class for each use of each decorator. Here equal decorators share one class, so that a
 * large application starts faster, and class-validator finds its constraints sooner.
 *
 * @param key the same for decorators that add the same metadata to any property; undefined if they cannot be shared
 */
function applyDecorators(
  target: Class,
  property: string,
  key: string | undefined,
  decorators: () => readonly PropertyDecorator[]
): readonly ValidationMetadata[] {
  if (key === undefined) {
    const before = ownMetadata(target).length
    for (const decorate of decorators()) decorate(target.prototype, property)
    return ownMetadata(target).slice(before)
  }
  const known = templates.get(key) ?? makeTemplate(key, decorators())
  const storage = getMetadataStorage()
  return known.map((entry) => {
    const metadata: ValidationMetadata = Object.create(Object.getPrototypeOf(entry))
    storage.addValidationMetadata(Object.assign(metadata, entry, { target, propertyName: property }))
    return metadata
  })
}

function makeTemplate(key: string, decorators: readonly PropertyDecorator[]): readonly ValidationMetadata[] {
  const template = class {}
  for (const decorate of decorators) decorate(template.prototype, 'value')
  const added = ownMetadata(template)
  getMetadataStorage().validationMetadatas.delete(template)
  templates.set(key, added)
  return added
}

/** The names of a decorator's constraints in faults, and in class-validator's errors. */
export function namesOf(metadata: ValidationMetadata): string[] {
  return constraintsOf(metadata).flatMap((name) => [name, faultNameOf(name) ?? []].flat())
}

function constraintsOf({ constraintCls }: ValidationMetadata): string[] {
  if (constraintCls === undefined) return []
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ name }) => name)
}
