import { Failure, hasToJSON } from '../json/json-form.js'
import { checkDepth, isList, projectStructure, projectValue } from '../json/projection.js'
import { IsArray } from '../library/class-validator.js'
import type { ArraySchema } from '../type/schema.js'
import type { JSONKind, Kind } from './kind.js'

type List = Kind<ArraySchema>

export const facts: List['facts'] = {
  describe: () => 'a list',
  jsonKinds: () => ['array'],
  holds: ({ items }, value, judge) => Array.isArray(value) && value.every((item) => judge.holds(items, item, judge)),
  decorators: ({ items }, options, by) => {
    // class-validator's `each` goes one level deep: only the binder checks the items of inner lists.
    if (options.each === true) return [IsArray(options)]
    return [IsArray(options), ...by.decorators(items, { ...options, each: true })]
  },
  implied: ['isDefined', 'isArray']
}

export const schema: List['schema'] = ({ items }, by) => ({ type: 'array', items: by.each(items) })

export const project: List['project'] = (type, by) => {
  const items = by.projector(type.items)
  return projectStructure('a list', by.isOpen, isList, (value, depth) => {
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

/** Longer lists of texts and numbers are faster written by JSON.stringify, measured on Node 20. */
const SHORT_LIST = 8

/** What writes a long list up to the end of its last item; undefined where the list is not what its type says. */
const LONG_LISTS: { readonly [K in JSONKind]?: (list: readonly unknown[]) => string | undefined } = {
  string: (list) => (isPlainListOf(list, 'string') ? JSON.stringify(list).slice(0, -2) : undefined),
  number: (list) => (isPlainListOf(list, 'number') ? JSON.stringify(list).slice(0, -1) : undefined)
}

function isPlainListOf(list: readonly unknown[], kind: 'string' | 'number'): boolean {
  for (let index = 0; index < list.length; index++) {
    if (typeof list[index] !== kind) return false
  }
  return !hasToJSON(list)
}

export const write: List['write'] = (value, { items }, depth, code) => {
  const { program } = code
  code.reach(depth)
  code.leaveUnless(`Array.isArray(${value})`)
  const index = program.name()
  const item = program.name()
  const whole = LONG_LISTS[code.plainKind(items) ?? 'object']
  code.loop(
    {
      head: `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`,
      tail: code.afterItem(items),
      isLater: `${index} > 0`,
      isFilled: `${value}.length > 0`,
      brackets: ['[', ']'],
      ...(whole !== undefined && {
        instead: {
          test: `${value}.length > ${SHORT_LIST}`,
          text: () => code.result(`${program.constant(whole)}(${value})`)
        }
      })
    },
    () => {
      code.line(`let ${item} = ${value}[${index}]`)
      code.member()
      code.write(item, items, depth + 1)
    }
  )
}
