import { isMembers } from '../document/members.js'
import { RANGES } from './formats.js'
import type { SchemaAt } from './schema-at.js'
import { type Shape, shapeOf, type TypeName, withBranch } from './shape.js'
import { knownMemberSchemas, validity } from './validity.js'

/** How deep a contradiction is searched for. */
const DEEPEST = 4

/** Whether two schemas have no value in common; false where that is not certain. */
export function areDisjoint(one: readonly SchemaAt[], other: readonly SchemaAt[]): boolean {
  return isEmpty([...one, ...other])
}

/** Whether no value is valid; false where that is not certain. */
export function isEmpty(schemas: readonly SchemaAt[], depth = 0): boolean {
  const shape = shapeOf(schemas)
  if (shape.opaque.some(({ keyword, value }) => keyword === 'not' && isEverything(value))) return true
  if (shape.values !== undefined) return shape.values.value.every((value) => validity(value, schemas) === false)
  if ([...shape.types].every((type) => hasNone(shape, type, depth))) return true
  if (depth >= DEEPEST) return false
  return shape.variants.some((variants) =>
    variants.branches.every((branch) => isEmpty(withBranch(shape, variants, [branch]), depth + 1))
  )
}

function isEverything(schema: unknown): boolean {
  return schema === true || (isMembers(schema) && Object.keys(schema).length === 0)
}

/** Whether no value of the type is valid. */
function hasNone(shape: Shape, type: TypeName, depth: number): boolean {
  const { limits } = shape
  switch (type) {
    case 'number':
      return isNoRange(shape)
    case 'string':
      return exceeds(limits.minLength?.value, limits.maxLength?.value)
    case 'array':
      return exceeds(limits.minItems?.value, limits.maxItems?.value)
    case 'object':
      return exceeds(limits.minProperties?.value, limits.maxProperties?.value) || lacksRequired(shape, depth)
    default:
      return false
  }
}

function exceeds(least: number | undefined, most: number | undefined): boolean {
  return least !== undefined && most !== undefined && least > most
}

function isNoRange({ minimum, maximum, integer, formats }: Shape): boolean {
  const ranges = formats.flatMap(({ value }) => (RANGES[value] === undefined ? [] : [RANGES[value]]))
  const least = Math.max(minimum?.value ?? Number.NEGATIVE_INFINITY, ...ranges.map(([low]) => low))
  const most = Math.min(maximum?.value ?? Number.POSITIVE_INFINITY, ...ranges.map(([, high]) => high))
  if (least > most || (integer && Math.ceil(least) > Math.floor(most))) return true
  return least === most && (excludes(minimum, least) || excludes(maximum, most))
}

function excludes(bound: Shape['minimum'], value: number): boolean {
  return bound?.exclusive === true && bound.value === value
}

/** Whether a property that must be there may not, or has no valid value. */
function lacksRequired(shape: Shape, depth: number): boolean {
  if (depth >= DEEPEST) return false
  return [...shape.required.keys()].some((name) => {
    const schemas = knownMemberSchemas(shape, name)
    return schemas.length > 0 && isEmpty(schemas, depth + 1)
  })
}
