import {
  type MediaType,
  type OpenAPIDocument,
  type Operation,
  type Parameter,
  type SchemaObject,
  SetupError
} from 'fieldstone'
import { closestMatch } from 'leven'
import type { ToolSelection } from './mcp-options.js'
import { essenceOf, isJson } from './media-type.js'
import { isAgreedFormat, type ObjectSchema, SchemaExtract } from './tool-schema.js'

/** One argument of a tool, and the parameter of the operation that it is sent as. */
export interface ToolArgument {
  readonly name: string
  readonly parameter: Parameter
}

/** How the argument `body` is sent. */
export interface ToolBody {
  /** The argument's name: `body`, unless a parameter has that name. */
  readonly name: string
  readonly mediaType: string
  readonly form: 'json' | 'urlencoded' | 'text'
}

/** An operation as a tool: what its client reads, and what a call needs. */
export interface Tool {
  /** The `operationId`. */
  readonly name: string
  readonly description: string
  readonly title: string | undefined
  readonly inputSchema: ObjectSchema
  /** What a success returns, where there is one success, and it is a JSON object. */
  readonly outputSchema: ObjectSchema | undefined
  readonly annotations: ToolHints
  readonly method: string
  /** The path template: `/items/{id}`. */
  readonly path: string
  readonly arguments: readonly ToolArgument[]
  readonly body: ToolBody | undefined
  /** Headers that each call has: a parameter with one value, as the version of a route. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The names of the security schemes that it may be called with. */
  readonly schemes: readonly string[]
}

/** What a client may assume of a tool before it calls it. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

const PLACE = 'mcp()'
/** As the protocol recommends; most models take no more. */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/

/**
 * The operations that are selected, as tools.
 *
 * @param document of OpenAPI 3.1 or 3.2, whose schemas are JSON Schema 2020-12
 * @param errors gets an APPLICATION_INVALID for each name in the selection that nothing has, and for each operation that is
 *   named and cannot be a tool
 * @param leave is called for each operation that has a selected tag and cannot be a tool
 */
export function toolsOf(
  document: OpenAPIDocument,
  { tags = [], operations = [] }: ToolSelection,
  errors: SetupError[],
  leave: (operationId: string, why: string) => void
): Tool[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isOperation(operation) ? [{ path, method: method.toUpperCase(), operation }] : []
    )
  )
  const knownTags = new Set(all.flatMap(({ operation }) => operation.tags ?? []))
  for (const tag of tags) if (!knownTags.has(tag)) errors.push(unknown('tag', tag, [...knownTags]))
  const ids = all.map(({ operation }) => operation.operationId)
  for (const id of operations) if (!ids.includes(id)) errors.push(unknown('operation', id, ids))
  const tools: Tool[] = []
  for (const { path, method, operation } of all) {
    const { operationId } = operation
    const isNamed = operations.includes(operationId)
    if (!isNamed && operation.tags?.some((tag) => tags.includes(tag)) !== true) continue
    const why = hindrance(method, operation)
    if (why === undefined) tools.push(toolOf(document, path, method, operation))
    else if (!isNamed) leave(operationId, why)
    else errors.push(invalid(`the operation ${operationId} cannot be a tool: ${why}`, 'leave it out of `operations`'))
  }
  return tools
}

function isOperation(value: unknown): value is Operation {
  return typeof (value as Partial<Operation> | null)?.operationId === 'string'
}

function unknown(what: string, name: string, names: readonly string[]): SetupError {
  const meant = closestMatch(name, names, { maxDistance: Math.min(3, Math.floor(name.length / 2)) })
  const hint = meant === undefined ? '' : ` (did you mean '${meant}'?)`
  const message = `no operation has the ${what === 'tag' ? 'tag' : 'operationId'} '${name}'${hint}`
  return invalid(message, 'correct or remove it')
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, PLACE, remedy)
}

/** Why an operation cannot be a tool; undefined where it can. */
function hindrance(method: string, operation: Operation): string | undefined {
  if (!TOOL_NAME.test(operation.operationId)) {
    return 'its operationId is not 1 to 64 of the characters A-Z, a-z, 0-9, _, . and -'
  }
  if (method === 'HEAD' || method === 'OPTIONS' || method === 'TRACE') return `${method} returns no content`
  const { requestBody } = operation
  if (requestBody !== undefined && bodyOf(requestBody.content, 'body') === undefined) {
    return `its request body is ${Object.keys(requestBody.content).join(' or ')}, which no argument can carry`
  }
  const types = successesOf(operation).flatMap((response) => Object.keys(response.content ?? {}))
  const isStream = types.length > 0 && types.every((type) => STREAMS.has(type))
  return isStream ? `its response is a stream (${types[0]}), and a tool returns one result` : undefined
}

const STREAMS: ReadonlySet<string> = new Set(['text/event-stream', 'application/jsonl'])

function successesOf({ responses }: Operation): { readonly content?: Readonly<Record<string, MediaType>> }[] {
  const entries = Object.entries(responses).filter(([status]) => /^2/.test(status))
  return entries.flatMap(([, response]) => ('$ref' in response ? [] : [response]))
}

