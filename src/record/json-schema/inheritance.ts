import { isDeepStrictEqual } from 'node:util'
import type { Class } from '../../metadata.js'
import { selectionOf } from '../field/groups.js'
import { isMapped } from '../field/mapped-class.js'
import { isRecord } from '../model/registry.js'
import type { SchemaObject } from '../type/schema-object.js'

/**
 * How a class that extends another record is described: with all fields (`flat`), or as `allOf` of the other's component and
 * of what it adds.
 */
export type InheritanceForm = 'allOf' | 'flat'

/** The record that a class extends; undefined for none, and for one that was made of others, as `PartialType` does. */
export function baseOf(target: Class): Class | undefined {
  if (selectionOf(target).source !== target) return undefined
  const base: Class = Object.getPrototypeOf(target)
  return isRecord(base) && !isMapped(base) && base.name !== '' ? base : undefined
}

/** What a schema may say as a part of another without changing what that accepts. */
const OF_PARTS = new Set(['type', 'title', 'description', 'examples', 'properties', 'required', 'not'])

/**
 * What a record's schema says beyond that of the record which it extends; undefined where both together would not be the
 * schema of the record: a field that was declared again accepts what the other's rejects, or the other has no more keys.
 */
export function ownPart(whole: SchemaObject, base: SchemaObject): SchemaObject | undefined {
  const isPart = Object.keys(base).every((keyword) => OF_PARTS.has(keyword) || keyword.startsWith('x-'))
  if (!isPart || (whole.minProperties ?? whole.maxProperties) !== undefined) return undefined
  if (typeof whole.additionalProperties === 'object') return undefined
  const { properties = {}, required = [] } = whole
  const { properties: known = {}, required: needed = [] } = base
  if (!needed.every((name) => required.includes(name))) return undefined
  const own = Object.entries(properties).filter(([name, schema]) => !isDeepStrictEqual(schema, known[name]))
  const isNarrower = Object.entries(known).every(([name, schema]) => {
    return Object.hasOwn(properties, name) && implies(properties[name] as SchemaObject, schema)
  })
  if (!isNarrower) return undefined
  const added = required.filter((name) => !needed.includes(name))
  return {
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    ...(added.length > 0 && { required: added })
  }
}

/** Keywords that reject nothing. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'])
const LOWER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const UPPER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])

/** Whether whatever one schema accepts is accepted by the other for certain. */
function implies(one: SchemaObject, other: SchemaObject): boolean {
  return Object.entries(other).every(([keyword, value]) => {
    const own = one[keyword]
    if (ANNOTATIONS.has(keyword) || keyword.startsWith('x-') || isDeepStrictEqual(own, value)) return true
    if (own === undefined) return keyword === 'minLength' && value === 0
    if (LOWER.has(keyword)) return (own as number) >= (value as number)
    if (UPPER.has(keyword)) return (own as number) <= (value as number)
    if (keyword === 'enum') return (own as unknown[]).every((each) => (value as unknown[]).includes(each))
    if (keyword === 'type' && Array.isArray(value)) return [own].flat().every((each) => value.includes(each as never))
    return false
  })
}
