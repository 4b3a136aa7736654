import type { RouteDefinition, Router } from 'fieldstone'
import type { Terminal } from '../definition/command-definition.js'
import { isOtherVersion } from './route-overlap.js'
import type { RouteRow } from './route-row.js'
import { METHODS, type SampleRequest } from './sample-request.js'

interface Candidate {
  readonly row: RouteRow
  readonly values: Readonly<Record<string, string>>
}

/**
 * Says which route takes the request, before which others, and, where none does, what comes closest.
 *
 * @param rows of the router's routes, in the order in which it tries them
 */
export function explain(
  request: SampleRequest,
  router: Router,
  rows: readonly RouteRow[],
  { isJson, terminal }: { readonly isJson: boolean; readonly terminal: Terminal }
): number {
  const { method, path, version } = request
  const rowOf = new Map(router.routesInMatchingOrder.map((route, index) => [route, rows[index] as RouteRow]))
  const every = candidates(router, path, rowOf)
  // Of a request that names no version that there is, those of all versions are tried, which reject it.
  const matching = version === undefined ? every : every.filter(({ row }) => !isOtherVersion(row, { version }))
  const own = (name: string) => matching.filter(({ row }) => row.method === name)
  // GET's routes handle HEAD where no route of its own matches.
  const name = method === 'HEAD' && own('HEAD').length === 0 ? 'GET' : method
  const [first, ...others] = own(name)
  const isRejected = first?.row.version !== undefined && request.chooser !== undefined && version === undefined
  const taken = isRejected ? undefined : first
  const allow = [...new Set(matching.map(({ row }) => row.method))]
  const missing = allow.length === 0 ? 404 : method === 'OPTIONS' ? 204 : 405
  const status = taken !== undefined ? undefined : isRejected ? 400 : missing
  if (isJson) {
    const before = (isRejected ? [] : others).map(({ row }) => row)
    const route = taken?.row ?? null
    const found = {
      route,
      values: taken?.values ?? {},
      version: version ?? null,
      before,
      status: status ?? null,
      allow
    }
    terminal.out(`${JSON.stringify(found, null, 2)}\n`)
    return taken === undefined ? 1 : 0
  }
  // What takes the request of another version, by the version.
  const versions = new Set(every.flatMap(({ row }) => (row.method === name ? (row.version ?? []) : [])))
  const otherTakers = [...versions].flatMap((each) => {
    const taker = every.find(({ row }) => row.method === name && !isOtherVersion(row, { version: each }))
    return taker === undefined || taker.row === taken?.row ? [] : [{ version: each, row: taker.row }]
  })
  if (taken === undefined) {
    const why = isRejected
      ? `${nameOfChooser(request)} must name one of the versions ${request.known.join(', ')}`
      : allow.length > 0
        ? `the path has routes of ${allow.join(', ')} alone`
        : `no route has this path${hintOf(request, router, rowOf)}`
    terminal.out(`${method} ${path}${inVersion(request)}: ${status}, ${why}\n`)
    for (const { version: each, row } of otherTakers) {
      terminal.out(`  as a request of version ${each} it is taken by ${nameOf(row)}\n`)
    }
    return 1
  }
  terminal.out(`${method} ${path}${inVersion(request)} is taken by ${nameOf(taken.row)}\n`)
  for (const [name, value] of Object.entries(taken.values)) terminal.out(`  ${name} = ${JSON.stringify(value)}\n`)
  for (const { row } of others) terminal.out(`  before ${nameOf(row)}, ${reason(taken.row.path, row.path)}\n`)
  if (request.isVersionGiven) return 0
  for (const { row } of otherTakers) {
    terminal.out(`  or, as the version of the request says, by ${nameOf(row)}\n`)
  }
  return 0
}

/** The version, where the call says it. */
function inVersion({ isVersionGiven, version, chooser }: SampleRequest): string {
  return isVersionGiven && chooser !== undefined && version !== undefined ? ` of version ${version}` : ''
}

function nameOfChooser({ chooser }: SampleRequest): string {
  return chooser?.by === 'header' ? `the header ${chooser.name}` : 'the media type'
}

/** The rows of all routes that take a path, with any method, in the order of the rows. */
function candidates(router: Router, path: string, rowOf: ReadonlyMap<RouteDefinition, RouteRow>): Candidate[] {
  const paramsOf = new Map(
    METHODS.flatMap((method) => router.match(method, path)).map(({ route, params }) => [route, params])
  )
  return [...rowOf].flatMap(([route, row]): Candidate[] => {
    const values = paramsOf.get(route)
    return values === undefined ? [] : [{ row, values }]
  })
}

/** What comes closest to a path that no route has. */
function hintOf(
  { method, path, segments }: SampleRequest,
  router: Router,
  rowOf: ReadonlyMap<RouteDefinition, RouteRow>
): string {
  const find = (other: string, isOfMethod = false) =>
    candidates(router, other, rowOf).find(({ row }) => !isOfMethod || row.method === method)?.row
  const similar = find(slashed(path))
  if (similar !== undefined) {
    return `; ${similar.method} ${similar.path} takes ${slashed(path)}: a slash at the end counts`
  }
  const versions = segments.filter(([segment]) => find(`${segment}${path}`, true) !== undefined)
  return versions.length === 0
    ? ''
    : `; with a version it has: ${versions.map(([each]) => `${each}${path}`).join(', ')}`
}

function slashed(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`
}

function nameOf({ method, path, version, operationId, source }: RouteRow): string {
  return `${method} ${path}${version === undefined ? '' : `, version ${version}`} (${operationId === undefined ? '' : `${operationId}, `}${source})`
}

const KINDS = ['a literal', 'a regular expression', 'a parameter', 'the rest of the path']

/** Why the first of two paths that both match is tried first: the first segment in which they differ. */
function reason(first: string, second: string): string {
  const segments = (path: string) => path.split(/\/(?![^{]*\})/)
  const others = segments(second)
  const pairs = segments(first).map((mine, index) => ({ mine, theirs: others[index] ?? '' }))
  const differing = pairs.find(
    ({ mine, theirs }) => kindOf(mine) !== kindOf(theirs) || (kindOf(mine) === 1 && mine !== theirs)
  )
  if (differing === undefined) return 'since it was registered first'
  const { mine, theirs } = differing
  if (kindOf(mine) === kindOf(theirs)) return `since ${mine} was registered first`
  return `since ${KINDS[kindOf(mine)]} (${mine}) is tried before ${KINDS[kindOf(theirs)]} (${theirs})`
}

function kindOf(segment: string): number {
  if (!segment.startsWith('{')) return 0
  if (segment.endsWith(':*}')) return 3
  return segment.includes(':') ? 1 : 2
}
