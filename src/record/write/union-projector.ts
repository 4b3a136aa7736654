import { compileChoice } from '../model/union-choice.js'
import { jsonKinds } from '../type/json-kinds.js'
import { setOwn } from '../type/reading-options.js'
import type { UnionSchema } from '../type/schema.js'
import type { Projector } from './projector-types.js'
import { anyForm, Misfit } from './to-json.js'

/** A value by the member it belongs to. An instance of a mapped class that lacks its discriminator is given it. */
export function projectUnion(type: UnionSchema, members: readonly Projector[], isOpen: boolean): Projector {
  const choose = compileChoice(type)
  const { name, mapping } = type.discriminator ?? { name: '', mapping: [] }
  const tags = type.members.map((member) => {
    const own = mapping.filter((entry) => member.kind === 'record' && entry.class === member.class)
    return own.length === 1 ? own[0]?.value : undefined
  })
  const kinds = jsonKinds(type, 'json')
  const takesPlain = isOpen || kinds.has('string') || kinds.has('number') || kinds.has('boolean')
  const project = (value: unknown, depth: number): unknown => {
    const isObject = typeof value === 'object' || typeof value === 'function'
    const chosen = isObject ? choose(value as object) : -1
    const member = members[chosen]
    if (member === undefined) {
      if (isOpen || (takesPlain && !isObject)) return anyForm(value)
      throw new Misfit(value, type)
    }
    const projected = member.project(value, depth)
    const tag = tags[chosen]
    if (tag === undefined || typeof projected !== 'object' || projected === null) return projected
    if (!Object.hasOwn(projected, name)) setOwn(projected, name, tag)
    return projected
  }
  return { takesPlain, project }
}
