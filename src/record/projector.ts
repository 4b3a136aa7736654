import type { Class } from '../metadata.js'
import { DEPTH_LIMIT } from './fault-list.js'
import { dateTime, jsonOf, safeNumber } from './json-form.js'
import { setOwn } from './reading.js'
import { recordSchemaOf } from './registry.js'
import type { RecordSchema, TypeSchema, UnionSchema } from './schema.js'
import { Failure, stepTo } from './serialization-error.js'
import { typeInProgram } from './type-records.js'
import { compileChoice } from './union-choice.js'

/** Projects an object (a date, a list, a record …) that stands `depth` levels down; all else needs no projection. */
export type Projector = (value: object, depth: number) => unknown

const projectors = new WeakMap<Class, Projector>()

/** A value as JSON can carry it. */
export function projectValue(value: unknown, project: Projector, depth: number): unknown {
  if (typeof value === 'object' && value !== null) return project(value, depth)
  return typeof value === 'bigint' ? safeNumber(value) : value
}

/** The projection of a type whose records are known to be properly declared. What it throws is for the serialiser. */
export function compileProjector(type: TypeSchema): Projector {
  switch (type.kind) {
    case 'nullable':
      return compileProjector(type.type)
    case 'timestamp':
      return (value) => (value instanceof Date ? dateTime(value) : jsonOf(value))
    case 'array':
      return projectArray(compileProjector(type.items))
    case 'tuple':
      return projectTuple(type.items.map(compileProjector))
    case 'union':
      return projectUnion(type)
    case 'map':
      return projectMap(compileProjector(type.values))
    case 'record': {
      const { class: target } = type
      const known = projectors.get(target)
      if (known !== undefined) return known
      // A recursive record meets itself here, before its projector is compiled.
      let project: Projector | undefined
      const late: Projector = (value, depth) => (project as Projector)(value, depth)
      projectors.set(target, late)
      project = projectRecord(recordSchemaOf(target))
      projectors.set(target, project)
      return late
    }
    default:
      return jsonOf
  }
}

function checkDepth(depth: number): void {
  if (depth >= DEPTH_LIMIT) throw new Failure(`it is nested more than ${DEPTH_LIMIT} levels deep, as a cycle is`)
}

function projectArray(project: Projector): Projector {
  return (value, depth) => {
    if (!Array.isArray(value)) return value
    checkDepth(depth)
    const out = new Array<unknown>(value.length)
    let index = 0
    try {
      for (; index < value.length; index++) out[index] = projectValue(value[index], project, depth + 1)
    } catch (error) {
      throw error instanceof Failure ? error.within(`[${index}]`) : error
    }
    return out
  }
}

function projectTuple(projectors: readonly Projector[]): Projector {
  return (value, depth) => {
    if (!Array.isArray(value)) return value
    checkDepth(depth)
    return value.map((item, index) => {
      try {
        // Nothing is declared of an item too many, so nothing of it is shown.
        return projectValue(item, projectors[index] ?? (() => null), depth + 1)
      } catch (error) {
        throw error instanceof Failure ? error.within(`[${index}]`) : error
      }
    })
  }
}

function projectMap(project: Projector): Projector {
  return (value, depth) => {
    if (Array.isArray(value)) return value
    checkDepth(depth)
    const out = {}
    let at = ''
    try {
      for (const [key, entry] of value instanceof Map ? value : Object.entries(value)) {
        at = String(key)
        const copied = projectValue(entry, project, depth + 1)
        if (copied !== undefined) setOwn(out, at, copied)
      }
    } catch (error) {
      throw error instanceof Failure ? error.within(stepTo(at)) : error
    }
    return out
  }
}

interface ProjectedField {
  readonly name: string
  readonly property: string
  readonly project: Projector
  /** What Object.prototype has under the property's name: never the field's value. */
  readonly inherited: unknown
  /** Of class-transformer's `@Transform`. */
  readonly write: ((value: unknown, record: object) => unknown) | undefined
}

function projectRecord(schema: RecordSchema): Projector {
  // What is for requests alone never leaves.
  const declared = schema.fields.filter(({ access }) => access !== 'writeOnly')
  const fields = declared.map(
    (field): ProjectedField => ({
      name: field.name,
      property: field.property,
      project: compileProjector(typeInProgram(field)),
      inherited: (Object.prototype as { [property: string]: unknown })[field.property],
      write: field.transform?.write
    })
  )
  return (value, depth) => {
    if (Array.isArray(value)) return value
    checkDepth(depth)
    const out: { [name: string]: unknown } = {}
    let at = ''
    try {
      for (const { name, property, project, inherited, write } of fields) {
        at = name
        const held = (value as { [property: string]: unknown })[property]
        const member = write === undefined ? held : write(held, value)
        if (member === undefined || (inherited !== undefined && member === inherited)) continue
        const copied = projectValue(member, project, depth + 1)
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
function projectUnion(type: UnionSchema): Projector {
  const projects = type.members.map(compileProjector)
  const choose = compileChoice(type)
  const { name, mapping } = type.discriminator ?? { name: '', mapping: [] }
  const tags = type.members.map((member) => {
    const own = mapping.filter((entry) => member.kind === 'record' && entry.class === member.class)
    return own.length === 1 ? own[0]?.value : undefined
  })
  return (value, depth) => {
    const chosen = choose(value)
    const projected = (projects[chosen] ?? jsonOf)(value, depth)
    const tag = tags[chosen]
    if (tag === undefined || typeof projected !== 'object' || projected === null) return projected
    if (!Object.hasOwn(projected, name)) setOwn(projected, name, tag)
    return projected
  }
}
