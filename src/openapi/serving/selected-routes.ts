import { ofAbsence, SetupErrors } from '../../errors.js'
import type { Logger } from '../../http/logger.js'
import type { RouteDefinition } from '../../http/route.js'
import { compareVersions, versionType } from '../../http/versioning.js'
import { invalid, PLACE } from '../config-values.js'
import type { DocumentOptions, DocumentRoute } from '../document.js'
import { operationIdOf } from '../operation-id.js'
import type { RouteSource } from '../route-source.js'

/** How many routes a warning names. */
const MOST_NAMED = 5

/**
 * The routes of a version, and those that an application's function chooses for a document; each is shown to it once.
 *
 * @throws BootstrapError of DOCUMENT_INVALID for a version without routes, and where the function throws, or returns no boolean
 */
export function selectRoutes(
  source: RouteSource,
  { apiVersion, include }: Pick<DocumentOptions, 'apiVersion' | 'include'>
): RouteSource {
  const errors = new SetupErrors()
  if (apiVersion !== undefined && source.routes.every(({ version }) => version !== apiVersion)) {
    const known = [...new Set(source.routes.flatMap(({ version }) => version ?? []))].sort(compareVersions).join(', ')
    const remedy = known === '' ? 'declare the version of routes' : `choose one of ${known}`
    errors.add(ofAbsence(invalid(`no route has the version ${apiVersion}`, PLACE, remedy)))
  }
  const ofVersion = source.routes.filter(({ options, version }) => {
    return options.hidden !== true && (apiVersion === undefined || version === undefined || version === apiVersion)
  })
  const routes =
    include === undefined
      ? ofVersion
      : ofVersion.filter((route) => errors.attempt(() => isIncluded(route, include)) === true)
  errors.throwIfAny()
  const { security, replaced, settings } = source
  return {
    routes,
    all: source.routes,
    versionType: versionTypeOf(source, apiVersion),
    ...(security && { security }),
    ...(replaced && { replaced }),
    ...(settings && { settings })
  }
}

/** What requests must accept for the routes of a version; undefined for any that may do without. */
function versionTypeOf({ settings }: RouteSource, version: string | undefined): string | undefined {
  const versioning = settings?.versioning
  if (versioning?.by !== 'mediaType' || version === undefined || version === versioning.default) return undefined
  return versionType(versioning, version)
}

function isIncluded(route: RouteDefinition, include: NonNullable<DocumentOptions['include']>): boolean {
  const place = `${route.source}, the function include of a document`
  let returned: unknown
  try {
    returned = include(shownRoute(route))
  } catch (error) {
    throw invalid(`it throws ${String(error)}`, place, 'return true or false')
  }
  if (typeof returned === 'boolean') return returned
  const what = returned === undefined ? 'nothing' : `a value of type ${typeof returned}`
  throw invalid(`it returns ${what}`, place, 'return true or false')
}

function shownRoute(route: RouteDefinition): DocumentRoute {
  const { method, path, source, options, security = [] } = route
  const schemes = security.flatMap((alternative) => alternative.map(({ name }) => name))
  return {
    method,
    path,
    source,
    tags: options.tags ?? [],
    defaultId: operationIdOf(route),
    options,
    apiVersion: route.version,
    securitySchemes: [...new Set(schemes)]
  }
}

/** Says which routes are in none of the documents: they are served, and clients cannot know them. */
export function warnOfUndescribed(
  all: readonly RouteDefinition[],
  described: readonly (readonly RouteDefinition[])[],
  logger: Logger
): void {
  const known = new Set(described.flat())
  const names = all
    .filter((route) => route.options.hidden !== true && !known.has(route))
    .map(({ method, path }) => `${method} ${path}`)
  if (names.length === 0) return
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  const listed = `${names.slice(0, MOST_NAMED).join(', ')}${more}`
  logger.warn(
    { routes: names },
    `No document describes ${listed}: let the include of a document return true, or write hidden: true`
  )
}
