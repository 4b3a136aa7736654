import { SetupError, SetupErrors } from '../errors.js'
import type { PathParameter } from '../http/path-pattern.js'
import type { ParameterOption, RouteDefinition } from '../http/route.js'
import type { SchemaEmitter } from '../record/json-schema.js'
import type { TypeSchema } from '../record/schema.js'
import type { SchemaObject } from '../record/schema-object.js'
import { parseType } from '../record/type-expression.js'
import type { Parameter, ParameterPlace } from './document.js'

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']
/** RFC 9110, section 5.6.2: field names and cookie names are tokens. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** OpenAPI 3.0.3, section 4.7.12.2: definitions of these are ignored. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization']

/**
 * The parameters of an operation: those of its path, in the path's order, declared or not; then the declared others.
 * `names` are what the document calls the path's parameters, in the path's order.
 * @throws BootstrapError of PARAMETER_INVALID for each malformed one.
 */
export function describeParameters(
  route: RouteDefinition,
  names: readonly string[],
  emitter: SchemaEmitter
): Parameter[] {
  const errors = new SetupErrors()
  const inPath = new Map<string, ParameterOption>()
  const others: Parameter[] = []
  const seen = new Set<string>()
  const pathParameters = route.pattern.parameters
  for (const option of declaredParameters(route)) {
    errors.attempt(() => {
      checkParameter(option, route)
      const place = placeOf(option, route)
      // Header names do not distinguish case.
      const key = `${option.in} ${option.in === 'header' ? option.name.toLowerCase() : option.name}`
      if (seen.has(key)) throw invalid('it is declared twice', place, 'remove one declaration')
      seen.add(key)
      if (option.in !== 'path') others.push(describeOther(option, place, emitter))
      else if (pathParameters.some((parameter) => parameter.name === option.name)) inPath.set(option.name, option)
      else throw invalid(`the path ${route.path} has no such parameter`, place, `add {${option.name}} to the path`)
    })
  }
  const path = pathParameters.map((parameter, index) =>
    errors.attempt(() => {
      const option = inPath.get(parameter.name)
      return describePathParameter(parameter, names[index] ?? parameter.name, option, route, emitter)
    })
  )
  errors.throwIfAny()
  return [...path.filter((parameter) => parameter !== undefined), ...others]
}

function declaredParameters(route: RouteDefinition): readonly ParameterOption[] {
  const parameters = route.options.parameters ?? []
  if (Array.isArray(parameters)) return parameters
  throw invalid('the parameters are not a list', route.source, "write parameters: [{ name: 'id', in: 'query' }]")
}

function checkParameter(option: ParameterOption, route: RouteDefinition): void {
  if (typeof option !== 'object' || option === null || typeof option.name !== 'string' || option.name === '') {
    throw invalid('a parameter has no name', route.source, "write { name: 'id', in: 'query' }")
  }
  const place = placeOf(option, route)
  if (!PLACES.includes(option.in)) {
    throw invalid(`its place in is ${JSON.stringify(option.in)}`, place, `make it one of ${PLACES.join(', ')}`)
  }
  if ((option.in === 'header' || option.in === 'cookie') && !TOKEN.test(option.name)) {
    throw invalid(`no ${option.in} can have this name`, place, 'use letters, digits and hyphens')
  }
  if (option.in === 'header' && IGNORED_HEADERS.includes(option.name.toLowerCase())) {
    const remedy = 'remove it: OpenAPI tells Accept and Content-Type by media types, Authorization by security schemes'
    throw invalid('OpenAPI ignores a header parameter of this name', place, remedy)
  }
  if (option.description !== undefined && typeof option.description !== 'string') {
    throw invalid('its description is not a text', place, 'make it a text or leave it out')
  }
  for (const flag of ['required', 'deprecated'] as const) {
    const value = option[flag]
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalid(`its ${flag} is not a boolean`, place, 'make it true or false')
    }
  }
}

function describePathParameter(
  { name, regex, rest }: PathParameter,
  documentName: string,
  option: ParameterOption | undefined,
  route: RouteDefinition,
  emitter: SchemaEmitter
): Parameter {
  const place = `${route.source}, path parameter ${name}`
  const schema: SchemaObject = { ...parameterSchema(option, 'path', place, emitter).schema }
  const described = withPattern(schema, regex)
  const description = option?.description ?? (rest ? 'The rest of the path; it may hold slashes.' : undefined)
  return {
    name: documentName,
    in: 'path',
    ...(description === undefined ? {} : { description }),
    required: true,
    ...annotations(option),
    schema: described,
    ...(rest ? { 'x-spans-segments': true } : {})
  }
}

function withPattern(schema: SchemaObject, regex: string | undefined): SchemaObject {
  if (regex === undefined) return schema
  // The router holds the regex against the whole segment.
  const pattern = `^(?:${regex})$`
  const { $ref, ...rest } = schema
  return $ref === undefined ? { ...schema, pattern } : { ...rest, allOf: [{ $ref }], pattern }
}

function describeOther(option: ParameterOption, place: string, emitter: SchemaEmitter): Parameter {
  return {
    name: option.name,
    in: option.in,
    ...(option.description === undefined ? {} : { description: option.description }),
    required: option.required ?? false,
    ...annotations(option),
    ...parameterSchema(option, option.in, place, emitter)
  }
}

function annotations(option: ParameterOption | undefined): Pick<Parameter, 'deprecated' | 'example'> {
  return {
    ...(option?.deprecated ? { deprecated: true } : {}),
    ...(option?.example === undefined ? {} : { example: option.example })
  }
}

/** The schema, and the style where a list or an object needs one. */
function parameterSchema(
  option: ParameterOption | undefined,
  location: ParameterPlace,
  place: string,
  emitter: SchemaEmitter
): Pick<Parameter, 'style' | 'explode' | 'schema'> {
  const type = withoutNull(option?.schema === undefined ? { kind: 'string' } : parseType(option.schema, place))
  const style = styleOf(type, location, place)
  return { ...style, schema: emitter.schemaOf(type, place) }
}

/** OpenAPI 3.0.3, section 4.7.12.2.2; nothing where the place's default is right. */
function styleOf(type: TypeSchema, location: ParameterPlace, place: string): Pick<Parameter, 'style' | 'explode'> {
  if (isScalar(type)) return {}
  if (type.kind === 'array') {
    if (!isScalar(type.items)) throw invalid('it is a list of lists or objects', place, FLAT)
    if (location === 'query') return { style: 'form', explode: true }
    // A cookie's name is sent once, so a list cannot be exploded there.
    return location === 'cookie' ? { style: 'form', explode: false } : {}
  }
  if (location === 'query') return { style: 'deepObject', explode: true }
  throw invalid(`a ${location} parameter cannot be an object`, place, FLAT)
}

const FLAT = 'use a string, a number, a boolean, a date, an enum or a list of these'

function isScalar(type: TypeSchema): boolean {
  return !['array', 'map', 'record'].includes(type.kind)
}

/** Text has no form for null. */
function withoutNull(type: TypeSchema): TypeSchema {
  if (type.kind === 'nullable') return withoutNull(type.type)
  return type.kind === 'array' ? { kind: 'array', items: withoutNull(type.items) } : type
}

function placeOf(option: ParameterOption, route: RouteDefinition): string {
  return `${route.source}, ${option.in} parameter ${option.name}`
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('PARAMETER_INVALID', what, place, remedy)
}
