/** The types of JSON, as JSON Schema names them. */
export type JSONType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'

/**
 * A Schema Object of an OpenAPI document: 3.0 (OpenAPI 3.0.3, section 4.7.24) or 3.1 (JSON Schema 2020-12).
 * Where the two differ, a member has both shapes: `exclusiveMinimum` is a boolean in 3.0 and a number in 3.1.
 */
export interface SchemaObject {
  /** `#/components/schemas/Item`. In 3.0 it is alone: what is next to it would be ignored. */
  $ref?: string
  type?: JSONType | JSONType[]
  /** 3.0 only; null is allowed, provided that `type` is in the same object. */
  nullable?: boolean
  format?: string
  title?: string
  description?: string
  deprecated?: boolean
  default?: unknown
  /** 3.0 only. */
  example?: unknown
  /** 3.1 only. */
  examples?: unknown[]
  enum?: unknown[]
  /** 3.1 only. */
  const?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: boolean | number
  exclusiveMaximum?: boolean | number
  multipleOf?: number
  /** `false` in 3.1 alone, after `prefixItems`. */
  items?: boolean | SchemaObject
  /** 3.1 only. */
  prefixItems?: SchemaObject[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, SchemaObject>
  required?: string[]
  additionalProperties?: boolean | SchemaObject
  minProperties?: number
  maxProperties?: number
  allOf?: SchemaObject[]
  anyOf?: SchemaObject[]
  oneOf?: SchemaObject[]
  not?: SchemaObject
  readOnly?: boolean
  writeOnly?: boolean
  /** The rules that are enforced although JSON Schema cannot express them. */
  'x-rules'?: UnexpressedRule[]
  [extension: `x-${string}`]: unknown
  /** Any further keyword of JSON Schema 2020-12; 3.1 only. */
  [keyword: string]: unknown
}

/** A rule that is enforced and that JSON Schema cannot say, or not all of it; an entry of `x-rules`. */
export interface UnexpressedRule {
  /** The name of the rule, for instance class-validator's `isTimeZone`. */
  rule: string
  /** The rule's name in faults, where that is another. */
  fault?: string
  /** The rule's arguments, where they can be written as JSON. */
  constraints?: unknown[]
  /** True where the rule holds only in records that meet a condition (class-validator's `ValidateIf`). */
  conditional?: boolean
}
