import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Those that are there, of all requests: a process that ends takes them with it. */
const present = new Set<string>()

let isWatched = false

/** From the first file on: most services never have one. */
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

  /** Whether everything was removed; what is written now must be removed by its writer. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** A path that nothing has and nobody can guess. Throws when the request is over already. */
  claim(): string {
    if (this.#isOver) throw new Error('The request is over, and its temporary files are removed')
    const path = join(this.#folder, `fieldstone-${randomUUID()}`)
    watchExit()
    this.#paths.add(path)
    present.add(path)
    return path
  }

  /** Removes one file; one that was moved away is no failure. */
  async remove(path: string): Promise<void> {
    await rm(path, { force: true })
    this.#paths.delete(path)
    present.delete(path)
  }

  /** Removes all of them; none can be claimed any more. Rejects with the first failure, when all were tried. */
  async removeAll(): Promise<void> {
    this.#isOver = true
    const settled = await Promise.allSettled([...this.#paths].map((path) => this.remove(path)))
    for (const result of settled) if (result.status === 'rejected') throw result.reason
  }
}
