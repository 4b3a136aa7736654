import { setOwn } from '../type/reading-options.js'
import type { ArraySchema, MapSchema, TupleSchema } from '../type/schema.js'
import { checkDepth, isList, isObject, type Projector, projectStructure, projectValue } from './projector-types.js'
import { Failure, stepTo } from './serialization-error.js'

/** A list, each of whose items is projected alike. */
export function projectArray(type: ArraySchema, items: Projector, isOpen: boolean): Projector {
  return projectStructure(type, isOpen, isList, (value, depth) => {
    checkDepth(depth)
    const out = new Array<unknown>(value.length)
    let index = 0
    try {
      for (; index < value.length; index++) out[index] = projectValue(value[index], items, depth + 1)
    } catch (error) {
      throw error instanceof Failure ? error.within(`[${index}]`) : error
    }
    return out
  })
}

/** Nothing is declared of an item too many, so nothing of it is shown. */
const NOTHING: Projector = { takesPlain: false, project: () => null }

/** A list, each of whose items has a projection of its own. */
export function projectTuple(type: TupleSchema, items: readonly Projector[], isOpen: boolean): Projector {
  return projectStructure(type, isOpen, isList, (value, depth) => {
    checkDepth(depth)
    return value.map((item, index) => {
      try {
        return projectValue(item, items[index] ?? NOTHING, depth + 1)
      } catch (error) {
        throw error instanceof Failure ? error.within(`[${index}]`) : error
      }
    })
  })
}

/** An object with free keys, or a Map. */
export function projectMap(type: MapSchema, values: Projector, isOpen: boolean): Projector {
  return projectStructure(type, isOpen, isObject, (value, depth) => {
    checkDepth(depth)
    const out = {}
    let at = ''
    try {
      for (const [key, entry] of value instanceof Map ? value : Object.entries(value)) {
        at = String(key)
        const copied = projectValue(entry, values, depth + 1)
        if (copied !== undefined) setOwn(out, at, copied)
      }
    } catch (error) {
      throw error instanceof Failure ? error.within(stepTo(at)) : error
    }
    return out
  })
}
