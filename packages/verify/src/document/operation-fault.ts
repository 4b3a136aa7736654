import { isNode, type JsonSchema, mapSchemas } from './json-schema-2020.js'
import type { PublishedContent, PublishedOperation } from './published-document.js'
import type { SchemaChecks } from './schema-checks.js'

/** Why the operation cannot be checked by the document, and where its mistake is; undefined where it can. */
export function operationFault(checks: SchemaChecks, operation: PublishedOperation): string | undefined {
  if (operation.unreadable !== undefined) return operation.unreadable
  for (const { in: place, name, schema } of operation.parameters) {
    const fault = faultOf(checks, schema, 'request')
    if (fault !== undefined) return `${place} parameter ${name}: ${fault}`
  }
  const fault = contentFault(checks, operation.body?.content ?? new Map(), 'request')
  if (fault !== undefined) return `request body, ${fault}`
  for (const [status, { content, headers }] of operation.responses) {
    const fault = contentFault(checks, content, 'response')
    if (fault !== undefined) return `response ${status}, ${fault}`
    for (const [name, { schema }] of headers) {
      const fault = faultOf(checks, schema, 'response')
      if (fault !== undefined) return `response ${status}, header ${name}: ${fault}`
    }
  }
  return undefined
}

function contentFault(checks: SchemaChecks, content: PublishedContent, purpose: 'request' | 'response') {
  for (const [type, { schema, lines, events }] of content) {
    for (const each of [schema, lines, ...(events?.values() ?? [])]) {
      const fault = each === undefined ? undefined : faultOf(checks, each, purpose)
      if (fault !== undefined) return `${type}: ${fault}`
    }
  }
  return undefined
}

function faultOf(checks: SchemaChecks, schema: JsonSchema, purpose: 'request' | 'response'): string | undefined {
  return checks.fault(schema, purpose) ?? slowPatternOf(checks, schema)
}

/** The first pattern in the schema, or in those that it refers to, that was found to take too long. */
function slowPatternOf(checks: SchemaChecks, schema: JsonSchema): string | undefined {
  const { slow } = checks.patterns
  if (slow.size === 0) return undefined
  const seen = new Set<unknown>()
  let found: string | undefined
  const visit = (child: JsonSchema): JsonSchema => {
    if (!isNode(child) || seen.has(child)) return child
    seen.add(child)
    const patterns = [child.pattern, ...Object.keys(isNode(child.patternProperties) ? child.patternProperties : {})]
    for (const pattern of patterns) found ??= slow.get(String(pattern))
    if (typeof child.$ref === 'string') visit(checks.target(child.$ref))
    mapSchemas(child, visit)
    return child
  }
  visit(schema)
  return found
}
