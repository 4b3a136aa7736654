import { isNode, type JsonSchema, schemasUnder } from '../document/json-schema-2020.js'
import type { SchemaChecks, SchemaFault } from '../document/schema-checks.js'

/** The exact forms of JSON (RFC 8259, section 6): nothing around them, no leading zeros, no sign but the minus. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** The fault of a text; `isUnusual` where some readers take the text for a valid value. */
export type TextFault = SchemaFault

/**
 * The fault of a text under a schema. A text can be read as itself, as a number or as a boolean, in the exact form of
 * each; it is valid if one of these values is. `1e3` and `1.0` are numbers, but not integers.
 */
export function checkText(checks: SchemaChecks, schema: JsonSchema, text: string): TextFault | undefined {
  const fault = exactFault(checks, schema, text)
  if (fault === undefined) return undefined
  const isUnusual = otherReadings(text).some((value) => checks.check(schema, value, 'request') === undefined)
  return isUnusual ? { ...fault, isUnusual } : fault
}

function exactFault(checks: SchemaChecks, schema: JsonSchema, text: string): SchemaFault | undefined {
  const asText = checks.check(schema, text, 'request')
  if (asText === undefined) return undefined
  if (INTEGER.test(text)) return checks.check(schema, Number(text), 'request')
  if (text === 'true' || text === 'false') return checks.check(schema, text === 'true', 'request')
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) return asText
  const fault = checks.check(schema, Number(text), 'fraction')
  return fault?.keyword === 'not' ? { ...fault, keyword: 'type', message: 'must be an integer, written as one' } : fault
}

/** Why a valid text leaves a request open. */
export const UNCERTAIN = 'a text of which not all readers say that it has its format'

/** Whether a valid text has a loose format only for some readers. */
export function isUncertain(checks: SchemaChecks, schema: JsonSchema, text: string): boolean {
  const isText = checks.check(schema, text, 'request') === undefined
  return isText && checks.check(schema, text, 'request-certain') !== undefined
}

/** The same for the properties of an object of texts. */
export function hasUncertainText(
  checks: SchemaChecks,
  schema: JsonSchema,
  texts: ReadonlyMap<string, readonly string[]>
): boolean {
  const properties = propertiesOf(checks, schema)
  return [...texts].some(([name, values]) => {
    const property = Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined
    return property !== undefined && values.some((text) => isUncertain(checks, property, text))
  })
}

/** What lenient readers of other frameworks make of a text: OpenAPI does not define the forms of numbers and booleans. */
function otherReadings(text: string): unknown[] {
  const trimmed = text.trim()
  const number = trimmed === '' ? Number.NaN : Number(trimmed.replace(/_/g, ''))
  return [
    ...(trimmed === text ? [] : [trimmed]),
    ...(Number.isFinite(number) ? [number, Math.trunc(number)] : []),
    ...(/^(?:true|1|yes|on|t|y)$/i.test(trimmed) ? [true] : []),
    ...(/^(?:false|0|no|off|f|n)$/i.test(trimmed) ? [false] : []),
    ...(/^null$/i.test(trimmed) ? [null] : [])
  ]
}

/** The value of a valid text: the text itself where the schema accepts it. */
function valueOfText(checks: SchemaChecks, schema: JsonSchema, text: string): unknown {
  if (checks.check(schema, text, 'request') === undefined) return text
  return text === 'true' ? true : text === 'false' ? false : Number(text)
}

/**
 * The fault of texts as a list. Each item is read by its own schema; their values are then checked by the schema of the
 * list (`minItems`, `uniqueItems`).
 */
export function checkTexts(checks: SchemaChecks, schema: JsonSchema, texts: readonly string[]): TextFault | undefined {
  const items: unknown[] = []
  for (const [index, text] of texts.entries()) {
    const itemSchema = itemSchemaOf(checks, schema, index)
    const fault = checkText(checks, itemSchema, text)
    if (fault !== undefined) return { ...fault, path: `[${index}]${fault.path}` }
    items.push(valueOfText(checks, itemSchema, text))
  }
  return checks.check(schema, items, 'request')
}

