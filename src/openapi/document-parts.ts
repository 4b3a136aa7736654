import { SetupErrors } from '../errors.js'
import { PROBLEM_FORM } from '../http/error-form.js'
import { warnOnce } from '../http/logger.js'
import { areOwnRecordsUnchanged, FaultRecord, Problem } from '../http/problem.js'
import type { RouteDefinition } from '../http/route.js'
import { checkSecuredParameters } from '../http/security/guard.js'
import type { Class } from '../metadata.js'
import { type RecordLookup, SchemaEmitter } from '../record/json-schema/json-schema.js'
import { KEEP_NAMES } from '../record/json-schema/shortened-names.js'
import { recordSchemaOf } from '../record/model/registry.js'
import type { TypeSchema } from '../record/type/schema.js'
import { callbacksOf } from './callbacks.js'
import { type DocumentHeader, parseConfig } from './config.js'
import type {
  Link,
  OpenAPIConfig,
  Operation,
  OperationMethod,
  PathItem,
  SecuritySchemeObject,
  Tag,
  TagGroup,
  WebhookItem
} from './document.js'
import { ErrorDescriber } from './error-responses.js'
import { JoinedOperations } from './joined-operations.js'
import {
  announceOutgoing,
  announceTypes,
  describeOperation,
  type PlainOperation,
  plainOperations
} from './operation.js'
import { assignOperationIds } from './operation-id.js'
import { checkMethod, checkPaths, describePath, gatherPaths } from './paths.js'
import type { RouteSource } from './route-source.js'
import { describeSecurity, describeSecuritySchemes } from './security-objects.js'
import { SharedExamples } from './shared-examples.js'
import { tagGroupsOf, tagsOf, withParents } from './tags.js'
import { describeWebhooks } from './webhooks.js'

/** The framework's own records. */
const OWN: ReadonlySet<Class> = new Set<Class>([Problem, FaultRecord])

/** What a document is put together from. */
export interface DocumentParts {
  readonly header: DocumentHeader
  readonly routes: readonly RouteDefinition[]
  readonly emitter: SchemaEmitter
  readonly describer: ErrorDescriber
  readonly securitySchemes: Record<string, SecuritySchemeObject>
  /** By their templates. */
  readonly paths: readonly [string, PathItem][]
  readonly examples: SharedExamples
  readonly links: Record<string, Link>
  readonly webhooks: Record<string, WebhookItem>
  readonly tags: Tag[]
  readonly tagGroups: TagGroup[]
  readonly uses: Uses
}

/**
 * Describes the parts of a document, and collects everything that is wrong with them.
 *
 * @param recordOf finds a record's schema; default: the registry of all declared records
 * @param isCheck whether they are described for the errors alone: then what cannot be wrong is left out
 * @throws BootstrapError
 */
export function describeParts(
  router: RouteSource,
  config: OpenAPIConfig,
  recordOf: RecordLookup | undefined,
  isCheck: boolean
): DocumentParts {
  const errors = new SetupErrors()
  const header = parseConfig(config, errors)
  const { openapi: version, webhooks: sent } = header
  const routes = router.routes.filter((route) => route.options.hidden !== true)
  const { unknownFields, errors: form = PROBLEM_FORM } = router.settings ?? {}
  const lookup: RecordLookup | undefined = recordOf && ((type) => (OWN.has(type) ? recordSchemaOf : recordOf)(type))
  const emitter = new SchemaEmitter(version, lookup, { unknownFields, yielding: OWN, schemas: header.schemas, isCheck })
  const describer = new ErrorDescriber(form, emitter)
  const found: PlainOperations = isCheck ? plainOperations(routes, form) : new Map()
  const isEachPlain = isCheck && found.size === routes.length && sent.length === 0
  // The framework's own record, with which nothing is wrong, is a third of those of a small application.
  const isFormRight = isEachPlain && form.type === PROBLEM_FORM.type && areOwnRecordsUnchanged()
  const plain = isFormRight ? withoutType(found, form.type) : found
  for (const route of routes) {
    const operation = plain.get(route)
    if (operation === undefined) announceTypes(route, emitter)
    else for (const { type, direction } of operation) emitter.use(type, direction)
  }
  if (!isFormRight) emitter.use(form.type, 'response')
  for (const route of sent) announceOutgoing(route, emitter)
  const conflicts = new SetupErrors()
  const gathered = gatherPaths(routes, conflicts)
  const ids =
    conflicts.count > 0 || !isCheck || isAnyNamed(routes, header) ? assignedIds(routes, header, errors) : NO_IDS
  const { security: defaultSecurity = [], all = router.routes } = router
  const required = [defaultSecurity, ...routes.map((route) => route.security ?? [])].filter(({ length }) => length > 0)
  const securitySchemes =
    (required.length > 0 && errors.attempt(() => describeSecuritySchemes(required, version))) || {}
  for (const error of conflicts.all) errors.add(error)
  const hasSchemes = Object.keys(securitySchemes).length > 0
  const joined = new JoinedOperations(routes)
  const examples = new SharedExamples()
  const uses: Uses = { tags: new Set(), statuses: new Set(), mediaTypes: new Set() }
  const describe = (route: RouteDefinition, names: readonly string[]): Operation | undefined => {
    // Where some operations require a credential, a reader wants to know of every other that it is meant to be public.
    const saysPublic = hasSchemes || route.options.security?.length === 0
    const security =
      required.length > 0
        ? describeSecurity(route.security ?? [], defaultSecurity, version, saysPublic)
        : { ...(saysPublic && { security: [] }) }
    const id = ids.get(route) ?? ''
    const operation = errors.attempt(() => describeOperation(route, id, names, emitter, describer, security))
    if (operation === undefined) return undefined
    addUses(uses, operation)
    errors.attempt(() => examples.add(operation, route.source))
    joined.add(route, operation)
    return operation
  }
  const paths: [string, PathItem][] = []
  for (const { template, names, routes: ofPath } of gathered) {
    const item: PathItem = {}
    for (const route of ofPath) {
      errors.attempt(() => checkMethod(route, version))
      const known = plain.get(route)
      if (known === undefined) {
        const operation = describe(route, names)
        if (operation !== undefined) item[route.method.toLowerCase() as OperationMethod] = operation
        continue
      }
      if ((route.security ?? []).length > 0) errors.attempt(() => checkSecuredParameters(route))
      for (const { type, part, direction } of known) {
        const place = part === undefined ? 'the option errors' : `${route.source}, ${part}`
        errors.attempt(() => emitter.check(type, place, direction))
      }
      for (const tag of route.options.tags ?? []) uses.tags.add(tag)
    }
    if (!isCheck) paths.push([template, describePath(item, header.paths[template as `/${string}`])])
  }
  const isSecured = defaultSecurity.length > 0
  const owners = new Map(routes.map((route) => [ids.get(route) ?? '', route.source]))
  const webhooks = errors.attempt(() => describeWebhooks(sent, emitter, owners, isSecured)) ?? {}
  for (const [name, item] of Object.entries(webhooks)) {
    for (const operation of Object.values(item)) {
      for (const tag of operation.tags ?? []) uses.tags.add(tag)
      errors.attempt(() => examples.add(operation, `the webhook ${name}`))
    }
  }
  const links =
    errors.attempt(() => joined.describe(all, emitter, { isSecured, owners, examples, tags: uses.tags })) ?? {}
  const tags = describeTags(router, header, uses.tags, errors)
  errors.attempt(() => checkPaths(header.paths, all))
  // The responses of errors contain it, those of requests without a route as well.
  if (isCheck && !isFormRight && routes.length > 0) {
    errors.attempt(() => emitter.check(form.type, 'the option errors', 'response'))
  }
  errors.throwIfAny()
  warnOf(router, emitter, tags)
  return {
    header,
    routes,
    emitter,
    describer,
    securitySchemes,
    paths,
    examples,
    links,
    webhooks,
    tags: tags.written,
    tagGroups: tags.groups,
    uses
  }
}

