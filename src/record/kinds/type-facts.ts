import type { Class } from '../../metadata.js'
import { type JSONKind, memberFor, type ValueJudge } from '../kind/kind.js'
import { isScalarKind } from '../kind/reading.js'
import { type Absence, standardModelOf } from '../standard/standard-model.js'
import { standardItems } from '../standard/standard-parts.js'
import type { BinderSource } from '../type/reading-options.js'
import type { RecordReference, TypeSchema } from '../type/schema.js'
import { FACTS } from './kinds.js'

/** A type in words that can follow "must be": `an integer`, `a Cat`, `a list`. */
export function describeType(type: TypeSchema): string {
  return memberFor(FACTS, type).describe(type, describeType)
}

/** What the values of a type are in JSON, null apart; in text, all scalars are one. */
export function jsonKinds(type: TypeSchema, source: BinderSource): ReadonlySet<JSONKind> {
  return new Set(kindsOf(type).map((kind) => (source === 'text' && isScalarKind(kind) ? 'string' : kind)))
}

function kindsOf(type: TypeSchema): readonly JSONKind[] {
  return memberFor(FACTS, type).jsonKinds(type, kindsOf)
}

/** What becomes of an absent value of the type, where a declaration says nothing of it. */
export function absenceOf(type: TypeSchema): Absence {
  if (type.kind === 'nullable') return absenceOf(type.type)
  return type.kind === 'standard' ? standardModelOf(type).absence(type.place) : 'required'
}

/** The JSON kinds of the emitted types that mean one kind for certain: a date may be held as a text, and the reverse. */
const EMITTED_KINDS: ReadonlyMap<unknown, JSONKind> = new Map<unknown, JSONKind>([
  [String, 'string'],
  [Date, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean']
])

/**
 * Whether a value of the type can be what the compiler emitted the type of. What it emits for unions, interfaces, lists,
 * promises and classes of any other kind says too little.
 */
export function canBeEmittedAs(type: TypeSchema, emitted: unknown): boolean {
  const kind = EMITTED_KINDS.get(emitted)
  return kind === undefined || canBe(type, kind)
}

function canBe(type: TypeSchema, kind: JSONKind): boolean {
  if (type.kind === 'nullable') return canBe(type.type, kind)
  if (type.kind === 'union') return type.members.some((member) => canBe(member, kind))
  // What a schema of another library makes of a text need not be one.
  if (type.kind === 'standard') return true
  return kindsOf(type).includes(kind)
}

/** Whether no value of the type holds others: one text can say it, unless it is a file. */
export function isScalar(type: TypeSchema): boolean {
  return kindsOf(type).every(isScalarKind)
}

/** The types of the items of a list or tuple; undefined for any other type. */
export function itemTypes(type: TypeSchema): readonly TypeSchema[] | undefined {
  if (type.kind === 'standard') return standardItems(type)
  return type.kind === 'array' ? [type.items] : type.kind === 'tuple' ? type.items : undefined
}

/** The classes whose instances are values of the type: records, and what the program has in the place of JSON's values. */
export function classesOf(type: TypeSchema): readonly Class[] {
  if (type.kind === 'record') return [type.class]
  if (type.kind === 'nullable') return classesOf(type.type)
  if (type.kind === 'union') return type.members.flatMap(classesOf)
  const held = FACTS[type.kind].heldAs
  return held === undefined ? [] : [held]
}

/** Whether the program may have something else in the place of a value than JSON has: a Date for a text. */
export function isHeldOtherwise(type: TypeSchema): boolean {
  if (type.kind === 'nullable') return isHeldOtherwise(type.type)
  if (type.kind === 'union') return type.members.some(isHeldOtherwise)
  const { heldAs, isUntold } = FACTS[type.kind]
  return heldAs !== undefined || isUntold === true
}

/** What all values of the type are in JSON and in the program; undefined where they are of several kinds. */
export function plainKind(type: TypeSchema): JSONKind | undefined {
  if (type.kind === 'nullable' || isHeldOtherwise(type)) return undefined
  const [kind, ...more] = new Set(kindsOf(type))
  return more.length === 0 ? kind : undefined
}

/**
 * Whether a value as the program has it (a `Date`, an instance) is of the type. Rules are not checked.
 *
 * @param isRecord whether an object counts as a record of the class
 */
export function isOfType(
  type: TypeSchema,
  value: unknown,
  isRecord: (type: RecordReference, value: object) => boolean
): boolean {
  return holds(type, value, { holds, isRecord })
}

function holds(type: TypeSchema, value: unknown, judge: ValueJudge): boolean {
  return memberFor(FACTS, type).holds(type, value, judge)
}
