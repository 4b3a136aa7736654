import { isMembers, listOf } from '../document/members.js'
import { hasFormat } from './formats.js'
import { matches } from './patterns.js'
import { childOf, type Facet, type SchemaAt } from './schema-at.js'
import { LIMITS, type LimitKeyword, type Shape, sameValue, shapeOf, typeOfValue } from './shape.js'

/** Whether something is so; undefined where it cannot be known. */
export type Known = boolean | undefined

/** How deep values are judged: a made-up value is small. */
const DEEPEST = 12

/** Whether a value is valid under all of the schemas. */
export function validity(value: unknown, schemas: readonly SchemaAt[], depth = 0): Known {
  if (depth > DEEPEST) return undefined
  const shape = shapeOf(schemas)
  return every([
    () => shape.types.has(typeOfValue(value)),
    () => shape.values === undefined || shape.values.value.some((each) => sameValue(each, value)),
    () => (typeof value === 'number' ? numberValidity(value, shape) : true),
    () => (typeof value === 'string' ? textValidity(value, shape) : true),
    () => (Array.isArray(value) ? listValidity(value, shape, depth) : true),
    () => (isMembers(value) ? objectValidity(value, shape, depth) : true),
    ...shape.variants.map(({ keyword, branches }) => () => {
      const results = branches.map((branch) => validity(value, [branch], depth + 1))
      return keyword === 'anyOf' ? some(results) : exactlyOne(results)
    }),
    ...shape.opaque.map(
      ({ keyword, facet }) =>
        () =>
          opaqueValidity(keyword, facet, value, depth)
    )
  ])
}

/** Whether one list of facets says that a member may be there, and what it must be. */
export function memberSchemas(facet: Facet, name: string): readonly SchemaAt[] | 'undeclared' | 'unknown' {
  const own = ownMemberSchemas(facet, name)
  if (facet.rest === undefined || own !== 'undeclared') return own
  for (const counted of facet.rest.counted) {
    const shape = shapeOf([counted])
    for (const each of shape.facets) {
      if (ownMemberSchemas(each, name) !== 'undeclared') return own
    }
    if (shape.variants.length > 0 || shape.opaque.some(({ keyword }) => keyword !== 'not' && keyword !== 'x-rules')) {
      return 'unknown'
    }
  }
  return [facet.rest.schema]
}

/** What a member must be, as far as it is known. */
export function knownMemberSchemas({ facets }: Shape, name: string): SchemaAt[] {
  return facets.flatMap((facet) => {
    const found = memberSchemas(facet, name)
    return typeof found === 'string' ? [] : found
  })
}

function ownMemberSchemas(facet: Facet, name: string): readonly SchemaAt[] | 'undeclared' | 'unknown' {
  const { properties, patternProperties, additionalProperties } = facet.node
  const found: SchemaAt[] = []
  if (isMembers(properties) && Object.hasOwn(properties, name)) found.push(childOf(facet, 'properties', name))
  for (const pattern of isMembers(patternProperties) ? Object.keys(patternProperties) : []) {
    const matching = matches(pattern, name)
    if (matching === undefined) return 'unknown'
    if (matching) found.push(childOf(facet, 'patternProperties', pattern))
  }
  if (found.length > 0) return found
  return additionalProperties === undefined ? 'undeclared' : [childOf(facet, 'additionalProperties')]
}

function numberValidity(value: number, { integer, minimum, maximum, multiples, formats }: Shape): Known {
  if (integer && !Number.isInteger(value)) return false
  if (minimum !== undefined && (value < minimum.value || (minimum.exclusive && value === minimum.value))) return false
  if (maximum !== undefined && (value > maximum.value || (maximum.exclusive && value === maximum.value))) return false
  if (multiples.some((each) => !isMultiple(value, each.value))) return false
  return every(formats.map((format) => () => hasFormat(format.value, value)))
}

/** Whether a number is a multiple of another, both as the decimals that they are written as. */
export function isMultiple(value: number, of: number): boolean {
  if (of === 0) return false
  if (Number.isInteger(value) && Number.isInteger(of)) return value % of === 0
  const quotient = value / of
  return Math.abs(quotient - Math.round(quotient)) <= 4 * Number.EPSILON * Math.abs(quotient)
}

