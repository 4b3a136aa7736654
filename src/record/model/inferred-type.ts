import { SetupError } from '../../errors.js'
import { type Class, emittedTypeOf, isClass } from '../../metadata.js'
import { declaresFields } from '../field/field-declaration.js'
import { typeMetadataOf } from '../library/transformation-lookup.js'
import { RULES } from '../rule/built-in-rules.js'
import type { TypeSchema } from '../type/schema.js'
import { enumValues, parseType } from '../type/type-expression.js'
import { unionOfSubTypes } from '../type/union-type.js'
import { type Constraint, hasCondition, type PropertyRules } from './constraints.js'

/**
 * The type of a property that has only class-validator's and class-transformer's decorators, as in the DTOs of NestJS
 * and routing-controllers: from its constraints first, then from `@Type`, then from the emitted metadata.
 *
 * @param isTransformed whether `@Transform` transforms what is sent: then only `@Type` names the type that is sent
 * @throws SetupError FIELD_TYPE_UNKNOWN; NESTED_CLASS_UNKNOWN if `@ValidateNested` would check nothing
 */
export function inferType(target: Class, rules: PropertyRules, isTransformed = false): TypeSchema {
  const { property } = rules
  const place = `${target.name}.${property}`
  const whole = builtIns(rules, false)
  const each = builtIns(rules, true)
  const emitted = emittedTypeOf(target, property)
  const named = transformedType(target, property, place)
  const isArray =
    emitted === Array ||
    (named?.isList ?? false) ||
    each.size > 0 ||
    rules.nested?.each === true ||
    [...whole.keys()].some((name) => RULES[name]?.about === 'array')
  const isNested = rules.nested !== undefined
  const isUnchecked = rules.constraints.length === 0 && !isNested
  const item = isTransformed
    ? named?.type
    : (scalarType(isArray ? each : whole) ??
      named?.type ??
      (isArray
        ? undefined
        : (instanceType(whole, place) ?? emittedType(emitted, { whole, isUnchecked, isNested, place }))))
  if (item === undefined && isNested) {
    throw new SetupError(
      'NESTED_CLASS_UNKNOWN',
      'the class of a nested object is not named',
      place,
      'add @Type(() => TheClass), or @Field(() => TheClass) where there are two copies of class-transformer'
    )
  }
  if (isTransformed && item === undefined) return { kind: 'any' }
  if (isArray) return { kind: 'array', items: item ?? { kind: 'any' } }
  if (item !== undefined) return item
  return whole.has('isLatitude') || whole.has('isLongitude') ? DEGREES : { kind: 'any' }
}

/** Those that may say the type: one with a condition does not, beside another without. */
function builtIns({ constraints }: PropertyRules, each: boolean): Map<string, Constraint> {
  const found = new Map<string, Constraint>()
  const isConditional = constraints.every(hasCondition)
  for (const constraint of constraints) {
    if (!isConditional && hasCondition(constraint)) continue
    if (constraint.isBuiltIn && (constraint.metadata.each === true) === each) found.set(constraint.name, constraint)
  }
  return found
}

function scalarType(constraints: ReadonlyMap<string, Constraint>): TypeSchema | undefined {
  const isIn = constraints.get('isIn')?.metadata.constraints[0]
  if (isLiterals(isIn)) return { kind: 'enum', name: undefined, values: isIn }
  const isEnum = constraints.get('isEnum')?.metadata.constraints[0] as Parameters<typeof enumValues>[0] | undefined
  const members = isEnum === undefined ? [] : enumValues(isEnum)
  if (members.length > 0) return { kind: 'enum', name: undefined, values: members }
  if (constraints.has('isInt')) return { kind: 'integer', format: 'int64' }
  if (constraints.has('isNumber') || constraints.has('isPositive') || constraints.has('isNegative')) return NUMBER
  if (constraints.has('isBoolean')) return { kind: 'boolean' }
  if (['isDate', 'minDate', 'maxDate'].some((name) => constraints.has(name))) return { kind: 'timestamp' }
  const about = new Set([...constraints.keys()].map((name) => RULES[name]?.about))
  return about.has('string') ? { kind: 'string' } : about.has('number') ? NUMBER : undefined
}

const NUMBER: TypeSchema = { kind: 'number', format: 'double' }

/** A latitude or longitude. */
const DEGREES: TypeSchema = { kind: 'union', members: [NUMBER, { kind: 'string' }], discriminator: undefined }

function isLiterals(values: unknown): values is (string | number | boolean)[] {
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => ['string', 'number', 'boolean'].includes(typeof value))
  )
}

/** The class of IsInstance. */
function instanceType(constraints: ReadonlyMap<string, Constraint>, place: string): TypeSchema | undefined {
  const target: unknown = constraints.get('isInstance')?.metadata.constraints[0]
  return isClass(target) ? parseType(target, place) : undefined
}

interface EmittedHint {
  readonly whole: ReadonlyMap<string, Constraint>
  /** Whether no rule checks the value. */
  readonly isUnchecked: boolean
  /** Whether class-validator validates the object as a nested one, so that it is not a map. */
  readonly isNested: boolean
  readonly place: string
}

function emittedType(emitted: unknown, { whole, isUnchecked, isNested, place }: EmittedHint): TypeSchema | undefined {
  if (emitted === undefined || emitted === Object) {
    const isObject = [...whole.keys()].some((name) => RULES[name]?.about === 'object')
    return isObject && !isNested ? { kind: 'map', values: { kind: 'any' } } : undefined
  }
  if (isUnchecked && isForeign(emitted)) return { kind: 'any' }
  return parseType(emitted, place)
}

/** Whether nothing declares what the class's instances are in JSON. */
function isForeign(emitted: unknown): boolean {
  const known: readonly unknown[] = [String, Number, Boolean, Date, Buffer, Uint8Array]
  return typeof emitted === 'function' && !known.includes(emitted) && !(isClass(emitted) && declaresFields(emitted))
}

/** The type that class-transformer's `@Type` names: a class, or one of several with a discriminator. */
function transformedType(
  target: Class,
  property: string,
  place: string
): { readonly type: TypeSchema; readonly isList: boolean } | undefined {
  const metadata = typeMetadataOf(target, property)
  if (metadata?.typeFunction === undefined) return undefined
  const discriminator = metadata.options?.discriminator
  if (discriminator !== undefined) return { type: unionOfSubTypes(discriminator, place), isList: false }
  const named: unknown = metadata.typeFunction({ newObject: {}, object: {}, property })
  if (Array.isArray(named) && named.length === 1) return { type: parseType(named[0], place), isList: true }
  return typeof named === 'function' ? { type: parseType(named, place), isList: false } : undefined
}
