import { Failure } from '../json/failure.js'
import { hasToJSON } from '../json/json-form.js'
import { checkDepth, isList, projectStructure, projectValue } from '../json/projection.js'
import type { Kind, ReaderCode, ValueCode } from '../kind/kind.js'
import { heldCode, isList as isListOrFault, listOf, listOfCode, memberCode } from '../kind/reading.js'
import { IsArray } from '../library/decorators.js'
import { ruleCode } from '../program/rule-code.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import type { ArraySchema, Rule } from '../type/schema.js'
import { type WholeWriters, wholeWriterOf } from './whole-text.js'

type List = Kind<ArraySchema>

export const facts: List['facts'] = {
  describe: () => 'a list',
  label: ({ items }, by) => `${by.part(items)}List`,
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

export const writing: List['writing'] = {
  project: (type, by) => {
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
  },
  code: (value, { items }, depth, code) => {
    const { program } = code
    code.reach(depth)
    code.leaveUnless(`Array.isArray(${value})`, value)
    const index = program.name()
    const item = program.name()
    const whole = wholeWriterOf(items, WHOLE)
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
            whole: `${program.constant(whole)}(${value})`,
            isAll: depth === 0
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
}

/** Longer lists of texts and numbers are faster written by JSON.stringify, measured on Node 20. */
const SHORT_LIST = 8

/** What writes a whole list, or returns undefined for one that is not what its type says. */
type WholeWriter = (list: readonly unknown[]) => string | undefined

// Each has a loop of its own: the engine compiles a test that is handed in as a call.

const writeTexts: WholeWriter = (list) => {
  for (let index = 0; index < list.length; index++) if (typeof list[index] !== 'string') return undefined
  return hasToJSON(list) ? undefined : JSON.stringify(list)
}

const writeIntegers: WholeWriter = (list) => {
  for (let index = 0; index < list.length; index++) if (!Number.isSafeInteger(list[index])) return undefined
  return hasToJSON(list) ? undefined : JSON.stringify(list)
}

const writeInt32s: WholeWriter = (list) => {
  for (let index = 0; index < list.length; index++) if (list[index] !== ((list[index] as number) | 0)) return undefined
  return hasToJSON(list) ? undefined : JSON.stringify(list)
}

const writeNumbers: WholeWriter = (list) => {
  for (let index = 0; index < list.length; index++) if (!Number.isFinite(list[index])) return undefined
  return hasToJSON(list) ? undefined : JSON.stringify(list)
}

const WHOLE: WholeWriters<WholeWriter> = {
  texts: writeTexts,
  integers: writeIntegers,
  int32s: writeInt32s,
  numbers: writeNumbers
}

export const reading: List['reading'] = {
  closure: ({ items }, by) => {
    const readItem = by.reader(items)
    return (raw, faults) => {
      const list = listOf(raw, by.source)
      if (!isListOrFault(list, faults) || !faults.enter()) return undefined
      const out: unknown[] = []
      for (let index = 0; index < list.length && !faults.isFull; index++) {
        const start = faults.length
        out.push(readItem(list[index], faults))
        if (faults.length > start) faults.enterItem(index, start)
      }
      faults.leave()
      return out
    }
  },
  flat: flatListCode,
  held: heldListCode
}

/**
 * Of a list of scalars, or of maps that are kept as they were sent: rules about raw values get these, or reject any scalar.
 * Rules about items are not checked on null.
 */
function flatListCode(
  { items }: ArraySchema,
  raw: string,
  code: ReaderCode,
  eachRules: readonly Rule[]
): ValueCode | undefined {
  const { program } = code
  const about = items.kind === 'nullable' ? items.type : items
  const item = program.name()
  const inner = about.kind === 'array' ? undefined : code.flat(items, item)
  if (inner === undefined) return undefined
  const [list, out, index, length] = [program.name(), program.name(), program.name(), program.name()]
  const rules = eachRules.map((rule) => {
    return `if (${inner.value} !== null && !(${ruleCode(rule, inner.value, code.plainKind(about), program)})) break wrong`
  })
  return {
    lines: [
      `const ${list} = ${listOfCode(raw, code)}`,
      `if (!Array.isArray(${list}) || faults.depth >= ${DEPTH_LIMIT}) break wrong`,
      `const ${length} = ${list}.length`,
      `const ${out} = new Array(${length})`,
      `for (let ${index} = 0; ${index} < ${length}; ${index}++) {`,
      `const ${item} = ${list}[${index}]`,
      ...inner.lines,
      ...rules,
      `${out}[${index}] = ${inner.value}`,
      '}'
    ],
    value: out
  }
}

function heldListCode(type: ArraySchema, raw: string, code: ReaderCode): ValueCode {
  const [list, index, item] = [code.program.name(), code.program.name(), code.program.name()]
  const inner = code.held(type.items, item)
  const { lines, value } = heldCode(type, raw, `!Array.isArray(${list})`, code, (out) => [
    `${out} = new Array(${list}.length)`,
    `for (let ${index} = 0; ${index} < ${list}.length && !faults.isFull; ${index}++) {`,
    `const ${item} = ${list}[${index}]`,
    ...memberCode(inner, (member) => [`${out}[${index}] = ${member}`], `enterItem(${index}, at)`),
    '}'
  ])
  return { lines: [`const ${list} = ${listOfCode(raw, code)}`, ...lines], value }
}
