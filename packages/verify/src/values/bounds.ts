// A document may require values that no request can have. Those that are made stay below, and are then not valid.

/** The longest text that is made, in characters. */
export const LONGEST = 100_000
/** The most items that a list is made of. */
export const MOST_ITEMS = 10_000
