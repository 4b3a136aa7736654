export type { Growth } from './growth.js'
export { type PatternCost, patternCost } from './pattern-cost.js'
export { isPlainPattern } from './plain-pattern.js'
export { readsTheSame } from './two-readings.js'
