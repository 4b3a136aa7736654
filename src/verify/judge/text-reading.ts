import type { JsonSchema } from '../document/json-schema-2020.js'
import type { SchemaChecks, SchemaFault } from '../document/schema-checks.js'

/** The exact forms of JSON (RFC 8259, section 6): nothing around them, no leading zeros, no sign but the minus. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/**
 * What is wrong with a text under a schema. A text can be read as itself, as a number or as a boolean, in the exact
 * lexical form of each; it is valid if one reading is. `1e3` and `1.0` are numbers, but no integers.
 */
export function checkText(checks: SchemaChecks, schema: JsonSchema, text: string): SchemaFault | undefined {
  const asText = checks.check(schema, text, 'request')
  if (asText === undefined) return undefined
  if (INTEGER.test(text)) return checks.check(schema, Number(text), 'request')
  if (text === 'true' || text === 'false') return checks.check(schema, text === 'true', 'request')
  if (!NUMBER.test(text) || !Number.isFinite(Number(text))) return asText
  const fault = checks.check(schema, Number(text), 'fraction')
  return fault?.keyword === 'not' ? { ...fault, keyword: 'type', message: 'must be an integer, written as one' } : fault
}
