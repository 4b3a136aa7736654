import { isJson } from '../http/syntax/media-type.js'
import type { RuntimeExpression } from '../http/syntax/runtime-expression.js'
import type { SchemaObject } from '../record/type/schema-object.js'
import type { Components, MediaType, Operation, Response } from './document.js'

/** What expressions point into: an operation, and one of its responses where they are of that response. */
export interface ExpressionScope {
  readonly operation: Pick<Operation, 'parameters' | 'requestBody'>
  /** The responses that the expression may be about. */
  readonly responses: readonly Response[]
  readonly schemas: NonNullable<Components['schemas']>
}

/** Headers that every request may have, and that no operation describes (OpenAPI 3.0.3, section 4.7.12.1). */
const OPEN_HEADERS: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type'])

/** Why an expression points at nothing; undefined where what it points at is described. */
export function expressionFault(expression: RuntimeExpression, scope: ExpressionScope): string | undefined {
  const { text } = expression
  if (!('place' in expression)) return undefined
  const { operation, responses, schemas } = scope
  if (expression.of === 'request') {
    if (expression.place !== 'body') {
      const { place, name } = expression
      const key = place === 'header' ? name.toLowerCase() : name
      if (place === 'header' && OPEN_HEADERS.has(key)) return undefined
      const known = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === place)
        .map((parameter) => (place === 'header' ? parameter.name.toLowerCase() : parameter.name))
      return known.includes(key) ? undefined : `${text} points at nothing: ${has(`${place} parameter`, known)}`
    }
    return bodyFault(text, expression.pointer, operation.requestBody?.content, schemas, 'the request')
  }
  if (expression.place === 'body') {
    const faults = responses.map((response) => {
      return bodyFault(text, expression.pointer, response.content, schemas, 'the response')
    })
    return faults.includes(undefined) ? undefined : faults[0]
  }
  if (expression.place !== 'header') return `${text} points at nothing: a response has no ${expression.place}`
  const key = expression.name.toLowerCase()
  const known = responses.flatMap(({ headers }) => Object.keys(headers ?? {}).map((name) => name.toLowerCase()))
  if (known.includes(key) || key === 'content-type') return undefined
  return `${text} points at nothing: ${has('response header', known)}`
}

function has(what: string, known: readonly string[]): string {
  return known.length === 0
    ? `there is no ${what}`
    : `the only ${what}${known.length === 1 ? ' is' : 's are'} ${known.join(', ')}`
}

function bodyFault(
  text: string,
  pointer: readonly string[],
  content: Readonly<Record<string, MediaType>> | undefined,
  schemas: ExpressionScope['schemas'],
  whose: string
): string | undefined {
  if (content === undefined || Object.keys(content).length === 0)
    return `${text} points at nothing: ${whose} has no body`
  if (pointer.length === 0) return undefined
  const described = Object.entries(content).filter(
    ([type]) => type === '*/*' || isJson({ essence: type, charset: undefined }) || FORMS.has(type)
  )
  const isThere = described.some(([, { schema }]) => hasPointer(schema, pointer, schemas, 0))
  return isThere ? undefined : `${text} points at nothing in the body of ${whose}`
}

/** Their fields are read as an object's. */
const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])

/** A recursive schema comes to an end with the pointer, or never. */
const DEEPEST = 200

/** Whether values of a schema may have something at a JSON Pointer. */
function hasPointer(
  schema: SchemaObject,
  pointer: readonly string[],
  schemas: ExpressionScope['schemas'],
  depth: number
): boolean {
  if (pointer.length === 0) return true
  if (depth > DEEPEST) return false
  const [name, ...rest] = pointer as [string, ...string[]]
  const within = (part: SchemaObject | boolean | undefined, at: readonly string[]) =>
    typeof part === 'object' && hasPointer(part, at, schemas, depth + 1)
  if (schema.$ref !== undefined) {
    const key = schema.$ref.replace(/^#\/components\/schemas\//, '')
    return within(Object.hasOwn(schemas, key) ? schemas[key] : undefined, pointer)
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (parts.some((part) => within(part, pointer))) return true
  const { properties, additionalProperties, items, prefixItems } = schema
  if (properties !== undefined && Object.hasOwn(properties, name)) return within(properties[name], rest)
  if (additionalProperties === true) return true
  if (typeof additionalProperties === 'object') return within(additionalProperties, rest)
  if (/^(?:0|[1-9]\d*)$/.test(name)) {
    if (prefixItems?.[Number(name)] !== undefined) return within(prefixItems[Number(name)], rest)
    if (items !== undefined) return within(items, rest)
  }
  if (properties !== undefined || items !== undefined || prefixItems !== undefined || parts.length > 0) return false
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.length === 0 ? schema.enum === undefined && schema.const === undefined : types.includes('object')
}
