import { pointerBelow } from '../document/json-pointer.js'
import type { OpenAPIDocumentAt } from '../document/openapi-document.js'
import type { SchemaAt } from '../schema/schema-at.js'
import type { Change } from './change.js'
import { RULES, type RuleName } from './rules.js'

/** Both documents, an old one and a new one. */
export interface Both<Value> {
  /** In the old document. */
  readonly old: Value
  /** In the new document. */
  readonly new: Value
}

/** A change by a rule that is not of schemas. */
export function changeBy(rule: RuleName, message: string, oldAt?: string, newAt?: string): Change {
  return {
    level: RULES[rule].level,
    rule,
    message,
    ...(oldAt === undefined ? {} : { oldAt }),
    ...(newAt === undefined ? {} : { newAt })
  }
}

/** A member of an object of the document as a schema; any value is valid where it is missing. */
export function schemaIn(document: OpenAPIDocumentAt, value: unknown, at: string, keyword = 'schema'): SchemaAt {
  return { raw: value ?? true, at: pointerBelow(at, keyword), document }
}
