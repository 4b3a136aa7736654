import { SetupErrors, setupErrorOf } from '../../errors.js'
import type { ConcreteClass } from '../../metadata.js'
import { checkOptions } from '../../options.js'
import { compileBinder } from '../../record/binder.js'
import { Field } from '../../record/field/field.js'
import { recordSchemaOf } from '../../record/model/registry.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { parseType } from '../../record/type/type-expression.js'
import { TypeToken } from '../../record/type/type-token.js'
import { PARAMETER_OPTIONS, type ParameterOption } from '../operation-options.js'
import { type ParameterPlace, parameterKey, parameterNameFault } from '../parameter-name.js'
import type { RouteDefinition, RouteParameter } from '../route.js'
import type { ParameterGroup } from './parameter-group.js'
import { checkParameterType, checkSchemaNull, parameterPlace } from './parameter-type.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** What the options of a route declare about its parameters. */
export interface DeclaredParameters {
  /** Every entry of `parameters`, by {@link parameterKey}. */
  readonly options: ReadonlyMap<string, ParameterOption>
  /** Those that no input of a method reads, by the same key. */
  readonly fields: ReadonlyMap<string, RouteParameter>
  /** The same, bound together by place. */
  readonly groups: readonly ParameterGroup[]
}

type Known = DeclaredParameters | { readonly error: unknown }

const known = new WeakMap<RouteDefinition, Known>()

/**
 * The parameters that a route's options declare, compiled at the first call: the entries of one place become the fields
 * of a record, so that they are read, checked, filled with defaults and documented like the inputs of a method.
 *
 * @throws BootstrapError with PARAMETER_INVALID, FIELD_TYPE_UNKNOWN and the like for each malformed one, at every call
 */
export function declaredParameters(route: RouteDefinition): DeclaredParameters {
  let found = known.get(route)
  if (found === undefined) {
    found = attempt(() => compileDeclared(route))
    known.set(route, found)
  }
  if ('error' in found) throw found.error
  return found
}

function attempt(compile: () => DeclaredParameters): Known {
  try {
    return compile()
  } catch (error) {
    return { error }
  }
}

/** All parameters that are read before a route's handler runs: those of its inputs, then those of its options. */
export function readParameters(route: RouteDefinition): readonly RouteParameter[] {
  return [...(route.inputs?.parameters ?? []), ...declaredParameters(route).fields.values()]
}

/** What most routes declare. */
const NONE: DeclaredParameters = { options: new Map(), fields: new Map(), groups: [] }

function compileDeclared(route: RouteDefinition): DeclaredParameters {
  const options = readOptions(route)
  if (options.size === 0) return NONE
  const errors = new SetupErrors()
  const inputs = new Set(
    route.inputs?.parameters.map(({ in: place, field }) => parameterKey({ in: place, name: field.name }))
  )
  const targets = new Map<ParameterPlace, ConcreteClass>()
  for (const [key, option] of options) {
    if (inputs.has(key)) continue
    const target = targets.get(option.in) ?? recordNamed(route.source)
    if (errors.attempt(() => declareField(option, target, route)) !== undefined) targets.set(option.in, target)
  }
  const fields = new Map<string, RouteParameter>()
  const groups: ParameterGroup[] = []
  for (const [place, target] of targets) {
    const group = errors.attempt(() => compileGroup(place, target, route))
    if (group === undefined) continue
    groups.push(group)
    for (const field of group.fields) fields.set(parameterKey({ in: place, name: field.name }), { in: place, field })
  }
  errors.throwIfAny()
  return { options, fields, groups }
}

function compileGroup(place: ParameterPlace, target: ConcreteClass, { source }: RouteDefinition): ParameterGroup {
  const { fields } = recordSchemaOf(target)
  const errors = new SetupErrors()
  for (const field of fields) {
    errors.attempt(() => checkParameterType(field, place, parameterPlace(place, field.name, source)))
  }
  errors.throwIfAny()
  const binder = compileBinder<object>({ kind: 'record', class: target }, 'text', place)
  return { place, binder, fields }
}

function recordNamed(name: string): ConcreteClass {
  const target = class {}
  Object.defineProperty(target, 'name', { value: name })
  return target
}

