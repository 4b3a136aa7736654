import { extensionFault, isExtension } from '../../extensions.js'
import { METHODS } from '../../http/operation-options.js'
import {
  type ChangeRule,
  fixed,
  free,
  isObject,
  type Json,
  listOf,
  mapOf,
  object,
  type Report,
  set
} from './changes.js'
import type { Examples } from './examples.js'

const text = free((value) => typeof value === 'string', 'a text')
const flag = free((value) => typeof value === 'boolean', 'true or false')
const texts = free(
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== ''),
  'a list of texts'
)
const docs = free((value) => isObject(value) && typeof value.url === 'string', 'an object with a url')
/** Checked as a whole, like the options of an application. */
const asOptions: ChangeRule = () => undefined

/**
 * What of a finished document may be changed, as the service is the same with any of it: words, tags, servers, extensions,
 * examples that are valid, and which operations are there. All else is what the service does.
 *
 * @param examples those of the changed document
 * @param checkServers reports what is wrong with the servers of an operation
 */
export function documentRule(
  examples: Examples,
  checkServers: (servers: Json, path: readonly string[], report: Report) => void
): ChangeRule {
  const servers: ChangeRule = (_before, after, path, report) => {
    if (after !== undefined) checkServers(after, path, report)
  }
  const exampleOf = (schemaOf: (within: Json | undefined) => Json | undefined): ChangeRule => {
    return (_before, after, path, report, within) => {
      const schema = schemaOf(within)
      const fault = after === undefined || schema === undefined ? undefined : examples.faultOf(after, schema)
      if (fault !== undefined) report({ path, what: `the example ${fault}`, remedy: 'give an example of the schema' })
    }
  }
  const besideSchema = (within: Json | undefined) => (isObject(within) ? within.schema : undefined)
  const example = exampleOf(besideSchema)
  /** Examples by name: `{ value }`, or a reference, or the address of one. */
  const examplesByName: ChangeRule = (_before, after, path, report, within) => {
    if (after === undefined) return
    if (!isObject(after) || !Object.values(after).every(isObject)) {
      report({ path, what: 'the examples are no objects by name', remedy: 'write { small: { value: … } }' })
      return
    }
    for (const [name, each] of Object.entries(after)) {
      if (isObject(each) && each.value !== undefined)
        example(undefined, each.value, [...path, name, 'value'], report, within as never)
    }
  }
  const externalDocs = docs

  const schema: ChangeRule = (before, after, path, report, within) => ofSchema(before, after, path, report, within)
  const ofSchema = object(() => ({
    title: text,
    description: text,
    deprecated: flag,
    externalDocs,
    example: exampleOf((own) => own),
    examples: (_before, after, path, report, own) => {
      if (after === undefined) return
      if (!Array.isArray(after)) {
        report({ path, what: 'the examples are not a list', remedy: 'write a list of values' })
        return
      }
      for (const [index, each] of after.entries()) {
        exampleOf((it) => it)(undefined, each as Json, [...path, String(index)], report, own)
      }
    },
    properties: mapOf(() => schema),
    patternProperties: mapOf(() => schema),
    ...Object.fromEntries(
      ['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if', 'then', 'else'].map((name) => [
        name,
        schema
      ])
    ),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => [name, listOf(() => schema)])),
    required: set,
    enum: set
  }))
  const media = object(() => ({
    schema,
    example,
    examples: examplesByName
  }))
  const headerRule = object(() => ({ description: text, deprecated: flag, schema, example, examples: examplesByName }))
  const link = object(() => ({ description: text }))
  const response = object(() => ({
    summary: text,
    description: (before, after, path, report) => (after === undefined ? fixed : text)(before, after, path, report),
    headers: mapOf(() => headerRule),
    content: mapOf(() => media),
    links: mapOf(() => link)
  }))
  const parameter = object(() => ({
    description: text,
    deprecated: flag,
    schema,
    example,
    examples: examplesByName,
    content: mapOf(() => media)
  }))
  const requestBody = object(() => ({ description: text, content: mapOf(() => media) }))
  const operation: ChangeRule = (before, after, path, report) => {
    if (after === undefined) return
    ofOperation(before, after, path, report)
  }
  const ofOperation = object(() => ({
    tags: texts,
    summary: text,
    description: text,
    externalDocs,
    deprecated: flag,
    operationId: free((value) => typeof value === 'string' && value !== '', 'a text'),
    servers,
    parameters: listOf(
      () => parameter,
      (item) => (isObject(item) ? String(item.$ref ?? `${item.in} ${item.name}`) : '')
    ),
    requestBody,
    responses: mapOf(() => response, { isExtensible: true }),
    callbacks: mapOf(() => callback)
  }))
  const pathItem: ChangeRule = object(() => ({
    summary: text,
    description: text,
    servers,
    ...Object.fromEntries(METHODS.map((method) => [method.toLowerCase(), operation])),
    additionalOperations: mapOf(() => operation, { isRemovable: true })
  }))
  const callback = mapOf(() => pathItem, { isExtensible: true })
  const securityScheme = object(() => ({ description: text, bearerFormat: text, deprecated: flag }))
  const components = object(() => ({
    schemas: mapOf(() => schema, { isRemovable: true }),
    responses: mapOf(() => response, { isRemovable: true }),
    links: mapOf(() => link, { isRemovable: true }),
    headers: mapOf(() => headerRule, { isRemovable: true }),
    parameters: mapOf(() => parameter, { isRemovable: true }),
    requestBodies: mapOf(() => requestBody, { isRemovable: true }),
    examples: mapOf(() => fixed),
    callbacks: mapOf(() => callback, { isRemovable: true }),
    pathItems: mapOf(() => pathItem, { isRemovable: true }),
    securitySchemes: mapOf(() => securityScheme, { isRemovable: true })
  }))
  return object(() => ({
    info: asOptions,
    tags: asOptions,
    servers: asOptions,
    externalDocs: asOptions,
    paths: mapOf(() => pathItem, { isRemovable: true, isExtensible: true }),
    webhooks: mapOf(() => pathItem, { isRemovable: true }),
    components: (before, after, path, report) => {
      // Without operations nothing refers to them.
      if (after !== undefined) components(before, after, path, report)
    }
  }))
}

