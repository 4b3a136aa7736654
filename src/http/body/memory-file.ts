// By its name in `node:fs`, `promises` is loaded when the first file is moved, and not at the start of each service.
import fs, { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { UploadedFile, type UploadedFileFacts } from '../../record/type/uploaded-file.js'
import type { TemporaryFiles } from './temporary-files.js'

/** Like the temporary file of a large one: opened only if it is new, for this user alone. */
const NEW = { flag: 'wx', mode: 0o600 } as const

/**
 * A small uploaded file, whose content is in memory until its path is read or it is moved: then it is a temporary file as
 * any other. The content is gone when the request is over, as that of a temporary file is.
 */
export class MemoryFile extends UploadedFile {
  readonly #temporary: TemporaryFiles
  #content: Buffer | undefined
  #path: string | undefined = undefined

  /** @param content nothing else holds it or its memory */
  constructor(facts: Omit<UploadedFileFacts, 'path'>, content: Buffer, temporary: TemporaryFiles) {
    super({ ...facts, path: '' })
    this.#content = content
    this.#temporary = temporary
    temporary.hold(this)
  }

  override get path(): string {
    if (this.#path !== undefined) return this.#path
    const content = this.#content
    // When the request is over, the path of a temporary file leads nowhere, too.
    if (content === undefined) this.#path = this.#temporary.newPath()
    else {
      const path = this.#temporary.claim()
      // Small enough to be written at once: the property has always been a path, not a promise.
      writeFileSync(path, content, NEW)
      this.#keepAt(path)
    }
    return this.#path as string
  }

  override stream(): Readable {
    return this.#content === undefined ? super.stream() : oneChunk(Buffer.from(this.#content))
  }

  override async bytes(): Promise<Buffer> {
    // A copy, as each reading of a file is one.
    return this.#content === undefined ? super.bytes() : Buffer.from(this.#content)
  }

  override async moveTo(path: string): Promise<void> {
    if (this.#content !== undefined) await this.#save(this.#content)
    await super.moveTo(path)
  }

  /** The request is over. */
  release(): void {
    this.#content = undefined
  }

  async #save(content: Buffer): Promise<void> {
    const path = this.#temporary.claim()
    try {
      await fs.promises.writeFile(path, content, NEW)
    } catch (error) {
      await this.#temporary.remove(path)
      throw error
    }
    // The path may have been read meanwhile, or the request have ended.
    if (this.#content === undefined || this.#temporary.isOver) await this.#temporary.remove(path)
    else this.#keepAt(path)
  }

  #keepAt(path: string): void {
    this.#path = path
    this.#content = undefined
    this.#temporary.letGo(this)
  }
}

function oneChunk(bytes: Buffer): Readable {
  return new Readable({
    read() {
      if (bytes.length > 0) this.push(bytes)
      this.push(null)
    }
  })
}
