/**
 * Specs that try cases by chance try a few in `npm test`, the same on every run, and many in `npm run deep`, others each
 * time.
 */
export const isDeep: boolean = process.env.FIELDSTONE_DEEP === 'true'

/** The part of the few cases that is tried; specs that run a second time in another way try a part. */
const share = Number(process.env.FIELDSTONE_CASES_SHARE ?? 1)

/** How many cases are tried. */
export function cases(few: number, many: number): number {
  return isDeep ? many : Math.ceil(few * share)
}

/** The seed of the cases; `own` is that of `npm test`. */
export function seed(own: number): number {
  return isDeep ? Number(process.env.FIELDSTONE_SEED ?? own) : own
}

/** What fast-check is to be given for so many cases. */
export function chance(few: number, many: number): { seed: number; numRuns: number; endOnFailure: true } {
  return { seed: seed(20261120), numRuns: cases(few, many), endOnFailure: true }
}

/** Has `npm run deep` print at its end how often something was counted, in all runs together. */
export function count(what: string, times: number): void {
  // On a line of its own: the reporter's dots have none.
  if (isDeep) console.log(`\ncounted ${times} ${what}`)
}
