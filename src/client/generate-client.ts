import type { ClientModel, ClientOperation } from './client-model.js'
import { modeOfBody } from './client-model.js'
import { LooseDocument } from './document-values.js'
import { isIdentifier, methodName, Names, typeName, typeNames } from './identifiers.js'
import { describeOperation } from './operation-description.js'
import { type NamedOperation, OperationTypes } from './operation-types.js'
import { readOperations } from './read-operations.js'
import { bodyCode } from './runtime-bodies.js'
import { credentialCode } from './runtime-credentials.js'
import { OPERATION } from './runtime-requests.js'
import { responseCode } from './runtime-responses.js'
import {
  BASIC_TYPE,
  BYTES_TYPE,
  CALL_TYPES,
  CREDENTIAL_TYPE,
  EVENT_TYPE,
  NEGOTIATION_TYPES,
  RUNTIME_NAMES
} from './runtime-types.js'
import { SchemaGraph } from './schema-graph.js'
import { SchemaNames } from './schema-names.js'
import { SchemaTypes } from './schema-types.js'
import { comment, oneLine, quoted } from './ts-text.js'

/** A client, and what it cannot do of the document. */
export interface GeneratedClient {
  /** The TypeScript of one file, which imports nothing. */
  readonly text: string
  /** What the document has and the client has not: whole sentences. */
  readonly notes: readonly string[]
}

/**
 * Writes a client of an OpenAPI document. The same document gives the same text, and nothing in it can become anything
 * but a name, a literal or a comment.
 *
 * @throws DocumentError for a document of which no client can be made
 */
export function generateClient(given: unknown): GeneratedClient {
  const document = new LooseDocument(given)
  const model = readOperations(document)
  const graph = new SchemaGraph(document)
  const names = new SchemaNames(document, graph)
  for (const { schema, mode } of model.operations.flatMap((operation) => [...schemasOf(operation)]))
    names.use(schema, mode)
  const types = typeNames(RUNTIME_NAMES)
  names.giveNames(types)
  const schemas = new SchemaTypes(document, graph, names)
  const methods = new Names([])
  const operations = model.operations.map((operation): NamedOperation => {
    const method = methods.take(methodName(operation.id))
    const base = typeName(method)
    return {
      ...operation,
      methodName: method,
      argumentsName: types.take(`${base}Arguments`),
      resultName: types.take(`${base}Result`)
    }
  })
  const written = new OperationTypes(schemas)
  const signatures = operations.map((operation) => written.signature(operation))
  const declarations = operations.map((operation) => written.declarations(operation))
  const kinds = kindsOf(model)
  const parts = [
    header(model),
    clientCode(model, operations, (schema) => schemas.isText(schema)),
    `/** The operations of ${oneLine(model.title)}. */\nexport interface ApiClient {\n${signatures.join('\n')}}\n`,
    clientOptions(model),
    ...declarations,
    schemas.declarations(),
    CALL_TYPES,
    ...(signatures.some((text) => text.includes(': NegotiatedOperation<')) ? [NEGOTIATION_TYPES] : []),
    ...(kinds.bodies.has('bytes') ? [BYTES_TYPE] : []),
    ...(kinds.responses.has('events') ? [EVENT_TYPE] : []),
    ...(kinds.schemes.size > 0 ? [CREDENTIAL_TYPE] : []),
    ...(kinds.schemes.has('basic') ? [BASIC_TYPE] : []),
    OPERATION,
    bodyCode(kinds.bodies),
    serverCode(model),
    credentialCode(kinds.schemes, schemeTable(model)),
    responseCode(kinds.responses)
  ]
  return { text: parts.filter((part) => part !== '').join('\n'), notes: model.notes }
}

function* schemasOf({ parameters, body, responses }: ClientOperation) {
  for (const { schema } of parameters) yield { schema, mode: 'request' as const }
  for (const { kind, schema } of body?.content ?? []) yield { schema, mode: modeOfBody(kind) }
  for (const { schema, events } of responses.flatMap(({ content }) => content)) {
    yield { schema, mode: 'response' as const }
    for (const event of events ?? []) yield { schema: event.schema, mode: 'response' as const }
  }
}

