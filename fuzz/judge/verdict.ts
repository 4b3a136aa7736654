/** One fault in what the target did. */
export interface Verdict {
  /** The same for everything that is wrong in the same way: findings are counted by it. */
  readonly kind: string
  readonly detail: string
}
