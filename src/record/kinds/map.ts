import { types } from 'node:util'
import { Failure, stepTo } from '../json/failure.js'
import { hasToJSON } from '../json/json-form.js'
import { checkDepth, projectStructure, projectValue } from '../json/projection.js'
import { isPromise } from '../json/promises.js'
import type { Kind, ReaderCode, ValueCode } from '../kind/kind.js'
import { heldCode, isObject, memberCode } from '../kind/reading.js'
import { IsObject } from '../library/decorators.js'
import { objectTest } from '../program/program.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import { escapedText } from '../type/json-text.js'
import { isJsonObject, setOwn } from '../type/reading-options.js'
import type { MapSchema, TypeSchema } from '../type/schema.js'
import { type WholeWriters, wholeWriterOf } from './whole-text.js'

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
    const [at, entry, isFilled] = [program.name(), program.name(), program.name()]
    const whole = wholeWriterOf(values, WHOLE)
    const isLong = `${keys}.length > ${SHORT_MAP}`
    const all = `${program.constant(entriesOf)}(${value}, ${keys})`
    // The whole writer reads them itself.
    const entries = code.result(whole === undefined ? all : `${isLong} ? ${keys} : ${all}`)
    code.line(`let ${isFilled} = false`)
    code.loop(
      {
        head: `for (let ${at} = 0; ${at} < ${keys}.length; ${at}++) {\nlet ${entry} = ${entries}[${at}]; if (${entry} === undefined) continue`,
        tail: [`${isFilled} = true`],
        isLater: isFilled,
        isFilled,
        brackets: ['{', '}'],
        ...(whole !== undefined && {
          instead: {
            test: `${isLong} && (${isFilled} = true)`,
            whole: `${program.constant(whole)}(${value}, ${keys})`,
            isAll: depth === 0
          }
        })
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

/** Larger maps of texts and numbers are faster written by JSON.stringify, measured on Node 20. */
const SHORT_MAP = 8

/** What writes a whole map, or returns undefined for one that is not what its type says. */
type WholeWriter = (map: Readonly<Record<string, unknown>>, keys: readonly string[]) => string | undefined

// Each has a loop of its own: the engine compiles a test that is handed in as a call. Of an object with many keys that
// JSON.parse made, Object.values would take four times as long.

const writeTexts: WholeWriter = (map, keys) => {
  for (let index = 0; index < keys.length; index++) if (typeof map[keys[index] as string] !== 'string') return undefined
  return wholeText(map)
}

const writeIntegers: WholeWriter = (map, keys) => {
  for (let index = 0; index < keys.length; index++) {
    if (!Number.isSafeInteger(map[keys[index] as string])) return undefined
  }
  return wholeText(map)
}

const writeInt32s: WholeWriter = (map, keys) => {
  for (let index = 0; index < keys.length; index++) {
    const value = map[keys[index] as string] as number
    if (value !== (value | 0)) return undefined
  }
  return wholeText(map)
}

const writeNumbers: WholeWriter = (map, keys) => {
  for (let index = 0; index < keys.length; index++) {
    if (!Number.isFinite(map[keys[index] as string])) return undefined
  }
  return wholeText(map)
}

/** JSON.stringify writes an object that holds a scalar, `new String('')`, as that scalar. */
function wholeText(map: object): string | undefined {
  if (hasToJSON(map)) return undefined
  const text = JSON.stringify(map)
  return text.startsWith('{') ? text : undefined
}

const WHOLE: WholeWriters<WholeWriter> = {
  texts: writeTexts,
  integers: writeIntegers,
  int32s: writeInt32s,
  numbers: writeNumbers
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
  flat: flatMapCode,
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

/** A map of scalars that are as JSON.parse made them is itself the value: a copy costs more than the check of all values. */
function flatMapCode({ values }: MapSchema, raw: string, code: ReaderCode): ValueCode | undefined {
  const { program, source } = code
  if (source !== 'json') return undefined
  const [key, member] = [program.name(), program.name()]
  const inner = SCALARS.has(values.kind) ? code.flat(values, member) : undefined
  if (inner?.value !== member) return undefined
  return {
    lines: [
      `if (!(${objectTest(raw)}) || Object.getPrototypeOf(${raw}) !== Object.prototype) break wrong`,
      `if (faults.depth >= ${DEPTH_LIMIT}) break wrong`,
      `for (const ${key} of Object.keys(${raw})) {`,
      `const ${member} = ${raw}[${key}]`,
      ...inner.lines,
      '}'
    ],
    value: raw
  }
}

const SCALARS: ReadonlySet<TypeSchema['kind']> = new Set(['string', 'integer', 'number', 'boolean', 'enum'])
