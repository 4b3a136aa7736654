import { SetupError } from '../../errors.js'
import { isSameShape, takesPathsOf } from '../path/precedence.js'
import { compareVersions, type Versioning } from '../versioning.js'
import type { RegisteredRoute } from './registered-route.js'

/**
 * Rejects a route of all versions where a route of one version gets some of its requests that name no version: by the
 * document of another version, these requests are for it. By media types the document of a version says that requests
 * name it.
 *
 * @param known all versions
 * @throws SetupError VERSION_INVALID
 */
export function checkUnambiguous(
  route: RegisteredRoute,
  routes: readonly RegisteredRoute[],
  versioning: Versioning | undefined,
  known: readonly string[]
): void {
  if (versioning?.by !== 'header' || route.version !== undefined || route.options.hidden === true) return
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