type PlainOperations = ReadonlyMap<RouteDefinition, PlainOperation>

function withoutType(plain: PlainOperations, type: TypeSchema): PlainOperations {
  return new Map([...plain].map(([route, values]) => [route, values.filter((value) => value.type !== type)]))
}

/** The tags of a document. */
interface DocumentTags {
  /** Those that the document describes. */
  readonly described: readonly Tag[]
  /** Those that operations have, with their parents. */
  readonly used: ReadonlySet<string>
  readonly written: Tag[]
  readonly groups: TagGroup[]
}

function describeTags(
  { all, routes }: RouteSource,
  header: DocumentHeader,
  ofOperations: ReadonlySet<string>,
  errors: SetupErrors
): DocumentTags {
  const used = withParents(header.tags, ofOperations)
  const described = header.tags.filter(({ name }) => all === undefined || used.has(name))
  const written = tagsOf(described, ofOperations)
  const isDescribed = (tag: string) => header.tags.some(({ name }) => name === tag)
  const isOfAny = (tag: string) => (all ?? routes).some((route) => hasTag(route, tag))
  const isKnown = (tag: string) => isDescribed(tag) || isOfAny(tag)
  return {
    described,
    used,
    written,
    groups: errors.attempt(() => tagGroupsOf(header.tagGroups, written, isKnown)) ?? []
  }
}

/** Whether a route or one of its callbacks has a tag; what is wrong with callbacks is reported where they are described. */
function hasTag(route: RouteDefinition, tag: string): boolean {
  if (route.options.tags?.includes(tag)) return true
  if (route.options.callbacks === undefined) return false
  const callbacks = new SetupErrors().attempt(() => callbacksOf(route))
  return [...(callbacks?.values() ?? [])].flat().some(({ options }) => options.tags?.includes(tag))
}

const NO_IDS: ReadonlyMap<RouteDefinition, string> = new Map()

/** Whether the application names any operation: ids that are made from different methods and paths are different. */
function isAnyNamed(routes: readonly RouteDefinition[], { operationId }: DocumentHeader): boolean {
  return operationId !== undefined || routes.some(({ options }) => options.operationId !== undefined)
}

function assignedIds(
  routes: readonly RouteDefinition[],
  { operationId }: DocumentHeader,
  errors: SetupErrors
): ReadonlyMap<RouteDefinition, string> {
  return errors.attempt(() => assignOperationIds(routes, operationId)) ?? NO_IDS
}

/**
 * Once for each router, whatever the number of documents: clients that are generated from the document would have names
 * that a minifier made, and a described tag that no operation has is a misspelt one.
 */
function warnOf(router: RouteSource, emitter: SchemaEmitter, { described, used, groups }: DocumentTags): void {
  const names = emitter.shortenedNames
  const unused = described.map(({ name }) => name).filter((name) => !used.has(name))
  const grouped = new Set(groups.flatMap(({ tags }) => tags))
  const hidden = groups.length === 0 ? [] : [...used].filter((name) => !grouped.has(name))
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

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}

/** What operations use of the rest of the document. */
export interface Uses {
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
