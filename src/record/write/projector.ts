import type { Class } from '../../metadata.js'
import { Failure, stepTo } from '../json/failure.js'
import { checkDepth, type Projector, projectValue } from '../json/projection.js'
import { memberFor, type Projecting } from '../kind/kind.js'
import { WRITING } from '../kinds/kinds.js'
import { describeType } from '../kinds/type-facts.js'
import { recordSchemaOf } from '../model/registry.js'
import { compileChoice } from '../model/union-choice.js'
import { Compilation } from '../read/compilation.js'
import { compileDefault } from '../read/default-value.js'
import { FaultList } from '../type/fault-list.js'
import { isDefaultWritten, setOwn } from '../type/reading-options.js'
import type { FieldSchema, RecordSchema, TypeSchema } from '../type/schema.js'
import { typeInProgram } from '../type/type-records.js'

type ProjectObject = (value: object, depth: number) => unknown

const projectors = new WeakMap<Class, ProjectObject>()

/**
 * The projector of a type whose records are known to be properly declared. A value that would show what the type does
 * not declare is rejected; where the type is only a guess, it is open and takes anything that is not of the type.
 * What it throws is for the serializer.
 */
export function compileProjector(type: TypeSchema, isOpen = false): Projector {
  return memberFor(WRITING, type).project(type, isOpen ? OPEN : CLOSED)
}

const CLOSED = projecting(false)
const OPEN = projecting(true)

function projecting(isOpen: boolean): Projecting {
  return {
    isOpen,
    projector: (type) => compileProjector(type, isOpen),
    record: recordProjector,
    describe: describeType,
    choice: compileChoice
  }
}

/**
 * The projector of a field's values. Where the document allows any value, class-validator's or class-transformer's
 * decorators still say what it usually is.
 */
export function compileFieldProjector(field: FieldSchema): Projector {
  return compileProjector(typeInProgram(field), field.type.kind === 'any')
}

/** What is written where the program has no value: the field's default, read once; undefined where there is none. */
export function defaultToWrite(field: FieldSchema): unknown {
  if (!isDefaultWritten(field)) return undefined
  const faults = new FaultList()
  const value = compileDefault(field, new Compilation('json', 'rules', { direction: 'declared' }))?.(faults)
  // A default that its own field rejects is a setup error of the document.
  return faults.isEmpty ? value : undefined
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
  /** Gives what is written where there is no value. */
  readonly absent: () => unknown
}

function projectRecord(schema: RecordSchema): ProjectObject {
  // What is for requests alone is never written.
  const declared = schema.fields.filter(({ access }) => access !== 'writeOnly')
  const fields = declared.map(
    (field): ProjectedField => ({
      name: field.name,
      property: field.property,
      projector: compileFieldProjector(field),
      inherited: (Object.prototype as { [property: string]: unknown })[field.property],
      write: field.transform?.write,
      absent: isDefaultWritten(field) ? once(() => defaultToWrite(field)) : NOTHING
    })
  )
  const addAdditional = projectAdditional(schema)
  return (value, depth) => {
    checkDepth(depth)
    const out: { [name: string]: unknown } = {}
    let at = ''
    try {
      for (const { name, property, projector, inherited, write, absent } of fields) {
        at = name
        const held = (value as { [property: string]: unknown })[property]
        const given = write === undefined ? held : write(held, value)
        const member = given === undefined || given === inherited ? absent() : given
        if (member === undefined) continue
        const copied = projectValue(member, projector, depth + 1)
        if (copied === undefined) continue
        if (name === '__proto__') setOwn(out, name, copied)
        else out[name] = copied
      }
    } catch (error) {
      throw error instanceof Failure ? error.within(stepTo(at)) : error
    }
    addAdditional?.(value, out, depth)
    return out
  }
}

/** Adds the keys that no field declares, where they are part of the record: the properties that the value itself has. */
function projectAdditional({
  additional,
  fields
}: RecordSchema): ((value: object, out: object, depth: number) => void) | undefined {
  if (additional === undefined) return undefined
  const known = new Set(fields.flatMap(({ name, property }) => [name, property]))
  const projector = compileProjector(additional)
  return (value, out, depth) => {
    for (const [key, held] of Object.entries(value)) {
      if (known.has(key)) continue
      try {
        const copied = projectValue(held, projector, depth + 1)
        if (copied !== undefined) setOwn(out, key, copied)
      } catch (error) {
        throw error instanceof Failure ? error.within(stepTo(key)) : error
      }
    }
  }
}

const NOTHING = () => undefined

/** The records of a default may be recursive, so it is read when it is first needed. */
function once(make: () => unknown): () => unknown {
  let made: { readonly value: unknown } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
