import type { ValidationArguments } from 'class-validator'
import type { Class } from '../../metadata.js'
import { appliedByField } from '../field/field-decorators.js'
import { getMetadataStorage } from '../library/class-validator.js'
import { isWrapper } from '../library/constraint-wrapper.js'
import { metadataOf, type ValidationMetadata, type ValidationSelection } from '../library/validation-metadata.js'
import { RULES } from '../rule/built-in-rules.js'
import type { RuleRow } from '../rule/rule-row.js'

/** What class-validator's metadata says about one property. */
export interface PropertyRules {
  readonly property: string
  /** The constraints that are not implied by `@Field`'s type, in class-validator's order. */
  readonly constraints: readonly Constraint[]
  /** IsOptional: absent or null. */
  readonly isOptional: boolean
  /** ValidateIf: anything is checked only where all of them hold. */
  readonly conditions: readonly Condition[]
  /** ValidateNested; `each` is said only where it was. */
  readonly nested: { readonly each: boolean } | undefined
}

export type Condition = (record: object, value: unknown) => unknown

/** One constraint with its predicate. */
export interface Constraint {
  readonly metadata: ValidationMetadata
  /** class-validator's name: `minLength`. */
  readonly name: string
  /** Whether only class-validator itself can run it. */
  readonly isAsync: boolean
  readonly isBuiltIn: boolean
  readonly instance: ConstraintInstance
}

interface ConstraintInstance {
  validate(value: unknown, args: ValidationArguments): unknown
  defaultMessage?(args: ValidationArguments): string
}

const AsyncFunction = (async () => undefined).constructor

/** class-validator's metadata of the class and its ancestors, by property. */
export function readPropertyRules(target: Class, selection?: ValidationSelection): PropertyRules[] {
  const byProperty = new Map<string, ValidationMetadata[]>()
  for (const metadata of metadataOf(target, selection)) {
    const metadatas = byProperty.get(metadata.propertyName)
    if (metadatas === undefined) byProperty.set(metadata.propertyName, [metadata])
    else metadatas.push(metadata)
  }
  return [...byProperty].map(([property, metadatas]) => propertyRules(property, metadatas))
}

/** The rules of a property that class-validator's decorators say nothing of. */
export function noRules(property: string): PropertyRules {
  return { property, constraints: [], isOptional: false, conditions: [], nested: undefined }
}

function propertyRules(property: string, metadatas: readonly ValidationMetadata[]): PropertyRules {
  const constraints: Constraint[] = []
  let isOptional = false
  const conditions: Condition[] = []
  let nested: PropertyRules['nested']
  for (const metadata of metadatas) {
    const meaning = appliedByField(metadata)
    if (meaning === 'presence') continue
    // A promise cannot arrive as JSON, and of its value class-validator asks what it asks of a nested object.
    if (metadata.type === 'nestedValidation' || metadata.type === 'promiseValidation') {
      nested = { each: metadata.each === true }
    } else if (meaning === 'type') continue
    else if (metadata.type === 'conditionalValidation') {
      if (isIsOptional(metadata)) isOptional = true
      else conditions.push(metadata.constraints[0] as Condition)
    } else if (metadata.type === 'customValidation' || metadata.type === 'isDefined') {
      constraints.push(...constraintsOf(metadata))
    }
  }
  return { property, constraints, isOptional, conditions, nested }
}

function isIsOptional(metadata: ValidationMetadata): boolean {
  return (metadata as { name?: string }).name === 'isOptional'
}

function constraintsOf(metadata: ValidationMetadata): Constraint[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map((constraint) => {
      // Its container would look for an instance of a wrapper among all that it ever made, one by one.
      const instance = isWrapper(metadata.constraintCls)
        ? (new (metadata.constraintCls as new () => object)() as ConstraintInstance)
        : (constraint.instance as ConstraintInstance)
      return {
        metadata,
        name: constraint.name ?? metadata.type,
        isAsync: constraint.async === true || instance.validate instanceof AsyncFunction,
        isBuiltIn: appliedByField(metadata) !== undefined || isBuiltIn(constraint.name, metadata, instance),
        instance
      }
    })
}

/**
 * A name proves nothing, since anybody can register an `isEmail` of their own: a built-in constraint has
 * class-validator's wrapper class and its very message.
 */
function isBuiltIn(name: string, metadata: ValidationMetadata, instance: ConstraintInstance): boolean {
  const row = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  if (row === undefined || !isWrapper(metadata.constraintCls)) return false
  const constraints: unknown[] = metadata.constraints ?? []
  try {
    const told = instance.defaultMessage?.({ constraints, value: '' } as unknown as ValidationArguments)
    const { defaultMessage } = row
    const expected = typeof defaultMessage === 'string' ? defaultMessage : defaultMessage(constraints)
    return told?.replace('each value in ', '') === expected
  } catch {
    return false
  }
}

/** The row of a built-in constraint; undefined for a user's, and for what `@Field` applied. */
export function rowOf({ name, isBuiltIn: builtIn, metadata }: Constraint): RuleRow | undefined {
  return builtIn && typeof appliedByField(metadata) !== 'object' ? RULES[name] : undefined
}

/**
 * Whether the constraint lets a value pass without knowing the record, as NotEquals lets an absent one. A user's
 * constraint is not asked at start-up.
 */
export function passes({ isBuiltIn, instance, metadata }: Constraint, value: unknown): boolean {
  return isBuiltIn && holds(() => instance.validate(value, { constraints: metadata.constraints ?? [] } as never))
}

/** The same, of each item where the constraint is about items. */
export function passesItems(constraint: Constraint, value: unknown): boolean {
  if (constraint.metadata.each !== true || !Array.isArray(value)) return passes(constraint, value)
  return value.every((item) => passes(constraint, item))
}

/** Some built-in predicates throw: IsEmail a URIError at a lone surrogate. What they cannot judge is refused. */
export function holds(ask: () => unknown): boolean {
  try {
    return Boolean(ask())
  } catch {
    return false
  }
}
