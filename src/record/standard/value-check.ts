import { counted } from '../type/counted.js'
import { isMultipleOf } from '../type/decimal.js'
import { FaultList } from '../type/fault-list.js'
import { fieldStep } from '../type/fault-path.js'
import { hasCodePoints } from '../type/plain-check.js'
import { isJsonObject } from '../type/reading-options.js'
import { isDateTime, isFullDate, isFullTime } from '../type/rfc3339.js'
import type { JSONType, SchemaObject } from '../type/schema-object.js'
import { compilePattern, type ForeignDocument } from './foreign-document.js'

/** Adds the faults of a JSON value under a JSON Schema. */
export type ValueCheck = (value: unknown, faults: FaultList) => void

/** What a check differs in from that of a value of JSON. */
export interface CheckOptions {
  /** Whether `integer` accepts no number: for one that is written with a fraction or an exponent. */
  readonly rejectsIntegers?: boolean
}

/**
 * Compiles the check of the values that a document describes. It holds the service to the document in what a library
 * accepts beyond its own JSON Schema: the text that a coercing schema takes for a number, the letters that a pattern
 * without regard to case matches.
 */
export function compileValueCheck({ root, definitions }: ForeignDocument, options: CheckOptions = {}): ValueCheck {
  const known = new Map<string, ValueCheck>()
  const reference = (key: string): ValueCheck => {
    const found = known.get(key)
    if (found !== undefined) return found
    // A recursive schema meets itself here, before its check is compiled.
    let check: ValueCheck | undefined
    const late: ValueCheck = (value, faults) => (check as ValueCheck)(value, faults)
    known.set(key, late)
    check = compile(definitions.get(key) ?? {})
    return late
  }
  const compile = (schema: SchemaObject | boolean): ValueCheck => {
    if (schema === true) return () => undefined
    if (schema === false) return (_value, faults) => faults.add('not', 'must not be there')
    const checks = KEYWORDS.flatMap(([keyword, compiled]) =>
      schema[keyword] === undefined ? [] : compiled(schema[keyword] as never, schema, compile, options)
    )
    if (schema.$ref !== undefined) checks.unshift(reference(schema.$ref))
    const [only] = checks
    if (only !== undefined && checks.length === 1) return only
    return (value, faults) => {
      for (const check of checks) {
        const start = faults.length
        check(value, faults)
        // A value of another type has no other faults.
        if (faults.length > start) return
      }
    }
  }
  return compile(root)
}

/** Whether a check finds no fault in a value. */
export function passes(check: ValueCheck, value: unknown): boolean {
  const faults = new FaultList()
  check(value, faults)
  return faults.isEmpty
}

type Compile = (schema: SchemaObject | boolean) => ValueCheck

type CompileKeyword = (given: never, schema: SchemaObject, compile: Compile, options: CheckOptions) => ValueCheck

function keyword<T>(
  name: string,
  compiled: (given: T, schema: SchemaObject, compile: Compile, options: CheckOptions) => ValueCheck
): readonly [string, CompileKeyword] {
  return [name, compiled as CompileKeyword]
}

