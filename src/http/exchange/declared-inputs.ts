import type { Bound } from '../../record/type/fault-list.js'
import type { TypeSchema, UnknownFields } from '../../record/type/schema.js'
import { type BodyDeclaration, carriesFiles } from '../body/declared-body.js'
import { formatOf } from '../body/media-types.js'
import { type BodyReader, compileBodyReader } from '../body/request-body.js'
import type { Context } from '../context.js'
import { type ParameterPlace, parameterKey } from '../parameter-name.js'
import { declaredParameters } from '../parameters/declared-parameters.js'
import { compileInputHandler, type ParameterGroup } from '../parameters/parameter-group.js'
import type { ContextHandler, RouteDefinition } from '../route.js'
import { bodyOf, checkedBodyOf } from '../routing/route-body.js'

/** What was bound for one request before its handler runs. */
export interface BoundInputs {
  readonly declared: DeclaredInputs
  readonly groups: readonly Bound<unknown>[]
  readonly body: unknown
}

/** A context that keeps them for its handler. */
interface InputKeeper extends Context {
  keepInputs(inputs: BoundInputs): void
}

/**
 * The handler of a route behind the check of what its options declare: `parameters`, and the `requestBody` where the
 * framework reads it. Compiled once, and the handler itself where neither is declared.
 */
export function checkedHandler(route: RouteDefinition, unknownFields: UnknownFields): ContextHandler {
  const { handler } = route
  try {
    const { groups } = declaredParameters(route)
    const body = checkedBodyOf(route)
    if (groups.length === 0 && body === undefined) return handler
    const read: BodyReader | undefined = body && compileBodyReader(body, unknownFields)
    const declared = new DeclaredInputs(groups, body, route.source)
    return compileInputHandler(groups, read, (ctx, bound, value) => {
      ;(ctx as InputKeeper).keepInputs({ declared, groups: bound, body: value })
      return handler(ctx)
    })
  } catch (error) {
    // Reported when the router was frozen; routes that are right work nevertheless.
    return () => {
      throw error
    }
  }
}

/** Where each declared parameter was bound. */
interface Bond {
  readonly place: ParameterPlace
  readonly group: number
  readonly property: string
}

/** What the options of one route declare of its requests, to find a value by its name. */
export class DeclaredInputs {
  readonly #byKey = new Map<string, Bond>()
  readonly #byName = new Map<string, Bond[]>()
  readonly #source: string
  /** Whether a body is declared, and bound. */
  readonly hasBody: boolean
  /** The one type of the body; undefined where it has several, or may be absent. */
  readonly #type: TypeSchema | undefined
  readonly #isJsonAlone: boolean

