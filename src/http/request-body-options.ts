import { setupErrorOf } from '../errors.js'
import { EXTENSIONS, type Extensions, extensionsOf } from '../extensions.js'
import { checkOptions, FLAG, isNamedByOptions, type OptionTable, pickOptions } from '../options.js'
import { compileExampleCheck } from '../record/binder.js'
import type { TypeSchema } from '../record/type/schema.js'
import { mayBeOptions } from '../record/type/standard-schema.js'
import { parseType } from '../record/type/type-expression.js'
import { type BodyDeclaration, declareBody, declareContent, hasFiles } from './body/declared-body.js'
import {
  contentEntries,
  type DeclaredType,
  type DescribedExamples,
  describedExamples,
  EXAMPLE_OPTIONS,
  type ExampleOptions,
  hasExamples,
  isNoOption,
  type MediaOption
} from './content-options.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/** What can be said of a request body beside its type. */
export interface BodyOptions extends ExampleOptions, Extensions {
  /**
   * The accepted media types: one, or a list. The document lists them, and a body of another type is a 415. Default:
   * `application/json`; `multipart/form-data` for a record with files, `application/octet-stream` for `Buffer`.
   */
  readonly consumes?: string | readonly string[]
  /**
   * The type of the body by media type, where they differ, or a {@link MediaOption} with examples; in place of a type and
   * `consumes`. The `Content-Type` of a request chooses.
   *
   * @example { content: { 'application/json': NewBook, 'application/vnd.library.book+json': LibraryBook } }
   */
  readonly content?: Readonly<Record<string, MediaOption | DeclaredType>>
  /** What the body is, as CommonMark. */
  readonly description?: string
  /**
   * Whether every request must have a body. Default: true. Where it is false, the value of a request without one is
   * undefined: of one whose content has no bytes, however its head says so.
   */
  readonly required?: boolean
}

/** A request body of the router's own form: its type, or its types by media type, and what is said of it. */
export interface RequestBodyOption extends BodyOptions {
  /** The type of the body, in every media type of `consumes`. */
  readonly type?: DeclaredType
}

/** {@link BodyOptions}, by name. */
export const BODY_OPTIONS: OptionTable<BodyOptions> = {
  consumes: true,
  content: true,
  description: true,
  required: FLAG,
  ...EXAMPLE_OPTIONS,
  [EXTENSIONS]: true
}

const REQUEST_BODY_OPTIONS: OptionTable<RequestBodyOption> = { ...BODY_OPTIONS, type: true }

/** Whether a `requestBody` is options rather than a type. */
function isRequestBodyOption(value: unknown): value is RequestBodyOption {
  return mayBeOptions(value) && isNamedByOptions(value, REQUEST_BODY_OPTIONS) && !isNoOption(value)
}

/** A declared body, with what the document says of it. */
export interface DescribedBody extends BodyDeclaration {
  readonly description: string | undefined
  /** By media type; none where it has no examples. */
  readonly examples: ReadonlyMap<string, DescribedExamples>
  readonly extensions: Extensions
}

/**
 * The body that options declare in the router's own form.
 *
 * @param consumes of the route
 * @throws SetupError ROUTE_OPTIONS_INVALID, and for an unknown type; BootstrapError of OPTION_UNKNOWN
 */
export function requestBody(declared: unknown, consumes: BodyOptions['consumes'], place: string): DescribedBody {
  if (!isRequestBodyOption(declared)) {
    return describedBody(parseType(declared, place), consumes === undefined ? {} : { consumes }, place)
  }
  checkOptions(declared, REQUEST_BODY_OPTIONS, place)
  const { type, ...options } = declared
  const isTyped = 'type' in declared
  if (!isTyped && options.content === undefined) {
    throw invalid('requestBody has neither a type nor content', place, 'write requestBody: { type: NewItem, … }')
  }
  if (consumes !== undefined && options.consumes !== undefined) {
    throw invalid('consumes is given in requestBody and beside it', place, 'keep one of them')
  }
  const merged = consumes === undefined ? options : { ...options, consumes }
  return describedBody(isTyped ? parseType(type, place) : undefined, merged, place)
}

/**
 * The body that a type and its options declare.
 *
 * @param type undefined where the options have `content`
 * @throws SetupError ROUTE_OPTIONS_INVALID, and for an unknown type
 */
export function describedBody(type: TypeSchema | undefined, options: BodyOptions, place: string): DescribedBody {
  const { content, consumes, description, required = true } = options
  const extensions = extensionsOf(options)
  if (description !== undefined && typeof description !== 'string') {
    throw invalid('its description is not a text', place, 'make it a text or leave it out')
  }
  if (content === undefined) {
    const body = declareBody(type as TypeSchema, consumes, place, required)
    const option = pickOptions<ExampleOptions>(options, EXAMPLE_OPTIONS)
    return Object.assign(body, {
      description,
      examples: examplesOf(body, () => option as MediaOption, place),
      extensions
    })
  }
  if (type !== undefined || consumes !== undefined || hasExamples(options)) {
    const beside = type !== undefined ? 'a type' : consumes !== undefined ? 'consumes' : 'examples'
    throw invalid(`it has content beside ${beside}`, place, 'put everything into content')
  }
  const media = contentEntries(mayBeOptions(content) ? content : {}, { place, invalid })
  if (media.size === 0) {
    const remedy = "write content: { 'application/json': NewItem, 'application/x-www-form-urlencoded': ItemForm }"
    throw invalid('its content names no media type', place, remedy)
  }
  const types = [...media].map(([name, option]) => [name, parseType(option.type, `${place}, ${name}`)] as const)
  const body = declareContent(types, place, required)
  return {
    ...body,
    description,
    examples: examplesOf(body, (name) => media.get(name) as MediaOption, place),
    extensions
  }
}

function examplesOf(
  { media }: BodyDeclaration,
  optionOf: (name: string) => ExampleOptions & Extensions,
  place: string
): ReadonlyMap<string, DescribedExamples> {
  const examples = new Map<string, DescribedExamples>()
  for (const [name, type] of media) {
    const option = optionOf(name)
    const extensions = extensionsOf(option)
    if (!hasExamples(option)) {
      if (Object.keys(extensions).length > 0) examples.set(name, extensions)
      continue
    }
    if (type.kind === 'file' || hasFiles(type)) {
      throw invalid('it has an example, and bytes have no JSON form', place, 'remove the example')
    }
    const where = media.size > 1 ? `${place}, ${name}` : place
    const faultOf = compileExampleCheck(type, 'request')
    examples.set(name, { ...describedExamples(option, { place: where, invalid, faultOf }), ...extensions })
  }
  // The same for most bodies, which have none.
  return examples.size === 0 ? NO_EXAMPLES : examples
}

const NO_EXAMPLES: ReadonlyMap<string, DescribedExamples> = new Map()