function toolOf(document: OpenAPIDocument, path: string, method: string, operation: Operation): Tool {
  const { operationId, summary, description, requestBody, responses } = operation
  const fixed = (operation.parameters ?? []).flatMap((parameter) => fixedHeader(parameter))
  const parameters = (operation.parameters ?? []).filter((parameter) => fixedHeader(parameter).length === 0)
  const input = new SchemaExtract(document)
  const names = argumentNames(parameters, requestBody !== undefined)
  const body = requestBody && bodyOf(requestBody.content, names.body)
  const properties: [string, unknown][] = parameters.map((parameter, index) => [
    names.parameters[index] as string,
    described(input.take(parameter.schema), parameter)
  ])
  const required = names.parameters.filter((_, index) => parameters[index]?.required === true)
  if (requestBody !== undefined && body !== undefined) {
    const { schema } = requestBody.content[body.mediaType] as MediaType
    properties.push([body.name, described(input.take(schema), requestBody)])
    if (requestBody.required) required.push(body.name)
  }
  const security = operation.security ?? document.security ?? []
  return {
    name: operationId,
    title: summary,
    description: textOf(operation, method, path),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...input.definitions
    },
    outputSchema: outputOf(document, responses),
    annotations: hintsOf(method),
    method,
    path,
    arguments: parameters.map((parameter, index) => ({ name: names.parameters[index] as string, parameter })),
    body,
    headers: [['accept', acceptOf(operation)], ...fixed],
    schemes: [...new Set(security.flatMap((requirement) => Object.keys(requirement)))]
  }

  function textOf({ deprecated }: Operation, verb: string, template: string): string {
    const text = description ?? summary ?? `${verb} ${template}`
    return deprecated === true ? `${text}\n\nDeprecated.` : text
  }
}

/** A header that can have one value only is no argument. */
function fixedHeader({ in: place, name, schema }: Parameter): [name: string, value: string][] {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return place === 'header' && values?.length === 1 ? [[name, String(values[0])]] : []
}

/** The media types of the successes first: by them a version may be chosen. */
function acceptOf(operation: Operation): string {
  const types = successesOf(operation).flatMap((response) => Object.keys(response.content ?? {}))
  return [...new Set(types), '*/*;q=0.1'].join(', ')
}

/** What is said of the parameter, on its schema. */
function described(schema: unknown, { description }: { description?: string }): unknown {
  if (description === undefined) return schema
  return { ...(schema as object), description }
}

/** Parameters of different places may have one name: then those after the first begin with their place. */
function argumentNames(
  parameters: readonly Parameter[],
  hasBody: boolean
): { readonly parameters: readonly string[]; readonly body: string } {
  const taken = new Set<string>()
  const take = (first: string, second: string): string => {
    let name = taken.has(first) ? second : first
    for (let count = 2; taken.has(name); count++) name = `${second}_${count}`
    taken.add(name)
    return name
  }
  const named = parameters.map(({ name, in: place }) => {
    const plain = name.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 56)
    return take(plain, `${place}_${plain}`)
  })
  return { parameters: named, body: hasBody ? take('body', 'request_body') : 'body' }
}

/** The media type that a tool sends: JSON where there is one, or a form, or text; undefined where there is none of them. */
function bodyOf(content: Readonly<Record<string, MediaType>>, name: string): ToolBody | undefined {
  for (const form of ['json', 'urlencoded', 'text'] as const) {
    const mediaType = Object.keys(content).find((type) => formOf(type) === form)
    if (mediaType !== undefined) return { name, mediaType, form }
  }
  return undefined
}

function formOf(type: string): ToolBody['form'] | undefined {
  const essence = essenceOf(type)
  if (isJson(essence)) return 'json'
  if (essence === 'application/x-www-form-urlencoded') return 'urlencoded'
  return essence === 'text/plain' ? 'text' : undefined
}

/** The schema of the one success, where it is JSON and always an object, as the protocol wants it. */
function outputOf(document: OpenAPIDocument, responses: Operation['responses']): ObjectSchema | undefined {
  const successes = Object.entries(responses).filter(([status]) => !/^[1345]/.test(status))
  const [only] = successes
  if (only === undefined || successes.length > 1 || only[0] === 'default' || '$ref' in only[1]) return undefined
  const content = Object.entries(only[1].content ?? {})
  const [media] = content
  if (media === undefined || content.length > 1 || formOf(media[0]) !== 'json') return undefined
  const output = new SchemaExtract(document, isAgreedFormat)
  const schema: SchemaObject = output.resolve(media[1].schema)
  if (schema.type !== 'object') return undefined
  return { ...(output.take(schema) as ObjectSchema), ...output.definitions }
}

/** RFC 9110, sections 9.2.1 and 9.2.2. */
function hintsOf(method: string): ToolHints {
  const isSafe = method === 'GET' || method === 'QUERY'
  return {
    readOnlyHint: isSafe,
    destructiveHint: !isSafe && method !== 'POST',
    idempotentHint: isSafe || method === 'PUT' || method === 'DELETE',
    openWorldHint: false
  }
}
