import { RULES } from './built-in-rules.js'

/** The name that a constraint of class-validator has in faults, where that is another one: `pattern` of `matches`. */
export function faultNameOf(constraint: string): string | undefined {
  return Object.hasOwn(RULES, constraint) ? RULES[constraint]?.name : undefined
}
