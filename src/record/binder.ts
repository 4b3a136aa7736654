import type { Fault, FaultPlace } from '../errors.js'
import type { Class } from '../metadata.js'
import { needsClassValidator } from './model/reachable-records.js'
import { canGenerateCode } from './program/program.js'
import { compileClassValidatorCheck } from './read/async-rules.js'
import { Compilation } from './read/compilation.js'
import { isPlainlyRead } from './read/plain-reading.js'
import { generateReader } from './read/reader-code.js'
import { type Bound, FaultList } from './type/fault-list.js'
import type { PendingReads } from './type/pending-reads.js'
import type { BinderSource, BindingOptions, Reader, Strictness } from './type/reading-options.js'
import type { TypeSchema, UnknownFields } from './type/schema.js'
import { TypeCache } from './type/type-cache.js'
import type { TypeExpression } from './type/type-expression.js'
import { contentOf } from './type/type-records.js'
import { compileTree, type TreeOf } from './validation-tree.js'

/**
 * Raw input to a value of a declared type. Compiled once a type; neither method changes the raw input. Nor does one keep any of
 * it, but maps of scalars, which are valid as JSON.parse made them.
 */
export interface Binder<T = unknown> {
  /**
   * Builds the value and checks the types of what is present; neither presence nor rules. A promise only where a schema of
   * another library needs one.
   */
  decode(raw: unknown): Bound<T> | Promise<Bound<T>>
  /** Builds the value and checks types, presence and every rule. A promise only where a rule or such a schema needs one. */
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

/** How a JSON text breaks its type; undefined where it does not. */
export type JsonCheck = (text: string) => readonly Fault[] | undefined

/**
 * Compiles the check of what is sent as JSON. A response does not wait for asynchronous rules, which are not checked.
 *
 * @param unknownFields what the document says of unknown keys in records that do not say it themselves
 * @throws BootstrapError as {@link compileBinder} does
 */
export function compileJsonCheck(type: TypeSchema, unknownFields: UnknownFields): JsonCheck {
  const binder = compileBinder(type, 'json', 'body', { direction: 'response', unknownFields })
  return (text) => {
    const bound = binder.validate(JSON.parse(text))
    if (bound instanceof Promise) {
      // One that fails must not end the process.
      bound.catch(() => undefined)
      return undefined
    }
    return bound.faults
  }
}

/** How a value, as its serializer gives it, breaks its type, its rules apart; undefined where it does not. */
export type KindCheck = (value: unknown) => readonly Fault[] | undefined

/**
 * Compiles the check of a value that is about to be written: whether each value is of its kind and its enum, and each
 * required field is there. Schemas of other libraries, which know no difference between kinds and rules, accept anything.
 *
 * @throws BootstrapError as {@link compileBinder} does
 */
export function compileKindCheck(type: TypeSchema): KindCheck {
  const read = readingOf(type, 'json', 'presence', { direction: 'response' })
  return (value) => {
    const found = read(value)
    return found instanceof FaultList ? found.at('body') : undefined
  }
}

/**
 * Compiles the check of examples, which a declaration gives as JSON: how one breaks its type, or undefined. It may have
 * declared fields alone. What only class-validator itself can say, or a schema of another library later, is not checked.
 *
 * @throws BootstrapError as {@link compileBinder} does
 */
export function compileExampleCheck(
  type: TypeSchema,
  direction: 'request' | 'response'
): (value: unknown) => string | undefined {
  const { closure } = compileClosure(type, 'json', 'rules', { direction, unknownFields: 'reject' })
  return (value) => {
    const faults = new FaultList()
    closure(value, faults)
    if (faults.isEmpty || faults.pending !== undefined) return undefined
    return faults
      .at('body')
      .map(({ path, message }) => (path === '' ? `it ${message}` : `'${path}' ${message}`))
      .join('; ')
  }
}

/** The one record of a type, and what the type makes of it. */
function formOf(type: TypeSchema): { class: Class; form: string } | undefined {
  if (type.kind === 'record') return { class: type.class, form: '' }
  const content = contentOf(type)
  const inner = content && formOf(content)
  return inner && { class: inner.class, form: `${type.kind} of ${inner.form}` }
}

function compile<T>(type: TypeSchema, source: BinderSource, place: FaultPlace, options: BindingOptions): Binder<T> {
  const usesClassValidator = needsClassValidator(type)
  const isOpen = place !== 'body'
  const decode = readingOf(type, source, 'types', options, isOpen)
  const validate = readingOf(type, source, 'rules', options, isOpen)
  // Only what requests are bound to can turn out wrong here, and that is reported at start-up.
  if (options.direction !== 'response' && !isPlainlyRead(type)) compileClosure(type, source, 'rules', options, isOpen)
  // Few programs read it.
  let treeOf: TreeOf | undefined
  const boundOf = (found: unknown, raw: unknown): Bound<T> => {
    if (!(found instanceof FaultList)) return { value: found as T, faults: undefined }
    const faults = found.at(place)
    const tree = () => {
      treeOf ??= compileTree(type, source)
      return treeOf(raw, faults)
    }
    return { value: undefined, faults, tree }
  }
  const bind = (read: Reading, raw: unknown): Bound<T> | Promise<Bound<T>> => {
    const found = read(raw)
    if (!(found instanceof FaultList) || found.pending === undefined) return boundOf(found, raw)
    return readSettled(read, raw, found).then((settled) => boundOf(settled, raw))
  }
  if (!usesClassValidator) {
    return { decode: (raw) => bind(decode, raw), validate: (raw) => bind(validate, raw) }
  }
  const check = compileClassValidatorCheck(type)
  return {
    decode: (raw) => bind(decode, raw),
    validate: (raw) => {
      const checked = (bound: Bound<T>) => (bound.faults === undefined ? check(bound.value, place) : bound)
      const bound = bind(validate, raw)
      return bound instanceof Promise ? bound.then(checked) : checked(bound)
    }
  }
}

/** Reads once more, with the results that the reading before waited for, until nothing is missing. */
async function readSettled(read: Reading, raw: unknown, first: FaultList): Promise<unknown> {
  let found: unknown = first
  while (found instanceof FaultList && found.pending !== undefined) {
    const { pending } = found
    await pending.settle()
    found = read(raw, pending)
  }
  return found
}

function cacheOf(source: BinderSource): Readonly<Record<UnknownFields, TypeCache<Binder>>> {
  const cache = (unknownFields: UnknownFields) =>
    new TypeCache((type) => compileBinder(type, source, 'body', { unknownFields }))
  return { strip: cache('strip'), reject: cache('reject') }
}

const binders = { json: cacheOf('json'), text: cacheOf('text') }

/**
 * The binder of a request body's declared type; compiled at the first use of a class and kept.
 *
 * @param unknownFields what becomes of unknown keys in records that do not say it themselves
 * @throws SetupError or BootstrapError when the type is not properly declared.
 */
export function binderOf<T>(
  type: TypeExpression,
  source: BinderSource,
  unknownFields: UnknownFields = 'strip'
): Binder<T> {
  return binders[source][unknownFields].of(type, 'bind') as Binder<T>
}

/**
 * Reads a raw value: returns what was bound, or a list of faults that is not empty.
 *
 * @param pending the results that an earlier reading of the same value waited for
 */
type Reading = (raw: unknown, pending?: PendingReads) => unknown

/**
 * The reading of a type. Generated code reads where it may; where something is wrong with a value it calls the closure that
 * reads this value alone, so that there is one wording.
 *
 * Both are made at the first use: an application has more types than its first requests need, most are read one way alone,
 * and closures need more memory than declarations.
 *
 * @param isOpen whether the type itself, if it is a record, lets unknown keys be
 */
function readingOf(
  type: TypeSchema,
  source: BinderSource,
  strictness: Strictness,
  options: BindingOptions = {},
  isOpen = false
): Reading {
  let read: Reader | undefined
  // Most readings find nothing, and leave their list as it was.
  let unused: FaultList | undefined
  return (raw, pending) => {
    read ??= compileReader(type, source, strictness, options, isOpen)
    const faults = unused === undefined || pending !== undefined ? new FaultList(0, undefined, pending) : unused
    // A reading within this one, which a setter may start, has a list of its own; so has what follows one that throws.
    unused = undefined
    const value = read(raw, faults)
    if (!faults.isEmpty) return faults
    if (faults.isUnused) unused = faults
    return value
  }
}

function compileReader(...reading: Parameters<typeof compileClosure>): Reader {
  const [type, , , { generatesCode = true } = {}] = reading
  const { compilation, closure } = compileClosure(...reading)
  return canGenerateCode && generatesCode ? generateReader(type, compilation, closure) : closure
}

/**
 * @throws SetupError or BootstrapError when a record cannot be bound, or a default or an example breaks its field's own
 * declaration.
 */
function compileClosure(
  type: TypeSchema,
  source: BinderSource,
  strictness: Strictness,
  options: BindingOptions = {},
  isOpen = false
): { compilation: Compilation; closure: Reader } {
  const compilation = new Compilation(source, strictness, options)
  const closure = compilation.root(type, isOpen)
  compilation.finish()
  return { compilation, closure }
}
