import { BootstrapError, SetupError } from './errors.js'
import { EXTENSIONS, extensionFault, isExtension } from './extensions.js'

/** What is known of an option: the only values that it may have, or true where the values are not listed here. */
export type KnownOption = true | readonly (string | number | boolean)[]

/**
 * Every option of `T`, by name. TypeScript checks that the table and the interface have the same names, and that the table
 * of an interface with extensions says so: `[EXTENSIONS]: true`.
 */
export type OptionTable<T> = { readonly [Name in keyof T]-?: KnownOption } & ExtensionMark<keyof T>

/** What an object with extensions may have. */
type ExtensionMark<Names> = string extends Names
  ? unknown
  : `x-${string}` extends Names
    ? { readonly [EXTENSIONS]: true }
    : unknown

/** Values of a flag. */
export const FLAG = [true, false] as const

/** Details of the check of an object of options. */
export interface OptionCheck {
  /** Remedies by name, for names that are not options here and that people often write: `required`. */
  readonly instead?: Readonly<Record<string, string>>
  /** Another remedy, added to the first: `, or …`. */
  readonly alternative?: string
  /**
   * Whether the object may have other members, as an instance of a class has; then only misspelt names are rejected.
   * Default: whether it is an instance of a class.
   */
  readonly isOpen?: boolean
}

/** One thing wrong with an object of options. */
interface OptionFault {
  readonly what: string
  readonly remedy: string
}

/**
 * Checks the names of options, and their values where those are listed: TypeScript rejects a misspelt name, JavaScript
 * would ignore it silently. Members that are undefined, and symbols, are not checked.
 *
 * @param place the declaration, for errors; a function is called only when there is an error
 * @throws BootstrapError of OPTION_UNKNOWN with everything that is wrong; undefined means no options, and is valid
 */
export function checkOptions<T>(
  options: T | undefined,
  table: OptionTable<T>,
  place: string | (() => string),
  details: OptionCheck = {}
): void {
  const faults = optionFaults(options, table, details)
  if (faults.length === 0) return
  const where = typeof place === 'function' ? place() : place
  throw new BootstrapError(faults.map(({ what, remedy }) => new SetupError('OPTION_UNKNOWN', what, where, remedy)))
}

/** The same for options that are given while a request is handled: throws a TypeError. `whose`: `The cookie "a"`. */
export function checkGivenOptions<T>(options: T | undefined, table: OptionTable<T>, whose: string): void {
  const [fault] = optionFaults(options, table, {})
  if (fault !== undefined) throw new TypeError(`${whose}: ${fault.what}; ${fault.remedy}`)
}

/**
 * Whether a plain object is options rather than the values of an enum, which may be given in the same place: one of its
 * names is an option's, or looks like one. Names of enums start with capitals.
 */
export function isNamedByOptions<T>(value: object, table: OptionTable<T>): boolean {
  const names = Object.keys(table)
  return Object.keys(value).some((name) => {
    if (isExtension(name)) return EXTENSIONS in table
    return Object.hasOwn(table, name) || (/^[a-z].{5}/.test(name) && misspelt(name, names) !== undefined)
  })
}

/** The options that a table names, and its extensions, from an object that has others as well. */
export function pickOptions<T>(options: T, table: OptionTable<T>): T {
  const names = Object.keys(table)
  if (EXTENSIONS in table) names.push(...Object.keys(options as object).filter(isExtension))
  return Object.fromEntries(names.map((name) => [name, options[name as keyof T]])) as T
}

function optionFaults<T>(options: T | undefined, table: OptionTable<T>, details: OptionCheck): OptionFault[] {
  if (options === undefined) return []
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const kind = Array.isArray(options) ? 'list' : typeof options
    return [{ what: `the options are ${options === null ? 'null' : `a ${kind}`}`, remedy: 'give an object' }]
  }
  const { instead = {}, alternative = '', isOpen = !isPlain(options) } = details
  const faults: OptionFault[] = []
  for (const name in options) {
    const value: unknown = options[name]
    if (value === undefined || !Object.hasOwn(options, name)) continue
    const fault = faultOf(name, value, table, { instead, alternative, isOpen })
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

function faultOf(
  name: string,
  value: unknown,
  table: Readonly<Record<string, KnownOption>>,
  { instead, alternative, isOpen }: Required<OptionCheck>
): OptionFault | undefined {
  if (isExtension(name) && EXTENSIONS in table) return extensionFault(name, value)
  const known = Object.hasOwn(table, name) ? table[name] : undefined
  if (known === undefined) {
    const names = Object.keys(table)
    if (isOpen && misspelt(name, names) === undefined) return undefined
    const meant = nearestName(name, names)
    const own = Object.hasOwn(instead, name) ? instead[name] : undefined
    if (own !== undefined) return { what: `there is no option '${name}'`, remedy: own }
    if (meant === undefined) {
      return { what: `there is no option '${name}'`, remedy: `the options are ${list(names)}${alternative}` }
    }
    const what = `there is no option '${name}' (did you mean '${meant}'?)`
    return { what, remedy: `correct its name or remove it${alternative}` }
  }
  if (known === true || known.includes(value as string)) return undefined
  const texts = known.filter((each) => typeof each === 'string')
  const near = typeof value === 'string' ? nearestName(value, texts) : undefined
  const hint = near === undefined ? '' : ` (did you mean '${near}'?)`
  return {
    what: `the option ${name} is ${shownValue(value)}${hint}`,
    remedy: `give ${list(known.map(shownValue), ' or ')}`
  }
}

/** Whether an object is a literal, and no instance of a class. */
export function isPlain(options: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(options)
  return prototype === Object.prototype || prototype === null
}

/** The name that a misspelt one may stand for; undefined where none is similar. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return nearest(name, names, Math.min(3, Math.floor(name.length / 3) + (name.length > 2 ? 1 : 0)))
}

/** The name that a misspelt one almost certainly stands for, where other names are valid as well. */
function misspelt(name: string, names: readonly string[]): string | undefined {
  return nearest(name, names, name.length < 8 ? 1 : 2)
}

function nearest(name: string, names: readonly string[], most: number): string | undefined {
  let found: string | undefined
  let least = most + 1
  for (const candidate of names) {
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase(), least)
    if (distance < least && distance < candidate.length) {
      found = candidate
      least = distance
    }
  }
  return found
}

/** The Damerau–Levenshtein distance: letters to add, remove, change or swap with the next; at most `limit`. */
function distanceOf(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1))
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (row > 1 && column > 1 && isExchanged) cost = Math.min(cost, at(before, column - 2) + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return Math.min(at(last, other.length), limit)
}

function at(row: readonly number[], column: number): number {
  return row[column] as number
}

function list(names: readonly string[], last = ' and '): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}${last}${names.at(-1)}`
}

/** A value that an option has, for a message. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  return typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : String(value)
}
