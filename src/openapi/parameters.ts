import { SetupErrors, setupErrorOf } from '../errors.js'
import { extensionsOf } from '../extensions.js'
import { type DescribedExamples, describedExamples, type ExampleOptions } from '../http/content-options.js'
import type { ParameterOption } from '../http/operation-options.js'
import { parameterKey } from '../http/parameter-name.js'
import { declaredParameters, withoutNull } from '../http/parameters/declared-parameters.js'
import { parameterPlace } from '../http/parameters/parameter-type.js'
import type { PathParameter } from '../http/path/pattern.js'
import type { RouteDefinition } from '../http/route.js'
import { compareVersions } from '../http/versioning.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import { isScalar, itemTypes } from '../record/kinds/type-facts.js'
import { Compilation } from '../record/read/compilation.js'
import { faultOf } from '../record/read/default-check.js'
import type { FieldSchema, QueryStyle, TypeSchema } from '../record/type/schema.js'
import type { SchemaObject } from '../record/type/schema-object.js'
import type { Parameter, ParameterPlace } from './document.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** A parameter before it is described: the field that its route reads, and its declaration in the route's options. */
interface ParameterSource {
  readonly in: ParameterPlace
  readonly name: string
  readonly field: FieldSchema
  /** What it says of the type is in the field. */
  readonly option: Omit<ParameterOption, 'schema' | 'required'> | undefined
  /** The examples of its input. */
  readonly examples?: ExampleOptions['examples'] | undefined
}

/**
 * The parameters of an operation: those of its path, in the path's order, declared or not; then those that the route's
 * method reads; then the others that its options declare. Where there are both, the options win.
 *
 * @param names the names of the path's parameters in the document, in the path's order
 * @throws BootstrapError of PARAMETER_INVALID for each malformed one.
 */
export function describeParameters(
  route: RouteDefinition,
  names: readonly string[],
  emitter: SchemaEmitter
): Parameter[] {
  const sources = parameterSources(route)
  const errors = new SetupErrors()
  const path = route.pattern.parameters.map((parameter, index) =>
    errors.attempt(() => {
      const source = sources.get(parameterKey({ in: 'path', name: parameter.name }))
      const described = source === undefined ? UNDECLARED : describeParameter(source, route, emitter)
      return inPath(described, parameter, names[index] ?? parameter.name, emitter)
    })
  )
  const others = [...sources.values()]
    .filter((source) => source.in !== 'path')
    .map((source) =>
      errors.attempt(() => ({ ...describeParameter(source, route, emitter), ...otherVersions(source, route) }))
    )
  errors.throwIfAny()
  return [...path, ...others].filter((parameter) => parameter !== undefined)
}

/** A parameter of the path that nothing declares. */
const UNDECLARED: Parameter = { name: '', in: 'path', required: true, schema: { type: 'string' } }

function otherVersions({ in: place, name }: ParameterSource, { versionHeader }: RouteDefinition): Partial<Parameter> {
  if (place !== 'header' || name !== versionHeader?.name) return {}
  const others = [...versionHeader.others()].sort(compareVersions)
  if (others.length === 0) return {}
  const { default: first } = versionHeader
  // Without the header a request is for an operation of another document.
  const isElsewhere = first !== undefined && others.includes(first)
  return { 'x-other-versions': others, ...(isElsewhere && { 'x-default-version': first }) }
}

function parameterSources(route: RouteDefinition): Map<string, ParameterSource> {
  const { options, fields } = declaredParameters(route)
  const sources = new Map<string, ParameterSource>()
  for (const { in: place, field, examples } of route.inputs?.parameters ?? []) {
    const key = parameterKey({ in: place, name: field.name })
    sources.set(key, { in: place, name: field.name, field, option: options.get(key), examples })
  }
  for (const [key, { in: place, field }] of fields) {
    // Its field is what the option's schema and `required` mean.
    const { schema: _, required: _required, ...option } = options.get(key) as ParameterOption
    sources.set(key, { in: place, name: field.name, field, option })
  }
  return sources
}

function describeParameter(source: ParameterSource, route: RouteDefinition, emitter: SchemaEmitter): Parameter {
  const { name, field, option } = source
  const description = option?.description ?? field.description
  return {
    name,
    in: source.in,
    ...(description === undefined ? {} : { description }),
    required: field.required,
    ...((option?.deprecated ?? field.deprecated) ? { deprecated: true } : {}),
    ...extensionsOf({ ...field.extensions, ...option }),
    ...describeExamples(source, parameterPlace(source.in, name, route.source)),
    ...describeValue(field, source.in, parameterPlace(source.in, name, route.source), emitter)
  }
}

