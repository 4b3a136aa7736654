import { realpathSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * The real path of a file below a folder, by a path that a client chose, decoded, with `/` between its segments.
 * Undefined if there is no such file, for names that start with a dot (such as `..`), for empty names, for characters
 * that a path cannot have, and if a symbolic link leads out of the folder or to a name that starts with a dot.
 *
 * @param root a real path
 */
export async function findBelow(root: string, path: string): Promise<string | undefined> {
  const segments = path.split('/')
  if (!segments.every(isName)) return undefined
  try {
    const found = await realpath(join(root, ...segments))
    const base = root.endsWith(sep) ? root : root + sep
    if (!found.startsWith(base)) return undefined
    return found.slice(base.length).split(sep).every(isName) ? found : undefined
  } catch {
    return undefined
  }
}

/** The real path of a folder; undefined if there is none. */
export function realFolder(path: string): string | undefined {
  try {
    const found = realpathSync(path)
    return statSync(found).isDirectory() ? found : undefined
  } catch {
    return undefined
  }
}

function isName(segment: string): boolean {
  if (segment === '' || segment.startsWith('.')) return false
  return sep === '/' || !/[\\:]/.test(segment)
}