/** A keyword about values of one type: all others pass. */
function about<V, T>(
  name: string,
  isAbout: (value: unknown) => value is V,
  holds: (given: T) => (value: V) => boolean,
  message: (given: T) => string
): readonly [string, CompileKeyword] {
  return keyword<T>(name, (given) => {
    const test = holds(given)
    const text = message(given)
    const limit = typeof given === 'number' || (typeof given === 'string' && name === 'format') ? given : undefined
    return (value, faults) => {
      if (isAbout(value) && !test(value)) faults.add(name, text, limit)
    }
  })
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** The keywords, in the order in which they are checked: the type first. */
const KEYWORDS: readonly (readonly [string, CompileKeyword])[] = [
  keyword<JSONType | readonly JSONType[]>('type', (types, _schema, _compile, { rejectsIntegers }) => {
    const names = [types].flat() as JSONType[]
    const tests = names.filter((name) => name !== 'integer' || rejectsIntegers !== true).map((name) => TYPES[name])
    const message = `must be ${names.map((name) => TYPE_WORDS[name]).join(' or ')}`
    return (value, faults) => {
      if (!tests.some((test) => test(value))) faults.add('type', message)
    }
  }),
  keyword<readonly unknown[]>('enum', (values) => {
    const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
    return (value, faults) => {
      if (!values.some((each) => isSame(each, value))) faults.add('enum', message)
    }
  }),
  keyword<unknown>('const', (constant) => {
    const message = `must be ${JSON.stringify(constant)}`
    return (value, faults) => {
      if (!isSame(constant, value)) faults.add('const', message)
    }
  }),
  about(
    'minLength',
    isText,
    (least: number) => (text) => hasCodePoints(text, least),
    (least) => `must be at least ${counted(least, 'character')} long`
  ),
  about(
    'maxLength',
    isText,
    (most: number) => (text) => hasCodePoints(text, 0, most),
    (most) => `must be at most ${counted(most, 'character')} long`
  ),
  about(
    'pattern',
    isText,
    (pattern: string) => {
      const regex = compilePattern(pattern) as RegExp
      return (text) => regex.test(text)
    },
    (pattern) => `must match ${pattern}`
  ),
  about(
    'format',
    isText,
    (name: string) => FORMATS.get(name) ?? (() => true),
    (name) => `must have the format ${name}`
  ),
  about(
    'minimum',
    isNumber,
    (least: number) => (value) => value >= least,
    (least) => `must be at least ${least}`
  ),
  about(
    'maximum',
    isNumber,
    (most: number) => (value) => value <= most,
    (most) => `must be at most ${most}`
  ),
  about(
    'exclusiveMinimum',
    isNumber,
    (bound: number) => (value) => value > bound,
    (bound) => `must be greater than ${bound}`
  ),
  about(
    'exclusiveMaximum',
    isNumber,
    (bound: number) => (value) => value < bound,
    (bound) => `must be less than ${bound}`
  ),
  about(
    'multipleOf',
    isNumber,
    (divisor: number) => (value) => isMultipleOf(value, divisor),
    (divisor) => `must be a multiple of ${divisor}`
  ),
  about(
    'minItems',
    isList,
    (least: number) => (list) => list.length >= least,
    (least) => `must have at least ${counted(least, 'item')}`
  ),
  about(
    'maxItems',
    isList,
    (most: number) => (list) => list.length <= most,
    (most) => `must have at most ${counted(most, 'item')}`
  ),
  about(
    'minProperties',
    isJsonObject,
    (least: number) => (object) => Object.keys(object).length >= least,
    (least) => `must have at least ${counted(least, 'member')}`
  ),
  about(
    'maxProperties',
    isJsonObject,
    (most: number) => (object) => Object.keys(object).length <= most,
    (most) => `must have at most ${counted(most, 'member')}`
  ),
  keyword<readonly string[]>('required', (names) => (value, faults) => {
    if (!isJsonObject(value)) return
    for (const name of names) if (!Object.hasOwn(value, name)) addAt(name, faults, 'required', 'is required')
  }),
  keyword<SchemaObject | boolean>('propertyNames', (names, _schema, compile) => {
    const check = compile(names)
    return (value, faults) => {
      if (!isJsonObject(value)) return
      for (const key of Object.keys(value)) {
        if (faults.isFull) return
        // OpenAPI 3.0 has no such keyword, so its own name is reported in place of the name's fault.
        if (!holds(check, key, faults)) addAt(key, faults, 'propertyNames', 'is not an allowed name')
      }
    }
  }),
  keyword<Record<string, SchemaObject | boolean>>('properties', (properties, _schema, compile) => {
    const checks = Object.entries(properties).map(([name, schema]) => ({ name, check: compile(schema) }))
    return (value, faults) => {
      if (!isJsonObject(value)) return
      for (const { name, check } of checks) if (Object.hasOwn(value, name)) checkMember(value, name, check, faults)
    }
  }),
  keyword<Record<string, SchemaObject | boolean>>('patternProperties', (patterns, _schema, compile) => {
    const checks = Object.entries(patterns).map(([pattern, schema]) => {
      return { regex: compilePattern(pattern) as RegExp, check: compile(schema) }
    })
    return (value, faults) => {
      if (!isJsonObject(value)) return
      for (const key of Object.keys(value)) {
        for (const { regex, check } of checks) {
          if (faults.isFull) return
          if (!regex.test(key) || holds(check, value[key], faults)) continue
          addAt(key, faults, 'patternProperties', 'has a wrong value for its name')
        }
      }
    }
  }),
  keyword<SchemaObject | boolean>('additionalProperties', (additional, schema, compile) => {
    const names = new Set(Object.keys(schema.properties ?? {}))
    const patterns = Object.keys((schema.patternProperties as object | undefined) ?? {}).map(
      (pattern) => compilePattern(pattern) as RegExp
    )
    const check: ValueCheck =
      additional === false
        ? (_value, faults) => faults.add('additionalProperties', 'is not a declared name')
        : compile(additional)
    return (value, faults) => {
      if (!isJsonObject(value)) return
      for (const key of Object.keys(value)) {
        if (faults.isFull) return
        if (!names.has(key) && !patterns.some((pattern) => pattern.test(key))) checkMember(value, key, check, faults)
      }
    }
  }),
  keyword<readonly (SchemaObject | boolean)[]>('prefixItems', (items, _schema, compile) => {
    const checks = items.map(compile)
    return (value, faults) => {
      if (!isList(value)) return
      checks.slice(0, value.length).forEach((check, index) => {
        checkItem(value, index, check, faults)
      })
    }
  }),
  keyword<SchemaObject | boolean>('items', (items, { prefixItems }, compile) => {
    const first = prefixItems?.length ?? 0
    if (items === false) {
      const message = `must have at most ${counted(first, 'item')}`
      return (value, faults) => {
        if (isList(value) && value.length > first) faults.add('maxItems', message, first)
      }
    }
    const check = compile(items)
    return (value, faults) => {
      if (!isList(value)) return
      for (let index = first; index < value.length && !faults.isFull; index++) checkItem(value, index, check, faults)
    }
  }),
  keyword<readonly (SchemaObject | boolean)[]>('allOf', (parts, _schema, compile) => {
    const checks = parts.map(compile)
    return (value, faults) => {
      for (const check of checks) check(value, faults)
    }
  }),
  keyword<readonly (SchemaObject | boolean)[]>('anyOf', (parts, _schema, compile) => {
    const checks = parts.map(compile)
    return (value, faults) => {
      if (!checks.some((check) => holds(check, value, faults))) faults.add('anyOf', 'is of none of the allowed types')
    }
  }),
  keyword<readonly (SchemaObject | boolean)[]>('oneOf', (parts, _schema, compile) => {
    const checks = parts.map(compile)
    return (value, faults) => {
      const count = checks.filter((check) => holds(check, value, faults)).length
      if (count === 1) return
      faults.add('oneOf', count === 0 ? 'is of none of the allowed types' : 'is of several of the allowed types')
    }
  }),
  keyword<SchemaObject | boolean>('not', (schema, _schema, compile) => {
    const check = compile(schema)
    return (value, faults) => {
      if (holds(check, value, faults)) faults.add('not', 'is not allowed')
    }
  })
]

const TYPES: Readonly<Record<JSONType, (value: unknown) => boolean>> = {
  string: isText,
  integer: Number.isInteger,
  // JSON.parse reads `1e400` as Infinity, which is not a value of JSON.
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: isList,
  null: (value) => value === null
}

const TYPE_WORDS: Readonly<Record<JSONType, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null'
}

