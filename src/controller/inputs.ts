import { SetupError } from '../errors.js'
import { Context } from '../http/context.js'
import type { PathPattern } from '../http/path-pattern.js'
import type { RouteInputs, RouteParameter } from '../http/route.js'
import { type Class, type ConcreteClass, isClass } from '../metadata.js'
import { type Binder, compileBinder } from '../record/binder.js'
import { Field } from '../record/field.js'
import { isRecord, recordSchemaOf } from '../record/registry.js'
import type { TypeSchema } from '../record/schema.js'
import { parseType } from '../record/type-expression.js'
import type { ParameterDeclaration } from './declarations.js'

/** The places of a request whose parameters arrive as text. */
export type ParameterPlace = RouteParameter['in']

/** What one argument of a controller's method is taken from. */
export type Argument =
  | { readonly kind: 'context' | 'request' | 'response' | 'body' }
  /** A whole record of one place's parameters. */
  | { readonly kind: 'record'; readonly group: number }
  /** One property of such a record. */
  | { readonly kind: 'field'; readonly group: number; readonly property: string }

/** Parameters of one place that are bound together. */
export interface ParameterGroup {
  readonly place: ParameterPlace
  readonly binder: Binder<object>
  /** The names on the wire, and whether the document promises a list there. */
  readonly names: readonly { readonly name: string; readonly isList: boolean }[]
}

/** How the arguments of a controller's method are read from a request. */
export interface MethodInputs {
  readonly arguments: readonly Argument[]
  readonly groups: readonly ParameterGroup[]
  readonly body: Binder | undefined
  /** The same, as the document tells it; undefined when the method reads nothing by itself. */
  readonly inputs: RouteInputs | undefined
}

/** A method without decorated parameters takes the context. */
const CONTEXT_ONLY: MethodInputs = {
  arguments: [{ kind: 'context' }],
  groups: [],
  body: undefined,
  inputs: undefined
}

/**
 * Compiles the decorated parameters of a method.
 *
 * @param place the method, for errors: `ItemController.find`.
 * @param count how many parameters the method's code declares.
 * @throws SetupError PARAMETER_INVALID, FIELD_TYPE_UNKNOWN and the errors of the records that are used.
 */
export function compileInputs(
  declarations: readonly ParameterDeclaration[],
  pattern: PathPattern,
  place: string,
  count: number,
  emitted: readonly unknown[] | undefined
): MethodInputs {
  if (declarations.length === 0) return CONTEXT_ONLY
  const groups: ParameterGroup[] = []
  const parameters: RouteParameter[] = []
  let bodyType: TypeSchema | undefined
  const byIndex: Argument[] = []
  const named = new Map<ParameterPlace, { group: number; target: ConcreteClass }>()
  const addGroup = (at: ParameterPlace, target: Class): number => {
    const { fields } = recordSchemaOf(target)
    for (const field of fields) {
      checkParameterType(field.type, at, `${place}.${field.name}`)
      parameters.push({ in: at, field })
    }
    const names = fields.map(({ name, type }) => ({ name, isList: type.kind === 'array' }))
    return groups.push({ place: at, binder: compileBinder({ kind: 'record', class: target }, 'text', at), names }) - 1
  }
  const sorted = [...declarations].sort((a, b) => a.index - b.index)
  for (const declaration of sorted) {
    if (isNamed(declaration)) declareNamed(declaration, named, place)
  }
  for (const [at, entry] of named) entry.group = addGroup(at, entry.target)
  for (const declaration of sorted) {
    const { index, source } = declaration
    if (byIndex[index] !== undefined) {
      throw invalid('a parameter has two decorators', `parameter ${index + 1} of ${place}`, 'keep one of them')
    }
    if (source === 'context' || source === 'request' || source === 'response') byIndex[index] = { kind: source }
    else if (source === 'body') {
      if (bodyType !== undefined) throw invalid('there are two @Body parameters', place, 'keep one of them')
      bodyType = parseType(declaration.type ?? declaration.emitted?.type, `${place}, parameter ${index + 1}`)
      byIndex[index] = { kind: 'body' }
    } else if (isNamed(declaration)) {
      const group = (named.get(source) as { group: number }).group
      byIndex[index] = { kind: 'field', group, property: declaration.name }
    } else byIndex[index] = { kind: 'record', group: addGroup(source, recordOf(declaration, place)) }
  }
  fillContext(byIndex, Math.max(count, byIndex.length), emitted, place)
  checkPath(parameters, byIndex, pattern, place)
  return {
    arguments: byIndex,
    groups,
    body: bodyType === undefined ? undefined : compileBinder(bodyType, 'json', 'body'),
    inputs: { parameters, body: bodyType }
  }
}

