import { isNode, type JsonSchema, type SchemaNode, schemasUnder } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { essenceOf, mediaEntry } from '../wire/wire-request.js'

/** One fault in the `errors` of a problem, without its message. */
export interface ReportedFault {
  readonly in: string
  readonly path: string
  readonly rule: string
}

/** Rules that JSON Schema has keywords for: a rule of `x-rules` does not excuse them. */
const KEYWORDS = new Set([
  ...['type', 'required', 'enum', 'const', 'minLength', 'maxLength', 'length', 'pattern', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'],
  ...['maxProperties', 'additionalProperties', 'not', 'depth']
])

/** Each item of a list has its own schema, which OpenAPI 3.0 cannot express: every fault of an item is excused. */
const TUPLE = 'tuple'

/**
 * Whether the rule of a fault is listed under `x-rules`, at the place of the fault or above it. A fault that is named
 * like a keyword is only excused by an entry of that name, or by a conditional one.
 */
export function isListedRule(
  checks: SchemaChecks,
  operation: PublishedOperation,
  contentType: string | undefined,
  fault: ReportedFault
): boolean {
  if (fault.in === 'body') {
    const media = mediaEntry(operation.body?.content ?? new Map(), essenceOf(contentType ?? ''))
    return media?.schema !== undefined && isListedBelow(checks, media.schema, fault.path, fault.rule, [])
  }
  return operation.parameters.some((parameter) => {
    const rest = parameter.in === fault.in ? below(fault.path, parameter.name) : undefined
    return rest !== undefined && isListedBelow(checks, parameter.schema, rest, fault.rule, [])
  })
}

/** Whether any rule is listed under `x-rules` for a request of the operation. */
export function hasListedRule(
  checks: SchemaChecks,
  operation: PublishedOperation,
  contentType: string | undefined
): boolean {
  const media = mediaEntry(operation.body?.content ?? new Map(), essenceOf(contentType ?? ''))
  const schemas = [media?.schema, ...operation.parameters.map(({ schema }) => schema)]
  const seen = new Set<unknown>()
  return schemas.some((schema) => schema !== undefined && hasRuleBelow(checks, schema, seen))
}

function hasRuleBelow(checks: SchemaChecks, schema: JsonSchema, seen: Set<unknown>): boolean {
  const node = checks.resolve(schema)
  if (!isNode(node) || seen.has(node)) return false
  seen.add(node)
  if (Array.isArray(node['x-rules']) && node['x-rules'].length > 0) return true
  const below = [
    ...schemasUnder(node, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
    ...[node.items, node.additionalProperties].filter((part) => part !== undefined),
    ...Object.values(isNode(node.properties) ? node.properties : {})
  ]
  return below.some((part) => hasRuleBelow(checks, part as JsonSchema, seen))
}

function isListedBelow(
  checks: SchemaChecks,
  schema: JsonSchema,
  path: string,
  rule: string,
  seen: readonly unknown[]
): boolean {
  for (const node of schemasOf(checks, schema, [])) {
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

/** The schema and all parts of it that describe the same value. */
function schemasOf(checks: SchemaChecks, schema: JsonSchema, seen: readonly unknown[]): SchemaNode[] {
  const node = checks.resolve(schema)
  if (!isNode(node) || seen.includes(node)) return []
  const parts = schemasUnder(node, 'allOf', 'anyOf', 'oneOf')
  return [node, ...parts.flatMap((part) => schemasOf(checks, part, [...seen, node]))]
}

function excuses(node: SchemaNode, rule: string): boolean {
  if (!Array.isArray(node['x-rules'])) return false
  const entries = node['x-rules'] as { rule?: unknown; fault?: unknown; conditional?: unknown }[]
  return entries.some(
    (entry) =>
      !KEYWORDS.has(rule) ||
      [entry.rule, entry.fault].includes(rule) ||
      entry.conditional === true ||
      entry.rule === TUPLE
  )
}

/** The rest of a path after a name; undefined where the path does not begin with the name. */
function below(path: string, name: string): string | undefined {
  if (!path.startsWith(name)) return undefined
  const rest = path.slice(name.length)
  return rest === '' || rest.startsWith('.') || rest.startsWith('[') ? rest : undefined
}

/** The rests of a path after each name that it may begin with: a map's key may contain dots and brackets. */
function restsOf(path: string): string[] {
  const rests = ['']
  for (let at = 1; at < path.length; at++) if (path[at] === '.' || path[at] === '[') rests.push(path.slice(at))
  return rests
}
