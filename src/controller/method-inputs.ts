import { type SetupError, SetupErrors, setupErrorOf } from '../errors.js'
import { type BodyReader, compileBodyReader } from '../http/body/request-body.js'
import { Context } from '../http/context.js'
import { type ParameterPlace, parameterKey } from '../http/parameter-name.js'
import type { ParameterGroup } from '../http/parameters/parameter-group.js'
import {
  checkNullable,
  checkParameterType,
  checkSchemaNull,
  parameterPlace
} from '../http/parameters/parameter-type.js'
import type { PathPattern } from '../http/path/pattern.js'
import { BODY_OPTIONS, type DescribedBody, describedBody } from '../http/request-body-options.js'
import type { RouteInputs, RouteParameter } from '../http/route.js'
import { type Class, type ConcreteClass, isClass } from '../metadata.js'
import { checkOptions } from '../options.js'
import { type Binder, compileBinder } from '../record/binder.js'
import { recordSchemaOf } from '../record/model/registry.js'
import { setOwn } from '../record/type/reading-options.js'
import type { FieldSchema, ForeignSchema, UnknownFields } from '../record/type/schema.js'
import { parseType } from '../record/type/type-expression.js'
import { allInputs, INPUT_WORDS, type InputForm, writtenInput } from './input-form.js'
import { OR_ENUM } from './parameter-options.js'
import {
  checkName,
  declaredType,
  declareNamed,
  fieldsOfSchema,
  type MethodInput,
  type NamedInput,
  recordOf
} from './parameter-record.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** The source of one argument of a controller's method. */
export type Argument =
  | ArgumentPart
  /** An instance of a request class, with a value for each of its inputs. */
  | { readonly kind: 'object'; readonly construct: () => object; readonly members: readonly ArgumentMember[] }

/** The source of one property of a request class's instance. */
export type ArgumentMember = readonly [property: string, source: ArgumentPart]

/** The source of one value of a request. */
export type ArgumentPart =
  | { readonly kind: 'context' | 'request' | 'response' | 'body' }
  /** A whole record of one place's parameters. */
  | { readonly kind: 'record'; readonly group: number }
  /** One property of such a record. */
  | { readonly kind: 'field'; readonly group: number; readonly property: string }

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
  /** How its inputs are declared. */
  readonly form: InputForm
  readonly inputs: readonly MethodInput[]
  /** The request class whose fields the inputs are. */
  readonly request?: RequestClass | undefined
  /** For errors: `ItemController.find`. */
  readonly place: string
  /** How many parameters its code declares, up to the first with a default. */
  readonly length: number
  /** How many parameters it has in all; undefined where that cannot be seen. */
  readonly count: number | undefined
  /** What happens to unknown keys in bodies of records without a setting of their own. */
  readonly unknownFields: UnknownFields
  /** The emitted types of its parameters; undefined without metadata. */
  readonly emitted: readonly unknown[] | undefined
  /** The media types of its body, from the route's options. */
  readonly consumes?: string | readonly string[]
}

/** What a request class is to the method that takes its instances. */
export interface RequestClass {
  readonly name: string
  readonly construct: () => object
  /** The properties, in the order of the inputs. */
  readonly properties: readonly string[]
}

/**
 * Compiles the inputs of a method. A method without inputs takes the context.
 *
 * @throws BootstrapError of PARAMETER_INVALID, FIELD_TYPE_UNKNOWN, FIELD_OPTION_INVALID and the errors of the records
 *   that are used.
 */
export function compileInputs(signature: MethodSignature): MethodInputs {
  const errors = new SetupErrors()
  const compiler = new InputsCompiler(signature, errors)
  const inputs = [...signature.inputs].sort((a, b) => a.index - b.index)
  for (const input of inputs) errors.attempt(() => compiler.add(input))
  compiler.addNamedGroups()
  errors.attempt(() => compiler.addContext())
  if (inputs.length > 0) compiler.checkPath()
  errors.throwIfAny()
  return compiler.compile()
}

class InputsCompiler {
  readonly #signature: MethodSignature
  readonly #errors: SetupErrors
  readonly #groups: ParameterGroup[] = []
  readonly #parameters: RouteParameter[] = []
  /** The sources of the inputs' values. */
  readonly #values: ArgumentPart[] = []
  /** The positions of the method's parameters that take the context besides. */
  readonly #contexts: number[] = []
  readonly #named = new Map<ParameterPlace, { readonly target: ConcreteClass; readonly bound: Map<number, string> }>()
  /** The names in requests, by a key that is unique to each. */
  readonly #taken = new Map<string, { readonly source: ParameterPlace; readonly name: string }>()
  #body: { readonly declared: DescribedBody; readonly read: BodyReader } | undefined = undefined

