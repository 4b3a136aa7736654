import { type SetupError, SetupErrors, setupErrorOf } from '../../errors.js'
import { type BodyReader, compileBodyReader } from '../../http/body/request-body.js'
import { Context } from '../../http/context.js'
import { type ParameterPlace, parameterKey } from '../../http/parameter-name.js'
import type { ParameterGroup } from '../../http/parameters/parameter-group.js'
import {
  checkNullable,
  checkParameterRecord,
  checkParameterType,
  checkSchemaNull,
  parameterPlace
} from '../../http/parameters/parameter-type.js'
import { BODY_OPTIONS, type DescribedBody, describedBody } from '../../http/request-body-options.js'
import type { PrincipalInput, RouteParameter } from '../../http/route.js'
import { bodyInVersion } from '../../http/versioning.js'
import { type Class, type ConcreteClass, isClass } from '../../metadata.js'
import { checkOptions } from '../../options.js'
import { compileBinder } from '../../record/binder.js'
import { recordSchemaOf } from '../../record/model/registry.js'
import { setOwn } from '../../record/type/reading-options.js'
import type { FieldSchema, ForeignSchema } from '../../record/type/schema.js'
import { parseType } from '../../record/type/type-expression.js'
import type { InputDeclaration, OwnParameter, ParameterDecoratorOptions } from '../declarations.js'
import { declarationOf, Input } from '../input.js'
import { allInputs, INPUT_WORDS, writtenInput } from '../input-form.js'
import { OR_ENUM } from '../parameter-options.js'
import {
  checkName,
  checkSame,
  declaredType,
  declareNamed,
  fieldsOfSchema,
  type MethodInput,
  type NamedInput,
  propertyNamed,
  recordOf
} from '../parameter-record.js'
import { principalInput } from '../principal-input.js'
import type {
  Argument,
  ArgumentMember,
  ArgumentPart,
  MethodInputs,
  MethodSignature,
  RequestClass
} from './method-signature.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/**
 * Compiles the inputs of a method. A method without inputs takes the context.
 *
 * @param all gets what is wrong with them: PARAMETER_INVALID, FIELD_TYPE_UNKNOWN, FIELD_OPTION_INVALID and the errors of the
 *   records that are used; then nothing is left of the inputs but the principals, which are checked with the routes
 */
export function compileInputs(signature: MethodSignature, all: SetupErrors): MethodInputs {
  const errors = new SetupErrors()
  const compiler = new InputsCompiler(signature, errors)
  const inputs = [...signature.inputs].sort((a, b) => a.index - b.index)
  for (const input of inputs) errors.attempt(() => compiler.add(input))
  compiler.addNamedGroups()
  errors.attempt(() => compiler.addContext())
  if (inputs.length > 0) compiler.checkPath()
  const isRight = all.attempt(() => {
    errors.throwIfAny()
    return true
  })
  return isRight === true ? compiler.compile() : compiler.principalsAlone()
}

/** Takes where a value comes from, when that is known. */
type PutPart = (part: ArgumentPart) => void

/** The named parameters of one place, which are bound together, and who gets the value of each. */
interface NamedGroup {
  /** The class that the inputs are declared on; most groups are those of another method, and need none. */
  target: ConcreteClass | undefined
  readonly bound: (readonly [property: string, put: PutPart])[]
  /** The keys of its inputs, which other methods may declare alike; undefined where that cannot be seen of one. */
  keys: string[] | undefined
  /** The inputs that are not declared on the target, as other methods have declared them rightly. */
  pending: NamedInput[]
}

/** A name in requests that an input has taken. */
interface TakenName {
  readonly source: ParameterPlace
  readonly name: string
  /** Undefined for a field of a record. */
  readonly input: NamedInput | undefined
  readonly by: string | undefined
}

/** What the document alone reads of a parameter's options. */
type Description = Pick<ParameterDecoratorOptions, 'description' | 'example' | 'examples' | 'deprecated'>

