import { type Class, lineage } from '../../metadata.js'
import { type ExposeMetadata, type MetadataMap, metadataMaps, type TypeMetadata } from '../library/class-transformer.js'
import { joinCopies } from '../library/storage-join.js'
import {
  excludedBy,
  exposedBy,
  exposeMetadataOf,
  isDirected,
  strategyOf,
  transformsOf,
  typeMetadataOf
} from '../library/transformation-lookup.js'
import { ownMetadata } from '../library/validation-metadata.js'

/** A plain object that was sent. */
export type Plain = { readonly [key: string]: unknown }

/** An instance that is made from one. */
export type Made = { [property: string]: unknown }

/** Makes an instance of one class from an object that JSON.parse returned. */
export type Maker = (value: Plain) => unknown

/** class-transformer's `TransformationType.PLAIN_TO_CLASS`. */
export const PLAIN_TO_CLASS = 0

/** A function of `@Transform`. */
export type TransformFunction = (args: object) => unknown

/** How one key of a plain object is transformed. */
export interface KeyPlan {
  /** The property that it is set as. */
  readonly property: string
  readonly type: TypeMetadata | undefined
  readonly transforms: readonly TransformFunction[]
  /** Whether the class has a method, or an accessor without setter, in its place. */
  readonly isFixed: boolean
}

/** Read at each use: another copy of Fieldstone may replace them. */
function allMaps(): readonly MetadataMap<unknown>[] {
  const { _typeMetadatas, _transformMetadatas, _exposeMetadatas, _excludeMetadatas } = metadataMaps
  return [_typeMetadatas, _transformMetadatas, _exposeMetadatas, _excludeMetadatas]
}

/** How plain objects are transformed into a class, by class-transformer's metadata, without groups and versions. */
export class TypePlan {
  readonly target: Class
  /** The generated makers, by the mode of their transformation; false if there can be none. */
  readonly makers = new Map<object, Maker | false>()
  readonly #isExcluding: boolean
  /** The names that are visited even if they are absent. */
  readonly #exposed: readonly string[]
  readonly #excluded: ReadonlySet<string>
  readonly #grouped: ReadonlySet<string>
  readonly #keys = new Map<string, KeyPlan>()
  readonly #classes: number
  readonly #maps: readonly Map<string | undefined, unknown>[]
  readonly #changes: number

