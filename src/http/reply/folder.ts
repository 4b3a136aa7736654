import { realpathSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * The real path of a file below a folder, by a path that a client chose, decoded, with `/` between its segments.
 * Undefined for what is not there, for names that begin with a dot (`..` among them), for empty names, for characters
 * that a path cannot have, and where a symbolic link leads out of the folder or to a name that begins with a dot.
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

/** The real path of a folder; undefined where there is none. */
export function realFolder(path: string): string | undefined {
  try {
    const found = realpathSync(path)
    return statSync(found).isDirectory() ? found : undefined
  } catch {
    return undefined
  }
}

function isName(segment: string): boolean {
  if (segment === '' || segment.startsWith('.') || segment.includes('\0')) return false
  return sep === '/' || !/[\\:]/.test(segment)
}
