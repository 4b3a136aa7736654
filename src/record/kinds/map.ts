import { types } from 'node:util'
import { Failure, stepTo } from '../json/failure.js'
import { checkDepth, projectStructure, projectValue } from '../json/projection.js'
import { isPromise } from '../json/promises.js'
import type { Kind } from '../kind/kind.js'
import { heldCode, isObject, memberCode } from '../kind/reading.js'
import { IsObject } from '../library/decorators.js'
import { objectTest } from '../program/program.js'
import { escapedText } from '../type/json-text.js'
import { isJsonObject, setOwn } from '../type/reading-options.js'
import type { MapSchema } from '../type/schema.js'

type MapOf = Kind<MapSchema>

export const facts: MapOf['facts'] = {
  describe: () => 'an object',
  label: ({ values }, by) => `${by.part(values)}Map`,
  jsonKinds: () => ['object'],
  holds: ({ values }, value, judge) => {
    if (!isJsonObject(value) || value instanceof Date) return false
    const entries = value instanceof Map ? [...value.values()] : Object.values(value)
    return entries.every((entry) => judge.holds(values, entry, judge))
  },
  decorators: (_type, options) => [IsObject(options)],
  implied: ['isDefined', 'isObject']
}

export const schema: MapOf['schema'] = ({ values }, by) => ({ type: 'object', additionalProperties: by.each(values) })

/** Of an object with free keys, or a Map. */
export const writing: MapOf['writing'] = {
  project: (type, by) => {
    const values = by.projector(type.values)
    return projectStructure('an object', by.isOpen, isJsonObject, (value, depth) => {
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
  },
  code: (value, { values }, depth, code) => {
    const { program } = code
    code.reach(depth)
    code.leaveUnless(objectTest(value), value)
    const keys = code.result(`${program.constant(keysOf)}(${value})`)
    const entries = code.result(`${program.constant(entriesOf)}(${value}, ${keys})`)
    const [at, entry, isFilled] = [program.name(), program.name(), program.name()]
    code.line(`let ${isFilled} = false`)
    code.loop(
      {
        head: `for (let ${at} = 0; ${at} < ${keys}.length; ${at}++) {\nlet ${entry} = ${entries}[${at}]; if (${entry} === undefined) continue`,
        tail: [`${isFilled} = true`],
        isLater: isFilled,
        isFilled,
        brackets: ['{', '}']
      },
      () => {
        code.member()
        code.literal('"')
        code.append(`${program.constant(escapedText)}(${keys}[${at}])`)
        code.literal('":')
        code.write(entry, values, depth + 1)
      }
    )
  }
}

/** The keys in the order in which JSON.stringify writes them. */
function keysOf(value: object): readonly string[] | undefined {
  // A Map's keys may come in another order; a proxy's as well. A promise has none.
  return value instanceof Map || types.isProxy(value) || isPromise(value) ? undefined : Object.keys(value)
}

/** What is behind the keys: all at once takes half of the time of one after the other. A getter may have removed some of them. */
function entriesOf(value: object, keys: readonly string[]): readonly unknown[] | undefined {
  const entries = Object.values(value)
  return entries.length === keys.length ? entries : undefined
}

export const reading: MapOf['reading'] = {
  closure: ({ values }, by) => {
    const readValue = by.reader(values)
    return (raw, faults) => {
      if (!isObject(raw, faults) || !faults.enter()) return undefined
      const out = {}
      for (const key of Object.keys(raw)) {
        if (faults.isFull) break
        const start = faults.length
        const value = readValue(raw[key], faults)
        if (faults.length > start) faults.enterField(key, start)
        setOwn(out, key, value)
      }
      faults.leave()
      return out
    }
  },
  held: (type, raw, code) => {
    const { program } = code
    const [key, member] = [program.name(), program.name()]
    const inner = code.held(type.values, member)
    return heldCode(type, raw, `!(${objectTest(raw)})`, code, (out) => {
      const set = (value: string) => [
        `if (${key} === '__proto__') ${program.constant(setOwn)}(${out}, ${key}, ${value})`,
        `else ${out}[${key}] = ${value}`
      ]
      return [
        `${out} = {}`,
        `for (const ${key} of Object.keys(${raw})) {`,
        'if (faults.isFull) break',
        `const ${member} = ${raw}[${key}]`,
        ...memberCode(inner, set, `enterField(${key}, at)`),
        '}'
      ]
    })
  }
}
