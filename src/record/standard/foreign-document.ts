import type { SchemaObject } from '../type/schema-object.js'
import { isAlwaysCheap } from '../type/user-pattern.js'
import { checkKeywords, PLAIN_KEYWORDS, SCHEMA, SCHEMA_LIST, SCHEMA_MAP } from './schema-keywords.js'

/** One direction of a schema as its library describes it, in the keywords that Fieldstone checks and documents. */
export interface ForeignDocument {
  readonly root: SchemaObject
  /** The schemas that it refers to, by the keys that it has for them. */
  readonly definitions: ReadonlyMap<string, SchemaObject>
  /** The author's patterns that some texts take long to match; they are not part of the schemas. */
  readonly costly?: readonly RegExp[]
}

/** The root of a document that refers to itself. */
const ROOT_KEY = '#'

/**
 * Reads the JSON Schema of a library.
 *
 * @throws Error for a reference that leads out of it or back to itself, for a keyword that JSON Schema does not allow,
 * and for what is not a schema
 */
export function readForeignDocument(given: unknown): ForeignDocument {
  const raw = asObject(given, 'the schema')
  checkKeywords(raw, ROOT_KEY)
  const definitions = new Map<string, SchemaObject>()
  const costly: RegExp[] = []
  const reach = (reference: unknown): SchemaObject => {
    const key = keyOf(reference)
    if (!definitions.has(key)) {
      // The key is taken first: a recursive schema meets itself below.
      definitions.set(key, {})
      const own = key === ROOT_KEY ? withoutReferences(raw) : definitionOf(raw, key)
      checkKeywords(own, `#/$defs/${key}`)
      definitions.set(key, read(own, { reach, costly }))
    }
    return { $ref: key }
  }
  const root = read(raw, { reach, costly })
  checkProgress(definitions)
  return { root: definitions.has(ROOT_KEY) ? { $ref: ROOT_KEY } : root, definitions, costly }
}

/**
 * Rejects definitions that lead back to themselves without a step into the value: to check one would take forever. What a
 * document says of such a schema is undefined (JSON Schema 2020-12, section 9.4.1).
 */
function checkProgress(definitions: ForeignDocument['definitions']): void {
  const done = new Set<string>()
  const visit = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      const loop = [...path.slice(path.indexOf(key)), key].join(' to ')
      throw new Error(`it refers from ${loop} and says nothing of the value in between`)
    }
    if (done.has(key)) return
    for (const next of inPlace(definitions.get(key) ?? {})) visit(next, [...path, key])
    done.add(key)
  }
  for (const key of definitions.keys()) visit(key, [])
}

/** The definitions that a schema holds against the value itself, and not against a part of it. */
function inPlace({ $ref, allOf = [], anyOf = [], oneOf = [], not }: SchemaObject): readonly string[] {
  const parts = [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])]
  return [...($ref === undefined ? [] : [$ref]), ...parts.flatMap((part) => [...inPlace(part)])]
}

/** The schema with its references replaced. */
export function mapReferences(schema: SchemaObject, map: (key: string) => string): SchemaObject {
  return read(schema, { reach: (reference) => ({ $ref: map(String(reference)) }) })
}

/** The keys of the definitions that a schema refers to. */
export function referencesOf(schema: SchemaObject): ReadonlySet<string> {
  const keys = new Set<string>()
  mapReferences(schema, (key) => {
    keys.add(key)
    return key
  })
  return keys
}

/** The schema without `additionalProperties: false`: what a value of it may have been before it was reduced to it. */
export function opened(schema: SchemaObject): SchemaObject {
  const out = mapChildren(schema, opened)
  if (out.additionalProperties === false) delete out.additionalProperties
  return out
}

interface Reading {
  readonly reach: (reference: unknown) => SchemaObject
  /** Gets the costly patterns of a schema as a library wrote it; undefined for one that was read already. */
  readonly costly?: RegExp[]
}

function read(raw: SchemaObject, reading: Reading): SchemaObject {
  const isRead = reading.costly === undefined
  const out: SchemaObject = raw.$ref === undefined ? {} : reading.reach(raw.$ref)
  const children = mapChildren(raw, (child) => read(child, reading))
  for (const [keyword, value] of Object.entries(children)) {
    if (isRead ? keyword !== '$ref' : isKept(keyword, value, raw, reading)) out[keyword] = value
  }
  // OpenAPI 3.0.3, section 4.7.24.1: a list says what its items are.
  if ([out.type].flat().includes('array') && out.items === undefined && out.prefixItems === undefined) out.items = {}
  return isRead ? out : withoutEmptyLists(withoutImpossible(out))
}

