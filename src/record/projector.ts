import type { Class } from '../metadata.js'
import { DEPTH_LIMIT } from './fault-list.js'
import { anyForm, hasNoForm, Misfit, scalarForm } from './json-form.js'
import { jsonKinds } from './json-kinds.js'
import { setOwn } from './reading.js'
import { recordSchemaOf } from './registry.js'
import type {
  ArraySchema,
  FieldSchema,
  MapSchema,
  RecordSchema,
  TupleSchema,
  TypeSchema,
  UnionSchema
} from './schema.js'
import { Failure, stepTo } from './serialization-error.js'
import { typeInProgram } from './type-records.js'
import { compileChoice } from './union-choice.js'

/** Projects the values of one type. */
export interface Projector {
  /** Whether texts, numbers and booleans are written as they are; asked first, for most values are such. */
  readonly takesPlain: boolean
  /** Of a value, which is not null and has a form in JSON, that stands `depth` levels down. */
  readonly project: (value: unknown, depth: number) => unknown
}

type ProjectObject = (value: object, depth: number) => unknown

const projectors = new WeakMap<Class, ProjectObject>()

/** A value as JSON can carry it. */
export function projectValue(value: unknown, projector: Projector, depth: number): unknown {
  if (value === null || (projector.takesPlain && isPlain(value)) || hasNoForm(value)) return value
  return projector.project(value, depth)
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const ANYTHING: Projector = { takesPlain: true, project: anyForm }

/**
 * The projection of a type whose records are known to be properly declared. A value that would show what the type does
 * not declare is refused; where the type is only a guess, it is open and takes anything that is not of the type.
 * What it throws is for the serialiser.
 */
export function compileProjector(type: TypeSchema, isOpen = false): Projector {
  switch (type.kind) {
    case 'nullable':
      return compileProjector(type.type, isOpen)
    case 'array':
      return projectArray(type, isOpen)
    case 'tuple':
      return projectTuple(type, isOpen)
    case 'union':
      return projectUnion(type, isOpen)
    case 'map':
      return projectMap(type, isOpen)
    case 'record':
      return projectStructure(type, isOpen, isObject, recordProjector(type.class))
    case 'any':
    case 'file':
      return ANYTHING
    default:
      return isOpen ? ANYTHING : { takesPlain: true, project: (value) => scalarForm(value, type) }
  }
}

/**
 * The projection of a field's values. Where the document says that anything may stand there, class-validator's or
 * class-transformer's decorators still tell what does so as a rule.
 */
export function compileFieldProjector(field: FieldSchema): Projector {
  return compileProjector(typeInProgram(field), field.type.kind === 'any')
}

/** Values of the structure, or what says that it is one in JSON; else what is none is refused, or shown if it may be. */
function projectStructure<T extends object>(
  type: TypeSchema,
  isOpen: boolean,
  isStructure: (value: unknown) => value is T,
  project: (value: T, depth: number) => unknown
): Projector {
  return {
    takesPlain: isOpen,
    project: (value, depth) => {
      if (isStructure(value)) return project(value, depth)
      const form = anyForm(value)
      if (form === null || hasNoForm(form)) return form
      if (isStructure(form)) return project(form, depth)
      if (isOpen) return form
      throw new Misfit(value, type, form)
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function recordProjector(target: Class): ProjectObject {
  const known = projectors.get(target)
  if (known !== undefined) return known
  // A recursive record meets itself here, before its projector is compiled.
  let project: ProjectObject | undefined
  const late: ProjectObject = (value, depth) => (project as ProjectObject)(value, depth)
  projectors.set(target, late)
  project = projectRecord(recordSchemaOf(target))
  projectors.set(target, project)
  return late
}

function checkDepth(depth: number): void {
  if (depth >= DEPTH_LIMIT) throw new Failure(`it is nested more than ${DEPTH_LIMIT} levels deep, as a cycle is`)
}

function projectArray(type: ArraySchema, isOpen: boolean): Projector {
  const items = compileProjector(type.items, isOpen)
  return projectStructure(type, isOpen, isList, (value, depth) => {
    checkDepth(depth)
    const out = new Array<unknown>(value.length)
    let index = 0
    try {
      for (; index < value.length; index++) out[index] = projectValue(value[index], items, depth + 1)
    } catch (error) {
      throw error instanceof Failure ? error.within(`[${index}]`) : error
    }
    return out
  })
}

/** Nothing is declared of an item too many, so nothing of it is shown. */
const NOTHING: Projector = { takesPlain: false, project: () => null }

function projectTuple(type: TupleSchema, isOpen: boolean): Projector {
  const items = type.items.map((item) => compileProjector(item, isOpen))
  return projectStructure(type, isOpen, isList, (value, depth) => {
    checkDepth(depth)
    return value.map((item, index) => {
      try {
        return projectValue(item, items[index] ?? NOTHING, depth + 1)
      } catch (error) {
        throw error instanceof Failure ? error.within(`[${index}]`) : error
      }
    })
  })
}

function projectMap(type: MapSchema, isOpen: boolean): Projector {
  const values = compileProjector(type.values, isOpen)
  return projectStructure(type, isOpen, isObject, (value, depth) => {
    checkDepth(depth)
    const out = {}
    let at = ''
    try {
      for (const [key, entry] of value instanceof Map ? value : Object.entries(value)) {
        at = String(key)
        const copied = projectValue(entry, values, depth + 1)
        if (copied !== undefined) setOwn(out, at, copied)
      }
    } catch (error) {
      throw error instanceof Failure ? error.within(stepTo(at)) : error
    }
    return out
  })
}

interface ProjectedField {
  readonly name: string
  readonly property: string
  readonly projector: Projector
  /** What Object.prototype has under the property's name: never the field's value. */
  readonly inherited: unknown
  /** Of class-transformer's `@Transform`. */
  readonly write: ((value: unknown, record: object) => unknown) | undefined
}

function projectRecord(schema: RecordSchema): ProjectObject {
  // What is for requests alone never leaves.
  const declared = schema.fields.filter(({ access }) => access !== 'writeOnly')
  const fields = declared.map(
    (field): ProjectedField => ({
      name: field.name,
      property: field.property,
      projector: compileFieldProjector(field),
      inherited: (Object.prototype as { [property: string]: unknown })[field.property],
      write: field.transform?.write
    })
  )
  return (value, depth) => {
    checkDepth(depth)
    const out: { [name: string]: unknown } = {}
    let at = ''
    try {
      for (const { name, property, projector, inherited, write } of fields) {
        at = name
        const held = (value as { [property: string]: unknown })[property]
        const member = write === undefined ? held : write(held, value)
        if (member === undefined || (inherited !== undefined && member === inherited)) continue
        const copied = projectValue(member, projector, depth + 1)
        if (copied === undefined) continue
        if (name === '__proto__') setOwn(out, name, copied)
        else out[name] = copied
      }
    } catch (error) {
      throw error instanceof Failure ? error.within(stepTo(at)) : error
    }
    return out
  }
}

/** An instance of a mapped class that lacks its discriminator is given it. */
function projectUnion(type: UnionSchema, isOpen: boolean): Projector {
  const members = type.members.map((member) => compileProjector(member, isOpen))
  const choose = compileChoice(type)
  const { name, mapping } = type.discriminator ?? { name: '', mapping: [] }
  const tags = type.members.map((member) => {
    const own = mapping.filter((entry) => member.kind === 'record' && entry.class === member.class)
    return own.length === 1 ? own[0]?.value : undefined
  })
  const kinds = jsonKinds(type, 'json')
  const takesPlain = isOpen || kinds.has('string') || kinds.has('number') || kinds.has('boolean')
  const project = (value: unknown, depth: number): unknown => {
    const isObject = typeof value === 'object' || typeof value === 'function'
    const chosen = isObject ? choose(value as object) : -1
    const member = members[chosen]
    if (member === undefined) {
      if (isOpen || (takesPlain && !isObject)) return anyForm(value)
      throw new Misfit(value, type)
    }
    const projected = member.project(value, depth)
    const tag = tags[chosen]
    if (tag === undefined || typeof projected !== 'object' || projected === null) return projected
    if (!Object.hasOwn(projected, name)) setOwn(projected, name, tag)
    return projected
  }
  return { takesPlain, project }
}
