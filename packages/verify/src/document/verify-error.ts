/** Verification is not possible: the document cannot be read, or the service accepts no connection. */
export class VerifyError extends Error {
  /** `'VerifyError'`. */
  override readonly name = 'VerifyError'
}

/** Why a schema could not be read: what is too large fills the stack. */
export function readingFault(error: unknown): string {
  const { message, cause } = error as Error
  return [error, cause].some((each) => each instanceof RangeError)
    ? 'a schema is too large, or nested too deeply'
    : message
}