/** Of several schemas those that a value can have: arktype describes `number | undefined` by two, one of which none has. */
function withoutImpossible(schema: SchemaObject): SchemaObject {
  const { anyOf, ...rest } = schema
  const possible = anyOf?.filter((member) => JSON.stringify(member) !== NOTHING)
  if (possible === undefined || possible.length === anyOf?.length) return schema
  const [only] = possible
  return only !== undefined && possible.length === 1 && Object.keys(rest).length === 0
    ? only
    : { ...rest, anyOf: possible }
}

const NOTHING = JSON.stringify({ not: {} })

/**
 * The schema without lists of no values and of no schemas, which JSON Schema discourages or forbids (2020-12, validation,
 * section 6.1.2; core, section 10.2.1) and validators reject: arktype's `never` is an `enum` of no values, and a union of
 * no types an `anyOf` of no schemas.
 */
function withoutEmptyLists(schema: SchemaObject): SchemaObject {
  const empty = ['enum', 'anyOf', 'oneOf', 'allOf'].filter((keyword) => {
    const list = schema[keyword]
    return Array.isArray(list) && list.length === 0
  })
  if (empty.length === 0) return schema
  const kept = Object.entries(schema).filter(([keyword]) => !empty.includes(keyword))
  // All of no schemas hold for any value.
  return { ...Object.fromEntries(kept), ...(empty.some((keyword) => keyword !== 'allOf') && { not: {} }) }
}

function isKept(keyword: string, value: unknown, { format }: SchemaObject, { costly = [] }: Reading): boolean {
  const patterns = keyword === 'pattern' ? [value] : keyword === 'patternProperties' ? Object.keys(value as object) : []
  for (const pattern of patterns) {
    const regex = compilePattern(pattern)
    if (regex === undefined) return false
    if (isAlwaysCheap(regex)) continue
    // zod describes `endsWith` by a pattern that takes quadratic time, and checks it without one.
    if (format !== 'ends_with') costly.push(regex)
    return false
  }
  if (patterns.length > 0) return true
  return PLAIN_KEYWORDS.has(keyword) || SCHEMA.has(keyword) || SCHEMA_LIST.has(keyword) || SCHEMA_MAP.has(keyword)
}

/** As JSON Schema reads a pattern (2020-12, section 6.4); undefined for what is not one. */
export function compilePattern(pattern: unknown): RegExp | undefined {
  if (typeof pattern !== 'string') return undefined
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

/** A copy with another schema in the place of each direct sub-schema; `true` and `false` stay. */
function mapChildren(schema: SchemaObject, map: (child: SchemaObject) => SchemaObject): SchemaObject {
  const each = (child: unknown) => (typeof child === 'boolean' ? child : map(asObject(child, 'a part of the schema')))
  const out: SchemaObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMA.has(keyword)) out[keyword] = each(value)
    else if (SCHEMA_LIST.has(keyword) && Array.isArray(value)) out[keyword] = value.map(each)
    else if (SCHEMA_MAP.has(keyword)) {
      const entries = Object.entries(asObject(value, keyword)).map(([name, child]) => [name, each(child)])
      // fromEntries defines own properties, also for one that is called __proto__.
      out[keyword] = Object.fromEntries(entries)
    } else out[keyword] = value
  }
  return out
}

function withoutReferences({ $defs, definitions, ...rest }: SchemaObject): SchemaObject {
  return rest
}

/** `#/$defs/User`, or `#/definitions/User` as older drafts write it. */
function keyOf(reference: unknown): string {
  if (reference === '#') return ROOT_KEY
  const match = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(String(reference))
  if (match === null) throw new Error(`it refers to ${String(reference)}, which is not among its $defs`)
  return decodeURIComponent(match[1] as string)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}

function definitionOf({ $defs, definitions }: SchemaObject, key: string): SchemaObject {
  for (const all of [$defs, definitions]) {
    if (typeof all === 'object' && all !== null && Object.hasOwn(all, key)) {
      return asObject((all as Record<string, unknown>)[key], `the definition of ${key}`)
    }
  }
  throw new Error(`it refers to ${key}, which is not among its $defs`)
}

function asObject(value: unknown, what: string): SchemaObject {
  if (value === true) return {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as SchemaObject
  throw new Error(`${what} is not an object`)
}
