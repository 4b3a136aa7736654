import { SetupErrors } from '../errors.js'
import { extensionsOf } from '../extensions.js'
import { MULTIPART_TYPE } from '../http/body/media-types.js'
import { limitsOf } from '../http/body/uploads.js'
import { PROBLEM_FORM } from '../http/error-form.js'
import { warnOnce } from '../http/logger.js'
import { FaultRecord, Problem } from '../http/problem.js'
import type { RouteDefinition } from '../http/route.js'
import type { ReplacedResponses } from '../http/routing/table.js'
import type { Security } from '../http/security.js'
import type { HttpSettings } from '../http/settings.js'
import type { Class } from '../metadata.js'
import { type RecordLookup, SchemaEmitter } from '../record/json-schema/json-schema.js'
import { KEEP_NAMES } from '../record/json-schema/shortened-names.js'
import { recordSchemaOf } from '../record/model/registry.js'
import { DEPTH_LIMIT } from '../record/type/fault-list.js'
import { checkHeader, parseConfig } from './config.js'
import type { OpenAPIConfig, OpenAPIDocument, Operation, OperationMethod, PathItem, Tag, TagGroup } from './document.js'
import { editedDocument, type PartChecks } from './edit/edited-document.js'
import { describeUnmatched, EDGE_RESPONSES, ErrorDescriber } from './error-responses.js'
import { JoinedOperations } from './joined-operations.js'
import { announceOutgoing, announceTypes, describeOperation } from './operation.js'
import { assignOperationIds } from './operation-id.js'
import { checkMethod, checkPaths, describePath, gatherPaths } from './paths.js'
import { describeSecurity, describeSecuritySchemes } from './security-objects.js'
import { parseServers } from './servers.js'
import { SharedExamples } from './shared-examples.js'
import { tagGroupsOf, tagsOf, withParents } from './tags.js'
import { describeWebhooks } from './webhooks.js'

/** Anything that has routes: a router. */
export interface RouteSource {
  /** The routes, in the order of the document. */
  readonly routes: readonly RouteDefinition[]
  /** The requirements of routes without `security` of their own; default: none. */
  readonly security?: Security
  /** Which responses to requests without a route have handlers of the application. @internal */
  readonly replaced?: ReplacedResponses
  /**
   * All routes, where these are only some of them: then the document has only those of the configuration's tags that these
   * use. @internal
   */
  readonly all?: readonly RouteDefinition[]
  /** The media type that requests must accept for these routes. @internal */
  readonly versionType?: string | undefined
  /** The form of errors, what happens to unknown fields, how large bodies may be, and where warnings go. @internal */
  readonly settings?: Partial<
    Pick<HttpSettings, 'bodyLimit' | 'errors' | 'logger' | 'unknownFields' | 'uploads' | 'versioning'>
  >
}

/** The value of `openapi` in a document of each version. */
const OPENAPI = { '3.0': '3.0.3', '3.1': '3.1.1', '3.2': '3.2.0' } as const

/**
 * Generates the OpenAPI document of a router's routes. Pure: it starts nothing, constructs no controller, and the
 * same routes and config give the same document, in the order of registration. Routes with `hidden: true` are left out.
 * The router's logger is warned once of schemas whose names a minifier seems to have made.
 *
 * @example
 * const document = generateOpenAPISpec(router, { title: 'Item API', version: '1.0.0' })
 * await writeFile('openapi.json', JSON.stringify(document, null, 2))
 *
 * @throws BootstrapError with every error that prevents a correct document
 */
export function generateOpenAPISpec(router: RouteSource, config: OpenAPIConfig): OpenAPIDocument
/**
 * @param recordOf finds a record's schema; default: the registry of all declared records
 * @internal
 */
export function generateOpenAPISpec(
  router: RouteSource,
  config: OpenAPIConfig,
  recordOf?: RecordLookup
): OpenAPIDocument
export function generateOpenAPISpec(
  router: RouteSource,
  config: OpenAPIConfig,
  recordOf?: RecordLookup
): OpenAPIDocument {
  const document = describeRouter(router, config, recordOf, true)
  return config.editDocument === undefined
    ? document
    : editedDocument(document, config.editDocument as (document: OpenAPIDocument) => unknown, PART_CHECKS)
}

const PART_CHECKS: PartChecks = {
  header: (document) => checkHeader(document as unknown as OpenAPIDocument),
  servers: (servers) => void parseServers(servers)
}

/**
 * Finds what prevents a correct document, and keeps nothing of it: of a large application it needs more memory than all else.
 *
 * @throws BootstrapError with the errors of {@link generateOpenAPISpec}
 */
