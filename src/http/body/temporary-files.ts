import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of all requests that exist now; they are removed when the process ends. */
const present = new Set<string>()

let isWatched = false

/** Called for the first file, because most services never have one. */
function watchExit(): void {
  if (isWatched) return
  isWatched = true
  process.on('exit', () => {
    for (const path of present) rmSync(path, { force: true })
  })
}

/** The temporary files of one request. */
export class TemporaryFiles {
  readonly #folder: string
  readonly #paths = new Set<string>()
  #isOver = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Whether all files were removed; a file that is written later must be removed by its writer. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** A new path that cannot be guessed. Throws if the request is over. */
  claim(): string {
    if (this.#isOver) throw new Error('The request is over, and its temporary files are removed')
    const path = join(this.#folder, `fieldstone-${randomUUID()}`)
    watchExit()
    this.#paths.add(path)
    present.add(path)
    return path
  }

  /** Removes one file; it may have been moved away. */
  async remove(path: string): Promise<void> {
    // `rm` of a file takes the processor four times as long.
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    this.#paths.delete(path)
    present.delete(path)
  }

  /** Removes all files; afterwards none can be claimed. Tries all of them, then rejects with the first failure. */
  async removeAll(): Promise<void> {
    this.#isOver = true
    const settled = await Promise.allSettled([...this.#paths].map((path) => this.remove(path)))
    for (const result of settled) if (result.status === 'rejected') throw result.reason
  }
}