  constructor(groups: readonly ParameterGroup[], body: BodyDeclaration | undefined, source: string) {
    const [type, ...others] = differentTypes(body)
    this.#source = source
    this.hasBody = body !== undefined
    this.#type = others.length > 0 || body?.required === false ? undefined : type
    this.#isJsonAlone = [...(body?.media.keys() ?? [])].every((name) => formatOf(name) === 'json')
    groups.forEach(({ place, fields }, group) => {
      for (const { name, property } of fields) {
        const bond = { place, group, property }
        this.#byKey.set(parameterKey({ in: place, name }), bond)
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), bond])
      }
    })
  }

  /** The parameter's place in what was bound; undefined where it is not declared, and a list of several places. */
  find(name: string, place: ParameterPlace | undefined): Bond | readonly Bond[] | undefined {
    if (place !== undefined) return this.#byKey.get(parameterKey({ in: place, name }))
    const bonds = this.#byName.get(name)
    if (bonds === undefined) return this.#byKey.get(parameterKey({ in: 'header', name }))
    return bonds.length === 1 ? bonds[0] : bonds
  }

  /**
   * Whether the bound body is of the type that a handler names: a class, a list of one, or a schema of another library.
   *
   * @throws Error where no one type can say what the body is: a programming error
   */
  hasBodyOf(type: unknown, onlyJson: boolean): boolean {
    const declared = this.#type
    if (declared === undefined && this.hasBody) {
      throw new Error(`${this.#source} declares a body that has several types, or may be absent: read it by ctx.body()`)
    }
    if (declared === undefined || (onlyJson && !this.#isJsonAlone)) return false
    if (declared.kind === 'array') return Array.isArray(type) && type.length === 1 && isSame(declared.items, type[0])
    return isSame(declared, type)
  }
}

/** The types of a body, each once: the same class in several media types is one. */
function differentTypes(body: BodyDeclaration | undefined): readonly TypeSchema[] {
  const types = [...(body?.media.values() ?? [])]
  return types.filter((type, at) => types.findIndex((other) => isSame(other, namedBy(type)) || other === type) === at)
}

function namedBy(type: TypeSchema): unknown {
  return type.kind === 'record' ? type.class : type.kind === 'standard' ? type.schema : undefined
}

function isSame(declared: TypeSchema, type: unknown): boolean {
  if (declared.kind === 'record') return declared.class === type
  return declared.kind === 'standard' && declared.schema === type
}

/**
 * The body that the route declares, as it was bound.
 *
 * @throws Error where none is declared, or none was bound: a programming error
 */
export function boundBody(inputs: BoundInputs | undefined, route: RouteDefinition | undefined): unknown {
  if (inputs?.declared.hasBody === true) return inputs.body
  const reads = `${route?.source ?? 'A middleware'} reads the body by ctx.body()`
  if (route?.inputs?.body !== undefined)
    throw new Error(`${reads}, but the method gets it as an argument: take it there`)
  const isDeclared = route !== undefined && 'requestBody' in route.options
  if (!isDeclared) throw new Error(`${reads}, which is not declared: add \`requestBody\` to the options of the route`)
  if (carriesFiles(bodyOf(route) as BodyDeclaration)) {
    throw new Error(
      `${reads}, but bytes and files are left to the handler: use ctx.bodyBytes() or ctx.bindValidated(…)`
    )
  }
  throw new Error(`${reads} before it is read: it is read when the middleware has called next`)
}

/**
 * The value of a declared parameter.
 *
 * @throws Error for one that is not declared, or not read yet: a programming error
 */
export function parameterValue(
  inputs: BoundInputs | undefined,
  route: RouteDefinition | undefined,
  name: string,
  place: ParameterPlace | undefined
): unknown {
  const bond = inputs?.declared.find(name, place)
  if (bond !== undefined && 'group' in bond) {
    const bound = (inputs as BoundInputs).groups[bond.group]?.value as Readonly<Record<string, unknown>> | undefined
    return bound?.[bond.property]
  }
  const reads = `${route?.source ?? 'A middleware'} reads the parameter ${JSON.stringify(name)}`
  if (bond !== undefined) {
    const places = bond.map((each) => each.place)
    throw new Error(
      `${reads}, which is declared in ${places.join(' and ')}: name the place, ctx.parameter('${name}', '${places[0]}')`
    )
  }
  const isDeclared = route?.options.parameters?.some((option) => {
    return option.name === name && (place === undefined || option.in === place)
  })
  if (route?.inputs?.parameters.some(({ in: at, field }) => field.name === name && (place ?? at) === at)) {
    throw new Error(`${reads}, but the method gets it as an argument: take it there`)
  }
  if (inputs === undefined && isDeclared === true) {
    throw new Error(`${reads} before it is read: parameters are read when the middleware has called next`)
  }
  const inPath = route?.pattern.parameters.some((parameter) => parameter.name === name) === true
  const entry = `{ name: '${name}', in: '${place ?? (inPath ? 'path' : 'query')}' }`
  const instead = inPath ? `, or read its text by ctx.urlParam('${name}')` : ''
  throw new Error(`${reads}, which is not declared: add ${entry} to the \`parameters\` of its options${instead}`)
}