export function checkOpenAPISpec(router: RouteSource, config: OpenAPIConfig): void {
  if (config.editDocument === undefined) describeRouter(router, config, undefined, false)
  else generateOpenAPISpec(router, config)
}

/** @param isKept whether the operations are kept, once they are described */
function describeRouter(
  router: RouteSource,
  config: OpenAPIConfig,
  recordOf: RecordLookup | undefined,
  isKept: boolean
): OpenAPIDocument {
  const errors = new SetupErrors()
  const header = parseConfig(config, errors)
  const version = header.openapi
  const routes = router.routes.filter((route) => route.options.hidden !== true)
  const { unknownFields, errors: form = PROBLEM_FORM } = router.settings ?? {}
  const lookup: RecordLookup | undefined = recordOf && ((type) => (OWN.has(type) ? recordSchemaOf : recordOf)(type))
  const emitter = new SchemaEmitter(version, lookup, { unknownFields, yielding: OWN, schemas: header.schemas })
  const describer = new ErrorDescriber(form, emitter)
  for (const route of routes) announceTypes(route, emitter)
  for (const route of header.webhooks) announceOutgoing(route, emitter)
  const operationIds = errors.attempt(() => assignOperationIds(routes, header.operationId))
  const { security: defaultSecurity = [] } = router
  const required = [defaultSecurity, ...routes.map((route) => route.security ?? [])].filter(({ length }) => length > 0)
  const securitySchemes =
    (required.length > 0 && errors.attempt(() => describeSecuritySchemes(required, version))) || {}
  const hasSchemes = Object.keys(securitySchemes).length > 0
  const paths: [string, PathItem][] = []
  const joined = new JoinedOperations(routes)
  const examples = new SharedExamples()
  const uses: Uses = { tags: new Set(), statuses: new Set(), mediaTypes: new Set() }
  for (const path of gatherPaths(routes, errors)) {
    const item: PathItem = {}
    for (const route of path.routes) {
      const operationId = operationIds?.get(route) ?? ''
      // Where some operations require a credential, a reader wants to know of every other that it is meant to be public.
      const saysPublic = hasSchemes || route.options.security?.length === 0
      const security =
        required.length > 0
          ? describeSecurity(route.security ?? [], defaultSecurity, version, saysPublic)
          : saysPublic
            ? { security: [] }
            : {}
      errors.attempt(() => checkMethod(route, version))
      const operation = errors.attempt(() =>
        describeOperation(route, operationId, path.names, emitter, describer, security)
      )
      if (operation === undefined) continue
      addUses(uses, operation)
      errors.attempt(() => examples.add(operation, route.source))
      joined.add(route, operation)
      if (isKept) item[route.method.toLowerCase() as OperationMethod] = operation
    }
    if (isKept) paths.push([path.template, describePath(item, header.paths[path.template as `/${string}`])])
  }
  const isSecured = defaultSecurity.length > 0
  const owners = new Map(routes.map((route) => [operationIds?.get(route) ?? '', route.source]))
  const sent = header.webhooks
  // A bundle of an application without webhooks need not have what describes them.
  const webhooks =
    sent.length === 0 ? {} : (errors.attempt(() => describeWebhooks(sent, emitter, owners, isSecured)) ?? {})
  for (const [name, item] of Object.entries(webhooks)) {
    for (const operation of Object.values(item)) {
      for (const tag of operation.tags ?? []) uses.tags.add(tag)
      errors.attempt(() => examples.add(operation, `the webhook ${name}`))
    }
  }
  const { all } = router
  const links = errors.attempt(() => joined.describe(all ?? router.routes, emitter, { isSecured, examples })) ?? {}
  const used = withParents(header.tags, uses.tags)
  const described = header.tags.filter(({ name }) => all === undefined || used.has(name))
  const tags = tagsOf(described, uses.tags)
  const isDescribed = (tag: string) => header.tags.some(({ name }) => name === tag)
  const ofAnyRoute = (tag: string) =>
    isDescribed(tag) || (all ?? router.routes).some(({ options }) => options.tags?.includes(tag))
  const tagGroups = errors.attempt(() => tagGroupsOf(header.tagGroups, tags, ofAnyRoute)) ?? []
  errors.attempt(() => checkPaths(header.paths, all ?? router.routes))
  errors.throwIfAny()

  const { info, externalDocs, servers, extensions } = header
  warnOf(router, emitter, { described, used, tagGroups })
  const responses = describer.components(uses.statuses)
  const unmatched = routes.length > 0 ? describeUnmatched(describer, router.replaced ?? {}) : {}
  const components = {
    schemas: isKept ? emitter.components : {},
    ...(Object.keys(responses).length > 0 ? { responses } : {}),
    ...(Object.keys(examples.components).length > 0 ? { examples: examples.components } : {}),
    ...(Object.keys(links).length > 0 ? { links } : {}),
    ...(hasSchemes ? { securitySchemes } : {})
  }
  return {
    openapi: OPENAPI[version],
    info,
    ...(servers.length > 0 ? { servers } : {}),
    ...(defaultSecurity.length > 0 && describeSecurity(defaultSecurity, [], version)),
    ...(tags.length > 0 ? { tags } : {}),
    ...(externalDocs === undefined ? {} : { externalDocs }),
    paths: { ...Object.fromEntries(paths), ...extensionsOf(header.paths) },
    // OpenAPI 3.0 has no member for them.
    ...(Object.keys(webhooks).length > 0 ? { [version === '3.0' ? 'x-webhooks' : 'webhooks']: webhooks } : {}),
    ...(Object.values(components).some((group) => Object.keys(group).length > 0) ? { components } : {}),
    ...(routes.length > 0
      ? { 'x-edge-responses': EDGE_RESPONSES, 'x-unmatched-responses': unmatched, 'x-limits': LIMITS }
      : {}),
    ...(router.versionType !== undefined && { 'x-version-media-type': router.versionType }),
    ...describeBodyLimits(router, uses.mediaTypes),
    ...(tagGroups.length > 0 ? { 'x-tagGroups': tagGroups } : {}),
    ...extensions
  }
}

