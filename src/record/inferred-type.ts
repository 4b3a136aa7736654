import { SetupError } from '../errors.js'
import { type Class, emittedPropertyType, isClass, lineage } from '../metadata.js'
import { defaultMetadataStorage } from './class-transformer.js'
import type { Constraint, PropertyRules } from './property-rules.js'
import type { TypeSchema } from './schema.js'
import { enumValues, parseType } from './type-expression.js'

/**
 * The type of a property that carries only class-validator's and class-transformer's decorators, as the DTOs of
 * NestJS and routing-controllers do: told by its constraints first, then by `@Type`, then by the emitted metadata.
 *
 * @throws SetupError FIELD_TYPE_UNKNOWN
 */
export function inferType(target: Class, rules: PropertyRules): TypeSchema {
  const { property } = rules
  const place = `${target.name}.${property}`
  const whole = builtIns(rules, false)
  const each = builtIns(rules, true)
  const emitted = emittedTypeOf(target, property)
  const transformed = transformedClass(target, property)
  const isArray =
    emitted === Array ||
    each.size > 0 ||
    rules.nested?.each === true ||
    [...whole.keys()].some((name) => name === 'isArray' || name.startsWith('array'))
  const item =
    scalarType(isArray ? each : whole) ??
    classType(transformed, place) ??
    (isArray ? undefined : emittedType(emitted, whole.has('isObject'), place))
  if (isArray) return { kind: 'array', items: item ?? { kind: 'any' } }
  if (item !== undefined) return item
  if (rules.nested !== undefined) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the class of a nested object is not named',
      place,
      "add class-transformer's @Type(() => TheClass)"
    )
  }
  return { kind: 'any' }
}

/** The name in JSON that class-transformer's `@Expose({ name })` gives. */
export function exposedName(target: Class, property: string): string {
  const options = defaultMetadataStorage.findExposeMetadata(target, property)?.options
  return options?.toPlainOnly === true ? property : (options?.name ?? property)
}

function builtIns(rules: PropertyRules, each: boolean): Map<string, Constraint> {
  const found = new Map<string, Constraint>()
  for (const constraint of rules.constraints) {
    if (constraint.isBuiltIn && (constraint.metadata.each === true) === each) found.set(constraint.name, constraint)
  }
  return found
}

/** Constraints that only a string can meet. */
const STRING_CONSTRAINT =
  /^(?:isString|minLength|maxLength|isLength|matches|contains|notContains|isEmail|isUuid|isAlpha|isAlphanumeric|isIp)$/

function scalarType(constraints: ReadonlyMap<string, Constraint>): TypeSchema | undefined {
  const isIn = constraints.get('isIn')?.metadata.constraints[0]
  if (isLiterals(isIn)) return { kind: 'enum', name: undefined, values: isIn }
  const isEnum = constraints.get('isEnum')?.metadata.constraints[0]
  if (isEnum !== undefined) return { kind: 'enum', name: undefined, values: enumValues(isEnum) }
  if (constraints.has('isInt')) return { kind: 'integer', format: 'int64' }
  if (constraints.has('isNumber') || constraints.has('isPositive') || constraints.has('isNegative')) return NUMBER
  if (constraints.has('isBoolean')) return { kind: 'boolean' }
  if (constraints.has('isDate')) return { kind: 'timestamp' }
  for (const name of constraints.keys()) if (STRING_CONSTRAINT.test(name)) return { kind: 'string' }
  if (constraints.has('min') || constraints.has('max') || constraints.has('isDivisibleBy')) return NUMBER
  return undefined
}

const NUMBER: TypeSchema = { kind: 'number', format: 'double' }

function isLiterals(values: unknown): values is (string | number | boolean)[] {
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => ['string', 'number', 'boolean'].includes(typeof value))
  )
}

function classType(transformed: unknown, place: string): TypeSchema | undefined {
  return transformed === undefined ? undefined : parseType(transformed, place)
}

function emittedType(emitted: unknown, isObject: boolean, place: string): TypeSchema | undefined {
  if (emitted === undefined || emitted === Object) {
    return isObject ? { kind: 'map', values: { kind: 'any' } } : undefined
  }
  return parseType(emitted, place)
}

function emittedTypeOf(target: Class, property: string): unknown {
  for (const at of lineage(target).reverse()) {
    const emitted = emittedPropertyType(at.prototype, property)
    if (emitted !== undefined) return emitted.type
  }
  return undefined
}

/** The class that class-transformer's `@Type` names. */
function transformedClass(target: Class, property: string): unknown {
  const metadata = defaultMetadataStorage.findTypeMetadata(target, property)
  if (metadata?.typeFunction === undefined) return undefined
  const named = metadata.typeFunction({ newObject: {}, object: {}, property } as never)
  return isClass(named) || typeof named === 'function' ? named : undefined
}
