import { Failure } from '../json/json-form.js'
import { checkDepth, isList, type Projector, projectStructure, projectValue } from '../json/projection.js'
import { checkDecorator } from '../library/class-validator.js'
import type { TupleSchema } from '../type/schema.js'
import type { Kind } from './kind.js'

type Tuple = Kind<TupleSchema>

const describe = ({ items }: TupleSchema) => `a list of ${items.length}`

export const facts: Tuple['facts'] = {
  describe,
  jsonKinds: () => ['array'],
  holds: ({ items }, value, judge) => {
    if (!Array.isArray(value) || value.length !== items.length) return false
    return items.every((item, index) => judge.holds(item, value[index], judge))
  },
  decorators: (type, options, by) => [
    checkDecorator('tuple', (value) => by.holds(type, value), describe(type), options)
  ],
  implied: ['isDefined', 'isArray']
}

export const schema: Tuple['schema'] = ({ items }, by) => ({
  type: 'array',
  prefixItems: items.map((item) => by.part(item)),
  items: false,
  minItems: items.length
})

/** An item too many is not declared, so nothing of it is shown. */
const NOTHING: Projector = { takesPlain: false, project: () => null }

export const project: Tuple['project'] = (type, by) => {
  const items = type.items.map((item) => by.projector(item))
  return projectStructure(describe(type), by.isOpen, isList, (value, depth) => {
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

export const write: Tuple['write'] = undefined