function textValidity(value: string, shape: Shape): Known {
  if (!withinLimits([...value].length, shape, 'minLength', 'maxLength')) return false
  return every([
    ...shape.patterns.map((pattern) => () => matches(pattern.value, value)),
    ...shape.formats.map((format) => () => hasFormat(format.value, value))
  ])
}

function withinLimits(size: number, { limits }: Shape, least: LimitKeyword, most: LimitKeyword): boolean {
  return [least, most].every((keyword) => {
    const limit = limits[keyword]?.value
    return limit === undefined || (LIMITS[keyword].largest ? size >= limit : size <= limit)
  })
}

function listValidity(value: readonly unknown[], shape: Shape, depth: number): Known {
  if (!withinLimits(value.length, shape, 'minItems', 'maxItems')) return false
  if (shape.unique !== undefined && value.some((one, at) => value.slice(0, at).some((each) => sameValue(one, each))))
    return false
  return every(value.map((item, index) => () => validity(item, itemSchemas(shape, index), depth + 1)))
}

/** What an item at an index must be. */
export function itemSchemas({ facets }: Shape, index: number): SchemaAt[] {
  return facets.flatMap((facet) => {
    const { prefixItems, items } = facet.node
    if (index < listOf(prefixItems).length) return [itemAt(facet, index)]
    return items === undefined ? [] : [restItems(facet)]
  })
}

/** An item of `prefixItems`, which older drafts wrote as `items`. */
function itemAt(facet: Facet, index: number): SchemaAt {
  const keyword = Array.isArray((facet.raw as { items?: unknown }).items) ? 'items' : 'prefixItems'
  return childOf(facet, keyword, index)
}

function restItems(facet: Facet): SchemaAt {
  return childOf(facet, Array.isArray((facet.raw as { items?: unknown }).items) ? 'additionalItems' : 'items')
}

function objectValidity(value: Readonly<Record<string, unknown>>, shape: Shape, depth: number): Known {
  const names = Object.keys(value)
  if (!withinLimits(names.length, shape, 'minProperties', 'maxProperties')) return false
  if ([...shape.required.keys()].some((name) => !Object.hasOwn(value, name))) return false
  return every(
    names.flatMap((name) =>
      shape.facets.map((facet) => () => {
        const schemas = memberSchemas(facet, name)
        if (schemas === 'undeclared') return true
        return schemas === 'unknown' ? undefined : validity(value[name], schemas, depth + 1)
      })
    )
  )
}

/** Whether a value is valid under a keyword that is compared as a whole. */
export function opaqueValidity(keyword: string, facet: Facet, value: unknown, depth: number): Known {
  const judge = (name: string): Known =>
    facet.node[name] === undefined ? true : validity(value, [childOf(facet, name)], depth + 1)
  switch (keyword) {
    case 'not': {
      const result = judge('not')
      return result === undefined ? undefined : !result
    }
    case 'if': {
      const condition = judge('if')
      if (condition === undefined) return every([() => judge('then'), () => judge('else')]) || undefined
      return judge(condition ? 'then' : 'else')
    }
    case 'propertyNames':
      if (!isMembers(value)) return true
      return every(Object.keys(value).map((name) => () => validity(name, [childOf(facet, 'propertyNames')])))
    case 'contains':
    case 'unevaluatedItems':
      return Array.isArray(value) ? undefined : true
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'dependencies': {
      const triggers = Object.keys(facet.node[keyword] as object)
      return isMembers(value) && triggers.some((name) => Object.hasOwn(value, name)) ? undefined : true
    }
    default:
      return undefined
  }
}

/** Whether all are true; the first that is false decides. */
function every(judgments: readonly (() => Known)[]): Known {
  let result: Known = true
  for (const judge of judgments) {
    const one = judge()
    if (one === false) return false
    if (one === undefined) result = undefined
  }
  return result
}

function some(results: readonly Known[]): Known {
  if (results.includes(true)) return true
  return results.includes(undefined) ? undefined : false
}

function exactlyOne(results: readonly Known[]): Known {
  const count = results.filter((result) => result === true).length
  if (count > 1) return false
  if (results.includes(undefined)) return undefined
  return count === 1
}
