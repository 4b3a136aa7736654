import { isUtf8 } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { UsageError } from '../definition/usage-error.js'
import type { Rest } from './source-file.js'

/** Files before and after; undefined where there is none. */
export interface Change {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The sources of a folder by their paths, and what is none of them. */
export interface ProjectFiles {
  readonly texts: ReadonlyMap<string, string>
  readonly skipped: readonly Rest[]
}

/**
 * Reads the sources of a folder. Links are not followed: what they lead to may be outside of the folder, or around it again.
 *
 * @throws UsageError for a source in another encoding: written as UTF-8, its bytes would be lost
 */
export function readProject(folder: string): ProjectFiles {
  const texts = new Map<string, string>()
  const skipped: Rest[] = []
  for (const { path, isLink } of sourcesIn(folder)) {
    const skip = (what: string, remedy: string) => skipped.push({ file: path, line: 1, what, remedy })
    if (isLink) {
      skip('a link, which is not followed', 'run the command on the folder that it leads to, if that is yours')
      continue
    }
    const bytes = readFileSync(path)
    if (!isUtf8(bytes))
      throw new UsageError(`${path} is not UTF-8, and nothing was written; convert it, then run the command again`)
    const text = bytes.toString('utf8')
    if (!/\.(e2e-)?(spec|test)\.tsx?$/.test(path)) texts.set(path, text)
    else if (text.includes('@nestjs/'))
      skip('a test by Nest', 'use bootstrap(application, { overrides }) and service.inject')
  }
  return { texts, skipped }
}

interface Found {
  readonly path: string
  readonly isLink: boolean
}

function sourcesIn(folder: string): readonly Found[] {
  const found: Found[] = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (/^(node_modules|dist|\.git)$/.test(entry.name)) continue
    if (entry.isDirectory()) {
      found.push(...sourcesIn(path))
      continue
    }
    const isSource = /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')
    if (entry.isFile() && isSource) found.push({ path, isLink: false })
    if (entry.isSymbolicLink() && (isSource || leadsToFolder(path))) found.push({ path, isLink: true })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function leadsToFolder(link: string): boolean {
  try {
    return statSync(link).isDirectory()
  } catch {
    // It leads nowhere, or to itself.
    return false
  }
}

/** @throws UsageError where what the changes replace could not be brought back from git */
export function needCommitted(folder: string, changes: readonly Change[]): void {
  const remedy = 'commit or stash it, or pass --force'
  let status: string
  let listed: string
  try {
    status = git(folder, 'status', '--porcelain', '--', '.')
    listed = git(folder, 'ls-files', '-z', '--', '.')
  } catch {
    throw new UsageError(
      `${folder} is in no git repository, so the changes could not be undone; ${remedy}. --dry-run shows them`
    )
  }
  if (status.trim() !== '')
    throw new UsageError(`${folder} has changes that are not committed; ${remedy}. --dry-run shows the rewritten files`)
  // The status says nothing of what is ignored. File systems differ by the form of Unicode in which they return names.
  const known = new Set(listed.split('\0').map((name) => name.normalize()))
  const nameOf = ({ path }: Change) => relative(folder, path).split(sep).join('/').normalize()
  const lost = changes.find((change) => change.before !== undefined && !known.has(nameOf(change)))
  if (lost !== undefined)
    throw new UsageError(
      `${lost.path} is not in the git repository of ${folder}, so its changes could not be undone; ${remedy}. --dry-run shows them`
    )
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: Number.POSITIVE_INFINITY
  })
}

/** All new texts are on the disk before the first file is replaced, and each is replaced at once, with its permissions. */
export function writeChanges(changes: readonly Change[]): void {
  const prepared: { readonly from: string; readonly to: string }[] = []
  try {
    for (const { path, before, after } of changes) {
      if (after === undefined) continue
      const from = `${path}.${process.pid}.new`
      prepared.push({ from, to: path })
      writeFileSync(from, after, { flag: 'wx' })
      if (before !== undefined) chmodSync(from, statSync(path).mode)
    }
  } catch (error) {
    for (const { from } of prepared) rmSync(from, { force: true })
    throw new UsageError(`Nothing was written: ${(error as Error).message}`)
  }
  for (const { from, to } of prepared) renameSync(from, to)
  for (const { path, after } of changes) if (after === undefined) rmSync(path)
}
