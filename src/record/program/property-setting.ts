import { type Program, quoted } from './program.js'

/**
 * How many properties of one object are set by names that stand in the code. An object of more is a dictionary for the engine, to
 * which it adds a property several times faster where it does not know the name: 1,000 take a third of the time.
 */
const NAMED = 256

/** The statement that sets a property to the value of an expression. */
export type Setting = (value: string) => string

/**
 * The code that sets a property of an object.
 *
 * @param object the expression of the object
 * @param index how many properties the same code sets before
 */
export function settingCode(object: string, property: string, index: number, program: Program): Setting {
  const name = quoted(property)
  if (index < NAMED) return (value) => `${object}[${name}] = ${value}`
  return (value) => `${program.constant(setProperty)}(${object}, ${name}, ${value})`
}

/** For the engine, the name is another one each time. */
function setProperty(object: Record<string, unknown>, name: string, value: unknown): void {
  object[name] = value
}
