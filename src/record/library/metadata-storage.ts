import { SetupError } from '../../errors.js'

/** The arguments of a constraint and of a message function; class-validator's type of that name. */
export interface ValidationArguments {
  value: unknown
  /** The arguments of the decorator. */
  constraints: unknown[]
  /** The name of the class of `object`. */
  targetName: string
  object: object
  property: string
}

/** The options of a decorator; class-validator's type of that name. */
export interface ValidationOptions {
  /** Whether the value is a list, of which each item is checked. */
  each?: boolean
  message?: string | ((args: ValidationArguments) => string)
  groups?: string[]
  /** Whether the rule is checked in every group. */
  always?: boolean
  context?: unknown
  /** Whether the rule is checked at all, by the object and the value. */
  validateIf?: (object: object, value: unknown) => boolean
}

/** A class of a constraint. Each use of a decorator of class-validator creates one. */
export type ConstraintClass = new () => object

/** What is added for one decorator on one property; class-validator's class of that name. */
export interface ValidationMetadata {
  type: string
  name: string | undefined
  /** A class, or the name of a schema (`registerSchema`). */
  target: unknown
  propertyName: string
  constraints: unknown[]
  constraintCls: ConstraintClass
  validationTypeOptions: unknown
  message?: ValidationOptions['message'] | undefined
  groups: string[] | undefined
  always?: boolean | undefined
  each: boolean | undefined
  context: unknown
  validateIf?: ValidationOptions['validateIf'] | undefined
}

/** One constraint of a class; class-validator's class of that name. */
export interface ConstraintMetadata {
  readonly target: ConstraintClass
  readonly name: string
  readonly async: boolean
  readonly instance: unknown
}

/** class-validator's storage, as far as it is used here. */
export interface MetadataStorage {
  readonly validationMetadatas: Map<unknown, ValidationMetadata[]>
  readonly constraintMetadatas: Map<unknown, ConstraintMetadata[]>
  addValidationMetadata(metadata: ValidationMetadata): void
  addConstraintMetadata(metadata: ConstraintMetadata): void
  groupByPropertyName(metadata: readonly ValidationMetadata[]): { [property: string]: ValidationMetadata[] }
  getTargetValidationMetadatas(
    target: unknown,
    schema: string,
    always: boolean,
    strictGroups: boolean,
    groups?: readonly string[]
  ): ValidationMetadata[]
  getTargetValidatorConstraints(target: unknown): ConstraintMetadata[]
}

/** A schema as `registerSchema` of class-validator takes it. */
interface ValidationSchema {
  readonly name: string
  readonly properties: { readonly [property: string]: readonly SchemaRule[] }
}

interface SchemaRule extends Pick<ValidationOptions, 'message' | 'groups' | 'always' | 'each'> {
  readonly type: string
  readonly name?: string
  readonly constraints?: unknown[]
  readonly options?: unknown
}

/**
 * A storage with the members and the order of class-validator's, versions 0.14 and 0.15. Where class-validator is installed
 * and loaded later, it takes this one for its own, and its `validate` finds here what its decorators and `@Field` added.
 */
class OwnStorage implements MetadataStorage {
  readonly validationMetadatas: MetadataStorage['validationMetadatas'] = new Map()
  readonly constraintMetadatas: MetadataStorage['constraintMetadatas'] = new Map()

  get hasValidationMetaData(): boolean {
    return this.validationMetadatas.size > 0
  }

  /** What `registerSchema` of class-validator calls. */
  addValidationSchema({ name: target, properties }: ValidationSchema): void {
    for (const [propertyName, rules] of Object.entries(properties)) {
      for (const { type, name, constraints, options, message, groups, always, each } of rules) {
        const validationOptions = { message, groups, always, each } as ValidationOptions
        const made = makeMetadata(type, target, propertyName, { name, constraints, validationOptions })
        made.validationTypeOptions = options
        this.addValidationMetadata(made)
      }
    }
  }

  addValidationMetadata(metadata: ValidationMetadata): void {
    addTo(this.validationMetadatas, metadata)
  }

  addConstraintMetadata(metadata: ConstraintMetadata): void {
    addTo(this.constraintMetadatas, metadata)
  }

  groupByPropertyName(metadata: readonly ValidationMetadata[]): { [property: string]: ValidationMetadata[] } {
    const grouped: { [property: string]: ValidationMetadata[] } = {}
    for (const each of metadata) {
      grouped[each.propertyName] ??= []
      grouped[each.propertyName]?.push(each)
    }
    return grouped
  }

