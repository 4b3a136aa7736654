/** Whether specs look for long, as `npm run deep` has it. */
export const isDeep: boolean = process.env.FIELDSTONE_DEEP === 'true'

/** What specs that try cases by chance begin with: the same on every run, but for `npm run deep`. */
export const SEED: number = Number(process.env.FIELDSTONE_SEED ?? 11)
