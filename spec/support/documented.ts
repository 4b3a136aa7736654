import {
  type Class,
  generateOpenAPISpec,
  type OpenAPIConfig,
  type OpenAPIVersion,
  Router,
  type SchemaObject,
  type TypeExpression,
  type UnknownFields
} from 'fieldstone'

type Direction = 'request' | 'response'

/** The schemas of errors, which every document has. */
const ERRORS = new Set(['Problem', 'FieldError', 'Fault'])

/** What a document depends on: its configuration, and what a router does with unknown fields. */
type Config = Partial<OpenAPIConfig> & { readonly unknownFields?: UnknownFields }

/** A document of one operation with these types in its request or in its response. */
function documentOf(
  types: readonly TypeExpression[],
  openapi: OpenAPIVersion,
  direction: Direction,
  { unknownFields = 'strip', ...config }: Config
) {
  const router = new Router({ logger: false, unknownFields })
  for (const [index, type] of types.entries()) {
    router.postFunc(
      `/${index}`,
      () => undefined,
      direction === 'request'
        ? { requestBody: typeof type === 'string' ? type : { type }, responses: { 204: 'Read' } }
        : { responses: { 200: { description: 'Sent', body: type } } }
    )
  }
  return generateOpenAPISpec(router, { title: 'Spec', version: '1', openapi, ...config })
}

/** The components of a type and of all that it reaches, in a document that has it only in requests or only in responses. */
export function componentsOf(
  target: TypeExpression,
  version: OpenAPIVersion = '3.0',
  direction: Direction = 'request',
  config: Config = {}
): Record<string, SchemaObject> {
  return componentsOfAll([target], version, direction, config)
}

/** The components of several types. */
export function componentsOfAll(
  targets: readonly TypeExpression[],
  version: OpenAPIVersion = '3.0',
  direction: Direction = 'request',
  config: Config = {}
): Record<string, SchemaObject> {
  const { components } = documentOf(targets, version, direction, config)
  const own = Object.entries(components?.schemas ?? {}).filter(([name]) => !ERRORS.has(name))
  return Object.fromEntries(own) as Record<string, SchemaObject>
}

/** The schema of a type where a body is described. */
export function schemaOf(
  type: TypeExpression,
  version: OpenAPIVersion = '3.0',
  direction: Direction = 'request',
  config: Config = {}
): SchemaObject {
  const operation = documentOf([type], version, direction, config).paths['/0']?.post
  const body = direction === 'request' ? operation?.requestBody : operation?.responses?.['200']
  const { content } = body as { content: Record<string, { schema: SchemaObject }> }
  return content['application/json']?.schema as SchemaObject
}

/** What the document says of a record's properties. */
export function propertiesOf(
  target: Class,
  version: OpenAPIVersion = '3.0',
  direction: Direction = 'request'
): Record<string, SchemaObject> {
  const name = schemaOf(target, version, direction).$ref?.split('/').at(-1) as string
  return componentsOf(target, version, direction)[name]?.properties ?? {}
}
