import type { ValidationOptions } from 'class-validator'
import { WHERE_TYPES_ARE_EMITTED } from '../../decorator-form.js'
import { SetupError } from '../../errors.js'
import { type Class, type EmittedType, lineage } from '../../metadata.js'
import { type Decorating, memberFor } from '../kinds/kind.js'
import { FACTS } from '../kinds/kinds.js'
import { absenceOf, describeType, isOfType } from '../kinds/type-facts.js'
import { Expose } from '../library/class-transformer.js'
import { getMetadataStorage, IsDefined, IsOptional, ValidateIf } from '../library/class-validator.js'
import { metadataMaps, ownMetadata, type ValidationMetadata } from '../library/validation-metadata.js'
import { FIELD_RULES, type FieldRule, type FieldRuleName } from '../rule/field-rules.js'
import type { TypeSchema } from '../type/schema.js'
import { enumOf, parseType } from '../type/type-expression.js'
import type { FieldDeclaration, FieldOptions, FieldProgress } from './field-declaration.js'

/** The part of a `@Field` that a decorator was applied for: a rule, or a check that the type implies. */
export type AppliedRule = { readonly name: FieldRuleName; readonly rule: FieldRule } | 'type' | 'presence'

/**
 * A property of the metadata itself, since large weak maps slow down the garbage collector; a registered symbol, so that
 * a second copy of the package does not apply the same again.
 */
const APPLIED = Symbol.for('fieldstone:applied')

/** What `@Field` applied this metadata for; undefined if it is from another decorator. */
export function appliedByField(metadata: ValidationMetadata & { [APPLIED]?: AppliedRule }): AppliedRule | undefined {
  return metadata[APPLIED]
}

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
    progress.rules = true
    applyOptions(target, declaration, progress)
  }
  if (progress.type) return true
  let type: TypeSchema
  try {
    type = declaredType(declaration, target.name)
  } catch {
    // A class further down the file or across a circular import. The registry applies the type's rules at start-up, and
    // throws if it cannot.
    return false
  }
  applyTypeRules(target, declaration, type)
  return true
}

function applyOptions(target: Class, declaration: FieldDeclaration, progress: FieldProgress): void {
  const { options, property } = declaration
  for (const name of Object.keys(FIELD_RULES) as FieldRuleName[]) {
    const value = options[name]
    if (value === undefined) continue
    const row = FIELD_RULES[name]
    if (row.expects(value) !== undefined) continue // reported with all other setup errors, by the registry
    const rule = row.rule(value as never)
    if (rule === undefined) continue
    const each = options.each === true && !row.kinds.includes('array')
    const validationOptions: ValidationOptions = { each }
    if (options.message !== undefined) validationOptions.message = options.message
    const isPlain = options.message === undefined && ['string', 'number', 'boolean'].includes(typeof value)
    const key = isPlain ? JSON.stringify([name, value, each]) : undefined
    remember(target, property, { name, rule }, key, () => [rule.decorate(validationOptions)])
  }
  progress.fault = applyGivenRules(target, property, options.rules)
  if (options.name !== undefined) Expose({ name: options.name })(target.prototype, property)
}

/** Applies the decorators of the option `rules`, as if they were on the property. Returns what is wrong with it. */
function applyGivenRules(target: Class, property: string, rules: unknown): string | undefined {
  if (rules === undefined) return undefined
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

/** The type from the function, the `enum`, or the emitted metadata. */
function declaredType(declaration: FieldDeclaration, className: string): TypeSchema {
  const place = `${className}.${declaration.property}`
  const { options, emitted } = declaration
  if (options.enum === undefined) {
    return declaration.type === undefined ? emittedSchema(emitted, place) : parseType(declaration.type(), place)
  }
  const literals = enumOf(options.enum).schema(place)
  if (declaration.type !== undefined) return withLiterals(parseType(declaration.type(), place), literals)
  return emitted?.type === Array ? { kind: 'array', items: literals } : literals
}

/** The type with its scalars replaced by the literals. */
function withLiterals(type: TypeSchema, literals: TypeSchema): TypeSchema {
  switch (type.kind) {
    case 'array':
      return { kind: 'array', items: withLiterals(type.items, literals) }
    case 'map':
      return { kind: 'map', values: withLiterals(type.values, literals) }
    case 'nullable':
      return { kind: 'nullable', type: withLiterals(type.type, literals) }
    default:
      return literals
  }
}

const NAME_THE_TYPE = 'write @Field(() => TheType)'
/** For a class that the compiler could not name. */
const NAME_THE_CLASS = `${NAME_THE_TYPE} with TheType imported as a value; where two files import each other, let the property be of type Relation<TheType>`

function emittedSchema(emitted: EmittedType, place: string): TypeSchema {
  if (emitted === undefined) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the compiler emitted no type metadata',
      place,
      `write @Field(() => String), or the type that it has; ${WHERE_TYPES_ARE_EMITTED}`
    )
  }
  if (emitted.type === Array) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the items of an array are not emitted',
      place,
      'write @Field(() => [TheType])'
    )
  }
  // A class that is imported as a type is emitted as Function.
  if (emitted.type === Object || emitted.type === undefined || emitted.type === Function) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the type leaves no class at run time (a union such as `string | null`, an interface, `unknown`, `import type` ' +
        'or a circular import)',
      place,
      NAME_THE_CLASS
    )
  }
  return parseType(emitted.type, place)
}

/**
 * The type of a field. Applies the checks that it implies, if that was not possible while the class was defined.
 *
 * @throws SetupError FIELD_TYPE_UNKNOWN
 */
export function appliedTypeRules(owner: Class, declaration: FieldDeclaration): TypeSchema {
  const type = declaredType(declaration, owner.name)
  if (!declaration.progress.type) applyTypeRules(owner, declaration, type)
  return type
}

function applyTypeRules(target: Class, declaration: FieldDeclaration, type: TypeSchema): void {
  declaration.progress.type = true
  const { property, options } = declaration
  const isNullable = options.nullable === true || type.kind === 'nullable' || type.kind === 'any'
  const isOptional = mayBeAbsent(options, type)
  remember(target, property, 'type', plainTypeKey(type), () => typeDecorators(type))
  // The metadata of IsOptional contains its property, so it cannot be shared.
  const presence = isOptional && isNullable ? undefined : `presence ${isOptional} ${isNullable}`
  remember(target, property, 'presence', presence, () => presenceDecorators(isOptional, isNullable))
  if (!isOptional && !isNullable && inheritsCondition(target, property)) {
    // Replaces the inherited condition: a subclass may require what its parent does not.
    remember(target, property, 'presence', 'presence required', () => [ValidateIf(() => true)])
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

function remember(
  target: Class,
  property: string,
  meaning: AppliedRule,
  key: string | undefined,
  decorators: () => readonly PropertyDecorator[]
): void {
  for (const metadata of applyDecorators(target, property, key, decorators)) {
    // The rules of @Field apply in every group.
    metadata.always = true
    Object.defineProperty(metadata, APPLIED, { value: meaning })
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
  metadataMaps().validationMetadatas.delete(template)
  templates.set(key, added)
  return added
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