function describeExamples(source: ParameterSource, place: string): DescribedExamples {
  const { field, option } = source
  const example = option?.example ?? field.example
  const examples = option?.examples ?? source.examples
  if (examples !== undefined) {
    const given = example === undefined ? { examples } : { example, examples }
    return describedExamples(given, { place, invalid, faultOf: (value) => exampleFault(source, value) })
  }
  if (option?.example !== undefined) checkExample(source, option.example, place)
  return example === undefined ? {} : { example }
}

/** A document is wrong if its own schema rejects an example. The example of a field is checked with the field. */
function checkExample(source: ParameterSource, example: unknown, where: string): void {
  const fault = exampleFault(source, example)
  if (fault === undefined) return
  const remedy = 'give an example of its type, written as JSON'
  throw invalid(`the example ${fault}`, where, remedy)
}

/** How a value breaks a parameter of a route; undefined where it does not, or where the route has no such parameter. */
export function parameterFault(
  route: RouteDefinition,
  place: ParameterPlace,
  name: string,
  value: unknown
): string | undefined {
  const source = parameterSources(route).get(parameterKey({ in: place, name }))
  return source && exampleFault(source, value)
}

function exampleFault({ field }: ParameterSource, example: unknown): string | undefined {
  return faultOf(field, example, new Compilation('json', 'rules', { direction: 'declared' }))
}

function inPath(described: Parameter, { regex, rest }: PathParameter, name: string, emitter: SchemaEmitter): Parameter {
  const schema = regex === undefined ? neverEmpty(described.schema) : matching(described.schema, regex, emitter)
  const parameter: Parameter = { ...described, name, required: true, schema }
  if (!rest) return parameter
  return { description: 'The rest of the path; it may hold slashes.', ...parameter, 'x-spans-segments': true }
}

/** The router matches the regular expression against the whole segment. */
function matching(schema: SchemaObject, regex: string, emitter: SchemaEmitter): SchemaObject {
  const pattern = `^(?:${regex})$`
  return emitter.withPattern(new RegExp(pattern, 'u').test('') ? neverEmpty(schema) : schema, pattern)
}

/** No segment of a path that matches a parameter is empty. */
function neverEmpty(schema: SchemaObject): SchemaObject {
  const { $ref, type, format, enum: values, const: constant, minLength = 0 } = schema
  // What a date or a listed value is says it already.
  const isSaid = $ref !== undefined || DATES.has(format ?? '') || (values ?? constant) !== undefined || minLength > 0
  return isSaid || (type !== undefined && type !== 'string') ? schema : { ...schema, minLength: 1 }
}

const DATES = new Set(['date', 'date-time', 'time', 'uuid'])

/** The schema, and the style where a list or an object needs one. */
function describeValue(
  field: FieldSchema,
  place: ParameterPlace,
  where: string,
  emitter: SchemaEmitter
): DescribedValue {
  const known = knownValues(emitter)
  const same = known.get(field)
  // A copy: the document is the application's, which may change it.
  if (same !== undefined) return { ...same, schema: { ...same.schema } }
  const type = withoutNull(field.type)
  // The annotations of the parameter are not repeated in its schema.
  const bare = {
    ...field,
    type,
    nullable: false,
    description: undefined,
    example: undefined,
    deprecated: false,
    access: undefined,
    extensions: undefined
  }
  const described = { ...styleOf(type, place, field.style), schema: emitter.fieldSchemaOf(bare, where) }
  if (Object.values(described.schema).every((value) => typeof value !== 'object')) known.set(field, described)
  return described
}

type DescribedValue = Pick<Parameter, 'style' | 'explode' | 'schema'>

const values = new WeakMap<SchemaEmitter, Map<FieldSchema, DescribedValue>>()

/** By their fields, which many routes share, the values of one document whose schemas are flat. */
function knownValues(emitter: SchemaEmitter): Map<FieldSchema, DescribedValue> {
  const known = values.get(emitter) ?? new Map<FieldSchema, DescribedValue>()
  values.set(emitter, known)
  return known
}

/** OpenAPI 3.0.3, section 4.7.12.2.2; empty where the place's default is right. Only queries have objects. */
function styleOf(type: TypeSchema, place: ParameterPlace, style: QueryStyle | undefined): Partial<Parameter> {
  if (place !== 'query' || type.kind === 'any' || isScalar(type)) return {}
  if (itemTypes(type) === undefined) return { style: 'deepObject', explode: true }
  return { style: 'form', explode: style !== 'comma' }
}
