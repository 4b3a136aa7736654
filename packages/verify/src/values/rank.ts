/**
 * When an edge case is tried: what most often shows a mistake comes first, so that a run that is cut short has tried it.
 */
export const RANK = {
  /** Requests of strangers: without credentials, and with wrong ones. */
  stranger: 0,
  /** Other methods and paths. */
  method: 1,
  /** Empty, zero, null, absent, each member of an enum, each minimum and maximum. */
  extreme: 2,
  /** All parts at an extreme at once. */
  combined: 3,
  /** Other types, other media types, unknown properties. */
  type: 4,
  /** Values that are almost in their format, pattern or number. */
  near: 5,
  /** Forms of a text that some readers take for a number, a boolean or a list; broken encodings. */
  lexical: 6
} as const

/** One of {@link RANK}. */
export type Rank = (typeof RANK)[keyof typeof RANK]

/** In the order of trying. */
export const RANKS: readonly Rank[] = Object.values(RANK)
