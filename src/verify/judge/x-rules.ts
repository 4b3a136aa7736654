import { isNode, type JsonSchema, type SchemaNode } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { essenceOf, mediaEntry } from '../wire/wire-request.js'

/** One fault of a problem's `errors`, as far as it concerns rules. */
export interface ToldFault {
  readonly in: string
  readonly path: string
  readonly rule: string
}

/** What JSON Schema says by itself: a rule of `x-rules` is no excuse for it. */
const KEYWORDS = new Set([
  ...['type', 'required', 'enum', 'const', 'minLength', 'maxLength', 'length', 'pattern', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'],
  ...['maxProperties', 'additionalProperties', 'not', 'depth']
])

/** Each item of a list has a schema of its own, which OpenAPI 3.0 cannot say: whatever is wrong with an item is excused. */
const TUPLE = 'tuple'

/**
 * Whether a fault tells of a rule that the document lists under `x-rules`, at the place of the fault or above it.
 * A fault that bears the name of a keyword is only excused by an entry of that name, or by a conditional one.
 */
export function isListedRule(
  checks: SchemaChecks,
  operation: PublishedOperation,
  contentType: string | undefined,
  fault: ToldFault
): boolean {
  if (fault.in === 'body') {
    const media = mediaEntry(operation.body?.content ?? new Map(), essenceOf(contentType ?? ''))
    return media?.schema !== undefined && isListedBelow(checks, media.schema, fault.path, fault.rule, [])
  }
  return operation.parameters.some((parameter) => {
    const rest = below(fault.path, parameter.name)
    return (
      parameter.in === fault.in && rest !== undefined && isListedBelow(checks, parameter.schema, rest, fault.rule, [])
    )
  })
}

function isListedBelow(
  checks: SchemaChecks,
  schema: JsonSchema,
  path: string,
  rule: string,
  seen: readonly unknown[]
): boolean {
  for (const node of views(checks, schema, [])) {
    if (excuses(node, rule)) return true
    // A recursive schema is entered again as long as the path leads deeper.
    if (path === '' || seen.filter((other) => other === node).length > 64) continue
    const deeper = [...seen, node]
    const index = /^\[(\d+)\]/.exec(path)
    if (index !== null) {
      const item =
        (node.prefixItems as JsonSchema[] | undefined)?.[Number(index[1])] ?? (node.items as JsonSchema | undefined)
      if (item !== undefined && isListedBelow(checks, item, path.slice(index[0].length), rule, deeper)) return true
    }
    for (const [name, child] of Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)) {
      const rest = below(path.replace(/^\./, ''), name)
      if (rest !== undefined && isListedBelow(checks, child, rest, rule, deeper)) return true
    }
    if (isNode(node.additionalProperties)) {
      for (const rest of restsOf(path))
        if (isListedBelow(checks, node.additionalProperties, rest, rule, deeper)) return true
    }
  }
  return false
}

/** The schema and everything that speaks about the same value. */
function views(checks: SchemaChecks, schema: JsonSchema, seen: readonly unknown[]): SchemaNode[] {
  const node = checks.resolve(schema)
  if (!isNode(node) || seen.includes(node)) return []
  const parts = [node.allOf, node.anyOf, node.oneOf].flatMap((part) =>
    Array.isArray(part) ? (part as JsonSchema[]) : []
  )
  return [node, ...parts.flatMap((part) => views(checks, part, [...seen, node]))]
}

function excuses(node: SchemaNode, rule: string): boolean {
  const entries = Array.isArray(node['x-rules'])
    ? (node['x-rules'] as { rule?: unknown; fault?: unknown; conditional?: unknown }[])
    : []
  if (entries.length === 0) return false
  return (
    !KEYWORDS.has(rule) ||
    entries.some(
      (entry) => entry.rule === rule || entry.fault === rule || entry.conditional === true || entry.rule === TUPLE
    )
  )
}

/** What of a path is left behind a name; undefined where the path does not begin with it. */
function below(path: string, name: string): string | undefined {
  if (!path.startsWith(name)) return undefined
  const rest = path.slice(name.length)
  return rest === '' || rest.startsWith('.') || rest.startsWith('[') ? rest : undefined
}

/** Every way to take the first name off a path: a map's key may hold dots and brackets. */
function restsOf(path: string): string[] {
  const rests = ['']
  for (let at = 1; at < path.length; at++) if (path[at] === '.' || path[at] === '[') rests.push(path.slice(at))
  return rests
}