  constructor(signature: MethodSignature, errors: SetupErrors) {
    this.#signature = signature
    this.#errors = errors
  }

  add(input: MethodInput): void {
    const { index, source, form, where } = input
    const { place } = this.#signature
    if (this.#values[index] !== undefined) {
      throw invalid('the parameter has two decorators', where, 'keep one of them')
    }
    // Stays here if the rest of the declaration is wrong: then it is not known what the input reads of the path.
    this.#values[index] = { kind: 'context' }
    if (source === 'context' || source === 'request' || source === 'response') this.#values[index] = { kind: source }
    else if (source === 'body') {
      if (this.#values.some((value) => value?.kind === 'body')) {
        const written = writtenInput(form, source).slice(0, -2)
        throw invalid(`there are two ${written} ${INPUT_WORDS[form].many}`, place, 'keep one of them')
      }
      this.#values[index] = { kind: 'body' }
      this.#addBody(input)
    } else if (input.name !== undefined) this.#addNamed(input as NamedInput)
    else this.#values[index] = { kind: 'record', group: this.#addGroup(source, recordOf(input)) }
  }

  #addBody(input: MethodInput): void {
    const { where } = input
    const { place, unknownFields } = this.#signature
    this.#errors.attempt(() => checkOptions(input.body, BODY_OPTIONS, where, { alternative: OR_ENUM }))
    const { consumes = input.body?.consumes } = this.#signature
    const options = consumes === undefined ? (input.body ?? {}) : { ...input.body, consumes }
    const isUntyped = options.content !== undefined && input.type === undefined
    const type = isUntyped ? undefined : parseType(declaredType(input, where), where)
    const declared = describedBody(type, options, `${place}, request body`)
    this.#body = { declared, read: compileBodyReader(declared, unknownFields) }
  }

  #addNamed(input: NamedInput): void {
    const { source, name, index } = input
    const { place } = this.#signature
    this.#take(source, name)
    let entry = this.#named.get(source)
    if (entry === undefined) {
      const target = class {}
      Object.defineProperty(target, 'name', { value: place })
      entry = { target, bound: new Map() }
      this.#named.set(source, entry)
    }
    entry.bound.set(index, declareNamed(input, entry.target, place))
  }

  /** Compiles the named parameters, when all of them are known. */
  addNamedGroups(): void {
    for (const [source, { target, bound }] of this.#named) {
      if (bound.size === 0) continue
      this.#errors.attempt(() => {
        const group = this.#addGroup(source, target)
        for (const [index, property] of bound) this.#values[index] = { kind: 'field', group, property }
      })
    }
  }

  #addGroup(source: ParameterPlace, target: Class | ForeignSchema): number {
    const { unknownFields } = this.#signature
    if (!isClass(target)) return this.#addSchema(source, target)
    const fields = recordSchemaOf(target).fields.filter(({ access }) => access !== 'readOnly')
    const isNamed = this.#named.get(source)?.target === target
    for (const field of fields) this.#addField(source, field, isNamed, (where) => checkNullable(target, field, where))
    const binder = compileBinder<object>({ kind: 'record', class: target }, 'text', source, { unknownFields })
    return this.#groups.push({ place: source, binder, fields }) - 1
  }

  /** The properties of a schema are read by the whole schema, which gets no others: no document could reject them. */
  #addSchema(source: ParameterPlace, type: ForeignSchema): number {
    const fields = fieldsOfSchema(type)
    for (const field of fields) this.#addField(source, field, false, (where) => checkSchemaNull(field.type, where))
    const names = fields.map(({ name }) => name)
    const whole = compileBinder<object>(type, 'text', source)
    const binder: Binder<object> = {
      decode: (raw) => whole.decode(picked(raw, names)),
      validate: (raw) => whole.validate(picked(raw, names))
    }
    return this.#groups.push({ place: source, binder, fields }) - 1
  }

  #addField(source: ParameterPlace, field: FieldSchema, isNamed: boolean, check: (where: string) => void): void {
    this.#errors.attempt(() => {
      const where = parameterPlace(source, field.name, this.#signature.place)
      checkParameterType(field, source, where)
      check(where)
      if (!isNamed) {
        checkName(source, field.name, where)
        this.#take(source, field.name)
      }
      this.#parameters.push({ in: source, field })
    })
  }

  #take(source: ParameterPlace, name: string): void {
    const { place } = this.#signature
    const key = parameterKey({ in: source, name })
    if (this.#taken.has(key))
      throw invalid('the parameter is declared twice', parameterPlace(source, name, place), 'declare it once')
    this.#taken.set(key, { source, name })
  }

  /** A parameter that no input is for is the context, if its type is Context or it is the only one left. */
  addContext(): void {
    const { form, inputs, request, emitted, length, count, place } = this.#signature
    const given = request === undefined ? this.#values.length : 1
    if (form !== 'parameters' && count !== undefined && count < given) throw this.#tooMany(count, given)
    const isGiven = (index: number) => (request === undefined ? this.#values[index] !== undefined : index === 0)
    const open = Array.from({ length: Math.max(length, given) }, (_, index) => index).filter((index) => !isGiven(index))
    for (const index of open) {
      const type = emitted?.[index]
      // `import { type Context }` is emitted as Function, and `ctx: any` as Object.
      const isUnknown = type === undefined || type === Function || (type === Object && inputs.length === 0)
      if (isContext(type) || (open.length === 1 && isUnknown)) {
        this.#contexts.push(index)
        continue
      }
      const typed = isClass(type) && type !== Object ? ` of type ${type.name}` : ''
      const what = `no ${form === 'parameters' ? 'decorator' : 'input'} says where its value${typed} comes from`
      const remedy = this.#inputRemedy()
      this.#errors.add(invalid(what, `${place}, parameter ${index + 1}`, remedy))
    }
  }

  #inputRemedy(): string {
    const { form, inputs, emitted } = this.#signature
    if (form === 'fields') return 'take the request first and a Context after it, and nothing else'
    const add = `add ${allInputs(form)}`
    if (form === 'inputs') return `${add} to the inputs`
    // Standard decorators have none of parameters, and emit no types either.
    const isStandard = inputs.length === 0 && emitted === undefined
    return isStandard
      ? `declare it beside the method, @Get(param('id', Integer)), or ${add} (experimentalDecorators)`
      : add
  }

  #tooMany(count: number, given: number): SetupError {
    const { request, place } = this.#signature
    if (request !== undefined) {
      const what = `the method has no parameter for its request, ${request.name}`
      return invalid(what, place, 'let it take the request, or remove `request`')
    }
    const has = count === 0 ? 'no parameter' : count === 1 ? 'one parameter' : `${count} parameters`
    const what = `the method has ${has}, but ${given === 1 ? 'one input' : `${given} inputs`} beside it`
    return invalid(what, place, 'let it take the values of its inputs, in the same order, or remove inputs')
  }

  compile(): MethodInputs {
    const { inputs: declared, request } = this.#signature
    const list: Argument[] = request === undefined ? [...this.#values] : [objectOf(request, this.#values)]
    for (const index of this.#contexts) list[index] = { kind: 'context' }
    if (declared.length === 0) return { arguments: list, groups: [], body: undefined, inputs: undefined }
    const inputs = { parameters: this.#parameters, body: this.#body?.declared }
    return { arguments: list, groups: this.#groups, body: this.#body?.read, inputs }
  }

  /** Checks that path and inputs name the same parameters. A method that has the context may read some itself. */
  checkPath(): void {
    const { pattern, place, form } = this.#signature
    const inPath = new Set(pattern.parameters.map((parameter) => parameter.name))
    const bound = new Set([...this.#taken.values()].flatMap(({ source, name }) => (source === 'path' ? [name] : [])))
    for (const name of bound) {
      if (inPath.has(name)) continue
      const remedy = `write {${name}} in the path or remove ${INPUT_WORDS[form].remove}`
      this.#errors.add(invalid(`the path ${pattern.source} has no parameter '${name}'`, place, remedy))
    }
    const isRead = this.#values.some((value) => value?.kind === 'context' || value?.kind === 'request')
    if (isRead || this.#contexts.length > 0) return
    for (const name of inPath) {
      if (bound.has(name)) continue
      const remedy = `add ${INPUT_WORDS[form].add(writtenInput(form, 'path', `'${name}'`))}`
      const what = `the method does not read the parameter '${name}' of the path ${pattern.source}`
      this.#errors.add(invalid(what, place, remedy))
    }
  }
}

function objectOf({ construct, properties }: RequestClass, values: readonly ArgumentPart[]): Argument {
  const members = properties.map((property, index): ArgumentMember => [property, values[index] as ArgumentPart])
  return { kind: 'object', construct, members }
}

/** The members of these names. */
function picked(raw: unknown, names: readonly string[]): object {
  const all = raw as Readonly<Record<string, unknown>>
  const out = {}
  for (const name of names) if (Object.hasOwn(all, name)) setOwn(out, name, all[name])
  return out
}

function isContext(type: unknown): boolean {
  return isClass(type) && (type === Context || type.prototype instanceof Context)
}