  constructor(target: Class) {
    this.target = target
    joinCopies()
    const optionsOf = (property: string) => exposeMetadataOf(target, property)?.options
    const exposing = exposedBy(target)
    const names = exposing.map(({ propertyName }) => propertyName as string)
    this.#isExcluding = strategyOf(target) === 'excludeAll'
    this.#exposed = exposing
      .filter(({ options }) => isDirected(options, 'request'))
      .map(({ propertyName }) => optionsOf(propertyName as string)?.name || (propertyName as string))
    const excluding = excludedBy(target).filter(({ options }) => isDirected(options, 'request'))
    this.#excluded = new Set(excluding.map(({ propertyName }) => propertyName as string))
    this.#grouped = new Set(names.filter((property) => optionsOf(property)?.groups?.length))
    const classes = lineage(target)
    this.#maps = allMaps().flatMap((map) => classes.flatMap((at) => map.get(at) ?? []))
    this.#classes = decoratedClasses()
    for (const map of this.#maps) watch(map)
    this.#changes = changes
    const customNames = exposing.map(({ options }) => options?.name)
    const named = [...this.#exposed, ...customNames, ...this.#maps.flatMap((map) => [...map.keys()])]
    for (const key of named) if (key !== undefined) this.#keys.set(key, this.#plan(key, exposing))
  }

  /** Whether no decorator was applied since the plan was made. */
  get isCurrent(): boolean {
    return decoratedClasses() === this.#classes && changes === this.#changes
  }

  /** Whether keys are neither excluded nor renamed, and absent ones not visited. */
  get isOpen(): boolean {
    return !this.#isExcluding && this.#exposed.length === 0 && this.#excluded.size === 0 && this.#grouped.size === 0
  }

  /** Whether functions of a user may be called with the object. */
  get callsUserCode(): boolean {
    return this.#maps.length > 0
  }

  /** The properties that decorators of either library name. */
  get declared(): readonly string[] {
    const checked = lineage(this.target).flatMap((at) => ownMetadata(at))
    return [...new Set([...this.#keys.keys(), ...checked.map(({ propertyName }) => propertyName)])]
  }

  /** The keys that are visited whatever an object has; undefined if those of the object are. */
  fixedKeys(excludesExtraneous: boolean): readonly string[] | undefined {
    return excludesExtraneous || this.#isExcluding ? this.keysOf({}, true) : undefined
  }

  /** The keys of an object that are visited, in class-transformer's order. */
  keysOf(object: object, excludesExtraneous: boolean): readonly string[] {
    let keys = excludesExtraneous || this.#isExcluding ? [] : Object.keys(object)
    if (this.#exposed.length > 0) keys = [...new Set([...keys, ...this.#exposed])]
    if (this.#excluded.size > 0) keys = keys.filter((key) => !this.#excluded.has(key))
    if (this.#grouped.size > 0) keys = keys.filter((key) => !this.#grouped.has(key))
    return keys
  }

  key(key: string): KeyPlan {
    const known = this.#keys.get(key)
    if (known !== undefined) return known
    const plan: KeyPlan = { property: key, type: undefined, transforms: NONE, isFixed: this.#isFixed(key) }
    // Most are properties without metadata, but a client may send any key.
    if (this.#keys.size < MAX_KEYS) this.#keys.set(key, plan)
    return plan
  }

  #plan(key: string, exposing: readonly ExposeMetadata[]): KeyPlan {
    const property = exposing.find(({ options }) => options?.name === key)?.propertyName ?? key
    const transforms = transformsOf(this.target, property, 'request')
      .filter(({ options }) => !options?.groups?.length)
      .map(({ transformFn }) => transformFn)
    const type = typeMetadataOf(this.target, property)
    return { property, type, transforms, isFixed: this.#isFixed(property) }
  }

  #isFixed(property: string): boolean {
    const descriptor = Object.getOwnPropertyDescriptor(this.target.prototype, property)
    return descriptor !== undefined && descriptor.set === undefined
  }
}

const NONE: readonly never[] = []

/** How many keys of a class are kept. */
const MAX_KEYS = 500

/** How many decorators were applied to classes that have a plan. */
let changes = 0

const watched = new WeakSet<object>()

/** Counts what class-transformer adds to the metadata of one class, so that the uses of its plan need not compare all. */
function watch(map: Map<string | undefined, unknown>): void {
  countCalls(map, 'set')
  for (const metadatas of map.values()) if (Array.isArray(metadatas)) countCalls(metadatas, 'push')
}

function countCalls<M extends string>(owner: Record<M, (...args: never[]) => unknown>, method: M): void {
  if (watched.has(owner)) return
  watched.add(owner)
  const original = owner[method]
  const value = (...args: never[]): unknown => {
    changes += 1
    return original.apply(owner, args)
  }
  Object.defineProperty(owner, method, { value, configurable: true, writable: true })
}

function decoratedClasses(): number {
  const { _typeMetadatas, _transformMetadatas, _exposeMetadatas, _excludeMetadatas } = metadataMaps
  return _typeMetadatas.size + _transformMetadatas.size + _exposeMetadatas.size + _excludeMetadatas.size
}

const plans = new WeakMap<Class, TypePlan>()

export function typePlanOf(target: Class): TypePlan {
  const known = plans.get(target)
  if (known?.isCurrent) return known
  const plan = new TypePlan(target)
  plans.set(target, plan)
  return plan
}
