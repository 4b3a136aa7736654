import { extensionsOf } from '../extensions.js'
import { MULTIPART_TYPE } from '../http/body/media-types.js'
import { limitsOf } from '../http/body/uploads.js'
import type { RecordLookup } from '../record/json-schema/json-schema.js'
import { DEPTH_LIMIT } from '../record/type/fault-list.js'
import type { OpenAPIConfig, OpenAPIDocument } from './document.js'
import { type DocumentParts, describeParts } from './document-parts.js'
import { editedDocument } from './edited-document.js'
import { describeUnmatched, EDGE_RESPONSES } from './error-responses.js'
import { isJoined } from './joined-operations.js'
import type { RouteSource } from './route-source.js'
import { describeSecurity } from './security-objects.js'

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
  const document = documentOf(router, describeParts(router, config, recordOf, false))
  return config.editDocument === undefined
    ? document
    : editedDocument(document, config.editDocument as (document: OpenAPIDocument) => unknown)
}

/**
 * Finds what prevents a correct document, and describes only what could be wrong: of a large application, to describe all of it
 * needs more memory than all else.
 *
 * @throws BootstrapError with the errors of {@link generateOpenAPISpec}
 */
export function checkOpenAPISpec(router: RouteSource, config: OpenAPIConfig): void {
  // What operations say of each other is about their whole descriptions.
  if (config.editDocument !== undefined || config.webhooks !== undefined || router.routes.some(isJoined)) {
    generateOpenAPISpec(router, config)
    return
  }
  describeParts(router, config, undefined, true)
}

function documentOf(router: RouteSource, parts: DocumentParts): OpenAPIDocument {
  const { header, routes, emitter, describer, securitySchemes, examples, links, webhooks, tags, tagGroups, uses } =
    parts
  const { info, externalDocs, servers, extensions, openapi: version } = header
  const { security: defaultSecurity = [] } = router
  const responses = describer.components(uses.statuses)
  const unmatched = routes.length > 0 ? describeUnmatched(describer, router.replaced ?? {}) : {}
  const components = {
    schemas: emitter.components,
    ...(Object.keys(responses).length > 0 ? { responses } : {}),
    ...(Object.keys(examples.components).length > 0 ? { examples: examples.components } : {}),
    ...(Object.keys(links).length > 0 ? { links } : {}),
    ...(Object.keys(securitySchemes).length > 0 ? { securitySchemes } : {})
  }
  return {
    openapi: OPENAPI[version],
    info,
    ...(servers.length > 0 ? { servers } : {}),
    ...(defaultSecurity.length > 0 && describeSecurity(defaultSecurity, [], version)),
    ...(tags.length > 0 ? { tags } : {}),
    ...(externalDocs === undefined ? {} : { externalDocs }),
    paths: { ...Object.fromEntries(parts.paths), ...extensionsOf(header.paths) },
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
