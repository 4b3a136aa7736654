import { type AnyClassDecorator, checkCalled, decoratedClass, isStandardContext } from '../../decorator-form.js'
import { SetupError, SetupErrors } from '../../errors.js'
import { EXTENSIONS, type Extensions } from '../../extensions.js'
import { type Class, Declarations, isClass, lineage } from '../../metadata.js'
import { checkOptions, type OptionTable } from '../../options.js'
import { isCount } from '../rule/rule-row.js'
import type { UnknownFields } from '../type/schema.js'
import type { TypeExpression } from '../type/type-expression.js'
import { annotationErrors } from './option-check.js'
import { registerFields } from './registration.js'

/** The options of `@Record`, which are about a record as a whole. */
export interface RecordOptions extends Extensions {
  /** The name of the component in the document. Default: the class's name. */
  readonly name?: string
  /** The description of the component in the document, as CommonMark. */
  readonly description?: string
  /**
   * What is done with keys that no field declares: they are dropped, or are faults and the document has
   * `additionalProperties: false`. Default: the option of the application, which is `'strip'` by default. Inherited.
   */
  readonly unknownFields?: UnknownFields
  /**
   * The type of keys that no field declares, or a function that returns it: they are part of the record, are checked, and
   * become properties of the instance. Inherited.
   *
   * @example \@Record({ additionalProperties: Integer })
   */
  readonly additionalProperties?: TypeExpression
  /** The least number of keys of the object, those that no field declares included. */
  readonly minProperties?: number
  /** The greatest number of keys of the object. */
  readonly maxProperties?: number
  /** A name for people, in the document. */
  readonly title?: string
  /** A whole value of the record, as JSON. */
  readonly example?: unknown
  /** Several such values; OpenAPI 3.1 alone, and without `example`. */
  readonly examples?: readonly unknown[]
}

/** {@link RecordOptions}, by name. */
const RECORD_OPTIONS: OptionTable<RecordOptions> = {
  name: true,
  description: true,
  unknownFields: ['strip', 'reject'],
  additionalProperties: true,
  minProperties: true,
  maxProperties: true,
  title: true,
  example: true,
  examples: true,
  [EXTENSIONS]: true
}

const recordDeclarations = new Declarations<RecordOptions>('record')

/**
 * Sets the options of a record as a whole. A class with `@Field`s needs it only for these.
 *
 * @example
 * \@Record({ unknownFields: 'reject' })
 * class Signup { … }
 */
export function Record(options: RecordOptions): AnyClassDecorator {
  checkCalled('Record', [options], isClass(options))
  return (target: unknown, context?: unknown): void => {
    recordDeclarations.add(decoratedClass('@Record', target, context), options)
    // Tools that list all of class-validator's metadata find the class without having read it.
    if (isStandardContext(context)) context.addInitializer?.(() => registerFields(target as Class))
  }
}

/** How often the class itself was decorated. */
export function recordCount(target: Class): number {
  return recordDeclarations.own(target).length
}

/** @throws BootstrapError of OPTION_UNKNOWN, and of RECORD_INVALID and FIELD_OPTION_INVALID for values that are wrong */
export function checkRecordOptions(target: Class): void {
  const errors = new SetupErrors()
  const declared = lineage(target).flatMap((at) => recordDeclarations.own(at).map((options) => ({ at, options })))
  for (const { at, options } of declared) {
    // Where it is declared: the same for each class that extends it.
    const place = `@Record of ${at.name}`
    errors.attempt(() => checkOptions(options, RECORD_OPTIONS, place))
    for (const error of annotationErrors(options, place)) errors.add(error)
    errors.attempt(() => checkName(options, place))
    errors.attempt(() => checkCounts(options, place))
    errors.attempt(() => checkAdditional(options, place))
  }
  errors.throwIfAny()
}

function checkName({ name }: RecordOptions, place: string): void {
  if (name === undefined || typeof name === 'string') return
  throw new SetupError('RECORD_INVALID', 'the name is not a text', place, 'give a text, or remove it')
}

function checkCounts({ minProperties, maxProperties }: RecordOptions, place: string): void {
  for (const [name, value] of Object.entries({ minProperties, maxProperties })) {
    if (value === undefined || isCount(value)) continue
    throw new SetupError('RECORD_INVALID', `${name} is ${String(value)}`, place, 'give an integer of at least 0')
  }
  if ((minProperties ?? 0) <= (maxProperties ?? Number.POSITIVE_INFINITY)) return
  const what = `minProperties ${minProperties} is more than maxProperties ${maxProperties}`
  throw new SetupError('RECORD_INVALID', what, place, 'change one of them')
}

function checkAdditional({ additionalProperties, unknownFields }: RecordOptions, place: string): void {
  if (additionalProperties === undefined) return
  if (typeof additionalProperties === 'boolean') {
    const remedy = additionalProperties ? 'write the type of the others: Unknown' : "write unknownFields: 'reject'"
    throw new SetupError('RECORD_INVALID', `additionalProperties is ${additionalProperties}`, place, remedy)
  }
  if (unknownFields !== undefined) {
    const what = 'it has additionalProperties and unknownFields'
    throw new SetupError('RECORD_INVALID', what, place, 'keep one of them: additional properties are not unknown')
  }
}

/**
 * The options of the class. Of `unknownFields` and `additionalProperties` the nearest is inherited, all else is the class's
 * own.
 */
export function recordOptions(target: Class): RecordOptions {
  const own = Object.assign({}, ...recordDeclarations.own(target)) as RecordOptions
  const all = lineage(target).flatMap((at) => recordDeclarations.own(at))
  const nearest = all.findLast((options) => (options.unknownFields ?? options.additionalProperties) !== undefined)
  const { unknownFields, additionalProperties } = nearest ?? {}
  return { ...own, unknownFields, additionalProperties }
}
