/**
 * A library that verification needs is not installed.
 *
 * In a file without imports: its declaration is published, and must compile where those libraries are missing.
 */
export class MissingLibraryError extends Error {
  /** `'MissingLibraryError'`. */
  override readonly name = 'MissingLibraryError'

  constructor(missing: readonly string[], cause: unknown) {
    super(
      `verify needs ${missing.join(' and ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed; ` +
        `run: npm install --save-dev ${missing.join(' ')}`,
      { cause }
    )
  }
}
