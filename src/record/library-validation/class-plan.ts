import type { ValidationArguments } from 'class-validator'
import type { Class } from '../../metadata.js'
import { getMetadataStorage } from '../class-validator.js'
import { appliedByField } from '../field-decorators.js'
import { builtInPredicate, type Predicate } from './built-in.js'
import type { Message } from './message.js'

/** class-validator's record of one decorator on one property. */
export interface ValidationMetadata {
  readonly type: string
  readonly name: string | undefined
  readonly target: (new () => object) | string
  readonly propertyName: string
  readonly constraintCls: new () => object
  readonly constraints: unknown[]
  readonly message: Message
  readonly each: boolean
  readonly context: object | undefined
  readonly validateIf: ((object: object, value: unknown) => boolean) | undefined
}

/** One constraint of a decorator. */
export interface Constraint {
  /** The key of its message in an error. */
  readonly type: string
  readonly isAsync: boolean
  /** Where the value alone decides. */
  readonly predicate: Predicate | undefined
  readonly instance: () => ConstraintInstance
}

export interface ConstraintInstance {
  validate(value: unknown, args: ValidationArguments): unknown
  defaultMessage?: unknown
}

/** One decorator that constrains a value, with its constraints. */
export interface Rule {
  readonly metadata: ValidationMetadata
  readonly constraints: readonly Constraint[]
}

/** A context that an error carries where the constraint of this type failed. */
export interface Context {
  readonly type: string
  readonly context: object
}

/** What is done about one property, in class-validator's order. */
export interface PropertyPlan {
  readonly property: string
  readonly conditions: readonly ((object: object, value: unknown) => unknown)[]
  readonly defined: readonly Rule[]
  readonly definedContexts: readonly Context[]
  readonly rules: readonly Rule[]
  readonly nested: NestedPlan | undefined
  readonly contexts: readonly Context[]
}

/** What is done about a nested value: once for each ValidateNested. */
export interface NestedPlan {
  readonly metadatas: readonly ValidationMetadata[]
  readonly contexts: readonly Context[]
}

/** What class-validator's metadata of one class, filtered by groups, makes of its objects. */
export interface ClassPlan {
  /** By property, as class-validator itself groups it: its whitelist asks this very object. */
  readonly grouped: Readonly<Record<string, readonly unknown[] | undefined>>
  readonly isEmpty: boolean
  /** Whether a constraint is asynchronous, which only class-validator itself awaits. */
  readonly isAsync: boolean
  /** Whether class-validator itself must look at these objects in any case. */
  readonly isForeign: boolean
  readonly properties: readonly PropertyPlan[]
  /** The same where only class-validator's own predicates are asked; undefined where other functions are. */
  readonly plain: readonly PlainProperty[] | undefined
  /** Whether that is so, and no property holds an object that is looked into. */
  readonly isFlat: boolean
}

/** A property of which nobody can see how often it is looked at. */
export interface PlainProperty {
  readonly property: string
  readonly isOptional: boolean
  readonly predicates: readonly Predicate[]
  /** Asked about each item of a list, and about what is none. */
  readonly each: readonly Predicate[]
  readonly isNested: boolean
}

/** The options by which metadata is chosen. */
export interface Selection {
  readonly groups: string[] | undefined
  readonly always: boolean
  readonly strictGroups: boolean
}

interface StorageInside {
  readonly validationMetadatas: Map<unknown, readonly unknown[]>
  readonly constraintMetadatas: Map<unknown, readonly unknown[]>
}

/** A plan, and by what it is known to be out of date: decorators may be applied at any time. */
interface Kept {
  readonly plan: ClassPlan
  readonly classes: number
  readonly constraints: number
  readonly lists: readonly (readonly unknown[])[]
  readonly lengths: readonly number[]
}

/** The plans of one selection of metadata. */
export class ClassPlans {
  readonly #selection: Selection
  readonly #kept = new WeakMap<Class, Kept>()

  constructor(selection: Selection) {
    this.#selection = selection
  }

  of(target: Class): ClassPlan {
    const known = this.#kept.get(target)
    if (known !== undefined && isCurrent(known)) return known.plan
    const kept = this.#read(target)
    this.#kept.set(target, kept)
    return kept.plan
  }

  #read(target: Class): Kept {
    const storage = getMetadataStorage()
    const { groups, always, strictGroups } = this.#selection
    const metadatas = storage.getTargetValidationMetadatas(target, '', always, strictGroups, groups)
    const inside = storage as unknown as StorageInside
    const lists: (readonly unknown[])[] = []
    for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
      const list = inside.validationMetadatas.get(at)
      if (list !== undefined) lists.push(list)
    }
    return {
      plan: planOf(storage.groupByPropertyName(metadatas) as never, metadatas.length === 0),
      classes: inside.validationMetadatas.size,
      constraints: inside.constraintMetadatas.size,
      lists,
      lengths: lists.map(({ length }) => length)
    }
  }
}

