import { setupErrorOf } from '../../errors.js'
import type { Class } from '../../metadata.js'
import type { ValueOf } from './declared-value.js'
import type { Discriminator, TypeSchema, UnionSchema } from './schema.js'
import { parseType } from './type-expression.js'
import { TypeToken } from './type-token.js'

const invalid = setupErrorOf('UNION_INVALID')

/** A union whose records are distinguished by one of their properties. */
export interface DiscriminatedUnion<M> {
  /** The property's name in JSON. Every record has it, with a type that accepts the record's own value. */
  readonly discriminator: string
  /** The records, by the values that the property has in them. */
  readonly mapping: M
}

/**
 * One of several types: scalars, records, lists and so on.
 *
 * Without discriminator, a value is bound by the first member that accepts it, so the more special record goes before
 * the more general one; the document has `anyOf`. With a discriminator the property chooses the record, only faults of
 * that record are reported, and the document has `oneOf` with a `discriminator` (OpenAPI 3.0.3, section 4.7.25).
 *
 * In a response the member is chosen by the class of the instance; for plain objects by the discriminator, else the
 * first that fits.
 *
 * @example \@Field(() => oneOf(Integer, String)) id!: number | string
 * @example \@Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })) pet!: Cat | Dog
 */
export function oneOf<M extends Readonly<Record<string, Class>>>(
  union: DiscriminatedUnion<M>
): TypeToken<ValueOf<M[keyof M]>>
/** One of several types, by the first member that accepts the value: `oneOf(Integer, String)`. */
export function oneOf<const E extends readonly [unknown, unknown, ...unknown[]]>(
  ...members: E
): TypeToken<ValueOf<E[number]>>
export function oneOf(...given: readonly unknown[]): TypeToken<never> {
  const [first] = given
  const isDiscriminated = given.length === 1 && typeof first === 'object' && first !== null && 'discriminator' in first
  const union = isDiscriminated ? (first as DiscriminatedUnion<Record<string, unknown>>) : undefined
  return new TypeToken('oneOf(…)', (place) => (union ? parseDiscriminated(union, place) : parseMembers(given, place)))
}

/** class-transformer's discriminator of `@Type`. */
interface SubTypes {
  readonly property: string
  readonly subTypes: readonly { readonly name: string; readonly value: unknown }[]
}

/**
 * The union that class-transformer's `@Type` declares by its discriminator. The records need not declare the property:
 * class-transformer removes it without `keepDiscriminatorProperty`; here it is bound if it is declared.
 *
 * @throws SetupError UNION_INVALID
 */
export function unionOfSubTypes({ property, subTypes }: SubTypes, place: string): UnionSchema {
  const mapping = Object.fromEntries(subTypes.map(({ name, value }) => [name, value]))
  const union = parseDiscriminated({ discriminator: property, mapping }, place)
  return { ...union, discriminator: { ...(union.discriminator as Discriminator), isImplied: true } }
}

function parseMembers(given: readonly unknown[], place: string): TypeSchema {
  const parsed = given.map((member) => parseType(member, place))
  const flat = parsed.flatMap(flatten)
  const members = flat.map((type) => (type.kind === 'nullable' ? type.type : type))
  if (members.length < 2) throw invalid('a union has fewer than two members', place, 'write oneOf(String, Integer)')
  const union: UnionSchema = { kind: 'union', members, discriminator: undefined }
  return flat.some(({ kind }) => kind === 'nullable') ? { kind: 'nullable', type: union } : union
}

function flatten(type: TypeSchema): TypeSchema[] {
  if (type.kind === 'union' && type.discriminator === undefined) return [...type.members]
  if (type.kind === 'nullable' && type.type.kind === 'union') {
    return flatten(type.type).map((member) => ({ kind: 'nullable', type: member }))
  }
  return [type]
}

function parseDiscriminated(
  { discriminator, mapping }: DiscriminatedUnion<Record<string, unknown>>,
  place: string
): UnionSchema {
  const example = "write oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })"
  if (typeof discriminator !== 'string' || discriminator === '') {
    throw invalid('the discriminator of a union is not a property name', place, example)
  }
  const given = typeof mapping === 'object' && mapping !== null ? Object.entries(mapping) : []
  if (given.length === 0) throw invalid('the mapping of a union is empty', place, example)
  const entries = given.map(([value, member]) => {
    const type = parseType(member, place)
    if (type.kind !== 'record') throw invalid(`the mapping of a union has no record for '${value}'`, place, example)
    return { value, class: type.class }
  })
  const members = [...new Set(entries.map((entry) => entry.class))].map((target): TypeSchema => {
    return { kind: 'record', class: target }
  })
  return { kind: 'union', members, discriminator: { name: discriminator, mapping: entries } }
}
