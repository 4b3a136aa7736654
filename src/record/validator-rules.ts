import { getMetadataStorage, type ValidationArguments } from 'class-validator'
import type { Class } from '../metadata.js'
import { appliedByField, type ValidationMetadata } from './field-decorators.js'
import { predicateOf } from './plain-check.js'
import { RULES } from './rules.js'
import type { Rule, TypeSchema } from './schema.js'

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

/** The default messages of the constraints that are about a value's type alone. */
const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  isString: '$property must be a string',
  isInt: '$property must be an integer number',
  isNumber: '$property must be a number conforming to the specified constraints',
  isBoolean: '$property must be a boolean value',
  isDate: '$property must be a Date instance',
  isArray: '$property must be an array',
  isObject: '$property must be an object'
}

/**
 * class-validator's metadata of the class and its ancestors, by property. class-validator scans every decorated class
 * of the process for this, so it is asked once a class.
 */
export function readPropertyRules(target: Class): PropertyRules[] {
  const byProperty = new Map<string, ValidationMetadata[]>()
  const storage = getMetadataStorage()
  for (const metadata of storage.getTargetValidationMetadatas(target, target.name, false, false)) {
    const metadatas = byProperty.get(metadata.propertyName)
    if (metadatas === undefined) byProperty.set(metadata.propertyName, [metadata])
    else metadatas.push(metadata)
  }
  return [...byProperty].map(([property, metadatas]) => propertyRules(property, metadatas))
}

function propertyRules(property: string, metadatas: readonly ValidationMetadata[]): PropertyRules {
  const constraints: Constraint[] = []
  let isOptional = false
  const conditions: Condition[] = []
  let nested: PropertyRules['nested']
  for (const metadata of metadatas) {
    const meaning = appliedByField(metadata)
    if (meaning === 'presence') continue
    if (metadata.type === 'nestedValidation') nested = { each: metadata.each === true }
    else if (meaning === 'type') continue
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
      const instance = constraint.instance as ConstraintInstance
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
  const expected = Object.hasOwn(RULES, name) ? RULES[name]?.defaultMessage : TYPE_MESSAGES[name]
  if (expected === undefined || metadata.constraintCls.name !== 'CustomConstraint') return false
  try {
    const told = instance.defaultMessage?.({
      constraints: metadata.constraints ?? []
    } as unknown as ValidationArguments)
    return told === expected || told === `each value in ${expected}`
  } catch {
    return false
  }
}

/** Whether the constraint lets an absent value pass, as NotEquals does. A user's constraint is not asked at start-up. */
export function passesAbsence({ isBuiltIn, instance, metadata }: Constraint): boolean {
  return isBuiltIn && holds(() => instance.validate(undefined, { constraints: metadata.constraints ?? [] } as never))
}

/** Some built-in predicates throw: IsEmail a URIError at a lone surrogate. What they cannot judge is refused. */
function holds(ask: () => unknown): boolean {
  try {
    return ask() === true
  } catch {
    return false
  }
}

/** The rule that a constraint is. `type` is what it is about: the type of the items, for one with `each`. */
export function ruleOf(constraint: Constraint, type: TypeSchema): Rule {
  const { metadata, instance, isBuiltIn: builtIn } = constraint
  const constraints: readonly unknown[] = metadata.constraints ?? []
  const meaning = appliedByField(metadata)
  const applied = typeof meaning === 'object' ? meaning : undefined
  const row = builtIn && applied === undefined ? RULES[constraint.name] : undefined
  // The built-in predicates read nothing but their constraints.
  const fixed = { constraints } as unknown as ValidationArguments
  const args = (value: unknown, object: object): ValidationArguments => ({
    targetName: object.constructor.name,
    property: metadata.propertyName,
    object,
    value,
    constraints: constraints as unknown[]
  })
  const predicate = (value: unknown) => holds(() => instance.validate(value, fixed))
  const { validateIf } = metadata
  const own = applied?.rule.reason ?? row?.reason?.(constraints)
  const check = builtIn ? (applied?.rule.check ?? row?.check?.(constraints)) : undefined
  const test: Rule['test'] = builtIn
    ? ((check && predicateOf(check, predicate)) ??
      applied?.rule.test ??
      row?.test?.(constraints, predicate) ??
      predicate)
    : (value, owner) => settled(instance.validate(value, args(value, owner)), constraint, owner)
  return {
    name: applied?.name ?? row?.name ?? constraint.name,
    constraint: constraint.name,
    each: metadata.each === true,
    constraints,
    keywords:
      validateIf === undefined ? (applied?.rule.keywords ?? row?.keywords?.(constraints, type, predicate)) : undefined,
    readsRecord: !builtIn || typeof metadata.message === 'function' || validateIf !== undefined,
    readsInput: applied?.rule.readsInput === true,
    ...(check !== undefined && validateIf === undefined && { check }),
    test:
      validateIf === undefined
        ? test
        : (value, owner) =>
            !validateIf(owner, (owner as { [property: string]: unknown })[metadata.propertyName]) || test(value, owner),
    reason: (value, owner) =>
      own !== undefined && !metadata.message ? own : toldReason(constraint, args(value, owner))
  }
}

function settled(result: unknown, constraint: Constraint, owner: object): boolean {
  if (typeof (result as { then?: unknown } | undefined)?.then !== 'function') return Boolean(result)
  Promise.resolve(result).catch(() => undefined)
  throw new TypeError(
    `The constraint ${constraint.name} of ${owner.constructor.name}.${constraint.metadata.propertyName} ` +
      'answered a promise; declare it with { async: true }'
  )
}

/** The message as class-validator would tell it, without the property's name before it. */
function toldReason(constraint: Constraint, args: ValidationArguments): string {
  const { metadata, instance } = constraint
  const told = metadata.message || instance.defaultMessage?.(args) || 'is not valid'
  const message = replaceTokens(typeof told === 'function' ? told(args) : told, args)
  return metadata.message ? message : withoutProperty(message, args.property)
}

/** The message as a reason: without the property's name before it. */
export function withoutProperty(message: string, property: string): string {
  for (const start of [`${property} `, `each value in ${property} `]) {
    if (message.startsWith(start)) return message.slice(start.length)
  }
  return message
}

/** class-validator's tokens: $constraint1 …, $value, $property, $target. */
function replaceTokens(message: string, args: ValidationArguments): string {
  let text = message
  args.constraints.forEach((constraint: unknown, index) => {
    const shown = Array.isArray(constraint) ? constraint.join(', ') : String(constraint)
    text = text.replaceAll(`$constraint${index + 1}`, () => shown)
  })
  if (['string', 'boolean', 'number'].includes(typeof args.value)) {
    text = text.replaceAll('$value', () => String(args.value))
  }
  return text.replaceAll('$property', () => args.property).replaceAll('$target', () => args.targetName)
}
