import { DEPTH_LIMIT } from '../type/fault-list.js'
import { Failure } from './failure.js'
import { anyForm, hasNoForm, scalarForm, TypeMismatch } from './json-form.js'
import { isPromise, promiseFailure } from './promises.js'

/** Projects the values of one type: what of them is written, as JSON can carry it. */
export interface Projector {
  /** Whether texts, numbers and booleans are written as they are; checked first, for most values are such. */
  readonly takesPlain: boolean
  /** Projects a value that has a form in JSON, is not null, and is `depth` levels deep. */
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

/** Of a type whose values are texts, numbers or booleans in JSON. */
export function projectScalar(declared: string, isOpen: boolean): Projector {
  return isOpen ? ANYTHING : { takesPlain: true, project: (value) => scalarForm(value, declared) }
}

/**
 * Of a type whose values are lists or objects: these, and what says that it is one in JSON. Anything else is rejected,
 * or, where the type is open, written as it is.
 *
 * @param declared the type in words
 */
export function projectStructure<T extends object>(
  declared: string,
  isOpen: boolean,
  isStructure: (value: unknown) => value is T,
  project: (value: T, depth: number) => unknown
): Projector {
  return {
    takesPlain: isOpen,
    project: (value, depth) => {
      if (isStructure(value)) {
        if (isPromise(value)) throw promiseFailure(value)
        return project(value, depth)
      }
      const form = anyForm(value)
      if (form === null || hasNoForm(form)) return form
      if (isStructure(form)) return project(form, depth)
      if (isOpen) return form
      throw new TypeMismatch(value, declared, form)
    }
  }
}

/** What a list or a tuple is written from. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Throws where a list or object is nested too deeply. */
export function checkDepth(depth: number): void {
  if (depth >= DEPTH_LIMIT) throw new Failure(`it is nested more than ${DEPTH_LIMIT} levels deep, as a cycle is`)
}
