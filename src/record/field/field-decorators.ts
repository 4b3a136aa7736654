import { type Class, lineage } from '../../metadata.js'
import { type Decorating, memberFor } from '../kind/kind.js'
import { FACTS } from '../kinds/kinds.js'
import { absenceOf, describeType, isOfType } from '../kinds/type-facts.js'
import { IsOptional, ValidateIf } from '../library/base-decorators.js'
import { Expose } from '../library/class-transformer.js'
import { IsDefined } from '../library/decorators.js'
import { getMetadataStorage, type ValidationMetadata, type ValidationOptions } from '../library/metadata-storage.js'
import { ownMetadata } from '../library/validation-metadata.js'
import { FIELD_RULES, type FieldRuleName } from '../rule/field-rules.js'
import type { TypeSchema } from '../type/schema.js'
import { madeFor, namesOf, remember } from './applied-metadata.js'
import { declaredType } from './declared-type.js'
import type { FieldDeclaration, FieldOptions, FieldProgress } from './field-declaration.js'
import { isMessage, messageOfRule, messageOfType } from './field-messages.js'

/**
 * Applies class-validator's and class-transformer's own decorators for a `@Field`, once, so that their metadata has its
 * rules: all that can be applied by now. What was applied is kept with the metadata, because the document and the
 * messages need more than the metadata contains.
 *
 * @returns whether all was applied: a type may be a class that is not defined yet
 */
export function applyFieldRules(target: Class, declaration: FieldDeclaration): boolean {
  const { progress } = declaration
  if (!progress.rules) {
    // Where an option throws, nothing was applied.
    const ofOptions = optionMetadata(target, declaration)
    progress.rules = true
    applyOptions(target, declaration, ofOptions)
  }
  applyAwaitedFormat(target, declaration)
  if (progress.type) return !progress.awaitsFormat
  let type: TypeSchema
  try {
    type = declaredType(declaration, target.name)
  } catch {
    // A class further down the file or across a circular import. The registry applies the type's rules at start-up, and
    // throws if it cannot.
    return false
  }
  applyTypeRules(target, declaration, type)
  return !progress.awaitsFormat
}

function applyOptions(target: Class, declaration: FieldDeclaration, ofOptions: readonly ValidationMetadata[]): void {
  const { options, property, progress } = declaration
  for (const metadata of ofOptions) getMetadataStorage().addValidationMetadata(metadata)
  applyGivenRules(target, declaration, progress)
  if (options.name !== undefined) Expose({ name: options.name })(target.prototype, property)
}

/**
 * The metadata of a field's options that are rules, which is made once, and added to class-validator's by
 * {@link applyFieldRules}.
 */
export function optionMetadata(target: Class, declaration: FieldDeclaration): readonly ValidationMetadata[] {
  const { options, progress } = declaration
  if (progress.options === undefined) {
    const made: ValidationMetadata[] = []
    for (const name of RULE_NAMES) {
      const value = options[name]
      if (value === undefined) continue
      // What is wrong is reported with all other setup errors, by the registry.
      if (FIELD_RULES[name].expects(value) === undefined) made.push(...metadataOfOption(target, declaration, name))
      else if (name === 'format') progress.awaitsFormat = true
    }
    progress.options = made
  }
  awaitedFormat(target, declaration)
  return progress.options
}

const RULE_NAMES = Object.keys(FIELD_RULES) as FieldRuleName[]

function metadataOfOption(
  target: Class,
  { options, property }: FieldDeclaration,
  name: FieldRuleName
): ValidationMetadata[] {
  const row = FIELD_RULES[name]
  const value = options[name]
  const rule = row.rule(value as never)
  if (rule === undefined) return []
  const each = options.each === true && !row.kinds.includes('array')
  const validationOptions: ValidationOptions = { each }
  const message = messageOfRule(options, name)
  if (message !== undefined) validationOptions.message = message
  const isPlain = message === undefined && ['string', 'number', 'boolean'].includes(typeof value)
  const key = isPlain ? JSON.stringify([name, value, each]) : undefined
  const limit = typeof value === 'number' ? value : name === 'format' ? String(value) : undefined
  return madeFor({ target, property, meaning: { name, rule, limit } }, key, () => [rule.decorate(validationOptions)])
}

function applyAwaitedFormat(target: Class, declaration: FieldDeclaration): void {
  for (const metadata of awaitedFormat(target, declaration)) getMetadataStorage().addValidationMetadata(metadata)
}

/** What is left to add of a format that is named: it may be defined by a module that runs after that of the field. */
function awaitedFormat(target: Class, declaration: FieldDeclaration): readonly ValidationMetadata[] {
  const { progress, options } = declaration
  if (!progress.awaitsFormat || FIELD_RULES.format.expects(options.format) !== undefined) return []
  progress.awaitsFormat = false
  const made = metadataOfOption(target, declaration, 'format')
  progress.options = [...(progress.options ?? []), ...made]
  return made
}