function isNamed(declaration: ParameterDeclaration): declaration is ParameterDeclaration & {
  readonly name: string
  readonly source: ParameterPlace
} {
  return declaration.name !== undefined
}

/**
 * Named parameters of one place become the fields of a record made for them: so they are bound, checked, filled with
 * defaults and documented by the same model as everything else.
 */
function declareNamed(
  declaration: ParameterDeclaration & { readonly name: string; readonly source: ParameterPlace },
  named: Map<ParameterPlace, { group: number; target: ConcreteClass }>,
  place: string
): void {
  const { source, name, type, emitted, options } = declaration
  if (name === '' || name === '__proto__') {
    throw invalid(`'${name}' is no name for a parameter`, place, 'give the name that stands in the request')
  }
  let entry = named.get(source)
  if (entry === undefined) {
    const target = class {}
    Object.defineProperty(target, 'name', { value: place })
    entry = { group: -1, target }
    named.set(source, entry)
  }
  if (Object.hasOwn(entry.target.prototype, name)) {
    throw invalid(`the ${source} parameter '${name}' is bound twice`, place, 'bind it once')
  }
  Object.defineProperty(entry.target.prototype, name, { value: undefined, writable: true, configurable: true })
  const { optional, ...rest } = options
  const fieldType = type ?? emitted?.type
  if (fieldType === undefined || fieldType === Object) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      emitted === undefined
        ? 'the compiler emitted no type metadata'
        : 'the type leaves no class at run time (a union, an interface or `unknown`)',
      `${place}, the ${source} parameter '${name}'`,
      `name the type: @${DECORATORS[source]}('${name}', String)`
    )
  }
  Field(() => fieldType, { ...rest, optional: optional === true })(entry.target.prototype, name)
}

const DECORATORS = { path: 'Param', query: 'Query', header: 'Header', cookie: 'Cookie' } as const

function recordOf(declaration: ParameterDeclaration, place: string): Class {
  const stands = `${place}, parameter ${declaration.index + 1}`
  const type = parseType(declaration.type ?? declaration.emitted?.type, stands)
  if (type.kind === 'record' && isRecord(type.class)) return type.class
  throw invalid('a parameter decorator without a name needs a record', stands, 'give it a name or a record class')
}

function checkParameterType(type: TypeSchema, at: ParameterPlace, place: string): void {
  const item = type.kind === 'array' ? type.items : type
  const isScalar = !['array', 'map', 'record', 'nullable'].includes(item.kind)
  const isPossible = isScalar && (type.kind !== 'array' || at === 'query' || at === 'header')
  if (isPossible) return
  throw invalid(
    `a ${at} parameter cannot carry the type ${type.kind === 'array' ? 'list' : type.kind}`,
    place,
    'use a string, number, boolean, date or enum' + (at === 'query' || at === 'header' ? ', or a list of them' : '')
  )
}

/** A parameter without a decorator is the context, where its type says so or it is the only one left. */
function fillContext(
  byIndex: Argument[],
  count: number,
  emitted: readonly unknown[] | undefined,
  place: string
): void {
  for (let index = 0; index < count; index++) {
    if (byIndex[index] !== undefined) continue
    const type = emitted?.[index]
    if (emitted === undefined || (isClass(type) && (type === Context || Object.prototype.isPrototypeOf.call(Context, type)))) {
      byIndex[index] = { kind: 'context' }
      continue
    }
    throw invalid(
      'nothing says where its value comes from',
      `parameter ${index + 1} of ${place}`,
      'add @Param, @Query, @Header, @Cookie, @Body, @Ctx, @Req or @Res'
    )
  }
}

/** Path and decorators name the same parameters; a method that holds the context may read some of them itself. */
function checkPath(
  parameters: readonly RouteParameter[],
  arguments_: readonly Argument[],
  pattern: PathPattern,
  place: string
): void {
  const inPath = new Set(pattern.parameters.map((parameter) => parameter.name))
  const bound = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ field }) => field.name))
  for (const name of bound) {
    if (inPath.has(name)) continue
    const what = `the path ${pattern.source} has no parameter '${name}'`
    throw invalid(what, place, `write {${name}} in the path or remove the decorator`)
  }
  if (arguments_.some(({ kind }) => kind === 'context' || kind === 'request')) return
  for (const name of inPath) {
    if (bound.has(name)) continue
    const what = `nothing reads the parameter '${name}' of the path ${pattern.source}`
    throw invalid(what, place, `add a parameter with @Param('${name}'), or @Ctx`)
  }
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('PARAMETER_INVALID', what, place, remedy)
}
