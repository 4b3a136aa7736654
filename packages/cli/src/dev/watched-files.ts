import { createHash } from 'node:crypto'
import { type FSWatcher, readFileSync, statSync, watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Several files are often saved at once, and editors replace a file by another one: both are one change. */
const SETTLING = 30

/**
 * Notices that files have another content. It watches their folders: a file that is replaced would be lost otherwise, and
 * one that is missing can appear.
 */
export class WatchedFiles {
  /** Whether a new file in one of the folders counts as a change: it may be what an import lacks. */
  acceptsNew = false
  readonly #onChange: (path: string) => void
  /** The content of each file as it was loaded. */
  readonly #contents = new Map<string, string | undefined>()
  readonly #wholeFolders = new Set<string>()
  readonly #folders = new Map<string, FSWatcher>()
  readonly #touched = new Set<string>()
  #timer: NodeJS.Timeout | undefined = undefined

  /** `onChange` gets one of the files that have changed. */
  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange
  }

  /**
   * Watches a file as it is now; one that does not exist may appear.
   *
   * @param at when it was read, in milliseconds since 1970: one that was written later has changed already
   */
  add(path: string, at = Number.POSITIVE_INFINITY): void {
    const file = resolve(path)
    this.#watch(dirname(file))
    const isLate = (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > at
    this.#contents.set(file, isLate ? undefined : contentOf(file))
    if (isLate) this.#touch(file)
  }

  /** Watches a file, or all files of a folder, without those of folders in it. */
  addPath(path: string): void {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    if (isFolder) {
      this.#wholeFolders.add(resolve(path))
      this.#watch(resolve(path))
    } else this.add(path)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  #watch(folder: string): void {
    if (this.#folders.has(folder)) return
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) this.#touch(join(folder, name))
      })
      watcher.on('error', () => this.#forget(folder))
      this.#folders.set(folder, watcher)
    } catch {
      // The folder does not exist: what is in it cannot have been loaded.
    }
  }

  #forget(folder: string): void {
    this.#folders.get(folder)?.close()
    this.#folders.delete(folder)
  }

  #touch(path: string): void {
    const isNew = this.acceptsNew && /\.([cm]?[jt]sx?|json)$/.test(path)
    if (!this.#contents.has(path) && !isNew && !this.#wholeFolders.has(dirname(path))) return
    this.#touched.add(path)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#check(), SETTLING)
  }

  #check(): void {
    const changed = [...this.#touched].filter((path) => {
      const content = contentOf(path)
      const isChanged = content !== this.#contents.get(path)
      if (isChanged) this.#contents.set(path, content)
      return isChanged
    })
    this.#touched.clear()
    const [first] = changed
    if (first !== undefined) this.#onChange(first)
  }
}

/** A text that differs for other contents; undefined for what is no file. */
function contentOf(path: string): string | undefined {
  try {
    return createHash('sha1').update(readFileSync(path)).digest('base64')
  } catch {
    return undefined
  }
}
