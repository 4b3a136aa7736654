import { isJsonObject } from '../type/reading-options.js'

/** What JSON Schema 2020-12 has schemas under. */
export const SCHEMA: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'propertyNames'])
export const SCHEMA_LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
export const SCHEMA_MAP: ReadonlySet<string> = new Set(['properties', 'patternProperties'])

interface Expected {
  readonly accepts: (value: unknown) => boolean
  /** What it accepts, after "which must be". */
  readonly words: string
}

const TYPE_NAMES: ReadonlySet<unknown> = new Set([
  ...['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']
])

const COUNT: Expected = {
  accepts: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  words: 'an integer of 0 or more'
}
const NUMBER: Expected = { accepts: Number.isFinite, words: 'a number' }
const TEXT: Expected = { accepts: (value) => typeof value === 'string', words: 'a string' }
const JSON_VALUE: Expected = { accepts: isWritable, words: 'a value of JSON' }
const JSON_LIST: Expected = { accepts: (value) => Array.isArray(value) && isWritable(value), words: 'a list of JSON' }

const PATTERN: Expected = { accepts: isPattern, words: 'a regular expression' }

/**
 * The keywords without schemas that stay, and what each has: those that are checked, and annotations. All others are left
 * out, so that the document says nothing that is not checked; `x-rules` says that the library may check more. `readOnly`
 * is among them: to zod it is a type that the program must not change, and to OpenAPI a property that no request has.
 */
export const PLAIN_KEYWORDS: ReadonlyMap<string, Expected> = new Map<string, Expected>([
  ['type', { accepts: isType, words: `one or several of ${[...TYPE_NAMES].join(', ')}` }],
  ['enum', JSON_LIST],
  ['const', JSON_VALUE],
  ['minLength', COUNT],
  ['maxLength', COUNT],
  ['pattern', PATTERN],
  ['format', TEXT],
  ['minimum', NUMBER],
  ['maximum', NUMBER],
  ['exclusiveMinimum', NUMBER],
  ['exclusiveMaximum', NUMBER],
  [
    'multipleOf',
    { accepts: (value) => Number.isFinite(value) && (value as number) > 0, words: 'a number greater than 0' }
  ],
  [
    'required',
    {
      accepts: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
      words: 'a list of names'
    }
  ],
  ['minProperties', COUNT],
  ['maxProperties', COUNT],
  ['minItems', COUNT],
  ['maxItems', COUNT],
  ['title', TEXT],
  ['description', TEXT],
  ['default', JSON_VALUE],
  ['examples', JSON_LIST],
  ['deprecated', { accepts: (value) => typeof value === 'boolean', words: 'true or false' }]
])

const SUBSCHEMA: Expected = { accepts: isSchema, words: 'a schema' }
const SUBSCHEMAS: Expected = { accepts: Array.isArray, words: 'a list of schemas' }
const NAMED_SUBSCHEMAS: Expected = { accepts: isJsonObject, words: 'an object of schemas' }

/**
 * Checks the keywords that Fieldstone reads, of a schema and the schemas within it.
 *
 * @param at where the schema is, for the message: `#/properties/name`
 * @throws Error for one whose value JSON Schema 2020-12 does not allow, and for an object that contains itself
 */
export function checkKeywords(schema: object, at: string, around: readonly object[] = []): void {
  if (around.includes(schema)) throw new Error(`${at} is an object that contains itself: use $ref and $defs instead`)
  const within = [...around, schema]
  const checkPart = (part: unknown, where: string): void => {
    if (!isSchema(part)) throw new Error(`${where} is ${shown(part)}, which must be a schema`)
    if (typeof part === 'object') checkKeywords(part, where, within)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const expected = expectedOf(keyword)
    // An absent keyword may be written as undefined.
    if (expected === undefined || value === undefined) continue
    if (!expected.accepts(value)) {
      throw new Error(`${at} has the ${keyword} ${shown(value)}, which must be ${expected.words}`)
    }
    const under = `${at}/${keyword}`
    if (SCHEMA.has(keyword)) checkPart(value, under)
    else if (SCHEMA_LIST.has(keyword) || SCHEMA_MAP.has(keyword)) {
      for (const [name, part] of Object.entries(value as object)) {
        if (keyword === 'patternProperties' && !isPattern(name)) {
          throw new Error(`${under} has the name ${shown(name)}, which must be ${PATTERN.words}`)
        }
        checkPart(part, `${under}/${name}`)
      }
    }
  }
}

function expectedOf(keyword: string): Expected | undefined {
  if (SCHEMA.has(keyword)) return SUBSCHEMA
  if (SCHEMA_LIST.has(keyword)) return SUBSCHEMAS
  return SCHEMA_MAP.has(keyword) ? NAMED_SUBSCHEMAS : PLAIN_KEYWORDS.get(keyword)
}

function isSchema(value: unknown): value is object | boolean {
  return typeof value === 'boolean' || isJsonObject(value)
}

function isType(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((name) => TYPE_NAMES.has(name)) : TYPE_NAMES.has(value)
}

/** In some mode: JSON Schema reads patterns with the flag `u`, but a library writes those of its users as they are. */
function isPattern(value: unknown): boolean {
  return typeof value === 'string' && ['u', '', 'v'].some((flags) => isRegex(value, flags))
}

function isRegex(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).flags === flags
  } catch {
    return false
  }
}

function isWritable(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

function shown(value: unknown): string {
  // JSON.stringify writes Infinity as null.
  return isWritable(value) && typeof value !== 'number' ? JSON.stringify(value).slice(0, 80) : String(value)
}
