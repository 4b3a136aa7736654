import type { Class } from '../../metadata.js'
import { appliedByField } from '../field/applied-metadata.js'
import type { FieldDeclaration } from '../field/field-declaration.js'
import { optionMetadata } from '../field/field-decorators.js'
import { isWrapper } from '../library/constraint-wrapper.js'
import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidationMetadata,
  type ValidationSelection
} from '../library/metadata-storage.js'
import { metadataOf } from '../library/validation-metadata.js'
import { RULES } from '../rule/built-in-rules.js'
import { recognizedRule } from '../rule/recognized-rule.js'
import type { RuleRow } from '../rule/rule-row.js'

/** class-validator's metadata of one property. */
export interface PropertyRules {
  readonly property: string
  /** The constraints that `@Field` did not apply for its type, in class-validator's order. */
  readonly constraints: readonly Constraint[]
  /** IsOptional: absent or null. */
  readonly isOptional: boolean
  /** ValidateIf: the property is checked only if all of them hold. */
  readonly conditions: readonly Condition[]
  /** ValidateNested. */
  readonly nested: { readonly each: boolean } | undefined
}

export type Condition = (record: object, value: unknown) => unknown

/** One constraint of a decorator. */
export interface Constraint {
  readonly metadata: ValidationMetadata
  /** class-validator's name: `minLength`. */
  readonly name: string
  /** Whether only class-validator itself can run it. */
  readonly isAsync: boolean
  /** Whether it is class-validator's own or was applied by `@Field`, as far as the document is concerned. */
  readonly isBuiltIn: boolean
  /** Whether that is certain. If not, its own function decides, too. */
  readonly isCertain: boolean
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

/** The rules of a field that nothing else has rules for. Those of its type and presence are the model's own. */
export function rulesOfField(owner: Class, declaration: FieldDeclaration): PropertyRules {
  return propertyRules(declaration.property, optionMetadata(owner, declaration))
}

/** The rules of a property without decorators of class-validator. */
export function noRules(property: string): PropertyRules {
  return { property, constraints: [], isOptional: false, conditions: [], nested: undefined }
}

/**
 * The rules of a property that `@Field` does not declare. Where each of its constraints has an option `validateIf`, none of
 * them says its type without a condition.
 */
export function withConditions(rules: PropertyRules): PropertyRules {
  const { constraints, nested } = rules
  const isConditional = nested === undefined && constraints.length > 0 && constraints.every(hasCondition)
  if (!isConditional) return rules
  const holds: Condition = (record, value) =>
    constraints.some(({ metadata }) => (metadata.validateIf as Condition)(record, value))
  return { ...rules, conditions: [...rules.conditions, holds] }
}

/** Whether the constraint is checked only where its option `validateIf` says so. */
export function hasCondition({ metadata }: Constraint): boolean {
  return metadata.validateIf !== undefined
}

function propertyRules(property: string, metadatas: readonly ValidationMetadata[]): PropertyRules {
  const constraints: Constraint[] = []
  let isOptional = false
  const conditions: Condition[] = []
  let nested: PropertyRules['nested']
  for (const metadata of metadatas) {
    const meaning = appliedByField(metadata)
    if (meaning === 'presence') continue
    // JSON has no promises; class-validator checks the value of a promise as a nested object.
    if (metadata.type === 'nestedValidation' || metadata.type === 'promiseValidation') {
      nested = { each: metadata.each === true }
    } else if (meaning === 'type') continue
    else if (metadata.type === 'conditionalValidation') {
      if (isIsOptional(metadata)) isOptional = true
      else conditions.push(metadata.constraints[0] as Condition)
    } else constraints.push(...constraintsOf(metadata))
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
      const isOfField = appliedByField(metadata) !== undefined
      // class-validator's container would search for a wrapper's instance among all instances, one by one. What `@Field`
      // applies is made of wrappers alone.
      const instance =
        isOfField || isWrapper(metadata.constraintCls)
          ? (new (metadata.constraintCls as new () => object)() as ConstraintInstance)
          : (constraint.instance as ConstraintInstance)
      const recognized = isOfField ? undefined : recognizedRule(...factsOf(constraint.name, metadata), instance)
      return {
        metadata,
        name: constraint.name ?? metadata.type,
        isAsync: constraint.async === true || instance.validate instanceof AsyncFunction,
        isBuiltIn: isOfField || recognized !== undefined,
        isCertain: isOfField || recognized?.isCertain === true,
        instance
      }
    })
}

function factsOf(name: string, { constraintCls, constraints = [] }: ValidationMetadata) {
  return [constraintCls, name, constraints] as const
}

/** The row of a built-in constraint; undefined for a user's constraint, and for a rule of `@Field`. */
export function rowOf({ name, isBuiltIn: builtIn, metadata }: Constraint): RuleRow | undefined {
  return builtIn && typeof appliedByField(metadata) !== 'object' ? RULES[name] : undefined
}

/**
 * Whether the constraint accepts a value without reading the record, as NotEquals accepts an absent value. A user's
 * constraint is not called at start-up, and counts as one that rejects.
 */
export function passes({ isBuiltIn, instance, metadata }: Constraint, value: unknown): boolean {
  return isBuiltIn && returnsTrue(() => instance.validate(value, { constraints: metadata.constraints ?? [] } as never))
}

/** The same; if the constraint checks items, for each item. */
export function passesItems(constraint: Constraint, value: unknown): boolean {
  if (constraint.metadata.each !== true || !Array.isArray(value)) return passes(constraint, value)
  return value.every((item) => passes(constraint, item))
}

/** Some built-in predicates throw, such as IsEmail at a lone surrogate: that counts as false. */
export function returnsTrue(predicate: () => unknown): boolean {
  try {
    return Boolean(predicate())
  } catch {
    return false
  }
}
