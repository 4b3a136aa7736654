import { isDeepStrictEqual } from 'node:util'
import { WHERE_TYPES_ARE_EMITTED } from '../decorator-form.js'
import { SetupError, setupErrorOf } from '../errors.js'
import { type ParameterPlace, parameterNameFault } from '../http/parameter-name.js'
import { parameterPlace } from '../http/parameters/parameter-type.js'
import type { Class, ConcreteClass, EmittedType } from '../metadata.js'
import { Field } from '../record/field/field.js'
import { canBeEmittedAs, describeType } from '../record/kinds/type-facts.js'
import { isRecord } from '../record/model/registry.js'
import { standardProperties } from '../record/standard/standard-parts.js'
import type { FieldSchema, ForeignSchema, TypeSchema } from '../record/type/schema.js'
import { parseType, type TypeExpression } from '../record/type/type-expression.js'
import type { InputDeclaration } from './declarations.js'
import { type InputForm, type KnownSource, writtenInput } from './input-form.js'
import { checkParameterOptions } from './parameter-options.js'

const unknownType = setupErrorOf('FIELD_TYPE_UNKNOWN')
const invalid = setupErrorOf('PARAMETER_INVALID')

/** One input of a method, however it was declared. */
export interface MethodInput extends InputDeclaration {
  /** Its place among the inputs. */
  readonly index: number
  readonly form: InputForm
  /** Its type as the compiler emitted it. */
  readonly emitted: EmittedType
  /** For errors: `ItemController.find, parameter 2`. */
  readonly where: string
  /** Whether the name is that of a request class's field. */
  readonly isNamedByField?: boolean
  /** The decorator of the application's own that it is an input of: `@Page`. */
  readonly by?: string
}

/** An input with a name in requests. */
export type NamedInput = MethodInput & { readonly name: string; readonly source: ParameterPlace }

/**
 * Named parameters of one place become the fields of a record made for them, so they are bound, checked, filled with
 * defaults and documented by the same model as everything else. Adds one, and returns the field's property.
 *
 * @param target the record, whose name is the method's
 * @throws SetupError or BootstrapError about the name, the type or the options.
 */
export function declareNamed(declaration: NamedInput, target: ConcreteClass, place: string): string {
  const { source, name, options } = declaration
  const where = parameterPlace(source, name, place)
  checkName(source, name, where)
  checkParameterOptions(options, source, where)
  const isTyped = options.enum === undefined || declaration.type !== undefined
  const type = isTyped ? declaredType(declaration, where) : String
  const property = propertyNamed(source, name)
  // The document reads them, beside the field.
  const { examples: _, ...rules } = options
  const field = { ...rules, ...(property !== name && { name }) }
  Field(() => type, field)(target.prototype, property)
  return property
}

/** The property of a named parameter in the record of its place. Every object has properties such as `constructor`. */
export function propertyNamed(source: ParameterPlace, name: string): string {
  return name in Object.prototype ? `${source} parameter ${name}` : name
}

/**
 * Checks that two inputs declare the same parameter alike: a decorator of the application's own, and another one or the
 * method. They may be described in different words.
 *
 * @throws SetupError PARAMETER_INVALID
 */
export function checkSame(first: NamedInput, second: NamedInput, place: string): void {
  const where = parameterPlace(first.source, first.name, place)
  const [a, b] = [first, second].map((input) => {
    const { description: _, example: _example, deprecated: _deprecated, ...rules } = input.options
    const isTyped = rules.enum === undefined || input.type !== undefined
    return { type: isTyped ? parseType(declaredType(input, where), where) : undefined, rules }
  })
  if (isDeepStrictEqual(a, b)) return
  const [one, other] = [first, second].map(({ by }) => by ?? 'the method')
  const both = one === other ? `${one}, used twice,` : `${one} and ${other}`
  const what = `the parameter is declared by ${both} with different types or rules`
  throw invalid(what, where, 'let both declare the same, or give one of them another name')
}

