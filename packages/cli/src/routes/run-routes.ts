import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { loadDescription } from '../module/load-description.js'
import { explain } from './explain.js'
import { type RouteRow, rowsOf } from './route-row.js'
import { checkVersion, methodOf, requestOf } from './sample-request.js'
import { formatTable } from './table.js'

/** The options of `fieldstone routes`. */
export interface RoutesOptions {
  readonly method?: string
  readonly path?: string
  readonly match?: string
  readonly version?: string
  readonly header?: readonly string[]
  readonly json?: boolean
}

/** @throws UsageError for a method and a version that do not exist, and a request that is no method and path */
export async function runRoutes(call: CommandCall<readonly [module: string], RoutesOptions>): Promise<number> {
  const {
    arguments: [path],
    options,
    terminal
  } = call
  const method = options.method === undefined ? undefined : methodOf(options.method)
  if (options.match === undefined && options.header !== undefined) {
    throw new UsageError("--header belongs to the request of --match: --match 'GET /items/5' --header 'api-version: 2'")
  }
  const { documents, router } = await loadDescription(path)
  const { version } = options
  if (version !== undefined) checkVersion(version, router)
  const routes = router.routesInMatchingOrder
  const rows = rowsOf(routes, new Map([...documents].map(([name, document]) => [name, document()])))
  const isJson = options.json === true
  if (options.match !== undefined) {
    return explain(requestOf(options.match, options, router), router, rows, { isJson, terminal })
  }
  const shown = rows.filter(
    (row) =>
      (method === undefined || row.method === method) &&
      (version === undefined || row.version === undefined || row.version === version) &&
      row.path.startsWith(options.path ?? '')
  )
  terminal.out(isJson ? `${JSON.stringify(shown, null, 2)}\n` : `${tableOf(folded(shown), terminal.columns)}\n`)
  return 0
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
