import { DEPTH_LIMIT } from '../type/fault-list.js'
import type { TypeSchema } from '../type/schema.js'
import { Failure } from './serialization-error.js'
import { anyForm, hasNoForm, Misfit } from './to-json.js'

/** Projects the values of one type. */
export interface Projector {
  /** Whether texts, numbers and booleans are written as they are; asked first, for most values are such. */
  readonly takesPlain: boolean
  /** Of a value, which is not null and has a form in JSON, that stands `depth` levels down. */
  readonly project: (value: unknown, depth: number) => unknown
}

/** A value as JSON can carry it. */
export function projectValue(value: unknown, projector: Projector, depth: number): unknown {
  if (value === null || (projector.takesPlain && isPlain(value)) || hasNoForm(value)) return value
  return projector.project(value, depth)
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Of a type that takes anything. */
export const ANYTHING: Projector = { takesPlain: true, project: anyForm }

/** Values of the structure, or what says that it is one in JSON; else what is none is refused, or shown if it may be. */
export function projectStructure<T extends object>(
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

/** What a record or a map is read from. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a list or a tuple is read from. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Throws where a structure stands too deep. */
export function checkDepth(depth: number): void {
  if (depth >= DEPTH_LIMIT) throw new Failure(`it is nested more than ${DEPTH_LIMIT} levels deep, as a cycle is`)
}