/** Applies the decorators of the option `rules`, as if they were on the property, and keeps what is wrong with it. */
function applyGivenRules(target: Class, { property, options }: FieldDeclaration, progress: FieldProgress): void {
  if (options.rules === undefined) return
  const before = ownMetadata(target).length
  progress.fault = applyRules(target, property, options.rules)
  if (options.messages === undefined) return
  const given = new Set(progress.given)
  for (const metadata of ownMetadata(target).slice(before)) {
    for (const name of namesOf(metadata)) {
      given.add(name)
      const message = Object.hasOwn(options.messages, name) ? options.messages[name] : undefined
      if (isMessage(message)) metadata.message = message
    }
  }
  progress.given = [...given]
}

function applyRules(target: Class, property: string, rules: unknown): string | undefined {
  if (!Array.isArray(rules)) return 'the option rules is not a list'
  for (const [index, decorate] of rules.entries()) {
    if (typeof decorate !== 'function') return `entry ${index} of rules is not a decorator`
    // A function that returns a decorator returns it here too, and nothing would be checked.
    if (typeof decorate(target.prototype, property) === 'function') return `entry ${index} of rules is not called`
  }
  return undefined
}

/** What is wrong with the option `rules` of a field whose rules were applied. */
export function faultOfRules(declaration: FieldDeclaration): string | undefined {
  return declaration.progress.fault
}

/**
 * The type of a field. Applies the checks that it implies, and a format of the application's own, if that was not possible
 * while the class was defined.
 *
 * @throws SetupError FIELD_TYPE_UNKNOWN
 */
export function appliedTypeRules(owner: Class, declaration: FieldDeclaration): TypeSchema {
  const type = declaredType(declaration, owner.name)
  if (!declaration.progress.type) applyTypeRules(owner, declaration, type)
  applyAwaitedFormat(owner, declaration)
  return type
}

function applyTypeRules(target: Class, declaration: FieldDeclaration, type: TypeSchema): void {
  const { property, options, progress } = declaration
  const isNullable = options.nullable === true || type.kind === 'nullable' || type.kind === 'any'
  const isOptional = mayBeAbsent(options, type)
  const messageOf = options.messages ? (constraint: string) => messageOfType(options, constraint) : undefined
  remember({ target, property, meaning: 'type' }, plainTypeKey(type), () => typeDecorators(type), messageOf)
  progress.type = true
  // The metadata of IsOptional contains its property, so it cannot be shared.
  const presence = isOptional && isNullable ? undefined : `presence ${isOptional} ${isNullable}`
  const place = { target, property, meaning: 'presence' } as const
  remember(place, presence, () => presenceDecorators(isOptional, isNullable), messageOf)
  if (!isOptional && !isNullable && inheritsCondition(target, property)) {
    // Replaces the inherited condition: a subclass may require what its parent does not.
    remember(place, 'presence required', () => [ValidateIf(() => true)])
  }
}

/** Whether a field of the type may be absent: by its options, or else by a schema that accepts `undefined`. */
export function mayBeAbsent(options: FieldOptions, type: TypeSchema): boolean {
  return (
    options.optional === true ||
    options.default !== undefined ||
    (options.optional === undefined && absenceOf(type) !== 'required')
  )
}

function inheritsCondition(target: Class, property: string): boolean {
  return lineage(target)
    .slice(0, -1)
    .some((at) =>
      ownMetadata(at).some(
        (metadata) => metadata.propertyName === property && metadata.type === 'conditionalValidation'
      )
    )
}

function presenceDecorators(isOptional: boolean, isNullable: boolean): PropertyDecorator[] {
  if (isOptional && isNullable) return [IsOptional()]
  if (isOptional) return [ValidateIf((_record, value) => value !== undefined)]
  if (isNullable) return [ValidateIf((_record, value) => value !== null), IsDefined()]
  return [IsDefined()]
}

/** A key of the type's decorators if they are only class-validator's and depend on nothing else. */
function plainTypeKey(type: TypeSchema): string | undefined {
  const { kind } = type.kind === 'array' ? type.items : type
  return ['string', 'integer', 'number', 'boolean', 'date', 'any'].includes(kind) ? JSON.stringify(type) : undefined
}

/** The decorators of class-validator and class-transformer that declare the type of a property. */
function typeDecorators(type: TypeSchema, options: ValidationOptions = {}): PropertyDecorator[] {
  return memberFor(FACTS, type).decorators(type, options, BY)
}

const BY: Decorating = {
  decorators: typeDecorators,
  describe: describeType,
  holds: (type, value) => isOfType(type, value, (record, object) => object instanceof record.class)
}
