import fc from 'fast-check'

/** fast-check's imperative generator. */
export type Draw = fc.GeneratorValue

/** One of the values. */
export const pick = <T>(draw: Draw, values: readonly T[]): T => draw(fc.constantFrom, ...values)

/** True so many times in a hundred. */
export const chance = (draw: Draw, percent: number): boolean => draw(fc.integer, { min: 0, max: 99 }) >= 100 - percent
