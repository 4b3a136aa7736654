import { Failure } from '../json/failure.js'
import { checkDepth, isList, type Projector, projectStructure, projectValue } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { heldCode, isList as isListOrFault, listOf, listOfCode, memberCode } from '../kind/reading.js'
import { checkDecorator } from '../library/base-decorators.js'
import { counted } from '../type/counted.js'
import type { TupleSchema } from '../type/schema.js'

type Tuple = Kind<TupleSchema>

const describe = ({ items }: TupleSchema) => `a list of ${items.length}`

export const facts: Tuple['facts'] = {
  describe,
  label: ({ items }, by) => `${items.map(by.part).join('')}Tuple`,
  jsonKinds: () => ['array'],
  holds: ({ items }, value, judge) => {
    if (!Array.isArray(value) || value.length !== items.length) return false
    return items.every((item, index) => judge.holds(item, value[index], judge))
  },
  decorators: (type, options, by) => [
    checkDecorator('tuple', (value) => by.holds(type, value), `must be ${describe(type)}`, options)
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

export const writing: Tuple['writing'] = {
  project: (type, by) => {
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
}

export const reading: Tuple['reading'] = {
  closure: ({ items }, by) => {
    const { length } = items
    const readers = items.map((item) => by.reader(item))
    const message = `must have exactly ${counted(length, 'item')}`
    return (raw, faults) => {
      const list = listOf(raw, by.source)
      if (!isListOrFault(list, faults)) return undefined
      if (list.length !== length) {
        faults.add(list.length < length ? 'minItems' : 'maxItems', message, length)
        return undefined
      }
      if (!faults.enter()) return undefined
      const out = readers.map((read, index) => {
        const start = faults.length
        const value = read(list[index], faults)
        if (faults.length > start) faults.enterItem(index, start)
        return value
      })
      faults.leave()
      return out
    }
  },
  held: (type, raw, code) => {
    const list = code.program.name()
    const misfit = `!Array.isArray(${list}) || ${list}.length !== ${type.items.length}`
    const { lines, value } = heldCode(type, raw, misfit, code, (out) => [
      `${out} = new Array(${type.items.length})`,
      ...type.items.flatMap((each, index) => {
        const item = code.program.name()
        const inner = code.held(each, item)
        return [
          '{',
          `const ${item} = ${list}[${index}]`,
          ...memberCode(inner, (member) => [`${out}[${index}] = ${member}`], `enterItem(${index}, at)`),
          '}'
        ]
      })
    ])
    return { lines: [`const ${list} = ${listOfCode(raw, code)}`, ...lines], value }
  }
}
