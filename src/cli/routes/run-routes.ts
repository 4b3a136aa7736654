import { METHODS } from '../../http/operation-options.js'
import type { RouteDefinition } from '../../http/route.js'
import { parseTarget } from '../../http/syntax/request-target.js'
import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { loadDescription } from '../module/load-description.js'
import { inMatchingOrder, isOtherVersion, valuesIn } from './matching-order.js'
import { type RouteRow, rowsOf } from './route-row.js'
import { formatTable } from './table.js'

/** The options of `fieldstone routes`. */
export interface RoutesOptions {
  readonly method?: string
  readonly path?: string
  readonly match?: string
  readonly json?: boolean
}

/** @throws UsageError for a method that does not exist, and a request that is no method and path */
export async function runRoutes(call: CommandCall<readonly [module: string], RoutesOptions>): Promise<number> {
  const {
    arguments: [path],
    options,
    terminal
  } = call
  const method = options.method === undefined ? undefined : methodOf(options.method)
  const request = options.match === undefined ? undefined : requestOf(options.match)
  const { documents, router } = await loadDescription(path)
  const routes = inMatchingOrder(router.routes)
  const rows = rowsOf(routes, new Map([...documents].map(([name, document]) => [name, document()])))
  if (request !== undefined) return explain(request, routes, rows, call)
  const shown = rows.filter(
    (row) => (method === undefined || row.method === method) && row.path.startsWith(options.path ?? '')
  )
  terminal.out(
    options.json === true ? `${JSON.stringify(shown, null, 2)}\n` : `${tableOf(folded(shown), terminal.columns)}\n`
  )
  return 0
}

function methodOf(text: string): string {
  const method = text.toUpperCase()
  if ((METHODS as readonly string[]).includes(method)) return method
  throw new UsageError(`There is no method ${text}; give one of ${METHODS.join(', ')}`)
}

interface Request {
  readonly method: string
  /** As the router reads it. */
  readonly path: string
}

function requestOf(text: string): Request {
  const [, method = '', target = ''] = /^(\S+) +(\S+)$/.exec(text.trim()) ?? []
  const parsed = parseTarget(target)
  if (method === '' || parsed === undefined || parsed.isMalformed)
    throw new UsageError(`--match takes a method and a path, as 'GET /items/5', not '${text}'`)
  return { method: methodOf(method), path: parsed.path }
}

function tableOf(rows: readonly RouteRow[], width: number | undefined): string {
  const column = (title: string, cell: (row: RouteRow) => string, shortest?: number) => {
    return { title, cells: rows.map(cell), ...(shortest !== undefined && { shortest }) }
  }
  return formatTable(
    [
      column('Method', ({ method }) => method),
      column('Path', ({ path }) => path, 20),
      column('Version', ({ version }) => version ?? ''),
      column('Operation', ({ operationId }) => operationId ?? '(hidden)', 12),
      column('Security', securityText, 8),
      column('Body', ({ body }) => [...new Set(Object.values(body))].join(' | '), 8),
      column('Responses', responsesText, 10),
      column('Source', ({ source }) => source, 12),
      column('After', ({ after }) => after.join(', '), 8)
    ],
    width
  )
}

function securityText({ security }: RouteRow): string {
  return security.map((schemes) => schemes.join(' + ') || 'none').join(' | ')
}

/** Statuses with the same types are together: `200 Item, 400/404/500 Problem`. */
function responsesText({ responses }: RouteRow): string {
  const groups = new Map<string, string[]>()
  for (const [status, types] of Object.entries(responses)) {
    const text = [...new Set(Object.values(types))].join(' | ')
    groups.set(text, [...(groups.get(text) ?? []), status])
  }
  return [...groups].map(([text, statuses]) => `${statuses.join('/')} ${text}`.trimEnd()).join(', ')
}

/** Hidden routes that one declaration made, as the files of the documentation page, are one row. */
function folded(rows: readonly RouteRow[]): RouteRow[] {
  const known: RouteRow[] = []
  const counts = new Map<RouteRow, number>()
  for (const row of rows) {
    const last = known.at(-1)
    const isSame = last !== undefined && row.operationId === undefined && last.operationId === undefined
    if (isSame && last.source === row.source && row.path.startsWith(last.path))
      counts.set(last, (counts.get(last) ?? 0) + 1)
    else known.push(row)
  }
  return known.map((row) => (counts.has(row) ? { ...row, path: `${row.path} (and ${counts.get(row)} below)` } : row))
}

/** Says which route takes the request, before which others, and, where none does, what comes closest. */
function explain(
  { method, path }: Request,
  routes: readonly RouteDefinition[],
  rows: readonly RouteRow[],
  { options, terminal }: CommandCall<readonly [module: string], RoutesOptions>
): number {
  const matching = routes.flatMap((route, index) => {
    const values = valuesIn(route, path)
    return values === undefined ? [] : [{ row: rows[index] as RouteRow, values }]
  })
  const own = (name: string) => matching.filter(({ row }) => row.method === name)
  // GET's routes handle HEAD where no route of its own matches.
  const candidates = method === 'HEAD' && own('HEAD').length === 0 ? own('GET') : own(method)
  const [taken, ...others] = candidates
  const allow = [...new Set(matching.map(({ row }) => row.method))]
  const status = taken === undefined ? (allow.length === 0 ? 404 : method === 'OPTIONS' ? 204 : 405) : undefined
  if (options.json === true) {
    const before = others.map(({ row }) => row)
    const found = { route: taken?.row ?? null, values: taken?.values ?? {}, before, status: status ?? null, allow }
    terminal.out(`${JSON.stringify(found, null, 2)}\n`)
    return taken === undefined ? 1 : 0
  }
  if (taken === undefined) {
    const similar = rows.find((_, index) => valuesIn(routes[index] as RouteDefinition, slashed(path)) !== undefined)
    const hint =
      similar === undefined
        ? ''
        : `; ${similar.method} ${similar.path} takes ${slashed(path)}: a slash at the end counts`
    const why =
      allow.length === 0 ? `no route has this path${hint}` : `the path has routes of ${allow.join(', ')} alone`
    terminal.out(`${method} ${path}: ${status}, ${why}\n`)
    return 1
  }
  terminal.out(`${method} ${path} is taken by ${nameOf(taken.row)}\n`)
  for (const [name, value] of Object.entries(taken.values)) terminal.out(`  ${name} = ${JSON.stringify(value)}\n`)
  for (const { row } of others)
    terminal.out(
      row.path === taken.row.path && isOtherVersion(row, taken.row)
        ? `  or, as the version of the request says, by ${nameOf(row)}\n`
        : `  before ${nameOf(row)}, ${reason(taken.row.path, row.path)}\n`
    )
  return 0
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
  const [one, other] = [first, second].map((path) => path.split(/\/(?![^{]*\})/))
  const at =
    one?.findIndex(
      (text, index) => kindOf(text) !== kindOf(other?.[index] ?? '') || (kindOf(text) < 2 && text !== other?.[index])
    ) ?? -1
  const [mine = '', theirs = ''] = [one?.[at], other?.[at]]
  if (kindOf(mine) === kindOf(theirs)) return `since ${mine} was registered first`
  return `since ${KINDS[kindOf(mine)]} (${mine}) is tried before ${KINDS[kindOf(theirs)]} (${theirs})`
}

function kindOf(segment: string): number {
  if (!segment.startsWith('{')) return 0
  if (segment.endsWith(':*}')) return 3
  return segment.includes(':') ? 1 : 2
}
