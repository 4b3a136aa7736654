import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for one spec file, and what is in it. */
export class SpecFolder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'fieldstone-spec-')))

  /** The names of what is in the folder. */
  get names(): string[] {
    return readdirSync(this.path).sort()
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** The descriptors of files below a folder that this process has open; none where the system does not tell. */
export function openFiles(folder: string): string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap((descriptor) => {
      try {
        const target = realpathSync(`/proc/self/fd/${descriptor}`)
        return target.startsWith(folder) ? [target] : []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
