import { SetupErrors, setupErrorOf } from '../errors.js'
import { type BodyReader, compileBodyReader, declareBody } from '../http/body/declared-body.js'
import { Context } from '../http/context.js'
import { parameterKey } from '../http/parameter-name.js'
import type { PathPattern } from '../http/path/pattern.js'
import type { RouteInputs, RouteParameter } from '../http/route.js'
import { type Class, type ConcreteClass, isClass } from '../metadata.js'
import { checkOptions } from '../options.js'
import { type Binder, compileBinder } from '../record/binder.js'
import { recordSchemaOf } from '../record/model/registry.js'
import type { FieldSchema, TypeSchema, UnknownFields } from '../record/type/schema.js'
import { parseType } from '../record/type/type-expression.js'
import { BODY_OPTIONS, type ParameterDeclaration } from './declarations.js'
import { OR_ENUM } from './parameter-options.js'
import {
  checkName,
  checkNullable,
  checkParameterType,
  declaredType,
  declareNamed,
  type NamedDeclaration,
  type ParameterPlace,
  parameterPlace,
  recordOf
} from './parameter-record.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** The source of one argument of a controller's method. */
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
  readonly fields: readonly FieldSchema[]
}

/** How the arguments of a controller's method are read from a request. */
export interface MethodInputs {
  readonly arguments: readonly Argument[]
  readonly groups: readonly ParameterGroup[]
  readonly body: BodyReader | undefined
  /** The same, for the document; undefined for a method without decorated parameters. */
  readonly inputs: RouteInputs | undefined
}

/** A controller's method as it was declared. */
export interface MethodSignature {
  readonly pattern: PathPattern
  readonly declarations: readonly ParameterDeclaration[]
  /** For errors: `ItemController.find`. */
  readonly place: string
  /** How many parameters its code declares, up to the first with a default. */
  readonly length: number
  /** What happens to unknown keys in bodies of records without a setting of their own. */
  readonly unknownFields: UnknownFields
  /** The emitted types of its parameters; undefined without metadata. */
  readonly emitted: readonly unknown[] | undefined
  /** The media types of its body, from the route's options. */
  readonly consumes?: string | readonly string[]
}

/**
 * Compiles the parameters of a method. A method without decorated parameters takes the context.
 *
 * @throws BootstrapError of PARAMETER_INVALID, FIELD_TYPE_UNKNOWN, FIELD_OPTION_INVALID and the errors of the records
 *   that are used.
 */
export function compileInputs(signature: MethodSignature): MethodInputs {
  const errors = new SetupErrors()
  const compiler = new InputsCompiler(signature, errors)
  const declarations = [...signature.declarations].sort((a, b) => a.index - b.index)
  for (const declaration of declarations) errors.attempt(() => compiler.add(declaration))
  compiler.addNamedGroups()
  compiler.addContext()
  if (declarations.length > 0) compiler.checkPath()
  errors.throwIfAny()
  return compiler.compile()
}

type Consumes = RouteInputs['consumes']

class InputsCompiler {
  readonly #signature: MethodSignature
  readonly #errors: SetupErrors
  readonly #groups: ParameterGroup[] = []
  readonly #parameters: RouteParameter[] = []
  readonly #arguments: Argument[] = []
  readonly #named = new Map<ParameterPlace, { readonly target: ConcreteClass; readonly bound: Map<number, string> }>()
  /** The names in requests, by a key that is unique to each. */
  readonly #taken = new Map<string, { readonly source: ParameterPlace; readonly name: string }>()
  #body: { readonly type: TypeSchema; readonly consumes: Consumes; readonly read: BodyReader } | undefined = undefined

  constructor(signature: MethodSignature, errors: SetupErrors) {
    this.#signature = signature
    this.#errors = errors
  }