  getTargetValidationMetadatas(
    target: unknown,
    schema: string,
    always: boolean,
    strictGroups: boolean,
    groups: readonly string[] = []
  ): ValidationMetadata[] {
    const own = (this.validationMetadatas.get(target) ?? []).filter((each) => [target, schema].includes(each.target))
    return selectMetadata(own, this.#inherited(target), { always, strictGroups, groups })
  }

  /** In the order in which the ancestors were first decorated. */
  #inherited(target: unknown): ValidationMetadata[] {
    if (typeof target !== 'function') return []
    return [...this.validationMetadatas].flatMap(([key, list]) =>
      typeof key === 'function' && key !== target && target.prototype instanceof key ? list : []
    )
  }

  getTargetValidatorConstraints(target: unknown): ConstraintMetadata[] {
    return this.constraintMetadatas.get(target) ?? []
  }
}

function addTo<T extends { readonly target: unknown }>(lists: Map<unknown, T[]>, entry: T): void {
  const list = lists.get(entry.target)
  if (list === undefined) lists.set(entry.target, [entry])
  else list.push(entry)
}

/** Which of a class's rules are checked, by the groups that they are declared for; class-validator's own options. */
export interface ValidationSelection {
  /** Without any, all rules are checked, whatever their groups. */
  readonly groups: readonly string[]
  /** Whether rules without groups are checked in every group. */
  readonly always: boolean
  /** Whether rules with groups are left out if no group is chosen. */
  readonly strictGroups: boolean
}

/**
 * What is selected of a class's metadata and of that of its ancestors: a property's own declaration replaces all inherited
 * ones of its kind.
 */
export function selectMetadata(
  own: readonly ValidationMetadata[],
  inherited: readonly ValidationMetadata[],
  selection: ValidationSelection
): ValidationMetadata[] {
  const selected = own.filter((metadata) => isSelected(metadata, selection))
  // All custom rules of a property are of one kind. A property may be a symbol.
  const redeclared = new Map<string, Set<string>>()
  for (const { type, propertyName } of selected) {
    const properties = redeclared.get(type) ?? new Set()
    redeclared.set(type, properties.add(propertyName))
  }
  const added = inherited.filter(
    (metadata) => isSelected(metadata, selection) && !redeclared.get(metadata.type)?.has(metadata.propertyName)
  )
  return [...selected, ...added]
}

function isSelected(metadata: ValidationMetadata, { groups, always, strictGroups }: ValidationSelection): boolean {
  const own = metadata.groups ?? []
  if (metadata.always ?? (own.length === 0 && always)) return true
  if (groups.length > 0) return own.some((group) => groups.includes(group))
  return !(strictGroups && own.length > 0)
}

/** The metadata of one decorator, with its members in class-validator's order. */
export function makeMetadata(
  type: string,
  target: unknown,
  propertyName: string,
  given: {
    readonly name?: string | undefined
    readonly constraints?: unknown[] | undefined
    readonly constraintCls?: ConstraintClass | undefined
    readonly validationOptions?: ValidationOptions | undefined
  }
): ValidationMetadata {
  const { name, constraints, constraintCls, validationOptions } = given
  const metadata = {
    groups: [] as string[] | undefined,
    each: false as boolean | undefined,
    context: undefined as unknown,
    type,
    name,
    target,
    propertyName,
    constraints: constraints as unknown[],
    constraintCls: constraintCls as ConstraintClass,
    validationTypeOptions: undefined
  }
  if (validationOptions === undefined) return metadata
  const { message, groups, always, each, context, validateIf } = validationOptions
  return Object.assign(metadata, { message, groups, always, each, context, validateIf })
}

/** The name that all copies of class-validator know. */
const shared = globalThis as { classValidatorMetadataStorage?: MetadataStorage }

let known: MetadataStorage | undefined

/**
 * The metadata of class-validator's decorators and of what `@Field` applies. It is a property of the global object,
 * created by whoever needs it first, Fieldstone or a copy of class-validator, and shared by all.
 *
 * @throws SetupError APPLICATION_INVALID if a version before 0.14 created it, which keeps lists instead of maps
 */
export function getMetadataStorage(): MetadataStorage {
  shared.classValidatorMetadataStorage ??= new OwnStorage()
  const storage = shared.classValidatorMetadataStorage
  if (storage === known) return storage
  if (!(storage.validationMetadatas instanceof Map)) {
    throw new SetupError(
      'APPLICATION_INVALID',
      'a version of class-validator before 0.14 is installed, whose metadata Fieldstone does not read',
      'class-validator',
      'run: npm install class-validator@latest'
    )
  }
  known = storage
  return storage
}
