import { type AnyClassDecorator, checkCalled, decoratedClass, isStandardContext } from '../../decorator-form.js'
import { type Class, Declarations, isClass, lineage } from '../../metadata.js'
import { checkOptions, type OptionTable } from '../../options.js'
import type { UnknownFields } from '../type/schema.js'
import { registerFields } from './registration.js'

/** The options of `@Record`, which are about a record as a whole. */
export interface RecordOptions {
  /** The name of the component in the document. Default: the class's name. */
  readonly name?: string
  /** The description of the component in the document, as CommonMark. */
  readonly description?: string
  /**
   * What is done with keys that no field declares: they are dropped, or are faults and the document has
   * `additionalProperties: false`. Default: the option of the application, which is `'strip'` by default. Inherited.
   */
  readonly unknownFields?: UnknownFields
}

/** {@link RecordOptions}, by name. */
const RECORD_OPTIONS: OptionTable<RecordOptions> = {
  name: true,
  description: true,
  unknownFields: ['strip', 'reject']
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

/** @throws BootstrapError of OPTION_UNKNOWN */
export function checkRecordOptions(target: Class): void {
  for (const options of lineage(target).flatMap((at) => recordDeclarations.own(at))) {
    checkOptions(options, RECORD_OPTIONS, `@Record of ${target.name}`)
  }
}

/** The options of the class; `unknownFields` is inherited, name and description are its own. */
export function recordOptions(target: Class): RecordOptions {
  const own = Object.assign({}, ...recordDeclarations.own(target)) as RecordOptions
  const inherited = lineage(target).flatMap((at) => recordDeclarations.own(at).map((options) => options.unknownFields))
  return { ...own, unknownFields: inherited.filter((option) => option !== undefined).at(-1) }
}