/**
 * The formats that have one meaning: RFC 3339, section 5.6; RFC 4122, section 3; RFC 4648, section 4; RFC 3986, section
 * 3.2.2. All others are annotations, as in JSON Schema, and each library has its own idea of an email address.
 */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isFullDate],
  ['time', isFullTime],
  ['date-time', isDateTime],
  ['uuid', matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)],
  ['byte', matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)],
  ['ipv4', matches(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/)]
])

function matches(regex: RegExp): (text: string) => boolean {
  return (text) => regex.test(text)
}

function addAt(name: string, faults: FaultList, rule: string, message: string): void {
  const start = faults.length
  faults.add(rule, message)
  faults.enterStep(fieldStep(name), start)
}

function checkMember(object: { [key: string]: unknown }, key: string, check: ValueCheck, faults: FaultList): void {
  const start = faults.length
  check(object[key], faults)
  if (faults.length > start) faults.enterField(key, start)
}

function checkItem(list: readonly unknown[], index: number, check: ValueCheck, faults: FaultList): void {
  const start = faults.length
  check(list[index], faults)
  if (faults.length > start) faults.enterItem(index, start)
}

/** Whether a value passes. Each object is tried once: unions within unions would otherwise take exponential time. */
function holds(check: ValueCheck, value: unknown, faults: FaultList): boolean {
  const notes = typeof value === 'object' && value !== null ? faults.notesOf<boolean>(check) : undefined
  const known = notes?.get(value as object)
  if (known !== undefined) return known
  const own = faults.branch()
  check(value, own)
  notes?.set(value as object, own.isEmpty)
  return own.isEmpty
}

/** Whether two values are equal as JSON. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
