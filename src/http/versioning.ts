import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import { declaredTypes } from './body/media-types.js'
import type { ResponseOption } from './operation-options.js'
import { parameterNameFault } from './parameter-name.js'
import type { DescribedBody } from './request-body-options.js'
import { parseMediaType } from './syntax/media-type.js'

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

/** The media types of requests and responses name the version: `accept: application/vnd.shop.v2+json`. */
export interface MediaTypeVersioning {
  /** The media types that take the place of `application/json` name it. */
  readonly by: 'mediaType'
  /** The media type, with `{version}` in it: `application/vnd.shop.v{version}+json`. */
  readonly type: string
  /** The version of requests that accept anything, and of bodies that are `application/json`. */
  readonly default: string
}

/** How requests name the version of a route. */
export type VersioningOptions = PathVersioning | HeaderVersioning | MediaTypeVersioning

const PATH_OPTIONS: OptionTable<PathVersioning> = { by: true, prefix: true }
const MEDIA_TYPE_OPTIONS: OptionTable<MediaTypeVersioning> = { by: true, type: true, default: true }
const HEADER_OPTIONS: OptionTable<HeaderVersioning> = { by: true, name: true, default: true }

/** {@link VersioningOptions}, checked and with every default filled in. */
export type Versioning =
  | { readonly by: 'path'; readonly prefix: string; readonly default: undefined }
  | { readonly by: 'header'; readonly name: string; readonly default: string | undefined }
  | MediaTypeVersioning

const PLACE = 'the option versioning'

/** A version is part of paths, headers and names of documents. */
const VERSION = /^[\w.-]+$/

/** @throws SetupError VERSION_INVALID, BootstrapError of OPTION_UNKNOWN */
export function parseVersioning(given: VersioningOptions): Versioning {
  const by: unknown = typeof given === 'object' && given !== null ? given.by : undefined
  if (by !== 'path' && by !== 'header' && by !== 'mediaType') {
    const remedy = "write { by: 'path' }, { by: 'header' } or { by: 'mediaType', type: …, default: '1' }"
    throw invalid('it does not say by what requests name a version', PLACE, remedy)
  }
  if (given.by === 'path') {
    checkOptions(given, PATH_OPTIONS, PLACE)
    const { prefix = 'v' } = given
    if (typeof prefix !== 'string' || !/^[\w.-]*$/.test(prefix)) {
      throw invalid(`prefix is ${JSON.stringify(prefix)}`, PLACE, "give letters, digits, '.', '_' and '-': prefix: 'v'")
    }
    return { by: 'path', prefix, default: undefined }
  }
  if (given.by === 'mediaType') return parseMediaTypes(given)
  checkOptions(given, HEADER_OPTIONS, PLACE)
  const { name = 'api-version' } = given
  const fault = typeof name === 'string' ? parameterNameFault('header', name) : { what: 'the name is not a text' }
  if (fault !== undefined) throw invalid(fault.what, PLACE, "write name: 'api-version'")
  if (given.default !== undefined) checkVersion(given.default, PLACE)
  return { by: 'header', name: name.toLowerCase(), default: given.default }
}

/**
 * What stands in for a wrong option, so that all other mistakes are found, and no route is reported for its version: of the
 * path there is nothing to declare.
 */
export function versioningOrPath(given: VersioningOptions): VersioningOptions {
  try {
    parseVersioning(given)
    return given
  } catch {
    return { by: 'path' }
  }
}

function parseMediaTypes(given: MediaTypeVersioning): Versioning {
  checkOptions(given, MEDIA_TYPE_OPTIONS, PLACE)
  const { type } = given
  const essence = typeof type === 'string' ? parseMediaType(type.replaceAll(VARIABLE, 'x'))?.essence : undefined
  const isOne = essence !== undefined && type.split(VARIABLE).length === 2 && essence === type.replace(VARIABLE, 'x')
  if (!isOne || !essence.endsWith('+json')) {
    const remedy = `write it in lower case, with ${VARIABLE}: 'application/vnd.shop.v${VARIABLE}+json'`
    throw invalid(`type is ${JSON.stringify(type)}`, PLACE, remedy)
  }
  if (given.default === undefined) {
    const remedy = "name the version of requests that accept anything: default: '1'"
    throw invalid('it has no default', PLACE, remedy)
  }
  checkVersion(given.default, PLACE)
  return { by: 'mediaType', type, default: given.default }
}

const VARIABLE = '{version}'

/** What takes the place of `application/json` in one version, best first; undefined where media types name no version. */
export function versionMedia(versioning: Versioning | undefined, version: string): readonly string[] | undefined {
  if (versioning?.by !== 'mediaType') return undefined
  const own = versionType(versioning, version)
  return version === versioning.default ? [JSON_TYPE, own] : [own]
}

/** The media type of one version. */
export function versionType({ type }: MediaTypeVersioning, version: string): string {
  return type.replace(VARIABLE, version.toLowerCase())
}

const JSON_TYPE = 'application/json'

/** Each entry by its own media type, and that of `application/json` by those of a version. */
function inVersion<T>(media: ReadonlyMap<string, T>, names: readonly string[]): Map<string, T> {
  return new Map(
    [...media].flatMap(([name, value]) => (name === JSON_TYPE ? names : [name]).map((each) => [each, value]))
  )
}

/** A declared body in the media types of a version. */
export function bodyInVersion(body: DescribedBody, names: readonly string[]): DescribedBody {
  const media = inVersion(body.media, names)
  return { ...body, media, types: declaredTypes([...media.keys()]), examples: inVersion(body.examples, names) }
}

/** A declared success in the media types of a version. */
export function responseInVersion(option: ResponseOption, names: readonly string[]): ResponseOption {
  const { body, contentType, content } = option
  if (typeof content === 'object' && content !== null) {
    return { ...option, content: Object.fromEntries(inVersion(new Map(Object.entries(content)), names)) }
  }
  if (contentType !== undefined) {
    const given = [contentType].flat() as string[]
    return given.includes(JSON_TYPE)
      ? { ...option, contentType: given.flatMap((name) => (name === JSON_TYPE ? names : [name])) }
      : option
  }
  return body === undefined || body === null ? option : { ...option, contentType: names }
}

/**
 * The versions of a route that has any.
 * @throws SetupError VERSION_INVALID
 */
export function parseVersions(
  given: unknown,
  versioning: Versioning | undefined,
  place: () => string
): readonly string[] {
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
