/** A value that JSON cannot carry; its message names the way to it. */
export class SerializationError extends Error {
  override readonly name = 'SerializationError'
  /** The way to the value: `lines[3].createdAt`; empty for the whole. */
  readonly path: string

  constructor(path: string, reason: string) {
    super(`${path === '' ? 'The value' : `The value at '${path}'`} cannot be written as JSON: ${reason}`)
    this.path = path
  }
}
