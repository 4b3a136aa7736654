import type { ValueJudge } from '../kind/kind.js'
import { jsonKindOf } from '../kind/reading.js'
import { classesOf, isOfType, jsonKinds } from '../kinds/type-facts.js'
import type { RecordReference, UnionSchema } from '../type/schema.js'
import { recordSchemaOf } from './registry.js'

/** Finds the member of a union that an object of the program belongs to, by its index; -1 where it belongs to none. */
export type Choice = (value: object) => number

/**
 * Compiles the choice: by the object's class, the nearest one of its ancestors; else by the discriminator; else the
 * first member in order that it fits. What fits none belongs to the first of its JSON kind, so that no more of it is
 * shown than a member declares.
 */
export function compileChoice({ members, discriminator }: UnionSchema): Choice {
  const byClass = new Map<unknown, number>()
  members.forEach((member, index) => {
    for (const target of classesOf(member)) if (!byClass.has(target)) byClass.set(target, index)
  })
  const tags = (discriminator?.mapping ?? []).map(({ value, class: target }) => {
    const field = recordSchemaOf(target).fields.find(({ name }) => name === discriminator?.name)
    return { value, property: field?.property ?? '', index: byClass.get(target) as number }
  })
  const kinds = members.map((member) => jsonKinds(member, 'json'))
  return (value) => {
    const byItsClass = nearest(value, byClass)
    if (byItsClass !== undefined) return byItsClass
    const tag = tags.find(
      ({ value: wanted, property }) => (value as { [property: string]: unknown })[property] === wanted
    )
    if (tag !== undefined) return tag.index
    const fitting = members.findIndex((member) => isOfType(member, value, fits))
    if (fitting >= 0) return fitting
    const kind = jsonKindOf(formOf(value), 'json')
    return kinds.findIndex((ofMember) => ofMember.has(kind))
  }
}

/** What the object itself says that it is in JSON: an ObjectId or Decimal is text. */
function formOf(value: object): unknown {
  const { toJSON } = value as { toJSON?: unknown }
  return typeof toJSON === 'function' ? toJSON.call(value, '') : value
}

function nearest(value: object, byClass: ReadonlyMap<unknown, number>): number | undefined {
  for (let at = Object.getPrototypeOf(value); at !== null; at = Object.getPrototypeOf(at)) {
    const found = byClass.get(at.constructor)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * An object fits a record when every required field is there and what is there is of its type. Records within it are
 * not checked, so that no nesting multiplies the work.
 */
const fits: ValueJudge['isRecord'] = (type, value) => {
  const { fields } = recordSchemaOf(type.class)
  return fields.every((field) => {
    if (field.access === 'writeOnly') return true
    const member = (value as { [property: string]: unknown })[field.property]
    if (member === undefined) return !field.required
    return (member === null && field.nullable) || isOfType(field.type, member, isAnyObject)
  })
}

const isAnyObject = (_type: RecordReference, _value: object): boolean => true
