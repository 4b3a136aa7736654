import type { FaultPlace } from '../errors.js'
import type { Class } from '../metadata.js'
import { compileReading, type Reading } from './compile-reading.js'
import { needsClassValidator } from './model/reachable-records.js'
import { compileClassValidatorCheck } from './read/async-rules.js'
import type { Bound } from './type/fault-list.js'
import { FaultList } from './type/fault-list.js'
import type { BinderSource, BindingOptions } from './type/reading-options.js'
import type { TypeSchema } from './type/schema.js'
import { contentOf } from './type/type-records.js'
import { compileTree } from './validation-tree.js'

/** Raw input to a value of a declared type. Compiled once a type; neither method changes or keeps the raw input. */
export interface Binder<T = unknown> {
  /** Builds the value and checks the types of what is present; neither presence nor rules. */
  decode(raw: unknown): Bound<T>
  /** Builds the value and checks types, presence and every rule. A promise only where a rule needs one. */
  validate(raw: unknown): Bound<T> | Promise<Bound<T>>
}

const shared = new WeakMap<Class, Map<string, Binder>>()

/**
 * Compiles the binder of a type; for one record, or lists and maps of it, once for the same options:
 * a class that many routes use is compiled, and its code generated, for one.
 *
 * @param place the place of the faults. A record of parameters accepts unknown names: no document could reject them.
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileBinder<T>(
  type: TypeSchema,
  source: BinderSource,
  place: FaultPlace,
  options: BindingOptions = {}
): Binder<T> {
  const about = formOf(type)
  if (about === undefined) return compile(type, source, place, options)
  const { direction = 'request', unknownFields = 'strip', generatesCode = true } = options
  const key = [about.form, source, place, direction, unknownFields, generatesCode].join(' ')
  const binders = shared.get(about.class) ?? new Map<string, Binder>()
  const binder = binders.get(key) ?? compile(type, source, place, options)
  shared.set(about.class, binders.set(key, binder))
  return binder as Binder<T>
}

/** The one record of a type, and what the type makes of it. */
function formOf(type: TypeSchema): { class: Class; form: string } | undefined {
  if (type.kind === 'record') return { class: type.class, form: '' }
  const content = contentOf(type)
  const inner = content && formOf(content)
  return inner && { class: inner.class, form: `${type.kind} of ${inner.form}` }
}

function compile<T>(type: TypeSchema, source: BinderSource, place: FaultPlace, options: BindingOptions): Binder<T> {
  const asksClassValidator = needsClassValidator(type)
  const isOpen = place !== 'body'
  const decode = late(() => compileReading(type, source, 'types', options, isOpen))
  const compileRules = () => compileReading(type, source, 'rules', options, isOpen)
  // Only what requests are bound to can turn out wrong here, and that is reported at start-up.
  const validate = options.direction === 'response' ? late(compileRules) : compileRules()
  const treeOf = compileTree(type, source)
  const bind = (read: Reading, raw: unknown): Bound<T> => {
    const found = read(raw)
    if (!(found instanceof FaultList)) return { value: found as T, faults: undefined }
    const faults = found.at(place)
    return { value: undefined, faults, tree: () => treeOf(raw, faults) }
  }
  if (!asksClassValidator) {
    return { decode: (raw) => bind(decode, raw), validate: (raw) => bind(validate, raw) }
  }
  const check = compileClassValidatorCheck(type)
  return {
    decode: (raw) => bind(decode, raw),
    validate: (raw) => {
      const bound = bind(validate, raw)
      return bound.faults === undefined ? check(bound.value, place) : bound
    }
  }
}

/** Compiles at the first use: most types are read one way alone, and most responses are never checked. */
function late(compile: () => Reading): Reading {
  let read: Reading | undefined
  return (raw) => {
    read ??= compile()
    return read(raw)
  }
}