function descriptionsOf(inputs: readonly InputDeclaration[], known = new Map<string, Description>()): typeof known {
  for (const { source, name, options, own } of inputs) {
    if (own !== undefined) {
      const members = Object.values(own.inputs).filter((input) => input instanceof Input)
      descriptionsOf(members.map(declarationOf), known)
    }
    const { description, example, examples, deprecated } = options
    const given = [description, example, examples, deprecated]
    if (name === undefined || given.every((value) => value === undefined)) continue
    const key = parameterKey({ in: source as ParameterPlace, name })
    const described = Object.entries({ description, example, examples, deprecated }).filter(
      ([, value]) => value !== undefined
    )
    known.set(key, { ...Object.fromEntries(described), ...known.get(key) })
  }
  return known
}

/** A whole record or schema whose fields are parameters. */
interface WholeRecord {
  readonly source: ParameterPlace
  readonly target: Class | ForeignSchema
  readonly group: number
  readonly by: string | undefined
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
  readonly #named = new Map<ParameterPlace, NamedGroup>()
  /** The names in requests, by a key that is unique to each. */
  readonly #taken = new Map<string, TakenName>()
  readonly #records: WholeRecord[] = []
  readonly #principals: PrincipalInput[] = []
  /** What is said of each named parameter, by the first of its declarations that says anything. */
  readonly #described: ReadonlyMap<string, Description>
  #body: { readonly declared: DescribedBody; readonly read: BodyReader } | undefined = undefined

  constructor(signature: MethodSignature, errors: SetupErrors) {
    this.#signature = signature
    this.#errors = errors
    this.#described = descriptionsOf(signature.inputs)
  }