/**
 * The fault of an object whose members are texts, as in forms and deep objects.
 *
 * @param others members that are values already
 */
export function checkObjectTexts(
  checks: SchemaChecks,
  schema: JsonSchema,
  texts: ReadonlyMap<string, readonly string[]>,
  others: ReadonlyMap<string, unknown> = new Map()
): TextFault | undefined {
  const properties = propertiesOf(checks, schema)
  const additional = additionalOf(checks, schema)
  const members: [name: string, value: unknown][] = [...others]
  for (const [name, values] of texts) {
    const property = Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : additional
    if (property === undefined) members.push([name, values.length === 1 ? values[0] : values])
    else if (shapeOf(checks, property) === 'list') {
      const fault = checkTexts(checks, property, values)
      if (fault !== undefined) return { ...fault, path: `${name}${fault.path}` }
      const items = values.map((text, index) => valueOfText(checks, itemSchemaOf(checks, property, index), text))
      members.push([name, items])
    } else {
      const [text = ''] = values
      if (values.length > 1) return { path: name, keyword: 'repeated', message: 'must be given once', isUnusual: true }
      const fault = checkText(checks, property, text)
      if (fault !== undefined) return { ...fault, path: name }
      members.push([name, valueOfText(checks, property, text)])
    }
  }
  return checks.check(schema, Object.fromEntries(members), 'request')
}

/** The properties that the schema and the parts of its `allOf` name. */
export function propertiesOf(checks: SchemaChecks, schema: JsonSchema, depth = 0): Record<string, JsonSchema> {
  const node = checks.resolve(schema)
  if (!isNode(node) || depth > 8) return {}
  const inherited = schemasUnder(node, 'allOf').map((part) => propertiesOf(checks, part, depth + 1))
  return Object.assign({}, ...inherited, node.properties)
}

/** The schema of the properties that have no other; undefined where any may be there, or none. */
function additionalOf(checks: SchemaChecks, schema: JsonSchema, depth = 0): JsonSchema | undefined {
  const node = checks.resolve(schema)
  if (!isNode(node) || depth > 8) return undefined
  if (isNode(node.additionalProperties)) return node.additionalProperties as JsonSchema
  const inherited = schemasUnder(node, 'allOf').map((part) => additionalOf(checks, part, depth + 1))
  return inherited.find((part) => part !== undefined)
}

/** The kinds of value that a parameter's style writes in different ways. */
export type Shape = 'scalar' | 'list' | 'object'

/** Whether the schema describes a list, an object, or a value that is one text. */
export function shapeOf(checks: SchemaChecks, schema: JsonSchema, depth = 0): Shape {
  const node = checks.resolve(schema)
  if (!isNode(node) || depth > 8) return 'scalar'
  const types = [node.type].flat()
  if (types.includes('array') || node.items !== undefined || node.prefixItems !== undefined) return 'list'
  if (types.includes('object') || node.properties !== undefined) return 'object'
  const shapes = schemasUnder(node, 'allOf', 'oneOf', 'anyOf').map((part) => shapeOf(checks, part, depth + 1))
  return shapes.find((shape) => shape !== 'scalar') ?? 'scalar'
}

/** The schema of an item of a list. */
export function itemSchemaOf(checks: SchemaChecks, list: JsonSchema, index: number): JsonSchema {
  const node = checks.resolve(list)
  if (!isNode(node)) return true
  const own = (node.prefixItems as JsonSchema[] | undefined)?.[index] ?? (node.items as JsonSchema | undefined)
  if (own !== undefined) return own
  for (const part of schemasUnder(node, 'allOf', 'anyOf', 'oneOf')) {
    const found = itemSchemaOf(checks, part, index)
    if (found !== true) return found
  }
  return true
}
