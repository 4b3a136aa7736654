/** The types of JSON, as JSON Schema names them. */
export type JSONType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null'

/**
 * A Schema Object of an OpenAPI document: 3.0 (OpenAPI 3.0.3, section 4.7.24) or 3.1 (JSON Schema 2020-12).
 * Where the two differ, a member has both shapes: `exclusiveMinimum` is a boolean in 3.0 and a number in 3.1.
 */
export interface SchemaObject {
  /** `#/components/schemas/Item`. In 3.0 it is alone: what is next to it would be ignored. */
  $ref?: string
  /** The JSON type, or types (3.1) of the value. */
  type?: JSONType | JSONType[]
  /** 3.0 only; null is allowed, provided that `type` is in the same object. */
  nullable?: boolean
  /** The format of a string or number: `date-time`, `int64`. */
  format?: string
  /** A name for people. */
  title?: string
  /** As CommonMark. */
  description?: string
  /** Whether clients should stop using it. */
  deprecated?: boolean
  /** The value of an absent one. */
  default?: unknown
  /** 3.0 only. */
  example?: unknown
  /** 3.1 only. */
  examples?: unknown[]
  /** The only values. */
  enum?: unknown[]
  /** 3.1 only. */
  const?: unknown
  /** The least number of characters. */
  minLength?: number
  /** The greatest number of characters. */
  maxLength?: number
  /** A regular expression (ECMA-262) that occurs in the string. */
  pattern?: string
  /** The least number. */
  minimum?: number
  /** The greatest number. */
  maximum?: number
  /** The number that it is above (3.1), or whether `minimum` is excluded (3.0). */
  exclusiveMinimum?: boolean | number
  /** The number that it is below (3.1), or whether `maximum` is excluded (3.0). */
  exclusiveMaximum?: boolean | number
  /** The number that it is a multiple of. */
  multipleOf?: number
  /** `false` in 3.1 alone, after `prefixItems`. */
  items?: boolean | SchemaObject
  /** 3.1 only. */
  prefixItems?: SchemaObject[]
  /** The least number of items. */
  minItems?: number
  /** The greatest number of items. */
  maxItems?: number
  /** Whether no two items are equal. */
  uniqueItems?: boolean
  /** The schema of each property. */
  properties?: Record<string, SchemaObject>
  /** The properties that are never absent. */
  required?: string[]
  /** What other properties are, or whether there may be any. */
  additionalProperties?: boolean | SchemaObject
  /** The least number of properties. */
  minProperties?: number
  /** The greatest number of properties. */
  maxProperties?: number
  /** Schemas that all hold. */
  allOf?: SchemaObject[]
  /** Schemas of which one or more hold. */
  anyOf?: SchemaObject[]
  /** Schemas of which exactly one holds. */
  oneOf?: SchemaObject[]
  /** A schema that does not hold. */
  not?: SchemaObject
  /** Whether only responses have it. */
  readOnly?: boolean
  /** Whether only requests have it. */
  writeOnly?: boolean
  /** The rules that are enforced although JSON Schema cannot express them. */
  'x-rules'?: UnexpressedRule[]
  /** An extension of OpenAPI. */
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
