import { ofAbsence, SetupError, type SetupErrors } from '../../errors.js'
import { isSameShape, takesPathsOf } from '../path/precedence.js'
import { negotiableTypes } from '../response/success.js'
import type { RegisteredRoute } from '../routing/registered-route.js'
import { bodyOf } from '../routing/route-body.js'
import { compareVersions, type Versioning } from '../versioning.js'

/** All routes of a router whose requests may name a version. */
export interface VersionedRoutes {
  readonly versioning: Versioning
  readonly routes: readonly RegisteredRoute[]
  /** All versions. */
  readonly known: readonly string[]
}

/** Keeps a VERSION_INVALID where no request can name a route's version, or where a request of another version gets it. */
export function checkVersion(route: RegisteredRoute, all: VersionedRoutes, errors: SetupErrors): void {
  errors.attempt(() => checkNamed(route, all))
  errors.attempt(() => checkUnambiguous(route, all))
}

/** By media types a request names the version of a route by what it sends, or wants to get. */
function checkNamed(route: RegisteredRoute, { versioning, routes }: VersionedRoutes): void {
  const { version, versionMedia: names } = route
  const first = versioning.default
  if (names === undefined || version === first) return
  const types = [...(bodyOf(route)?.media.keys() ?? []), ...negotiableTypes(route)]
  if (types.some((type) => names.includes(type))) return
  const isSame = ({ source, method, path, version: other }: RegisteredRoute) =>
    other === first && source === route.source && method === route.method && path === route.path
  // What it is taken for is the same.
  if (routes.some(isSame)) return
  throw new SetupError(
    'VERSION_INVALID',
    'no request can name its version: it has neither a body nor a success of JSON',
    String(route),
    `declare it for version ${first}, too, or for all versions`
  )
}

/**
 * Rejects a route of all versions where a route of one version gets some of its requests that name no version: by the
 * document of another version, these requests are for it. By media types the document of a version says that requests
 * name it.
 */
function checkUnambiguous(route: RegisteredRoute, { versioning, routes, known }: VersionedRoutes): void {
  if (versioning.by !== 'header' || route.version !== undefined || route.options.hidden === true) return
  const { segments } = route.pattern
  const ofMethod = routes.filter(({ method, version }) => method === route.method && version !== undefined)
  for (const rival of ofMethod) {
    if (versioning.default !== undefined && rival.version !== versioning.default) continue
    if (!takesPathsOf(rival.pattern.segments, segments)) continue
    const alike = ofMethod.filter(({ pattern }) => isSameShape(pattern.segments, rival.pattern.segments))
    const without = known.filter((each) => alike.every(({ version }) => version !== each)).sort(compareVersions)
    if (without.length === 0) continue
    const versions = without.length === 1 ? `version ${without[0]}` : `the versions ${without.join(', ')}`
    const list = [...known].sort(compareVersions).map((each) => `'${each}'`)
    throw new SetupError(
      'VERSION_INVALID',
      `some requests without ${versioning.name} are for ${rival}, although in ${versions} they are for this route`,
      String(route),
      `declare its versions, so that requests name one: version: [${list.join(', ')}]`
    )
  }
}

/** Requests that name no version would be for one that there is not. @throws SetupError VERSION_INVALID */
export function checkDefaultVersion({ versioning, known }: VersionedRoutes): void {
  const version = versioning.default
  if (version === undefined || known.length === 0 || known.includes(version)) return
  const remedy = `choose one of ${[...known].sort(compareVersions).join(', ')}`
  const what = `no route has the version ${version}, the default`
  throw ofAbsence(new SetupError('VERSION_INVALID', what, 'the option versioning', remedy))
}
