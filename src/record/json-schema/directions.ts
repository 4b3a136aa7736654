import { BootstrapError, SetupError } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { standardModelOf } from '../standard/standard-model.js'
import { isAlwaysThere, travels } from '../type/reading-options.js'
import type { FieldSchema, ForeignSchema, RecordSchema, TypeSchema } from '../type/schema.js'
import { partsOf } from '../type/type-records.js'

/** Whether clients send a value, or get it. */
export type DocumentDirection = 'request' | 'response'

/**
 * Which components of a document are used by requests, which by responses, and which of them differ there: by a field
 * that travels one way only, by one with a default, which requests may leave out and responses always contain, by a
 * schema of another library with two forms, or by a record within that differs.
 */
export class Directions {
  readonly #lookup: (record: Class) => RecordSchema
  /** The classes of records, and the names of other libraries' definitions. */
  readonly #used = { request: new Set<Class | string>(), response: new Set<Class | string>() }
  readonly #differing = new Map<Class, boolean>()
  readonly #enums = new Set<string>()
  /** Those of `#used` that are used for themselves, and not only as what others extend. */
  readonly #whole = { request: new Set<Class>(), response: new Set<Class>() }
  readonly #baseOf: (record: Class) => Class | undefined

  /** @param baseOf the record whose component is a part of another's */
  constructor(lookup: (record: Class) => RecordSchema, baseOf: (record: Class) => Class | undefined = () => undefined) {
    this.#lookup = lookup
    this.#baseOf = baseOf
  }

  /** Notes that requests or responses contain values of the type. What is wrong with it is found when it is described. */
  use(type: TypeSchema, direction: DocumentDirection): void {
    if (type.kind === 'record') {
      this.#whole[direction].add(type.class)
      this.#useRecord(type.class, direction)
    } else if (type.kind === 'standard') this.#useDefinitions(type, direction)
    else if (type.kind === 'enum' && type.name !== undefined) this.#enums.add(type.name)
    else for (const part of partsOf(type)) this.use(part, direction)
  }

  #useRecord(target: Class, direction: DocumentDirection): void {
    if (this.#used[direction].has(target)) return
    this.#used[direction].add(target)
    const base = this.#baseOf(target)
    if (base !== undefined) this.#useRecord(base, direction)
    const { fields = [], additional } = unlessInvalid(() => this.#lookup(target)) ?? {}
    if (additional !== undefined) this.use(additional, direction)
    for (const field of fields)
      if (travels(field, direction)) this.use(documentedField(field, direction).type, direction)
  }

  #useDefinitions(type: ForeignSchema, direction: DocumentDirection): void {
    const form = direction === 'request' ? 'input' : 'output'
    const document = unlessInvalid(() => standardModelOf(type).form(form, type.place))
    for (const name of document?.names.values() ?? []) this.#used[direction].add(name)
  }

  /** Whether the record is there only as what others extend. */
  isPartAlone(record: Class, direction: DocumentDirection): boolean {
    return this.#used[direction].has(record) && !this.#whole[direction].has(record)
  }

  /** Whether the document has something else of the name than the record. */
  isNameOfOther(name: string, record: Class): boolean {
    const used = [...this.#enums, ...this.#used.request, ...this.#used.response]
    return used.some((each) => {
      if (each === record) return false
      return (typeof each === 'string' ? each : unlessInvalid(() => this.#lookup(each).name)) === name
    })
  }

  /** Whether both requests and responses use the component. */
  isTwoWay(component: Class | string): boolean {
    return this.#used.request.has(component) && this.#used.response.has(component)
  }

  /** Whether requests and responses contain different values of the record. */
  differs(record: RecordSchema): boolean {
    const seen = new Set<Class>()
    const isDifferent = this.#search(record, seen)
    // What is reached from a record that does not differ does not differ either.
    if (!isDifferent) for (const target of seen) this.#differing.set(target, false)
    return isDifferent
  }

  #search({ class: target, fields, additional }: RecordSchema, seen: Set<Class>): boolean {
    const known = this.#differing.get(target)
    if (known !== undefined) return known
    if (seen.has(target)) return false
    seen.add(target)
    const isDifferent =
      fields.some((field) => differsItself(field) || this.#searchType(field.type, seen)) ||
      (additional !== undefined && this.#searchType(additional, seen))
    if (isDifferent) this.#differing.set(target, true)
    return isDifferent
  }

  #searchType(type: TypeSchema, seen: Set<Class>): boolean {
    if (type.kind === 'standard') return standardModelOf(type).differs(type.place)
    if (type.kind === 'record') return this.#search(this.#lookup(type.class), seen)
    return partsOf(type).some((part) => this.#searchType(part, seen))
  }
}

function differsItself(field: FieldSchema): boolean {
  if (field.access !== undefined || isAlwaysThere(field, 'request') !== isAlwaysThere(field, 'response')) return true
  const request = documentedField(field, 'request')
  const response = documentedField(field, 'response')
  return request.type !== response.type || request.rules !== response.rules
}

/**
 * What is documented of a field in one direction. What `@Transform` makes something else of has the type that is read;
 * its rules are about what was made of it, and only listed. In the other direction all of it holds.
 */
export function documentedField(field: FieldSchema, direction: DocumentDirection): FieldSchema {
  const { transform, condition, type } = field
  if (transform === undefined || condition !== undefined) return field
  const isTransformed = (direction === 'request' ? transform.bind : transform.write) !== undefined
  const rules = isTransformed ? field.rules : transform.rules
  const read = transform.type?.kind === 'nullable' ? transform.type.type : transform.type
  const own = direction === 'request' && read !== undefined && read.kind !== 'any' ? read : type
  return { ...field, type: own, rules }
}

function unlessInvalid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof SetupError || error instanceof BootstrapError) return undefined
    throw error
  }
}
