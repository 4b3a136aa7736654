import type { Router, VersioningOptions } from 'fieldstone'
import { UsageError } from '../definition/usage-error.js'

/** The methods that routes can have. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const

/** The request of `--match`. */
export interface SampleRequest {
  readonly method: string
  /** As the router reads it. */
  readonly path: string
  /** By what headers choose among routes; undefined where they choose none. */
  readonly chooser: Exclude<VersioningOptions, { by: 'path' }> | undefined
  /** The version that its headers name, or the default, if there is one of that name. */
  readonly version: string | undefined
  /** Whether the options say which version it names. */
  readonly isVersionGiven: boolean
  /** All versions that the application has. */
  readonly known: readonly string[]
  /** The first segments of paths that name a version, each with its version. */
  readonly segments: readonly (readonly [segment: string, version: string])[]
}

/** What a request of `--match` has beside its method and path. */
interface Given {
  readonly version?: string
  readonly header?: readonly string[]
}

/** @throws UsageError for a method that does not exist */
export function methodOf(text: string): string {
  const method = text.toUpperCase()
  if ((METHODS as readonly string[]).includes(method)) return method
  throw new UsageError(`There is no method ${text}; give one of ${METHODS.join(', ')}`)
}

/** @throws UsageError for a version that no route has */
export function checkVersion(version: string, { versioning, versions }: Router): void {
  if (versioning === undefined) throw new UsageError('The routes of the application have no versions')
  if (!versions.includes(version)) {
    throw new UsageError(`There is no version ${version}; give one of ${versions.join(', ')}`)
  }
}

/**
 * Reads the request of `--match` as the service would.
 *
 * @throws UsageError for what is no method and path, and for headers that no version can depend on
 */
export function requestOf(text: string, given: Given, router: Router): SampleRequest {
  const [, name = '', target = ''] = /^(\S+) +(\S+)$/.exec(text.trim()) ?? []
  const requested = pathOf(target)
  if (name === '' || requested === undefined)
    throw new UsageError(`--match takes a method and a path, as 'GET /items/5', not '${text}'`)
  const method = methodOf(name)
  const { versioning } = router
  const known = router.versions
  const isVersionGiven = given.version !== undefined || given.header !== undefined
  const segments =
    versioning?.by === 'path'
      ? known.map((version) => [`/${versioning.prefix ?? 'v'}${version}`, version] as const)
      : []
  const headers = headersOf(given, versioning)
  const own = segments.find(([, version]) => version === given.version)?.[0]
  const isBelow = own === undefined || requested === own || requested.startsWith(`${own}/`)
  const named = router.versionNamed((name) => headers.get(name))
  return {
    method,
    path: isBelow ? requested : `${own}${requested}`,
    chooser: versioning?.by === 'path' ? undefined : versioning,
    version: named !== undefined && known.includes(named) ? named : undefined,
    isVersionGiven,
    known,
    segments
  }
}

/** The path of a request target, without its query; undefined where a percent sequence is broken, or it is no path. */
function pathOf(target: string): string | undefined {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  try {
    decodeURIComponent(path)
  } catch {
    return undefined
  }
  return path.startsWith('/') ? path : undefined
}

/** The headers of the request; a version is given in that which names it. */
function headersOf({ version, header = [] }: Given, versioning: VersioningOptions | undefined): Map<string, string> {
  const headers = new Map<string, string>()
  if (header.length > 0 && (versioning === undefined || versioning.by === 'path')) {
    throw new UsageError('No header chooses among the routes of the application; leave --header out')
  }
  for (const text of header) {
    const [, name = '', value = ''] = /^([^\s:]+)\s*:\s*(.*)$/.exec(text.trim()) ?? []
    if (name === '') throw new UsageError(`--header takes a name and a value, as 'api-version: 2', not '${text}'`)
    headers.set(name.toLowerCase(), value.trim())
  }
  if (version !== undefined && versioning?.by === 'header') headers.set(versioning.name ?? 'api-version', version)
  if (version !== undefined && versioning?.by === 'mediaType') {
    headers.set('accept', versioning.type.replaceAll('{version}', version))
  }
  return headers
}
