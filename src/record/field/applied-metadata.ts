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

/** A property, and the part of its `@Field` that metadata is made for. */
interface Place {
  readonly target: Class
  readonly property: string
  readonly meaning: AppliedRule
}

/**
 * Applies decorators to a property for a part of its `@Field`, with a message for each where `messageOf` returns one.
 *
 * @param key see {@link madeFor}; undefined if the metadata depends on the property, or is not class-validator's alone
 */
export function remember(
  place: Place,
  key: string | undefined,
  decorators: () => readonly PropertyDecorator[],
  messageOf?: (constraint: string) => RuleMessage | undefined
): void {
  const { target, property, meaning } = place
  if (key === undefined) {
    const before = ownMetadata(target).length
    for (const decorate of decorators()) decorate(target.prototype, property)
    for (const metadata of ownMetadata(target).slice(before)) replaceMessage(marked(metadata, meaning), messageOf)
    return
  }
  const made = madeFor(place, key, decorators)
  // Before they are added: where that throws, it is tried again.
  for (const metadata of made) replaceMessage(metadata, messageOf)
  for (const metadata of made) getMetadataStorage().addValidationMetadata(metadata)
}

function replaceMessage(metadata: ValidationMetadata, messageOf: Parameters<typeof remember>[3]): void {
  const message = messageOf?.(constraintsOf(metadata)[0] ?? '')
  if (message !== undefined) metadata.message = message
}

/** The metadata that decorators added when they were first applied, by their key. */
const templates = new Map<string, readonly ValidationMetadata[]>()

/**
 * The metadata that class-validator's decorators add to a property for a part of its `@Field`, which is not added here.
 *
 * class-validator creates a class for each use of each decorator. Here equal decorators share one class, so that a
 * large application starts faster, and class-validator finds its constraints sooner.
 *
 * @param key the same for decorators that add the same metadata to any property; undefined if no others are
 */
export function madeFor(
  { target, property, meaning }: Place,
  key: string | undefined,
  decorators: () => readonly PropertyDecorator[]
): ValidationMetadata[] {
  let template = key === undefined ? undefined : templates.get(key)
  if (template === undefined) {
    template = addedBy(decorators())
    if (key !== undefined) templates.set(key, template)
  }
  return template.map((entry) => {
    const metadata: ValidationMetadata = Object.create(Object.getPrototypeOf(entry))
    return marked(Object.assign(metadata, entry, { target, propertyName: property }), meaning)
  })
}

function addedBy(decorators: readonly PropertyDecorator[]): readonly ValidationMetadata[] {
  const template = class {}
  for (const decorate of decorators) decorate(template.prototype, 'value')
  const added = ownMetadata(template)
  getMetadataStorage().validationMetadatas.delete(template)
  return added
}

function marked(metadata: ValidationMetadata, meaning: AppliedRule): ValidationMetadata {
  // The rules of @Field apply in every group.
  metadata.always = true
  return Object.defineProperty(metadata, APPLIED, { value: meaning })
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