function kindsOf({ operations, schemes }: ClientModel) {
  const bodies = operations.flatMap(({ body }) => body?.content ?? [])
  const contents = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content))
  return {
    bodies: new Set<string>(bodies.map(({ kind }) => kind)),
    responses: new Set<string>(contents.map(({ kind }) => kind)),
    schemes: new Set<string>(schemes.map(({ kind }) => kind))
  }
}

function header({ title, version }: ClientModel): string {
  const name = [title, version].filter((text) => text !== '').join(' ')
  return `/* eslint-disable */\n// A client of ${oneLine(name)}, written by \`fieldstone client\`: change the API, and write it again.\n`
}

function clientCode(
  model: ClientModel,
  operations: readonly NamedOperation[],
  isText: (schema: unknown) => boolean
): string {
  const isOptional = model.baseUrl !== undefined
  const lines = operations.map((operation) => {
    return `    ${operation.methodName}: operation(options, ${describeOperation(operation, isText)})`
  })
  return `/**
 * Makes a client: a method for each operation of ${oneLine(model.title)}.
 *
 * @example
 * const api = createClient({ baseUrl: ${oneLine(quoted(model.baseUrl ?? 'https://api.example.com'))} })
 */
export function createClient(options: ClientOptions${isOptional ? ' = {}' : ''}): ApiClient {
  return {
${lines.join(',\n')}
  }
}
`
}

function clientOptions({ baseUrl, schemes, operations }: ClientModel): string {
  const members = schemes.map(({ name, description, kind }) => {
    const type = kind === 'basic' ? 'Credential<BasicCredential>' : 'Credential'
    return `${comment(description, '  ')}  readonly ${isIdentifier(name) ? name : quoted(name)}?: ${type} | undefined\n`
  })
  const credentials = `/** The credentials of a client, by the names of the document's security schemes. */
export interface ClientCredentials {
${members.join('')}}
`
  const servers = operations.flatMap(({ server }) => (server === undefined ? [] : [server]))
  const isOptional = baseUrl !== undefined
  const ownServers = `  /** Other addresses in place of those that single operations have in the document. */
  readonly servers?: { ${[...new Set(servers)].map((each) => `readonly ${quoted(each)}?: string | undefined`).join('; ')} } | undefined
`
  return `/** What \`createClient\` takes. */
export interface ClientOptions {
  /** The address that the paths of the document are below.${isOptional ? ` Default: ${oneLine(baseUrl)}` : ''} */
  readonly baseUrl${isOptional ? '?' : ''}: string${isOptional ? ' | undefined' : ''}
${servers.length > 0 ? ownServers : ''}  /** Sends the requests, in place of the global fetch: to count, to repeat, to try without a network. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
${schemes.length > 0 ? '  /** Each request has those that its operation requires. */\n  readonly credentials?: ClientCredentials | undefined\n' : ''}  /** Headers of each request. */
  readonly headers?: HeaderSource | undefined
  /** Aborts all requests of the client. */
  readonly signal?: AbortSignal | undefined
  /** In milliseconds, until a response is there as a whole; of a stream, until it begins. Default: none. */
  readonly timeout?: number | undefined
  /** Anything else that fetch takes: \`{ credentials: 'include' }\`. */
  readonly init?: RequestInit | undefined
}
${schemes.length > 0 ? `\n${credentials}` : ''}`
}

/** What says where an operation is. */
function serverCode({ baseUrl, operations }: ClientModel): string {
  const byDefault = baseUrl === undefined ? 'client.baseUrl' : `client.baseUrl ?? ${quoted(baseUrl)}`
  const hasOwn = operations.some(({ server }) => server !== undefined)
  if (!hasOwn) {
    return `function serverOf(client: ClientOptions, _description: Description): string {\n  return ${byDefault}\n}\n`
  }
  return `function serverOf(client: ClientOptions, { server }: Description): string {
  if (server === undefined) return ${byDefault}
  const other = member(client.servers, server)
  return typeof other === 'string' ? other : server
}
`
}

function schemeTable({ schemes }: ClientModel): string {
  const rows = schemes.map(({ name, kind, key }) => `  [${quoted(name)}, ${quoted(kind)}, ${quoted(key)}]`)
  return `[\n${rows.join(',\n')}\n]`
}
