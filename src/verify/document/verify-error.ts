/** Verification is not possible: the document cannot be read, or the service accepts no connection. */
export class VerifyError extends Error {
  /** `'VerifyError'`. */
  override readonly name = 'VerifyError'
}
