/** The command was called wrongly, or cannot do its work: printed without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
