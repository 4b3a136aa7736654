import { createReadStream, type ReadStream } from 'node:fs'
import { copyFile, readFile, rename, rm } from 'node:fs/promises'

/** What is known of a file that arrived as one part of a `multipart/form-data` body. */
export interface UploadedFileFacts {
  readonly field: string
  readonly filename: string | undefined
  readonly contentType: string
  readonly size: number
  readonly path: string
}

/**
 * A file that was uploaded, kept in a temporary file until the request has been answered or its connection is closed.
 * Then it is removed, whatever became of the request; {@link UploadedFile.moveTo} saves it from that.
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
  /** What the client calls it, without folders; undefined where it gives no name. Never a path to write to. */
  readonly filename: string | undefined
  /** The media type that the client claims, in lower case and without parameters: a claim, no proof. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** Where it is kept, under a random name that only this user can read. */
  readonly path: string

  constructor(facts: UploadedFileFacts) {
    this.field = facts.field
    this.filename = facts.filename
    this.contentType = facts.contentType
    this.size = facts.size
    this.path = facts.path
  }

  /** The content, to be piped somewhere. */
  stream(): ReadStream {
    return createReadStream(this.path)
  }

  /** The whole content in memory. */
  bytes(): Promise<Buffer> {
    return readFile(this.path)
  }

  /** Moves the file to a path of yours, where it stays; a file that is there is replaced. Rejects as `rename` does. */
  async moveTo(path: string): Promise<void> {
    try {
      await rename(this.path, path)
    } catch (error) {
      // The temporary folder is often a file system of its own.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      await copyFile(this.path, path)
      await rm(this.path, { force: true })
    }
  }
}
