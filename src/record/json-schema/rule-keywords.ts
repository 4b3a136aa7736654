import type { Rule, RuleKeywords } from '../type/schema.js'
import type { SchemaObject, UnexpressedRule } from '../type/schema-object.js'
import type { SchemaDialect } from './schema-dialect.js'

/**
 * Adds the keywords of rules to a schema: all hold together, and none silently overwrites another. What keywords cannot
 * express is listed under `x-rules`.
 *
 * @param inexpressible rules that the schema has no place for
 */
export function applyRules(
  schema: SchemaObject,
  rules: readonly Rule[],
  inexpressible: readonly Rule[],
  dialect: SchemaDialect
): SchemaObject {
  // Most types have none, and a large document has many types.
  if (rules.length === 0 && inexpressible.length === 0) return schema
  const out: SchemaObject = { ...schema }
  const unexpressed: UnexpressedRule[] = [...(schema['x-rules'] ?? []), ...inexpressible.map(describeRule)]
  for (const rule of rules) {
    // A keyword would hold for every record, also for those in which the condition does not.
    const keywords = rule.stage === 'conditional' ? undefined : rule.keywords
    const isExpressed = keywords !== undefined && dialect.expresses(keywords)
    if (isExpressed) merge(out, numericBounds(keywords))
    if (!isExpressed || !rule.exact)
      unexpressed.push({ ...patternOf(isExpressed ? undefined : keywords), ...describeRule(rule) })
  }
  dropWiderBounds(out)
  if (unexpressed.length > 0) out['x-rules'] = unexpressed
  return out
}

/** An exclusive bound within the inclusive one says it all: a type has bounds of its own. */
function dropWiderBounds(schema: SchemaObject): void {
  const { minimum = Number.POSITIVE_INFINITY, maximum = Number.NEGATIVE_INFINITY } = schema
  const { exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof exclusiveMinimum === 'number' && minimum <= exclusiveMinimum) delete schema.minimum
  if (typeof exclusiveMaximum === 'number' && maximum >= exclusiveMaximum) delete schema.maximum
}

const LARGER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const SMALLER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])

function merge(schema: SchemaObject, keywords: SchemaObject): void {
  const colliding: SchemaObject = {}
  for (const [keyword, value] of Object.entries(keywords)) {
    const present = schema[keyword]
    if (present === undefined || JSON.stringify(present) === JSON.stringify(value)) schema[keyword] = value
    else if (LARGER.has(keyword)) schema[keyword] = Math.max(present as number, value as number)
    else if (SMALLER.has(keyword)) schema[keyword] = Math.min(present as number, value as number)
    else if (keyword === 'uniqueItems') schema[keyword] = true
    else if (keyword === 'required') schema[keyword] = [...new Set([...(present as string[]), ...(value as string[])])]
    else if (keyword === 'allOf') schema[keyword] = [...(present as SchemaObject[]), ...(value as SchemaObject[])]
    else if (keyword === 'type' && present === 'integer' && value === 'number') continue
    else if (keyword === 'type' && present === 'number' && value === 'integer') narrowToInteger(schema)
    else if (keyword === 'format' && isOfNumbers(present)) schema[keyword] = value as string
    else colliding[keyword] = value
  }
  if (Object.keys(colliding).length > 0) schema.allOf = [...(schema.allOf ?? []), colliding]
}

/** The format of a type says how wide it is; the field's own, whose bounds hold as well, says more. */
function isOfNumbers(format: unknown): boolean {
  return ['int32', 'int64', 'float', 'double'].includes(format as string)
}

function narrowToInteger(schema: SchemaObject): void {
  schema.type = 'integer'
  // float and double are formats of numbers alone.
  delete schema.format
}

/** Exclusive bounds as JSON Schema 2020-12 has them: numbers. A rule may bring OpenAPI 3.0's flags. */
function numericBounds(keywords: object): SchemaObject {
  const out: SchemaObject = { ...keywords }
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum']
  ] as const) {
    if (typeof out[flag] !== 'boolean') continue
    const exclusive = out[flag] === true ? out[bound] : undefined
    delete out[flag]
    if (exclusive === undefined) continue
    out[flag] = exclusive
    delete out[bound]
  }
  return out
}

/** The pattern that a dialect cannot express, for readers to see. */
function patternOf(keywords: RuleKeywords | undefined): Pick<UnexpressedRule, 'constraints'> {
  return typeof keywords?.pattern === 'string' ? { constraints: [keywords.pattern] } : {}
}

function describeRule({ name, constraint, constraints, stage }: Rule): UnexpressedRule {
  const described: UnexpressedRule = { rule: constraint }
  if (name !== constraint) described.fault = name
  // A function or a bigint among the arguments has no JSON form: then the name alone is listed.
  const written = withoutTrailing(constraints).map(writtenArgument)
  if (written.length > 0 && written.every(isPlainJSON)) described.constraints = written
  if (stage === 'conditional') described.conditional = true
  return described
}

/** Most arguments of decorators can be left out. */
function withoutTrailing(constraints: readonly unknown[]): readonly unknown[] {
  let length = constraints.length
  while (length > 0 && constraints[length - 1] === undefined) length--
  return constraints.slice(0, length)
}

function writtenArgument(constraint: unknown): unknown {
  if (constraint instanceof RegExp) return String(constraint)
  return constraint instanceof Date && !Number.isNaN(constraint.getTime()) ? constraint.toISOString() : constraint
}

function isPlainJSON(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlainJSON)
  if (typeof value !== 'object') return false
  const prototype = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlainJSON)
}
