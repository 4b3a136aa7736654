// By its name in `node:fs`, `promises` is loaded when the first file is removed, and not at the start of each service.
import fs, { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { MemoryBudget } from './memory-budget.js'

/** The files of all requests that exist now; they are removed when the process ends. */
const present = new Set<string>()

let isWatched = false

/** Called for the first file, because most services never have one. */
function watchExit(): void {
  if (isWatched) return
  isWatched = true
  process.on('exit', removePresent)
}

/** Removes the files of all requests at once, as the process does when it ends. */
function removePresent(): void {
  for (const path of present) rmSync(path, { force: true })
}

/** A small file that is kept in memory in place of a temporary file. */
export interface HeldFile {
  readonly size: number
  /** Called when the request is over. */
  release(): void
}

/** The temporary files of one request, in a folder, by default that of the system, and the small files that are in memory. */
export class TemporaryFiles {
  readonly #folder: string | undefined
  readonly #paths = new Set<string>()
  readonly #held = new Set<HeldFile>()
  /** What files of the request may take in memory. */
  readonly memory: MemoryBudget
  #isOver = false

  constructor(folder: string | undefined, memory: MemoryBudget) {
    this.#folder = folder
    this.memory = memory
  }

  /** Whether all files were removed; a file that is written later must be removed by its writer. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** A new path that cannot be guessed. Throws if the request is over. */
  claim(): string {
    if (this.#isOver) throw new Error('The request is over, and its temporary files are removed')
    const path = this.newPath()
    watchExit()
    this.#paths.add(path)
    present.add(path)
    return path
  }

  /** A path that cannot be guessed, and at which nothing is. */
  newPath(): string {
    // The module is loaded by then alone: a start is sooner by it.
    const folder = this.#folder ?? process.getBuiltinModule('node:os').tmpdir()
    return join(folder, `fieldstone-${crypto.randomUUID()}`)
  }

  /** The memory of the file was taken, and is given back when the request is over. */
  hold(file: HeldFile): void {
    if (this.#isOver) {
      file.release()
      this.memory.give(file.size)
    } else this.#held.add(file)
  }

  /** Gives back the memory of a file that is a temporary one now. */
  letGo(file: HeldFile): void {
    if (this.#held.delete(file)) this.memory.give(file.size)
  }

  /** Removes one file; it may have been moved away. */
  async remove(path: string): Promise<void> {
    // `rm` of a file takes the processor four times as long.
    await fs.promises.unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    this.#paths.delete(path)
    present.delete(path)
  }

  /** Removes all files; afterwards none can be claimed. Tries all of them, then rejects with the first failure. */
  async removeAll(): Promise<void> {
    this.#isOver = true
    for (const file of this.#held) {
      file.release()
      this.letGo(file)
    }
    const settled = await Promise.allSettled([...this.#paths].map((path) => this.remove(path)))
    for (const result of settled) if (result.status === 'rejected') throw result.reason
  }
}
