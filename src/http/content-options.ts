import { SetupError, SetupErrors } from '../errors.js'
import { EXTENSIONS, type Extensions, extensionFault, extensionsOf, isExtension } from '../extensions.js'
import { checkOptions, isNamedByOptions, type OptionTable } from '../options.js'
import { mayBeOptions } from '../record/type/standard-schema.js'

/** A type as it is declared: a class, `Integer`, `[Item]`, a sample value and so on. */
export type DeclaredType = unknown

/** One example with a name, and what is said of it. OpenAPI 3.0.3, section 4.7.19. */
export interface ExampleOption extends Extensions {
  /** One line of what it shows. */
  readonly summary?: string
  /** What it shows, as CommonMark. */
  readonly description?: string
  /** A value of the declared type, as JSON; it, or `externalValue`. */
  readonly value?: unknown
  /** The URL of a value that the document does not contain, absolute or relative to the document; nothing checks it. */
  readonly externalValue?: string
}

/** Examples of a body or a parameter: one, or several by name. Each is checked against the type when the service starts. */
export interface ExampleOptions {
  /** A value of the declared type, as JSON. */
  readonly example?: unknown
  /**
   * Values of the declared type, as JSON, by name; each alone, or as an {@link ExampleOption}. An object with a `value` or
   * an `externalValue`, and nothing else than the other options, is taken for the latter. One that several have is made by
   * {@link defineExample}.
   *
   * @example { short: { title: 'Emma' }, long: { summary: 'With everything', value: { title: 'Emma', pages: 474 } } }
   */
  readonly examples?: Readonly<Record<string, unknown>>
}

/** An example with a name of its own, which bodies, parameters and headers refer to; made by {@link defineExample}. */
export class SharedExample {
  /** Its name among the components of the document. */
  readonly name: string
  /** A value, or the options of an example. */
  readonly example: unknown

  /** @internal */
  constructor(name: string, example: unknown) {
    this.name = name
    this.example = example
  }
}

/**
 * An example that several bodies, parameters or headers have: `components.examples` of the document has it once, by its name.
 * It is checked by the type of each.
 *
 * @param example a value as JSON, or an {@link ExampleOption}, as among `examples`
 * @example
 * const emma = defineExample('Emma', { summary: 'A novel', value: { title: 'Emma' } })
 * \@Returns(200, Book, { examples: { emma } })
 *
 * @throws SetupError RESPONSE_INVALID for a name that no component can have
 */
export function defineExample(name: string, example: unknown): SharedExample {
  checkComponentName('example', name, 'defineExample()')
  return new SharedExample(name, example)
}

/** @throws SetupError RESPONSE_INVALID for a name that no component of a document can have (OpenAPI 3.0.3, section 4.7.7) */
export function checkComponentName(kind: string, name: unknown, place: string): void {
  if (typeof name === 'string' && /^[\w.-]+$/.test(name)) return
  const what = `no ${kind} can have the name ${JSON.stringify(name)}`
  throw new SetupError('RESPONSE_INVALID', what, place, 'use letters, digits and . _ -')
}

/** A reference to a shared example. */
interface ExampleReference extends Extensions {
  /** `#/components/examples/Emma` */
  readonly $ref: string
}

/** What a reference stands for. */
export interface ReferredExample {
  readonly shared: SharedExample
  /** As the document has it. */
  readonly described: object
}

/** What a body is in one media type, with examples of it. */
export interface MediaOption extends ExampleOptions, Extensions {
  /** The type of the body. */
  readonly type?: DeclaredType
}

/** {@link ExampleOptions}, by name. */
export const EXAMPLE_OPTIONS: OptionTable<ExampleOptions> = { example: true, examples: true }

const MEDIA_OPTIONS: OptionTable<MediaOption> = { ...EXAMPLE_OPTIONS, type: true, [EXTENSIONS]: true }

/** Examples as the document has them in a Media Type Object or a Parameter Object, with the extensions of a Media Type Object. */
export interface DescribedExamples extends Extensions {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, ExampleOption | ExampleReference>>
}

/** A member of `content`: a type alone, or its options. */
function mediaOption(declared: unknown, place: string): MediaOption {
  if (!mayBeOptions(declared) || !isNamedByOptions(declared, MEDIA_OPTIONS) || isNoOption(declared)) {
    return { type: declared }
  }
  checkOptions(declared as MediaOption, MEDIA_OPTIONS, place)
  return declared as MediaOption
}

/** Whether an object with a `type` is an enum, or a JSON Schema, which is rejected as a type. */
export function isNoOption({ type }: { readonly type?: unknown }): boolean {
  return typeof type === 'string'
}

/**
 * The members of `content`, by media type in lower case.
 *
 * @throws SetupError for one that is declared twice
 */
