import type { Class } from '../../metadata.js'
import { recordSchemaOf } from '../model/registry.js'
import { setOwn } from '../type/reading-options.js'
import type { FieldSchema, RecordSchema, TypeSchema } from '../type/schema.js'
import { typeInProgram } from '../type/type-records.js'
import { projectArray, projectMap, projectTuple } from './collection-projectors.js'
import { ANYTHING, checkDepth, isObject, type Projector, projectStructure, projectValue } from './projector-types.js'
import { Failure, stepTo } from './serialization-error.js'
import { scalarForm } from './to-json.js'
import { projectUnion } from './union-projector.js'

type ProjectObject = (value: object, depth: number) => unknown

const projectors = new WeakMap<Class, ProjectObject>()

/**
 * The projection of a type whose records are known to be properly declared. A value that would show what the type does
 * not declare is refused; where the type is only a guess, it is open and takes anything that is not of the type.
 * What it throws is for the serialiser.
 */
export function compileProjector(type: TypeSchema, isOpen = false): Projector {
  const compile = (part: TypeSchema): Projector => compileProjector(part, isOpen)
  switch (type.kind) {
    case 'nullable':
      return compile(type.type)
    case 'array':
      return projectArray(type, compile(type.items), isOpen)
    case 'tuple':
      return projectTuple(type, type.items.map(compile), isOpen)
    case 'union':
      return projectUnion(type, type.members.map(compile), isOpen)
    case 'map':
      return projectMap(type, compile(type.values), isOpen)
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
