import type { Candidate, JSONKind } from '../kind/kind.js'
import { jsonKinds } from '../kinds/type-facts.js'
import { recordSchemaOf } from '../model/registry.js'
import { isJsonObject, travels } from '../type/reading-options.js'
import type { FieldSchema, TypeSchema } from '../type/schema.js'
import type { ReaderCompiler } from './reader-compiler.js'
import { mustBeThere } from './record-reader.js'

/** Whether a raw value may be of a type. */
type Test = (raw: unknown) => boolean

/** What a field must be, if it is there, in every object that its record accepts. */
interface Need {
  readonly name: string
  readonly isRequired: boolean
  /** Undefined where any value may do. */
  readonly test: Test | undefined
  /** The only values that the field can have. */
  readonly constants: readonly unknown[] | undefined
}

interface Outline extends Candidate {
  /** Undefined for a type that may accept values of every kind. */
  readonly kinds: ReadonlySet<JSONKind> | undefined
  readonly needs: readonly Need[]
}

/**
 * Finds the members of a union that may accept a raw value, by its shape: its kind; a field that is a constant in them;
 * their required fields, and the kinds of their fields. Each member that is left out would report a fault.
 */
export function compileCandidates(
  members: readonly TypeSchema[],
  compiler: ReaderCompiler
): (raw: unknown) => readonly Candidate[] {
  if (compiler.source === 'text') {
    // Texts say little of what they are: all members are tried.
    const all = members.map((_, index): Candidate => ({ index, mayAccept: () => true }))
    return () => all
  }
  const all = outlinesOf(members, compiler)
  const objects = byConstant(all.filter(({ kinds }) => kinds?.has('object') ?? true))
  const byKind = new Map<string, readonly Outline[]>()
  for (const kind of ['string', 'number', 'boolean', 'array'] as const) {
    byKind.set(
      kind,
      all.filter(({ kinds }) => kinds?.has(kind) ?? true)
    )
  }
  const ofAnyKind = all.filter(({ kinds }) => kinds === undefined)
  return (raw) => {
    if (raw === null) return ofAnyKind
    // Undefined is of no kind: there was no value.
    if (typeof raw !== 'object') return byKind.get(typeof raw) ?? ofAnyKind
    return Array.isArray(raw) ? (byKind.get('array') as readonly Outline[]) : objects(raw)
  }
}

/** Of the fields that are constants in some members, the one that most have tells them apart. */
function byConstant(outlines: readonly Outline[]): (raw: object) => readonly Outline[] {
  const counts = new Map<string, number>()
  for (const { needs } of outlines) {
    for (const { name, isRequired, constants } of needs) {
      if (isRequired && constants !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  if (most === undefined) return () => outlines
  const [name] = most
  const constantsOf = ({ needs }: Outline) => needs.find((need) => need.name === name && need.isRequired)?.constants
  const values = new Set(outlines.flatMap((outline) => constantsOf(outline) ?? []))
  const byValue = new Map<unknown, readonly Outline[]>()
  for (const value of values) {
    byValue.set(
      value,
      outlines.filter((outline) => constantsOf(outline)?.includes(value) ?? true)
    )
  }
  const others = outlines.filter((outline) => constantsOf(outline) === undefined)
  return (raw) => byValue.get(ownValue(raw, name)) ?? others
}

function outlinesOf(members: readonly TypeSchema[], compiler: ReaderCompiler): Outline[] {
  const needs = members.map((member) => (member.kind === 'record' ? needsOf(member.class, compiler) : []))
  const shared = new Map<string, number>()
  for (const { name } of needs.flat()) shared.set(name, (shared.get(name) ?? 0) + 1)
  // What few members have tells most.
  const rank = ({ name, isRequired }: Need) => (shared.get(name) as number) * 2 + (isRequired ? 0 : 1)
  return members.map((member, index) => {
    const own = [...(needs[index] as Need[])].sort((a, b) => rank(a) - rank(b))
    const kinds = isOpen(member) ? undefined : jsonKinds(member, 'json')
    return { index, kinds, needs: own, mayAccept: own.length === 0 ? () => true : (raw) => meets(raw, own) }
  })
}

/** The fields of a record in this reading that cannot be of any value, or absent. */
function needsOf(target: Parameters<typeof recordSchemaOf>[0], compiler: ReaderCompiler): Need[] {
  const { fields } = recordSchemaOf(target)
  return fields
    .filter((field) => travels(field, compiler.direction) && (field.condition ?? field.transform) === undefined)
    .map((field) => needOf(field, compiler))
    .filter(({ isRequired, test }) => isRequired || test !== undefined)
}

function needOf(field: FieldSchema, compiler: ReaderCompiler): Need {
  const { name, type, nullable } = field
  // A schema of another library may have a default of its own.
  const isRequired = mustBeThere(field, compiler) && field.default === undefined && !isOpen(type)
  const inner = testOf(type)
  const test = inner === undefined || !nullable ? inner : (raw: unknown) => raw === null || inner(raw)
  return { name, isRequired, test, constants: type.kind === 'enum' && !nullable ? type.values : undefined }
}

function meets(raw: unknown, needs: readonly Need[]): boolean {
  for (const { name, isRequired, test } of needs) {
    const value = ownValue(raw as object, name)
    if (value === undefined ? isRequired : test !== undefined && !test(value)) return false
  }
  return true
}

function ownValue(raw: object, name: string): unknown {
  return Object.hasOwn(raw, name) ? (raw as { [name: string]: unknown })[name] : undefined
}

/** Whether values of every kind may be of the type, as far as is known here. */
function isOpen(type: TypeSchema): boolean {
  if (type.kind === 'nullable') return isOpen(type.type)
  if (type.kind === 'union') return type.members.some(isOpen)
  return type.kind === 'any' || type.kind === 'standard' || type.kind === 'file'
}

/** The test of a value by its kind, or by its constants; undefined where any may do. */
function testOf(type: TypeSchema): Test | undefined {
  if (isOpen(type)) return undefined
  if (type.kind === 'enum') {
    const values = new Set<unknown>(type.values)
    return (raw) => values.has(raw)
  }
  const kinds = jsonKinds(type, 'json')
  const [kind] = kinds
  if (kinds.size > 1) return (raw) => kinds.has(kindOf(raw))
  if (kind === 'array') return Array.isArray
  return kind === 'object' ? isJsonObject : (raw) => typeof raw === kind
}

function kindOf(raw: unknown): JSONKind {
  return Array.isArray(raw) ? 'array' : raw === null ? ('null' as never) : (typeof raw as JSONKind)
}
