import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { SchemaChecks, SchemaFault } from '../document/schema-checks.js'
import { checkText } from './text-reading.js'

/** The kinds of value that a parameter's style tells apart. */
export type Shape = 'scalar' | 'list' | 'object'

/** Whether the schema is about a list, an object, or a value that is one text. */
export function shapeOf(checks: SchemaChecks, schema: JsonSchema, depth = 0): Shape {
  const node = checks.resolve(schema)
  if (!isNode(node) || depth > 8) return 'scalar'
  const types = [node.type].flat()
  if (types.includes('array') || node.items !== undefined || node.prefixItems !== undefined) return 'list'
  if (types.includes('object') || node.properties !== undefined) return 'object'
  const parts = [node.allOf, node.oneOf, node.anyOf].flatMap((part) => (Array.isArray(part) ? part : []))
  const shapes = parts.map((part) => shapeOf(checks, part, depth + 1))
  return shapes.find((shape) => shape !== 'scalar') ?? 'scalar'
}

/**
 * What is wrong with texts as a list. Each item is read by its own schema, and what the items became is then held
 * against the schema of the list (`minItems`, `uniqueItems`).
 */
export function checkTexts(
  checks: SchemaChecks,
  schema: JsonSchema,
  texts: readonly string[]
): SchemaFault | undefined {
  const node = checks.resolve(schema)
  const items: unknown[] = []
  for (const [index, text] of texts.entries()) {
    const itemSchema = itemSchemaOf(checks, node, index)
    const fault = checkText(checks, itemSchema, text)
    if (fault !== undefined) return { ...fault, path: `[${index}]${fault.path}` }
    items.push(valueOfText(checks, itemSchema, text))
  }
  return checks.check(schema, items, 'request')
}

/** The schema of a list's item. */
export function itemSchemaOf(checks: SchemaChecks, list: JsonSchema, index: number): JsonSchema {
  const node = checks.resolve(list)
  if (!isNode(node)) return true
  const own = (node.prefixItems as JsonSchema[] | undefined)?.[index] ?? (node.items as JsonSchema | undefined)
  if (own !== undefined) return own
  for (const part of [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))) {
    const found = itemSchemaOf(checks, part as JsonSchema, index)
    if (found !== true) return found
  }
  return true
}

/** The value that a valid text stands for: itself where the schema takes it so. */
export function valueOfText(checks: SchemaChecks, schema: JsonSchema, text: string): unknown {
  if (checks.check(schema, text, 'request') === undefined) return text
  return text === 'true' ? true : text === 'false' ? false : Number(text)
}
