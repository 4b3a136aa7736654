import type { JsonSchema } from './json-schema-2020.js'
import type { SchemaChecks, SchemaFault } from './schema-checks.js'

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
  let fault = asText
  if (INTEGER.test(text)) fault = checks.check(schema, Number(text), 'request') as SchemaFault
  else if (NUMBER.test(text) && Number.isFinite(Number(text))) {
    fault = checks.check(schema, Number(text), 'fraction') as SchemaFault
  } else if (text === 'true' || text === 'false') {
    fault = checks.check(schema, text === 'true', 'request') as SchemaFault
  }
  return fault
}
