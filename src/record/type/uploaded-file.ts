// By its name in `node:fs`, `promises` is loaded when the first file is used, and not at the start of each service.
import fs, { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** A file that arrived as one part of a `multipart/form-data` body, as plain data. */
export interface UploadedFileFacts {
  /** The name of the form's field. */
  readonly field: string
  /** The name that the client gives, without folders; undefined where it gives none. */
  readonly filename: string | undefined
  /** The media type that the client gives, without parameters. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** The temporary file, which is removed after the response. */
  readonly path: string
}

/**
 * An uploaded file, kept in a temporary file, or in memory where it is small (`uploads.fileMemory`), until the response has
 * been sent or the connection is closed. Then it is removed, whether the request succeeded or not;
 * {@link UploadedFile.moveTo} keeps it.
 *
 * @example
 * \@Post('/avatar')
 * async change(\@Body() profile: Profile) {
 *   await profile.avatar.moveTo(join(folder, randomUUID()))
 * }
 */
export class UploadedFile {
  /** The name of the form's field. */
  readonly field: string
  /**
   * The client's name for it, without folders; undefined if the client gives none. Never use it as a path to write to.
   */
  readonly filename: string | undefined
  /** The media type that the client claims, in lower case and without parameters. Nothing proves it. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly #path: string

  constructor(facts: UploadedFileFacts) {
    this.field = facts.field
    this.filename = facts.filename
    this.contentType = facts.contentType
    this.size = facts.size
    this.#path = facts.path
  }

  /**
   * The temporary file, with a random name; only this user can read it. A file in memory is written to it when this is
   * first read, and other requests wait meanwhile: read it where a program needs a path, and `bytes` elsewhere.
   */
  get path(): string {
    return this.#path
  }

  /** The content as a stream. */
  stream(): Readable {
    return createReadStream(this.path)
  }

  /** The whole content in memory. */
  bytes(): Promise<Buffer> {
    return fs.promises.readFile(this.path)
  }

  /** Moves the file to a path of yours, where it is kept; replaces a file at that path. Rejects as `rename` does. */
  async moveTo(path: string): Promise<void> {
    try {
      await fs.promises.rename(this.path, path)
    } catch (error) {
      // The temporary folder is often a file system of its own.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      await fs.promises.copyFile(this.path, path)
      await fs.promises.rm(this.path, { force: true })
    }
  }
}
