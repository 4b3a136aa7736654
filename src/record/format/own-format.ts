import { SetupError } from '../../errors.js'
import { checkOptions, type OptionTable } from '../../options.js'
import type { PlainCheck } from '../type/plain-check.js'
import { type Format, lexical } from './format.js'
import { FORMATS } from './formats.js'
import { NUMBER_FORMATS } from './number-formats.js'
import { documentedPattern, expectPattern } from './pattern.js'

/** What a format of the application's own is; see {@link defineFormat}. */
export interface FormatOptions {
  /** Whether a text is of the format. It must return true or false at once, and what it throws counts as false. */
  readonly check?: (text: string) => boolean
  /** A regular expression that every text of the format matches; the document has it, so that clients know it. */
  readonly pattern?: RegExp | string
  /** A text of the format, which the document shows for each field that has no example of its own. */
  readonly example?: string
  /** The description of each field that has none of its own, as CommonMark. */
  readonly description?: string
  /** The message of a fault, to be read after the field's name. Default: `must be of the format iban`. */
  readonly message?: string
}

/**
 * The names of an application's own formats, for those that write them in place of the format itself: a declaration
 * `declare module 'fieldstone' { interface OwnFormats { iban: true } }` adds one.
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add to it
export interface OwnFormats {}

const FORMAT_OPTIONS: OptionTable<FormatOptions> = {
  check: true,
  pattern: true,
  example: true,
  description: true,
  message: true
}

/** What is known of a format of the application's own. */
interface Definition {
  readonly options: FormatOptions
  /** How it is checked and documented. */
  readonly format: Format
}

const definitions = new WeakMap<OwnFormat, Definition>()

/** A format of the application's own, which {@link defineFormat} makes. */
export class OwnFormat {
  /** Its name in the document. */
  readonly name: string

  /** @param name its name in the document */
  constructor(name: string) {
    this.name = name
  }

  /** Its name. */
  toString(): string {
    return this.name
  }
}

const defined = new Map<string, OwnFormat>()

/**
 * Defines a format once for the whole application, for `@Field({ format })`, parameters included. The document has its name
 * and its pattern; what only `check` can say is listed under `x-rules`.
 *
 * @example
 * const iban = defineFormat('iban', {
 *   check: hasCheckDigits,
 *   pattern: /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/,
 *   example: 'CH9300762011623852957'
 * })
 *
 * class Account {
 *   \@Field({ format: iban }) iban!: string
 * }
 * @throws SetupError FIELD_OPTION_INVALID for a name that is taken, a pattern that is none, and an example that is not of
 * the format; BootstrapError of OPTION_UNKNOWN
 */
export function defineFormat(name: string, options: FormatOptions = {}): OwnFormat {
  const place = `defineFormat(${JSON.stringify(name)})`
  checkOptions(options, FORMAT_OPTIONS, place)
  const fault = faultOf(name, options)
  if (fault !== undefined) throw new SetupError('FIELD_OPTION_INVALID', fault.what, place, fault.remedy)
  const format = formatOf(name, options)
  const { example } = options
  if (example !== undefined && format.test?.(example) !== true) {
    const what = `its example ${JSON.stringify(example)} is not of the format`
    throw new SetupError('FIELD_OPTION_INVALID', what, place, 'correct the example, the pattern or the check')
  }
  const known = defined.get(name)
  if (known !== undefined && !isSame(definitions.get(known)?.options ?? {}, options)) {
    const remedy = 'define it once, in a module that both uses import, or give one of them another name'
    throw new SetupError('FIELD_OPTION_INVALID', 'the format is defined twice', place, remedy)
  }
  // Modules that both use it may define it by the same function.
  const made = new OwnFormat(name)
  definitions.set(made, { options, format })
  defined.set(name, made)
  return made
}

/** The format of the application's own that an option names; undefined where it names none. */
export function ownFormatOf(format: unknown): Definition | undefined {
  const found = format instanceof OwnFormat ? format : typeof format === 'string' ? defined.get(format) : undefined
  return found && definitions.get(found)
}

/** The names of all that were defined. */
export function ownFormatNames(): readonly string[] {
  return [...defined.keys()]
}

function formatOf(name: string, { check, pattern, message }: FormatOptions): Format {
  const expression = pattern === undefined ? undefined : documentedPattern(pattern)
  const test = (text: unknown) =>
    typeof text === 'string' && expression?.test(text) !== false && (check === undefined || passes(check, text))
  const plain: PlainCheck | undefined =
    expression !== undefined && check === undefined ? { kind: 'pattern', pattern: expression } : undefined
  return {
    ...lexical(name, test, message ?? `must be of the format ${name}`),
    keywords: { format: name, ...(expression !== undefined && { pattern: expression.source }) },
    ...(check !== undefined && { isPartial: true }),
    ...(plain !== undefined && { check: plain }),
    test,
    ...(expression !== undefined && { expression })
  }
}

function passes(check: (text: string) => boolean, text: string): boolean {
  try {
    const result: unknown = check(text)
    // A promise that is rejected must not end the process.
    if (result instanceof Promise) result.catch(() => undefined)
    return result === true
  } catch {
    return false
  }
}

interface Fault {
  readonly what: string
  readonly remedy: string
}

function faultOf(name: unknown, options: FormatOptions): Fault | undefined {
  if (typeof name !== 'string' || name === '') return { what: 'the format has no name', remedy: "name it: 'iban'" }
  if (Object.hasOwn(FORMATS, name) || Object.hasOwn(NUMBER_FORMATS, name)) {
    return { what: `Fieldstone has a format ${name}`, remedy: 'use it, or choose another name' }
  }
  if (options.check !== undefined && typeof options.check !== 'function') {
    return { what: 'its check is not a function', remedy: 'write check: (text) => …' }
  }
  const expected = options.pattern === undefined ? undefined : expectPattern(options.pattern)
  if (expected !== undefined) return { what: `its pattern is ${String(options.pattern)}`, remedy: `give ${expected}` }
  for (const member of ['example', 'description', 'message'] as const) {
    const value: unknown = options[member]
    if (value !== undefined && typeof value !== 'string')
      return { what: `its ${member} is not a text`, remedy: 'give a text or remove it' }
  }
  return undefined
}

function isSame(one: FormatOptions, other: FormatOptions): boolean {
  return (Object.keys(FORMAT_OPTIONS) as (keyof FormatOptions)[]).every(
    // Two functions of one text can check by different values around them.
    (name) => (name === 'pattern' ? sourceOf(one) === sourceOf(other) : one[name] === other[name])
  )
}

function sourceOf({ pattern }: FormatOptions): string | undefined {
  return documentedPattern(pattern)?.source
}
