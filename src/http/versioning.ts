import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import { parameterNameFault } from './parameter-name.js'

/** The version is the first segment of the path: `/v2/items`. */
export interface PathVersioning {
  /** A segment of the path names it. */
  readonly by: 'path'
  /** What is before the version in its segment. Default: `v`. */
  readonly prefix?: string
}

/** A header of the request names the version: `api-version: 2`. */
export interface HeaderVersioning {
  /** A header names it. */
  readonly by: 'header'
  /** The name of the header. Default: `api-version`. */
  readonly name?: string
  /** The version of requests without the header. Default: none, and the header is required. */
  readonly default?: string
}

/** How requests name the version of a route. */
export type VersioningOptions = PathVersioning | HeaderVersioning

const PATH_OPTIONS: OptionTable<PathVersioning> = { by: true, prefix: true }
const HEADER_OPTIONS: OptionTable<HeaderVersioning> = { by: true, name: true, default: true }

/** {@link VersioningOptions}, checked and with every default filled in. */
export type Versioning =
  | { readonly by: 'path'; readonly prefix: string; readonly default: undefined }
  | { readonly by: 'header'; readonly name: string; readonly default: string | undefined }

const PLACE = 'the option versioning'

/** A version is part of paths, headers and names of documents. */
const VERSION = /^[\w.-]+$/

/** @throws SetupError VERSION_INVALID, BootstrapError of OPTION_UNKNOWN */
export function parseVersioning(given: VersioningOptions | undefined): Versioning | undefined {
  if (given === undefined) return undefined
  const by: unknown = typeof given === 'object' && given !== null ? given.by : undefined
  if (by !== 'path' && by !== 'header') {
    throw invalid('it does not say by what requests name a version', PLACE, "write { by: 'path' } or { by: 'header' }")
  }
  if (given.by === 'path') {
    checkOptions(given, PATH_OPTIONS, PLACE)
    const { prefix = 'v' } = given
    if (typeof prefix !== 'string' || !/^[\w.-]*$/.test(prefix)) {
      throw invalid(`prefix is ${JSON.stringify(prefix)}`, PLACE, "give letters, digits, '.', '_' and '-': prefix: 'v'")
    }
    return { by: 'path', prefix, default: undefined }
  }
  checkOptions(given, HEADER_OPTIONS, PLACE)
  const { name = 'api-version' } = given
  const fault = typeof name === 'string' ? parameterNameFault('header', name) : { what: 'the name is not a text' }
  if (fault !== undefined) throw invalid(fault.what, PLACE, "write name: 'api-version'")
  if (given.default !== undefined) checkVersion(given.default, PLACE)
  return { by: 'header', name: name.toLowerCase(), default: given.default }
}

/**
 * The versions of a route; undefined for one of all versions.
 * @throws SetupError VERSION_INVALID
 */
export function parseVersions(
  given: unknown,
  versioning: Versioning | undefined,
  place: () => string
): readonly string[] | undefined {
  if (given === undefined) return undefined
  const versions: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (versions.length === 0) {
    throw invalid('its list of versions is empty', place(), "write version: ['1', '2'], or none for all versions")
  }
  for (const version of versions) checkVersion(version, place())
  if (new Set(versions).size < versions.length) throw invalid('it names a version twice', place(), 'remove one of them')
  if (versioning === undefined) {
    const remedy = "write versioning: { by: 'path' } among the options of the application, or remove the version"
    throw invalid('it has a version, and the application does not say how requests name one', place(), remedy)
  }
  return versions as readonly string[]
}

function checkVersion(version: unknown, place: string): void {
  if (typeof version === 'string' && VERSION.test(version)) return
  const shown = JSON.stringify(version) ?? String(version)
  throw invalid(`${shown} is not a version`, place, "give a text of letters, digits, '.', '_' and '-': version: '2'")
}

/** Versions from the first to the last: `2` before `10`. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('VERSION_INVALID', what, place, remedy)
}
