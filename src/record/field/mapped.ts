import { SetupError } from '../../errors.js'
import type { Class, ConcreteClass } from '../../metadata.js'
import { assertRecord, declaredProperties, type Mapping, mapClasses } from './mapped-class.js'

/** The classes made of a class, by their mapping, so that two uses share one component in the document. */
const known = new WeakMap<Class, Map<string, Class>>()

function mapped<T>(source: Class, mapping: Mapping, properties: Iterable<string> = []): ConcreteClass<T> {
  const byKey = known.get(source) ?? new Map<string, Class>()
  known.set(source, byKey)
  const key = JSON.stringify([mapping.name, ...[...properties].sort()])
  const found = byKey.get(key) ?? mapClasses([source], mapping)
  byKey.set(key, found)
  return found as ConcreteClass<T>
}

/**
 * The record with every field optional, for updates. Rules, descriptions and class-validator's metadata are copied; the
 * source is not changed. Defaults and initial values are not copied, so that an update does not reset what it does not
 * contain. A property that only class-validator's decorators declare may be null as well, as with `@IsOptional`.
 *
 * @example class UpdateUser extends PartialType(User) {}
 */
export function PartialType<T extends object>(source: Class<T>): ConcreteClass<Partial<T>> {
  assertRecord(source, 'PartialType')
  return mapped(source, { name: `Partial${source.name}`, presence: 'optional' })
}

/** The record with every field required, including those with a default. The source is not changed. */
export function RequiredType<T extends object>(source: Class<T>): ConcreteClass<Required<T>> {
  assertRecord(source, 'RequiredType')
  return mapped(source, { name: `Required${source.name}`, presence: 'required' })
}

/**
 * The record with these fields only. The source is not changed.
 *
 * @example class UserName extends PickType(User, ['firstName', 'lastName'] as const) {}
 * @throws SetupError RECORD_INVALID for a property that the source does not declare
 */
export function PickType<T extends object, K extends keyof T>(
  source: Class<T>,
  properties: readonly K[]
): ConcreteClass<Pick<T, K>> {
  assertRecord(source, 'PickType')
  const declared = declaredProperties(source)
  for (const property of properties) {
    if (declared.has(String(property))) continue
    const what = `PickType names '${String(property)}', which is not a field`
    throw new SetupError('RECORD_INVALID', what, source.name, 'correct the name, or decorate the property')
  }
  const picked = new Set(properties.map(String))
  return mapped(
    source,
    { name: `Pick${source.name}${joined(picked)}`, keeps: (property) => picked.has(property) },
    picked
  )
}

/**
 * The record without these fields. The source is not changed.
 *
 * @example class PublicUser extends OmitType(User, ['password'] as const) {}
 */
export function OmitType<T extends object, K extends keyof T>(
  source: Class<T>,
  properties: readonly K[]
): ConcreteClass<Omit<T, K>> {
  assertRecord(source, 'OmitType')
  const omitted = new Set(properties.map(String))
  return mapped(
    source,
    { name: `Omit${source.name}${joined(omitted)}`, keeps: (property) => !omitted.has(property) },
    omitted
  )
}

/** The type of an instance of all of these classes. */
type Intersection<S> = S extends readonly [Class<infer T>, ...infer Rest] ? T & Intersection<Rest> : unknown

/**
 * The fields of all of these records together; if several have a field, that of the last counts. The sources are not
 * changed.
 *
 * @example class ListFilter extends IntersectionType(Paging, UserFilter) {}
 */
export function IntersectionType<S extends readonly [Class, ...Class[]]>(
  ...sources: S
): ConcreteClass<Intersection<S>> {
  for (const source of sources) assertRecord(source, 'IntersectionType')
  const [first] = sources
  const made = intersections.get(first) ?? []
  intersections.set(first, made)
  let found = made.find((entry) => areSame(entry.sources, sources))
  if (found === undefined) {
    found = { sources, target: mapClasses(sources, { name: sources.map((source) => source.name).join('And') }) }
    made.push(found)
  }
  return found.target as ConcreteClass<Intersection<S>>
}

/** By the first of the sources. */
const intersections = new WeakMap<Class, { readonly sources: readonly Class[]; readonly target: Class }[]>()

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index])
}

/** `['name', 'id']` as `IdName`, sorted. */
function joined(properties: ReadonlySet<string>): string {
  return [...properties]
    .sort()
    .map((property) => property.charAt(0).toUpperCase() + property.slice(1))
    .join('')
}
