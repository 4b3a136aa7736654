import { type SetupErrors, setupErrorOf } from '../../errors.js'
import { type Class, type ConcreteClass, isClass, lineage } from '../../metadata.js'
import { declaresFields } from '../../record/field/field-declaration.js'
import { parseType } from '../../record/type/type-expression.js'
import {
  decoratorOf,
  misplacedIn,
  nameOf,
  type RequestFieldDeclaration,
  requestFieldDeclarations
} from '../declarations.js'
import type { ParameterSource } from '../input-form.js'
import { declaredType, type MethodInput, wholeType } from '../parameter-record.js'
import type { RequestClass } from './method-signature.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

type Instance = Record<string, unknown>

/** A request class, as the inputs of a method. */
export interface RequestInputs {
  readonly request: RequestClass
  readonly inputs: readonly MethodInput[]
}

/**
 * Reads the class that a route names as its `request`: one input for each decorated field, those of its ancestors first.
 *
 * @param place the method, for errors: `BookController.replace`
 * @param errors gets what is wrong with the class
 * @throws SetupError PARAMETER_INVALID for what is not a class
 */
export function readRequestClass(given: unknown, place: string, errors: SetupErrors): RequestInputs {
  const target = classOf(given, place)
  for (const error of misplacedIn(target)) errors.add(error)
  const declared = fieldsOf(target, place, errors)
  if (declared.length === 0) {
    const what = `the request class ${nameOf(target)} has no inputs`
    errors.add(invalid(what, place, 'decorate its fields with @Param, @Query, @Header, @Cookie, @Body or @Principal'))
  }
  if (declaresFields(target)) {
    const what = `the request class ${nameOf(target)} has @Field or decorators of class-validator, which are not checked there`
    const remedy =
      "write the rules as options, @Query('page', Integer, { minimum: 1 }), or move the fields into a record"
    errors.add(invalid(what, place, remedy))
  }
  const sample = errors.attempt(() => construct(target, place))
  const inputs = declared.map((field, index) => {
    const where = `${place}, ${nameOf(target)}.${field.property}`
    if (sample !== undefined) errors.attempt(() => checkField(field, sample, where, isAgain(target, field.property)))
    return inputOf(field, index, where)
  })
  const properties = declared.map(({ property }) => property)
  return { request: { name: nameOf(target), construct: () => new target(), properties }, inputs }
}

function classOf(given: unknown, place: string): ConcreteClass<Instance> {
  const found: unknown = typeof given === 'function' && !isClass(given) ? given() : given
  if (isClass(found)) return found as ConcreteClass<Instance>
  const what = found === undefined ? 'undefined (perhaps because of a circular import)' : 'not a class'
  throw invalid(`\`request\` is ${what}`, place, 'name the class of the request: { request: ReplaceItem }')
}

/** The decorated fields in the order of their declaration; a subclass replaces what it declares again. */
function fieldsOf(target: Class, place: string, errors: SetupErrors): RequestFieldDeclaration[] {
  const fields = new Map<string, RequestFieldDeclaration>()
  for (const at of lineage(target)) {
    for (const [property, [field, another]] of requestFieldDeclarations.byMember(at)) {
      fields.set(property, field as RequestFieldDeclaration)
      const where = `${place}, ${nameOf(at)}.${property}`
      if (another !== undefined) errors.add(invalid('the field has two decorators', where, 'keep one of them'))
    }
  }
  return [...fields.values()]
}

function construct(target: ConcreteClass<Instance>, place: string): Instance {
  try {
    return new target()
  } catch (error) {
    const what = `the request class ${nameOf(target)} cannot be constructed without arguments (${(error as Error).message})`
    throw invalid(what, place, 'let its constructor work without arguments; its fields are set afterwards')
  }
}

/** Whether the class declares a field again: then TypeScript wants an initial value (TS2612). */
function isAgain(target: Class, property: string): boolean {
  return lineage(target).filter((at) => requestFieldDeclarations.byMember(at).has(property)).length > 1
}

/** An initial value is seen by no handler: every field is set to what the request has. */
function checkField(declared: RequestFieldDeclaration, sample: Instance, where: string, mayHaveInitial: boolean): void {
  const { property, source, options } = declared
  const initial = sample[property]
  if (initial !== undefined && options.default === undefined && !mayHaveInitial) {
    const hasDefault = isPlace(source)
    const remedy = hasDefault ? `remove it, or write ${decoratorOf(declared)}(…, { default: … })` : 'remove it'
    throw invalid('the field has an initial value, which every request replaces', where, remedy)
  }
  try {
    sample[property] = initial
  } catch (error) {
    throw invalid(`the field cannot be set (${(error as Error).message})`, where, 'let it be writable, or add a setter')
  }
}

/** A field without a name is a whole record if its type is one, and else the parameter of its property's name. */
function inputOf(field: RequestFieldDeclaration, index: number, where: string): MethodInput {
  const input: MethodInput = { ...field, index, form: 'fields', where }
  if (!isPlace(field.source) || field.name !== undefined || isWholeRecord(input)) return input
  return { ...input, name: field.property, isNamedByField: true }
}

function isPlace(source: ParameterSource): boolean {
  return source === 'path' || source === 'query' || source === 'header' || source === 'cookie'
}

function isWholeRecord(input: MethodInput): boolean {
  if (input.options.style !== undefined || input.options.enum !== undefined) return false
  if (input.type === undefined && !isClass(input.emitted?.type)) return false
  try {
    return wholeType(parseType(declaredType(input, input.where), input.where)) !== undefined
  } catch {
    // Reported with the field's name where its type is compiled.
    return false
  }
}