function isCurrent({ classes, constraints, lists, lengths }: Kept): boolean {
  const { validationMetadatas, constraintMetadatas } = getMetadataStorage() as unknown as StorageInside
  if (validationMetadatas.size !== classes || constraintMetadatas.size !== constraints) return false
  for (let at = 0; at < lists.length; at++) if ((lists[at] as unknown[]).length !== lengths[at]) return false
  return true
}

function planOf(grouped: { [property: string]: ValidationMetadata[] }, isEmpty: boolean): ClassPlan {
  const properties = Object.keys(grouped).map((name) => propertyPlan(name, grouped[name] as ValidationMetadata[]))
  const constraints = properties.flatMap(({ defined, rules }) =>
    [...defined, ...rules].flatMap((rule) => rule.constraints)
  )
  const isForeign = Object.values(grouped).some((all) => all.some(({ type }) => type === 'promiseValidation'))
  const plain = properties.map((plan) => plainProperty(plan, grouped[plan.property] as ValidationMetadata[]))
  const isPlain = !isForeign && plain.every((each) => each !== undefined)
  return {
    grouped,
    isEmpty,
    isAsync: constraints.some(({ isAsync }) => isAsync),
    isForeign,
    properties,
    plain: isPlain ? plain : undefined,
    isFlat: isPlain && !plain.some(({ isNested }) => isNested)
  }
}

function propertyPlan(property: string, all: readonly ValidationMetadata[]): PropertyPlan {
  const of = (type: string) => all.filter((metadata) => metadata.type === type)
  const [defined, custom, nested] = [of('isDefined'), of('customValidation'), of('nestedValidation')]
  const others = all.filter(({ type }) => type !== 'isDefined' && type !== 'whitelistValidation')
  return {
    property,
    conditions: of('conditionalValidation').map(({ constraints }) => constraints[0] as never),
    defined: defined.map(ruleOf),
    definedContexts: contextsOf(defined),
    rules: custom.map(ruleOf),
    nested: nested.length === 0 ? undefined : { metadatas: nested, contexts: contextsOf(nested) },
    contexts: contextsOf(others)
  }
}

function plainProperty(
  { property, conditions, defined, rules, nested }: PropertyPlan,
  all: readonly ValidationMetadata[]
): PlainProperty | undefined {
  const optional = all.filter(({ type, name }) => type === 'conditionalValidation' && name === 'isOptional')
  const constraining = [...defined, ...rules]
  const isPlain = constraining.every(
    ({ metadata, constraints }) => !metadata.validateIf && constraints.every(({ predicate }) => predicate !== undefined)
  )
  if (!isPlain || optional.length < conditions.length) return undefined
  const asked = (isEach: boolean) =>
    constraining
      .filter(({ metadata }) => Boolean(metadata.each) === isEach)
      .flatMap(({ constraints }) => constraints.map(({ predicate }) => predicate as Predicate))
  return {
    property,
    isOptional: optional.length > 0,
    predicates: asked(false),
    each: asked(true),
    isNested: nested !== undefined
  }
}

function ruleOf(metadata: ValidationMetadata): Rule {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls as never)
  return { metadata, constraints: constraints.map((constraint) => constraintOf(metadata, constraint as never)) }
}

function constraintOf(
  metadata: ValidationMetadata,
  constraint: { readonly name: string | undefined; readonly async: boolean; readonly instance: ConstraintInstance }
): Constraint {
  const type = constraint.name || metadata.type
  const { async: isAsync } = constraint
  // A user's class comes from the container, which may answer another instance each time.
  if (metadata.constraintCls.name !== 'CustomConstraint') {
    return { type, isAsync, predicate: undefined, instance: () => constraint.instance }
  }
  // class-validator's own wrapper has no state. Its container would look it up among all others each time.
  const { instance } = constraint
  const predicate = isAsync
    ? undefined
    : builtInPredicate(
        { ...metadata, name: constraint.name, instance: instance as never },
        appliedByField(metadata as never)
      )
  return { type, isAsync, predicate, instance: () => instance }
}

function contextsOf(metadatas: readonly ValidationMetadata[]): Context[] {
  return metadatas.flatMap((metadata) => {
    if (!metadata.context) return []
    const [constraint] =
      metadata.type === 'customValidation'
        ? getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls as never)
        : []
    return [{ type: constraint?.name || metadata.type, context: metadata.context }]
  })
}