/** Adds the field of an entry; the description and the example stay with the entry, which the document reads. */
function declareField(option: ParameterOption, target: ConcreteClass, route: RouteDefinition): true {
  const {
    name,
    in: place,
    schema,
    required,
    description: _,
    example: _example,
    examples: _examples,
    deprecated: _deprecated,
    ...rules
  } = option
  const where = parameterPlace(place, name, route.source)
  const type = withoutNull(parseType(schema ?? String, where))
  checkSchemaNull(type, where)
  if (rules.default !== undefined) {
    const remedy = place === 'path' ? 'remove it: a path parameter is never absent' : 'keep one of them'
    if (place === 'path') throw invalid('its default has no meaning', where, remedy)
    if (required === true) throw invalid('it is required, and has a default', where, remedy)
  }
  const style = rules.style ?? (place === 'query' && type.kind === 'record' ? 'deepObject' : undefined)
  // Every object has properties such as `constructor`.
  const property = name in Object.prototype ? `${place} parameter ${name}` : name
  Field(() => new TypeToken('schema', () => type), {
    ...rules,
    ...(style !== undefined && { style }),
    ...(property !== name && { name }),
    ...(place !== 'path' && required !== true && rules.default === undefined && { optional: true })
  })(target.prototype, property)
  return true
}

/** Text cannot express null. */
export function withoutNull(type: TypeSchema): TypeSchema {
  if (type.kind === 'nullable') return withoutNull(type.type)
  if (type.kind === 'tuple') return { kind: 'tuple', items: type.items.map(withoutNull) }
  return type.kind === 'array' ? { kind: 'array', items: withoutNull(type.items) } : type
}

/** The remedies for options that a field has, and the inputs of methods. */
const INSTEAD = {
  type: 'write `schema: Integer`',
  optional: 'remove it: a parameter may be absent unless `required: true` is given',
  nullable: 'remove it: a parameter cannot be null'
}

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']

function readOptions(route: RouteDefinition): Map<string, ParameterOption> {
  const declared: unknown = route.options.parameters ?? []
  if (!Array.isArray(declared)) {
    throw invalid('the parameters are not a list', route.source, "write parameters: [{ name: 'id', in: 'query' }]")
  }
  const errors = new SetupErrors()
  const options = new Map<string, ParameterOption>()
  for (const option of declared as ParameterOption[]) {
    errors.attempt(() => {
      checkName(option, route)
      const place = parameterPlace(option.in, option.name, route.source)
      checkOptions(option, PARAMETER_OPTIONS, place, { instead: INSTEAD })
      checkAnnotations(option, place)
      const key = parameterKey(option)
      if (options.has(key)) throw invalid('the parameter is declared twice', place, 'remove one declaration')
      options.set(key, option)
    })
  }
  errors.throwIfAny()
  return options
}

function checkName(option: ParameterOption, route: RouteDefinition): void {
  if (typeof option !== 'object' || option === null || typeof option.name !== 'string' || option.name === '') {
    throw invalid('a parameter has no name', route.source, "write { name: 'id', in: 'query' }")
  }
  const place = parameterPlace(option.in, option.name, route.source)
  if (!PLACES.includes(option.in)) {
    throw invalid(`\`in\` is ${JSON.stringify(option.in)}`, place, `make it one of ${PLACES.join(', ')}`)
  }
  if (option.in === 'path' && !route.pattern.parameters.some(({ name }) => name === option.name)) {
    throw invalid(`the path ${route.path} has no such parameter`, place, `add {${option.name}} to the path`)
  }
  const fault = parameterNameFault(option.in, option.name)
  if (fault === undefined) return
  const { what, remedy = DESCRIBED_ELSEWHERE } = fault
  throw invalid(what, place, remedy)
}

const DESCRIBED_ELSEWHERE =
  'remove it: OpenAPI describes Accept and Content-Type by media types, Authorization by security schemes'

function checkAnnotations(option: ParameterOption, place: string): void {
  if (option.description !== undefined && typeof option.description !== 'string') {
    throw invalid('its description is not a string', place, 'make it a string or remove it')
  }
  for (const flag of ['required', 'deprecated'] as const) {
    const value = option[flag]
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalid(`its ${flag} is not a boolean`, place, 'make it true or false')
    }
  }
}