/** What does not fit together in a changed document: references, operationIds, security schemes. */
export function checkWhole(document: Json, report: Report): void {
  const ids = new Map<string, readonly string[]>()
  const isOld = isObject(document) && String(document.openapi).startsWith('3.0')
  const links: [id: string, path: readonly string[]][] = []
  const visit = (value: Json | undefined, path: readonly string[], areNames = false): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item as Json, [...path, String(index)])
      return
    }
    if (!isObject(value)) return
    const { $ref, operationId } = value
    if (typeof $ref === 'string' && $ref.startsWith('#/') && at(document, $ref) === undefined) {
      report({ path, what: `it refers to ${$ref}, which is not in the document`, remedy: 'leave it there' })
    }
    if (typeof $ref === 'string' && isOld && Object.keys(value).length > 1) {
      report({ path, what: 'OpenAPI 3.0 reads nothing beside $ref', remedy: 'write it at the component' })
    }
    for (const name of Array.isArray(value.security)
      ? value.security.flatMap((each) => (isObject(each) ? Object.keys(each) : []))
      : []) {
      if (at(document, `#/components/securitySchemes/${name}`) !== undefined) continue
      report({
        path,
        what: `it requires the security scheme ${name}, which is not in the document`,
        remedy: 'leave it there'
      })
    }
    if (typeof operationId === 'string' && isOperation(path)) {
      const first = ids.get(operationId)
      if (first !== undefined) {
        const what = `${first.join(' › ')} has the operationId ${JSON.stringify(operationId)}, too`
        report({ path, what, remedy: 'give each operation one of its own' })
      }
      ids.set(operationId, path)
    } else if (typeof operationId === 'string' && path.at(-2) === 'links') links.push([operationId, path])
    for (const [key, each] of Object.entries(value)) {
      // What is in there is data; what Fieldstone writes itself has schemas.
      const isData = DATA.has(key) || (isExtension(key) && extensionFault(key, null) === undefined)
      if (areNames || !isData) visit(each, [...path, key], !areNames && NAMED.has(key))
    }
  }
  visit(document, [])
  for (const [id, path] of links) {
    if (ids.has(id)) continue
    report({
      path,
      what: `the link leads to the operationId ${JSON.stringify(id)}, which no operation has`,
      remedy: 'leave the operation there, with this operationId'
    })
  }
}

const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Whose keys are names: a property `example` is no example. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'headers', 'schemas', 'responses', 'parameters', 'requestBodies', 'content'],
  ...['callbacks', 'links', 'securitySchemes']
])

function isOperation(path: readonly string[]): boolean {
  return (path[0] === 'paths' || path[0] === 'webhooks') && path.at(-2) !== 'links'
}

/** The value of a JSON Pointer with `#` before it. */
function at(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document
  for (const step of pointer.slice(2).split('/')) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value =
      isObject(value) && Object.hasOwn(value, key) ? value[key] : Array.isArray(value) ? value[Number(key)] : undefined
  }
  return value
}
