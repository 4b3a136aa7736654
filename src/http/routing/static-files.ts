import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { NotFound, setupErrorOf } from '../../errors.js'
import { checkOptions, FLAG, type OptionTable } from '../../options.js'
import type { Context } from '../context.js'
import type { FileOptions, StaticOptions } from '../reply/file.js'
import { findBelow, realFolder } from '../reply/folder.js'
import type { ContextHandler } from '../route.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

const STATIC_OPTIONS: OptionTable<StaticOptions> = { index: true, maxAge: true, immutable: FLAG }

/** One route of a folder: a path below the prefix, and its handler. */
export interface StaticRoute {
  readonly path: string
  readonly handler: ContextHandler
}

/**
 * The routes that serve a folder: `{prefix}` redirects to `{prefix}/`, which is the folder's index, and below it lie its
 * files. Nothing outside of the folder is sent, by whatever `..`, link or encoding, and nothing whose name begins with a
 * dot: both are a 404.
 *
 * @throws SetupError ROUTE_OPTIONS_INVALID for a folder that is not there, and a malformed option
 */
export function staticRoutes(prefix: string, folder: string, options: StaticOptions, place: string): StaticRoute[] {
  const root = typeof folder === 'string' ? realFolder(folder) : undefined
  if (root === undefined) {
    throw invalid(
      `there is no folder ${JSON.stringify(folder)}`,
      place,
      'give the path of a folder; an absolute one is surest'
    )
  }
  checkOptions(options, STATIC_OPTIONS, place)
  const { index = 'index.html', ...rest } = options
  if (index !== false && (typeof index !== 'string' || index === '' || /[/\\]/.test(index))) {
    throw invalid('index must be the name of a file', place, "write index: 'index.html', or false")
  }
  const serve = (ctx: Context, path: string): Promise<void> => servePath(ctx, root, path, index, rest)
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`
  const routes: StaticRoute[] = [
    { path: base, handler: (ctx) => serve(ctx, '') },
    { path: `${base}{path:*}`, handler: (ctx) => serve(ctx, ctx.urlParam('path')) }
  ]
  if (base !== '/' && prefix !== base) routes.unshift({ path: prefix, handler: redirectInto })
  return routes
}

async function servePath(
  ctx: Context,
  root: string,
  path: string,
  index: string | false,
  options: Omit<StaticOptions, 'index'>
): Promise<void> {
  // An encoded slash would go around middleware that guards a folder by its prefix.
  if (ctx.path.includes('%2F')) throw new NotFound()
  const isFolder = path === '' || path.endsWith('/')
  if (!isFolder && (await sendIfFile(ctx, path, { ...options, root }))) return
  const name = path.endsWith('/') ? path.slice(0, -1) : path
  const found = path === '' ? root : await findBelow(root, name)
  if (found === undefined) throw new NotFound()
  const isThere = (await stat(found)).isDirectory()
  if (isThere !== isFolder) {
    if (isFolder) throw new NotFound()
    if (index === false || (await findBelow(root, `${name}/${index}`)) === undefined) throw new NotFound()
    redirectInto(ctx)
    return
  }
  if (isFolder && index === false) throw new NotFound()
  const file = isFolder ? (name === '' ? String(index) : `${name}/${index}`) : name
  await ctx.file(file, { ...options, root })
}

/** Most requests are for files: only where there is none, it is found out why. */
async function sendIfFile(ctx: Context, path: string, options: FileOptions): Promise<boolean> {
  try {
    await ctx.file(path, options)
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

/** Relative, for the path before it may be known to a proxy alone; "./" keeps a colon from reading as a scheme. */
function redirectInto(ctx: Context): void {
  const name = encodeURIComponent(basename(ctx.path.replaceAll('%25', '%')))
  ctx.redirect(`./${name}/${ctx.search === '' ? '' : `?${ctx.search}`}`, { status: 308, external: true })
}
