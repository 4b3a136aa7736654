import { SetupErrors, setupErrorOf } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { checkOptions, isNamedByOptions } from '../../options.js'
import { Field } from '../../record/field/field.js'
import { isScalar, itemTypes } from '../../record/kinds/type-facts.js'
import { recordSchemaOf } from '../../record/model/registry.js'
import { Compilation } from '../../record/read/compilation.js'
import { checkDeclaredValues, faultOf } from '../../record/read/default-check.js'
import type { FieldSchema } from '../../record/type/schema.js'
import { mayBeOptions } from '../../record/type/standard-schema.js'
import { type DescribedExamples, describedExamples, type ExampleOptions } from '../content-options.js'
import { HEADER_OPTIONS, type HeaderOption, type ResponseOption } from '../operation-options.js'
import { parameterNameFault } from '../parameter-name.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

/** The headers that a response declares. */
export interface DeclaredHeaders {
  /** A record made for them: its fields are the headers, by names in lower case. */
  readonly record: Class
  readonly headers: readonly DeclaredHeader[]
}

export interface DeclaredHeader {
  /** As it is written in the declaration. */
  readonly name: string
  readonly field: FieldSchema
  /** Undefined where it has none by name. */
  readonly examples: DescribedExamples | undefined
}

/** Headers that are set when the response is written, where no declaration has a part in it. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']
])

/** Headers whose dates are written as HTTP writes dates, and not as JSON does (RFC 9110, section 5.6.7). */
const HTTP_DATES: ReadonlySet<string> = new Set(['expires', 'last-modified', 'retry-after', 'sunset'])

const known = new WeakMap<ResponseOption, DeclaredHeaders>()

/**
 * The headers of a declared response, read once; undefined where it declares none.
 *
 * @throws SetupError or BootstrapError, RESPONSE_INVALID and what the declaration of a field can be wrong with
 */
export function declaredHeaders(option: ResponseOption, place: string): DeclaredHeaders | undefined {
  if (option.headers === undefined) return undefined
  const found = known.get(option)
  if (found !== undefined) return found
  const { headers } = option
  if (!mayBeOptions(headers)) {
    throw invalid('its headers are not an object', place, "write headers: { location: String, 'x-total': Integer }")
  }
  if (Object.keys(headers).length === 0) {
    throw invalid('its headers name none', place, 'remove them, or write headers: { location: String }')
  }
  const record = class {}
  Object.defineProperty(record, 'name', { value: `${place}, headers` })
  const errors = new SetupErrors()
  const names = new Map<string, string>()
  const examples = new Map<string, HeaderOption['examples']>()
  for (const [name, declared] of Object.entries(headers)) {
    errors.attempt(() => {
      const where = `${place}, header ${name}`
      const key = checkedName(name, names, where)
      examples.set(key, declareHeader(record, key, declared, where))
      names.set(key, name)
    })
  }
  errors.throwIfAny()
  const schema = recordSchemaOf(record)
  const { fields } = schema
  const compilation = new Compilation('json', 'rules', { direction: 'declared' })
  checkDeclaredValues(schema, compilation)
  for (const field of fields) errors.attempt(() => checkType(field, `${place}, header ${names.get(field.name)}`))
  errors.throwIfAny()
  const described = fields.map((field): DeclaredHeader => {
    const name = names.get(field.name) as string
    const given = examples.get(field.name)
    const owner = {
      place: `${place}, header ${name}`,
      invalid,
      faultOf: (value: unknown) => faultOf(field, value, compilation)
    }
    const option = { examples: given, ...(field.example !== undefined && { example: field.example }) } as ExampleOptions
    const described = given === undefined ? undefined : errors.attempt(() => describedExamples(option, owner))
    return { name, field, examples: described }
  })
  errors.throwIfAny()
  const read = { record, headers: described }
  known.set(option, read)
  return read
}

function checkedName(name: string, names: ReadonlyMap<string, string>, where: string): string {
  const key = name.toLowerCase()
  if (parameterNameFault('cookie', name) !== undefined) {
    throw invalid('no header can have this name', where, 'use letters, digits and hyphens')
  }
  if (key === 'content-type') {
    throw invalid('OpenAPI ignores it', where, 'remove it: `contentType` or `content` says what the media type is')
  }
  if (OWN_HEADERS.has(key)) throw invalid('every response has its own, which no handler sets', where, 'remove it')
  if (names.has(key)) throw invalid(`it is declared twice, as ${names.get(key)}, too`, where, 'remove one')
  return key
}

/** Returns its examples by name. */
function declareHeader(record: Class, key: string, declared: unknown, where: string): HeaderOption['examples'] {
  if (declared === undefined) {
    throw invalid('its type is undefined (perhaps because of a circular import)', where, 'write a type, such as String')
  }
  const isOption = mayBeOptions(declared) && (isNamedByOptions(declared, NAMES) || Object.keys(declared).length === 0)
  const option = (isOption ? declared : { type: declared }) as HeaderOption
  checkOptions(option, HEADER_OPTIONS, where, { instead: INSTEAD })
  const { type = String, examples, ...options } = option
  // Every object has properties such as `constructor`.
  const property = key in Object.prototype ? `header ${key}` : key
  const field = { ...options, ...(property !== key && { name: key }) }
  Field(() => type, field)(record.prototype, property)
  return examples
}

/** `required` is not an option of a field, but people often write it. */
const NAMES = { ...HEADER_OPTIONS, required: true as const }
const INSTEAD = {
  required: 'a header is required unless `optional: true` is given',
  nullable: 'a header cannot be null: write `optional: true` for one that may be absent',
  default: 'set the header in every response'
}

function checkType({ name, type, nullable }: FieldSchema, where: string): void {
  if (nullable) throw invalid('no text is null', where, INSTEAD.nullable)
  const parts = itemTypes(type) ?? [type]
  const isText = parts.every((part) => part.kind === 'any' || (part.kind !== 'nullable' && isScalar(part)))
  if (!isText) throw invalid('text cannot express its type', where, 'use a scalar type or a list of one')
  if (type.kind === 'timestamp' && HTTP_DATES.has(name)) {
    throw invalid(
      'it is a date as HTTP writes it, not as JSON does',
      where,
      'declare it as String; ctx.header takes a Date'
    )
  }
}