  add(declaration: ParameterDeclaration): void {
    const { index, source } = declaration
    const { place, unknownFields } = this.#signature
    if (this.#arguments[index] !== undefined) {
      throw invalid('the parameter has two decorators', `${place}, parameter ${index + 1}`, 'keep one of them')
    }
    // Stays here if the rest of the declaration is wrong: then it is not known what the parameter reads of the path.
    this.#arguments[index] = { kind: 'context' }
    if (source === 'context' || source === 'request' || source === 'response') this.#arguments[index] = { kind: source }
    else if (source === 'body') {
      if (this.#arguments.some(({ kind }) => kind === 'body')) {
        throw invalid('there are two @Body parameters', place, 'keep one of them')
      }
      this.#arguments[index] = { kind: 'body' }
      const where = `${place}, parameter ${index + 1}`
      this.#errors.attempt(() => checkOptions(declaration.body, BODY_OPTIONS, where, { alternative: OR_ENUM }))
      const type = parseType(declaredType(declaration, where), where)
      const consumes = this.#signature.consumes ?? declaration.body?.consumes
      this.#body = {
        type,
        consumes,
        read: compileBodyReader(declareBody(type, consumes, `${place}, request body`), unknownFields)
      }
    } else if (declaration.name !== undefined) this.#addNamed(declaration as NamedDeclaration)
    else this.#arguments[index] = { kind: 'record', group: this.#addGroup(source, recordOf(declaration, place)) }
  }

  #addNamed(declaration: NamedDeclaration): void {
    const { source, name, index } = declaration
    const { place } = this.#signature
    this.#take(source, name)
    let entry = this.#named.get(source)
    if (entry === undefined) {
      const target = class {}
      Object.defineProperty(target, 'name', { value: place })
      entry = { target, bound: new Map() }
      this.#named.set(source, entry)
    }
    entry.bound.set(index, declareNamed(declaration, entry.target, place))
  }

  /** Compiles the named parameters, when all of them are known. */
  addNamedGroups(): void {
    for (const [source, { target, bound }] of this.#named) {
      if (bound.size === 0) continue
      this.#errors.attempt(() => {
        const group = this.#addGroup(source, target)
        for (const [index, property] of bound) this.#arguments[index] = { kind: 'field', group, property }
      })
    }
  }

  #addGroup(source: ParameterPlace, target: Class): number {
    const { place, unknownFields } = this.#signature
    const fields = recordSchemaOf(target).fields.filter(({ access }) => access !== 'readOnly')
    const isNamed = this.#named.get(source)?.target === target
    for (const field of fields) {
      this.#errors.attempt(() => {
        const where = parameterPlace(source, field.name, place)
        checkParameterType(field, source, where)
        checkNullable(target, field, where)
        if (!isNamed) {
          checkName(source, field.name, where)
          this.#take(source, field.name)
        }
        this.#parameters.push({ in: source, field })
      })
    }
    return (
      this.#groups.push({
        place: source,
        binder: compileBinder({ kind: 'record', class: target }, 'text', source, { unknownFields }),
        fields
      }) - 1
    )
  }

  #take(source: ParameterPlace, name: string): void {
    const { place } = this.#signature
    const key = parameterKey({ in: source, name })
    if (this.#taken.has(key))
      throw invalid('the parameter is declared twice', parameterPlace(source, name, place), 'declare it once')
    this.#taken.set(key, { source, name })
  }

  /** A parameter without a decorator is the context, if its type is Context or it is the only one left. */
  addContext(): void {
    const { declarations, emitted, length, place } = this.#signature
    const count = Math.max(length, this.#arguments.length)
    const open = Array.from({ length: count }, (_, index) => index).filter((index) => !this.#arguments[index])
    for (const index of open) {
      const type = emitted?.[index]
      // `import { type Context }` is emitted as Function, and `ctx: any` as Object.
      const isUnknown = type === undefined || type === Function || (type === Object && declarations.length === 0)
      if (isContext(type) || (open.length === 1 && isUnknown)) {
        this.#arguments[index] = { kind: 'context' }
        continue
      }
      const typed = isClass(type) && type !== Object ? ` of type ${type.name}` : ''
      const what = `no decorator says where its value${typed} comes from`
      const remedy = 'add @Param, @Query, @Header, @Cookie, @Body, @Ctx, @Req or @Res'
      this.#errors.add(invalid(what, `${place}, parameter ${index + 1}`, remedy))
    }
  }

  compile(): MethodInputs {
    const list = this.#arguments
    if (this.#signature.declarations.length === 0) {
      return { arguments: list, groups: [], body: undefined, inputs: undefined }
    }
    const inputs = { parameters: this.#parameters, body: this.#body?.type, consumes: this.#body?.consumes }
    return { arguments: list, groups: this.#groups, body: this.#body?.read, inputs }
  }

  /** Checks that path and decorators name the same parameters. A method that has the context may read some itself. */
  checkPath(): void {
    const { pattern, place } = this.#signature
    const inPath = new Set(pattern.parameters.map((parameter) => parameter.name))
    const bound = new Set([...this.#taken.values()].flatMap(({ source, name }) => (source === 'path' ? [name] : [])))
    for (const name of bound) {
      if (inPath.has(name)) continue
      const remedy = `write {${name}} in the path or remove the decorator`
      this.#errors.add(invalid(`the path ${pattern.source} has no parameter '${name}'`, place, remedy))
    }
    if (this.#arguments.some(({ kind }) => kind === 'context' || kind === 'request')) return
    for (const name of inPath) {
      if (bound.has(name)) continue
      const remedy = `add a parameter with @Param('${name}'), or @Ctx`
      const what = `the method does not read the parameter '${name}' of the path ${pattern.source}`
      this.#errors.add(invalid(what, place, remedy))
    }
  }
}

function isContext(type: unknown): boolean {
  return isClass(type) && (type === Context || type.prototype instanceof Context)
}
