import { SetupErrors, setupErrorOf } from '../../errors.js'
import type { ParameterOption } from '../../http/operation-options.js'
import { parameterKey } from '../../http/parameter-name.js'
import type { RouteInputs, RouteParameter } from '../../http/route.js'
import { isClass } from '../../metadata.js'
import { isPlain } from '../../options.js'
import { TypeToken } from '../../record/type/type-token.js'
import type { MethodOptions, OperationDeclaration, ParameterDeclaration } from '../declarations.js'
import { declarationOf, Input } from '../input.js'
import { INPUT_WORDS, type InputForm, writtenInput } from '../input-form.js'
import type { MethodInput } from '../parameter-record.js'
import type { MethodSignature } from './method-signature.js'
import { readRequestClass } from './request-class.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** The inputs of one route, in whichever form they are declared. */
export type DeclaredInputs = Pick<MethodSignature, 'form' | 'inputs' | 'request' | 'length' | 'count' | 'emitted'>

/** What is declared about the inputs of one route, in all forms. */
export interface InputSources {
  readonly operation: OperationDeclaration
  /** The decorators of the method's parameters. */
  readonly parameters: readonly ParameterDeclaration[]
  /** The method's code. */
  readonly method: { readonly length: number }
  /** The emitted types of the method's parameters; undefined without metadata. */
  readonly emitted: readonly unknown[] | undefined
  /** For errors: `ItemController.find`. */
  readonly place: string
}

/**
 * Reads the inputs of a route from the one form in which they are declared. What is wrong with a single input is added to
 * `errors`, so that the others are checked, too.
 *
 * @throws SetupError PARAMETER_INVALID if there are several forms, or no request class
 */
export function declaredInputs(sources: InputSources, errors: SetupErrors): DeclaredInputs {
  const { operation, parameters, method, emitted, place } = sources
  const hasRequest = 'request' in operation.options
  const forms = [
    ...(parameters.length > 0 ? ['decorators on its parameters'] : []),
    ...(operation.inputs.length > 0 ? ['inputs beside it'] : []),
    ...(hasRequest ? ['a `request`'] : [])
  ]
  if (forms.length > 1) throw invalid(`the method has ${forms.join(' and ')}`, place, 'keep one of these')
  const { length } = method
  const signature = { length, count: parameterCount(method), emitted }
  if (operation.inputs.length > 0) return { ...signature, form: 'inputs', inputs: inputsBeside(sources, errors) }
  if (hasRequest) return { ...signature, form: 'fields', ...readRequestClass(operation.options.request, place, errors) }
  const inputs = parameters.map((parameter): MethodInput => {
    const where = `${place}, parameter ${parameter.index + 1}`
    // Spread, each would have a hidden class of its own.
    return Object.assign({}, parameter, { form: 'parameters' as const, where })
  })
  return { ...signature, form: 'parameters', inputs }
}

/**
 * Checks that the options of a route do not declare what its inputs declare: requests would be read as the inputs say, and
 * the document would have what the options say. An entry of `parameters` may describe the parameter of an input.
 *
 * @throws BootstrapError of PARAMETER_INVALID
 */
export function checkDeclaredOnce(
  options: MethodOptions,
  { form, inputs }: { readonly form: InputForm; readonly inputs: RouteInputs | undefined },
  place: string
): void {
  const errors = new SetupErrors()
  const { remove } = INPUT_WORDS[form]
  if (inputs?.body !== undefined && 'requestBody' in options) {
    const what = `\`requestBody\` is given, but ${writtenInput(form, 'body', '…')} declares the body`
    errors.add(invalid(what, place, `remove \`requestBody\`, or ${remove} where the method reads the body itself`))
  }
  const read = new Map(inputs?.parameters.map((parameter) => [keyOf(parameter), parameter]))
  const entries: readonly unknown[] = Array.isArray(options.parameters) ? options.parameters : []
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) continue // reported with the document
    const option = entry as ParameterOption
    const parameter = typeof option.name === 'string' ? read.get(parameterKey(option)) : undefined
    const twice = (['schema', 'required'] as const).find((name) => option[name] !== undefined)
    if (parameter === undefined || twice === undefined) continue
    const written = parameter.by ?? writtenInput(form, parameter.in, '…')
    const what = `\`parameters\` gives the ${option.in} parameter '${option.name}' a \`${twice}\`, but ${written} declares it`
    errors.add(invalid(what, place, `remove the entry from \`parameters\`, or its \`${twice}\``))
  }
  errors.throwIfAny()
}

function keyOf({ in: place, field }: RouteParameter): string {
  return parameterKey({ in: place, name: field.name })
}

function inputsBeside({ operation, emitted, place }: InputSources, errors: SetupErrors): MethodInput[] {
  return operation.inputs.map((given, index): MethodInput => {
    const where = `${place}, input ${index + 1}`
    const type = emitted === undefined || index >= emitted.length ? undefined : { type: emitted[index] }
    if (given instanceof Input) return { ...declarationOf(given), index, form: 'inputs', where, emitted: type }
    const { what, remedy } = notAnInput(given)
    errors.add(invalid(`${what} is not an input`, where, remedy))
    // It may be what reads the path.
    return {
      source: 'context',
      name: undefined,
      type: undefined,
      options: {},
      index,
      form: 'inputs',
      where,
      emitted: type
    }
  })
}

/**
 * How many parameters a function has, by its source, where they are names and patterns alone: `length` ends at the first
 * default, and leaves out rest parameters. Undefined for any other function, and for one that reads `arguments`.
 */
function parameterCount(method: { readonly length: number }): number | undefined {
  const source = Function.prototype.toString.call(method)
  if (/\[native code\]|\barguments\b/.test(source)) return undefined
  const [, list] = /^(?:async\s+)?\*?\s*(?:function\s*\*?\s*)?[\w$]*\s*\(([^()=.`'"/[]*)\)/.exec(source) ?? []
  return list === undefined ? undefined : method.length
}

function notAnInput(given: unknown): { readonly what: string; readonly remedy: string } {
  const write = 'write param(…), query(…), header(…), cookie(…) or body(…)'
  if (isClass(given))
    return { what: `the class ${given.name}`, remedy: `write body(${given.name}) or query(${given.name})` }
  if (typeof given === 'function') {
    return { what: 'a function', remedy: `${write}: decorators such as @Param are for parameters and fields` }
  }
  if (given === undefined) return { what: 'undefined', remedy: write }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    if (isPlain(given)) return { what: 'an object', remedy: `${write}; the options come last, in one object` }
    const name = String(given.constructor?.name || 'a class without a name')
    if (name === Input.name) {
      const remedy = 'two copies are installed: let the application import one (`npm ls fieldstone` lists them)'
      return { what: 'an input of another copy of fieldstone', remedy }
    }
    const what = given instanceof TypeToken ? 'a type' : `an instance of ${name}`
    return { what, remedy: `${write}; the options come last, in one plain object` }
  }
  return { what: Array.isArray(given) ? 'a list' : String(JSON.stringify(given)), remedy: write }
}