  add(input: MethodInput): void {
    const { index, where } = input
    if (this.#values[index] !== undefined) {
      throw invalid('the parameter has two decorators', where, 'keep one of them')
    }
    // Stays here if the rest of the declaration is wrong: then it is not known what the input reads of the path.
    this.#values[index] = { kind: 'context' }
    this.#read(input, (part) => {
      this.#values[index] = part
    })
  }

  #read(input: MethodInput, put: PutPart): void {
    const { source, form } = input
    switch (source) {
      case 'context':
      case 'request':
      case 'response':
        put({ kind: source })
        break
      case 'body': {
        if (this.#values.some((value) => value?.kind === 'body')) {
          const written = writtenInput(form, source).slice(0, -2)
          const remedy = 'keep one of them'
          throw invalid(`there are two ${written} ${INPUT_WORDS[form].many}`, this.#signature.place, remedy)
        }
        put({ kind: 'body' })
        this.#addBody(input)
        break
      }
      case 'principal': {
        const principal = principalInput(input)
        this.#principals.push(principal)
        put({ kind: 'principal', sources: principal.sources })
        break
      }
      case 'own':
        this.#addOwn(input, input.own as OwnParameter, put)
        break
      default:
        if (input.name !== undefined) this.#addNamed(input as NamedInput, put)
        else put({ kind: 'record', group: this.#addRecord(input as MethodInput & { source: typeof source }) })
    }
  }

  /** The inputs of a decorator of the application's own are inputs of the method. */
  #addOwn({ index, where }: MethodInput, own: OwnParameter, put: PutPart): void {
    const members: (readonly [string, ArgumentPart])[] = []
    put({ kind: 'own', own, members })
    for (const [key, given] of Object.entries(own.inputs)) {
      const place = `${where}, input ${key} of ${own.name}`
      const at = members.push([key, { kind: 'context' }]) - 1
      this.#errors.attempt(() => {
        if (!(given instanceof Input)) {
          throw invalid('it is not an input', place, 'write param(…), query(…), header(…), cookie(…) or principal(…)')
        }
        const declaration = declarationOf(given)
        if (declaration.source === 'body' || declaration.source === 'response') {
          const what = `it is ${writtenInput('inputs', declaration.source)}, which only a method takes`
          throw invalid(what, place, 'take it as a parameter of the method, or use the context')
        }
        this.#read(
          { ...declaration, index, form: 'inputs', where: place, emitted: undefined, by: own.name },
          (part) => {
            members[at] = [key, part]
          }
        )
      })
    }
  }

  #addBody(input: MethodInput): void {
    const { where } = input
    const { place, unknownFields } = this.#signature
    this.#errors.attempt(() => {
      const { type } = (input.body ?? {}) as { readonly type?: unknown }
      const example = typeof type === 'function' && type.name !== '' ? type.name : 'Book'
      const instead = { type: `give the type first: ${writtenInput(input.form, 'body', example, '{ examples }')}` }
      checkOptions(input.body, BODY_OPTIONS, where, { instead, alternative: OR_ENUM })
    })
    const { consumes = input.body?.consumes } = this.#signature
    const options = consumes === undefined ? (input.body ?? {}) : { ...input.body, consumes }
    if (typeof input.type === 'string') {
      // Elsewhere a text is the type of texts. Here it is a name, as NestJS takes it, of which the whole body would know nothing.
      const written = writtenInput(input.form, 'body').slice(0, -2)
      const remedy = `write a class with @Field() ${input.type}, or ${writtenInput(input.form, 'body', 'String')} for a text`
      throw invalid(`${written} takes the whole body, and no name of a field`, where, remedy)
    }
    const isUntyped = options.content !== undefined && input.type === undefined
    const type = isUntyped ? undefined : parseType(declaredType(input, where), where)
    const { versionMedia } = this.#signature
    const described = describedBody(type, options, `${place}, request body`)
    const declared = versionMedia === undefined ? described : bodyInVersion(described, versionMedia)
    this.#body = { declared, read: compileBodyReader(declared, unknownFields) }
  }

  #addNamed(input: NamedInput, put: PutPart): void {
    const { source, name, by } = input
    const { place } = this.#signature
    let entry = this.#named.get(source)
    if (entry === undefined) {
      entry = { target: undefined, bound: [], keys: [], pending: [] }
      this.#named.set(source, entry)
    }
    const key = parameterKey({ in: source, name })
    const known = this.#taken.get(key)
    if (known?.input !== undefined && (by ?? known.by) !== undefined) {
      checkSame(known.input, input, place)
      entry.bound.push([propertyNamed(source, name), put])
      return
    }
    this.#take(source, name, by, input)
    const described = this.#described.get(key)
    const whole = described === undefined ? input : { ...input, options: { ...described, ...input.options } }
    entry.bound.push([this.#declare(whole, entry), put])
  }

  /** Declares a field on the record of a group; later, or never, where another method has declared the same rightly. */
  #declare(input: NamedInput, entry: NamedGroup): string {
    const { place, shared } = this.#signature
    const key = entry.keys && input.by === undefined ? shared.keyOf(input) : undefined
    if (key === undefined) entry.keys = undefined
    else entry.keys?.push(key)
    if (key !== undefined && shared.isRight(key)) {
      entry.pending.push(input)
      return propertyNamed(input.source, input.name)
    }
    const property = declareNamed(input, declarePending(entry, place), place)
    if (key !== undefined) shared.addRight(key)
    return property
  }

  /** The whole record of an input; one for a method and its decorators of the application's own. */
  #addRecord(input: MethodInput & { readonly source: ParameterPlace }): number {
    const { source, by } = input
    const target = recordOf(input)
    const known = this.#records.find((each) => each.source === source && isSameTarget(each.target, target))
    if (known !== undefined && (by ?? known.by) !== undefined) return known.group
    const group = this.#addGroup(source, target, by)
    this.#records.push({ source, target, group, by })
    return group
  }

  /** Compiles the named parameters, when all of them are known. */
  addNamedGroups(): void {
    for (const [source, entry] of this.#named) {
      if (entry.bound.length === 0) continue
      this.#errors.attempt(() => {
        const group = this.#addNamedGroup(source, entry)
        for (const [property, put] of entry.bound) put({ kind: 'field', group, property })
      })
    }
  }

  #addNamedGroup(source: ParameterPlace, entry: NamedGroup): number {
    const { place, shared } = this.#signature
    const { keys } = entry
    const known = keys && shared.find(keys)
    if (known !== undefined) {
      for (const parameter of known.parameters) this.#parameters.push(parameter)
      return this.#groups.push(known) - 1
    }
    const target = declarePending(entry, place)
    const { length } = this.#parameters
    const found = this.#errors.count
    const index = this.#addGroup(source, target, undefined)
    const group = this.#groups[index] as ParameterGroup
    if (keys !== undefined && this.#errors.count === found) {
      shared.add(keys, { ...group, parameters: this.#parameters.slice(length) })
    }
    return index
  }

  #addGroup(source: ParameterPlace, target: Class | ForeignSchema, by: string | undefined): number {
    const { unknownFields } = this.#signature
    if (!isClass(target)) return this.#addSchema(source, target, by)
    checkParameterRecord(target, this.#signature.place)
    const fields = recordSchemaOf(target).fields.filter(({ access }) => access !== 'readOnly')
    const isNamed = this.#named.get(source)?.target === target
    for (const field of fields) {
      this.#addField(source, field, by, isNamed, (where) => checkNullable(target, field, where))
    }
    const binder = compileBinder<object>({ kind: 'record', class: target }, 'text', source, { unknownFields })
    return this.#groups.push({ place: source, binder, fields }) - 1
  }

  /** The properties of a schema are read by the whole schema, which gets no others: no document could reject them. */
  #addSchema(source: ParameterPlace, type: ForeignSchema, by: string | undefined): number {
    const fields = fieldsOfSchema(type)
    for (const field of fields) this.#addField(source, field, by, false, (where) => checkSchemaNull(field.type, where))
    const names = fields.map(({ name }) => name)
    const whole = compileBinder<object>(type, 'text', source)
    const binder: ParameterGroup['binder'] = { validate: (raw) => whole.validate(picked(raw, names)) }
    return this.#groups.push({ place: source, binder, fields }) - 1
  }

  #addField(
    source: ParameterPlace,
    field: FieldSchema,
    by: string | undefined,
    isNamed: boolean,
    check: (where: string) => void
  ): void {
    this.#errors.attempt(() => {
      const where = parameterPlace(source, field.name, this.#signature.place)
      checkParameterType(field, source, where)
      check(where)
      if (!isNamed) {
        checkName(source, field.name, where)
        this.#take(source, field.name, by)
      }
      const key = parameterKey({ in: source, name: field.name })
      const owner = isNamed ? this.#taken.get(key)?.by : by
      const examples = isNamed ? this.#described.get(key)?.examples : undefined
      this.#parameters.push({ in: source, field, by: owner, examples })
    })
  }

  #take(source: ParameterPlace, name: string, by: string | undefined, input?: NamedInput): void {
    const { place } = this.#signature
    const key = parameterKey({ in: source, name })
    const known = this.#taken.get(key)
    if (known !== undefined) {
      const remedy =
        known.by === by ? 'declare it once' : `declare it once: remove it from ${known.by ?? by}, or from the method`
      throw invalid('the parameter is declared twice', parameterPlace(source, name, place), remedy)
    }
    this.#taken.set(key, { source, name, input, by })
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

  principalsAlone(): MethodInputs {
    const inputs = { parameters: [], principals: this.#principals, body: undefined }
    return { arguments: [], groups: [], body: undefined, inputs }
  }

  compile(): MethodInputs {
    const { inputs: declared, request } = this.#signature
    const list: Argument[] = request === undefined ? [...this.#values] : [objectOf(request, this.#values)]
    for (const index of this.#contexts) list[index] = { kind: 'context' }
    if (declared.length === 0) return { arguments: list, groups: [], body: undefined, inputs: undefined }
    // Copies: a list that has grown keeps room for 16 more, and each route keeps its own.
    const inputs = {
      parameters: [...this.#parameters],
      principals: this.#principals.length === 0 ? undefined : this.#principals,
      body: this.#body?.declared,
      takesValuesAlone: list.every(isValue)
    }
    return { arguments: list, groups: [...this.#groups], body: this.#body?.read, inputs }
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

/** Declares the inputs of a group that were left to other methods, as it has one of its own; returns its class. */
function declarePending(entry: NamedGroup, place: string): ConcreteClass {
  entry.target ??= Object.defineProperty(class {}, 'name', { value: place })
  for (const input of entry.pending) declareNamed(input, entry.target, place)
  entry.pending = []
  return entry.target
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

/** A type of a schema of another library is parsed for each declaration. */
function isSameTarget(a: Class | ForeignSchema, b: Class | ForeignSchema): boolean {
  return a === b || (!isClass(a) && !isClass(b) && a.schema === b.schema)
}

function isContext(type: unknown): boolean {
  return isClass(type) && (type === Context || type.prototype instanceof Context)
}

/** Whether an argument is a value that was bound, or an object of such values. */
function isValue(argument: Argument): boolean {
  if (argument.kind === 'object') return argument.members.every(([, part]) => isValue(part))
  return argument.kind === 'body' || argument.kind === 'record' || argument.kind === 'field'
}