/** The framework's own records. */
const OWN: ReadonlySet<Class> = new Set<Class>([Problem, FaultRecord])

const LIMITS = { depth: DEPTH_LIMIT, magnitude: Number.MAX_VALUE } as const

/** OpenAPI has no keyword for the size of a body as a whole, and a client of a 413 should know it. */
function describeBodyLimits(
  { settings = {} }: RouteSource,
  types: ReadonlySet<string>
): Pick<OpenAPIDocument, 'x-body-limits'> {
  const { bodyLimit, uploads } = settings
  if (types.size === 0 || bodyLimit === undefined) return {}
  const hasForms = types.has(MULTIPART_TYPE)
  return { 'x-body-limits': { bodyLimit, ...(hasForms && uploads && { uploads: limitsOf(uploads) }) } }
}

/**
 * Once for each router, whatever the number of documents: clients that are generated from the document would have names
 * that a minifier made, and a described tag that no operation has is a misspelt one.
 */
function warnOf(
  router: Parameters<typeof generateOpenAPISpec>[0],
  emitter: SchemaEmitter,
  { described, used, tagGroups }: DocumentTags
): void {
  const names = emitter.shortenedNames
  const unused = described.map(({ name }) => name).filter((name) => !used.has(name))
  const grouped = new Set(tagGroups.flatMap(({ tags }) => tags))
  const hidden = tagGroups.length === 0 ? [] : [...used].filter((name) => !grouped.has(name))
  const warn = (members: object, message: string) => warnOnce(router.settings ?? {}, members, message)
  if (names.length > 0) {
    const message = `The document has schemas whose names a minifier seems to have made (${listed(names)}): ${KEEP_NAMES}`
    warn({ schemas: names }, message)
  }
  if (unused.length > 0) {
    const message = `The document describes tags that no operation has (${listed(unused)}): correct or remove them`
    warn({ tags: unused }, message)
  }
  if (hidden.length > 0) {
    const message = `Pages that show groups of tags leave out tags of operations (${listed(hidden)}): add them to tagGroups`
    warn({ tags: hidden }, message)
  }
}

/** The tags of a document, for warnings. */
interface DocumentTags {
  readonly described: readonly Tag[]
  readonly used: ReadonlySet<string>
  readonly tagGroups: readonly TagGroup[]
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}

/** What operations use of the rest of the document. */
interface Uses {
  /** In the order in which they are first used. */
  readonly tags: Set<string>
  /** The statuses for which an operation refers to a shared response. */
  readonly statuses: Set<string>
  /** The media types of the bodies of requests. */
  readonly mediaTypes: Set<string>
}

function addUses(uses: Uses, { tags = [], responses, requestBody }: Operation): void {
  for (const tag of tags) uses.tags.add(tag)
  for (const status in responses) if ('$ref' in (responses[status] as object)) uses.statuses.add(status)
  for (const type in requestBody?.content) uses.mediaTypes.add(type)
}