export function contentEntries(
  content: object,
  { place, invalid }: Pick<ExampleOwner, 'place' | 'invalid'>
): Map<string, MediaOption> {
  const entries = new Map<string, MediaOption>()
  for (const [name, declared] of Object.entries(content)) {
    const key = name.toLowerCase()
    if (entries.has(key)) throw invalid(`its content has ${key} twice`, place, 'remove one of them')
    entries.set(key, mediaOption(declared, `${place}, ${name}`))
  }
  return entries
}

/** Whether any example is given. */
export function hasExamples({ example, examples }: ExampleOptions): boolean {
  return example !== undefined || examples !== undefined
}

/** A declaration whose examples are read: its place, what makes its setup errors, and how a value breaks its type. */
export interface ExampleOwner {
  readonly place: string
  readonly invalid: (what: string, place: string, remedy: string) => SetupError
  readonly faultOf: (value: unknown) => string | undefined
}

/**
 * The examples of a declaration, each checked by its type.
 *
 * @throws BootstrapError with each that is wrong, by its name and the field; SetupError for what is no examples
 */
export function describedExamples(
  { example, examples }: ExampleOptions,
  { place, invalid, faultOf }: ExampleOwner
): DescribedExamples {
  if (example !== undefined && examples !== undefined) {
    throw invalid('it has example and examples', place, 'put the first among the second, under a name')
  }
  const checked = (given: unknown, what: string, where: string): unknown => {
    const value = jsonOf(given)
    if (value === undefined) throw invalid(`${what} has no JSON form`, where, 'write it as JSON')
    const fault = faultOf(value)
    if (fault === undefined) return value
    throw invalid(`${what} breaks its type: ${fault}`, where, 'write a value that the type accepts, as JSON')
  }
  if (examples === undefined) return { example: checked(example, 'the example', place) }
  const entries = mayBeOptions(examples) ? Object.entries(examples) : []
  if (entries.length === 0) {
    throw invalid('its examples have no names', place, "write examples: { short: { title: 'Emma' } }")
  }
  const errors = new SetupErrors()
  const described: Record<string, ExampleOption | ExampleReference> = {}
  for (const [name, given] of entries) {
    errors.attempt(() => {
      const shared = given instanceof SharedExample ? given : undefined
      const option = exampleOption(shared === undefined ? given : shared.example)
      const where = `${place}, example ${name}`
      const said = saidOf(option, (what, remedy) => invalid(what, where, remedy))
      const { externalValue: _, ...about } = said
      const own =
        said.externalValue === undefined
          ? {
              ...about,
              value: checked(option.value, `the example ${JSON.stringify(name)}`, where),
              ...extensionsOf(option)
            }
          : { ...said, ...extensionsOf(option) }
      described[name] = shared === undefined ? own : referenceTo(shared, own)
    })
  }
  errors.throwIfAny()
  return { examples: described }
}

/** An example alone, or with what is said of it. */
function exampleOption(given: unknown): ExampleOption {
  const isOption =
    mayBeOptions(given) &&
    ('value' in given || 'externalValue' in given) &&
    Object.keys(given).every((name) => OPTION_NAMES.has(name) || isExtension(name))
  return isOption ? (given as ExampleOption) : { value: given }
}

const OPTION_NAMES: ReadonlySet<string> = new Set(['summary', 'description', 'value', 'externalValue'])

/** What an example says beside its value. @throws what `invalid` makes */
function saidOf(
  option: ExampleOption,
  invalid: (what: string, remedy: string) => SetupError
): Pick<ExampleOption, 'summary' | 'description' | 'externalValue'> {
  const { value, ...rest } = option
  const said = Object.entries(rest).filter(([, given]) => given !== undefined)
  for (const [name, given] of said) {
    if (isExtension(name)) {
      const fault = extensionFault(name, given)
      if (fault !== undefined) throw invalid(fault.what, fault.remedy)
    } else if (typeof given !== 'string') throw invalid(`its ${name} is not a text`, 'make it a text or leave it out')
  }
  const { externalValue } = option
  if (externalValue !== undefined) {
    if (value !== undefined) throw invalid('it has a value and an externalValue', 'keep one of them')
    if (externalValue === '' || /[\s<>"\\^`{|}]/.test(externalValue) || !URL.canParse(externalValue, 'http://host')) {
      throw invalid('its externalValue is not a URL', "write it like 'https://example.com/order.json' or '/order.json'")
    }
  }
  return Object.fromEntries(said.filter(([name]) => !isExtension(name)))
}

/** What a value is as JSON; undefined where it has no such form. */
function jsonOf(value: unknown): unknown {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const referred = new WeakMap<object, ReferredExample>()

/** A reference to a shared example that was read and checked. */
function referenceTo(shared: SharedExample, described: object): ExampleReference {
  const reference = { $ref: `#/components/examples/${shared.name}` }
  referred.set(reference, { shared, described })
  return reference
}

/** What a reference of a document's examples stands for; undefined for an example that is there itself. */
export function referredExample(example: object): ReferredExample | undefined {
  return referred.get(example)
}