/** The record of a decorator without a name, or a schema of another library: each field or property is a parameter. */
export function recordOf(declaration: MethodInput & { readonly source: ParameterPlace }): Class | ForeignSchema {
  const { form, source, where } = declaration
  const target = wholeType(parseType(declaredType(declaration, where), where))
  const written = writtenInput(form, source).slice(0, -2)
  if (target === undefined) {
    throw invalid(`${written} has neither a name nor a record`, where, 'give it a name, or a class with @Field')
  }
  if (Object.keys(declaration.options).length === 0) return target
  const remedy = `give the name first, ${writtenInput(form, source, "'name'", '…')}, or write the options on the fields`
  throw invalid(`${written} has options for a whole record`, where, remedy)
}

/** The class of a type that is a declared record, or a schema of another library that takes an object. */
export function wholeType(type: TypeSchema): Class | ForeignSchema | undefined {
  if (type.kind === 'standard') return standardProperties(type) === undefined ? undefined : type
  return type.kind === 'record' && isRecord(type.class) ? type.class : undefined
}

/**
 * The type that the decorator was given, or the emitted one.
 *
 * @throws SetupError FIELD_TYPE_UNKNOWN
 */
export function declaredType(input: MethodInput, where: string): TypeExpression {
  const { source, name, type, emitted, form } = input as MethodInput & { readonly source: KnownSource }
  if (type !== undefined) {
    checkEmitted(type, input, where)
    return type
  }
  const quoted = name === undefined || input.isNamedByField === true ? undefined : `'${name}'`
  const write = (example: string): string =>
    writtenInput(form, source, quoted, form === 'fields' ? `() => ${example}` : example)
  const example = write(name === undefined ? 'TheRecord' : 'String')
  if (emitted === undefined) {
    const remedy = form === 'inputs' ? `write ${example}` : `write ${example}; ${WHERE_TYPES_ARE_EMITTED}`
    throw unknownType('the compiler emitted no type metadata', where, remedy)
  }
  if (emitted.type === Array) {
    throw unknownType("the compiler does not emit the type of a list's items", where, `write ${write('[TheItem]')}`)
  }
  if (emitted.type === undefined || emitted.type === Object || emitted.type === Function) {
    throw unknownType(
      'the type is not a class at run time (a union, an interface, `unknown`, `import type` or a circular import)',
      where,
      `write ${example}`
    )
  }
  return emitted.type
}

/** The properties of a schema of another library as fields, which are read together and documented one by one. */
export function fieldsOfSchema(type: ForeignSchema): FieldSchema[] {
  return (standardProperties(type) ?? []).map(({ name, type: own, isRequired, described }) => ({
    property: name,
    name,
    type: own,
    required: isRequired,
    nullable: false,
    rules: [],
    description: described.description,
    example: described.examples?.[0],
    default: undefined,
    deprecated: described.deprecated === true
  }))
}

/** @throws SetupError TYPE_CONTRADICTED */
function checkEmitted(declared: TypeExpression, { form, emitted }: MethodInput, where: string): void {
  if (emitted === undefined) return
  const type = parseType(declared, where)
  if (canBeEmittedAs(type, emitted.type)) return
  const held = `the ${form === 'fields' ? 'property' : 'parameter'} is a ${(emitted.type as Class).name}`
  const what = `the declared type is ${describeType(type)}, but ${held}`
  throw new SetupError('TYPE_CONTRADICTED', what, where, 'let both be the same')
}

/** @throws SetupError PARAMETER_INVALID */
export function checkName(source: ParameterPlace, name: string, where: string): void {
  const fault = parameterNameFault(source, name)
  if (fault === undefined) return
  const { what, remedy = `read it with @Ctx and ctx.requestHeader('${name.toLowerCase()}')` } = fault
  throw invalid(what, where, remedy)
}
