import { BootstrapError, type SetupError, type TypeExpression } from 'fieldstone'
import { type Binder, compileBinder } from '../../src/record/binder.js'
import type { Bound } from '../../src/record/type/fault-list.js'
import type { BinderSource } from '../../src/record/type/reading-options.js'
import { parseType } from '../../src/record/type/type-expression.js'

const binders = new Map<unknown, Map<BinderSource, Binder>>()

/** The binder of the type; that of a class is compiled once, as a route does. */
function binderOf(type: TypeExpression, source: BinderSource): Binder {
  const known = binders.get(type)?.get(source)
  if (known !== undefined) return known
  const binder: Binder = compileBinder(parseType(type, 'here'), source, 'body')
  if (typeof type === 'function') binders.set(type, new Map(binders.get(type)).set(source, binder))
  return binder
}

/** What validation makes of a body: the bound value, or the faults. */
export function validated<T = unknown>(type: TypeExpression, body: unknown, source: BinderSource = 'json'): Bound<T> {
  const bound = (binderOf(type, source) as Binder<T>).validate(body)
  if (bound instanceof Promise) throw new Error('validation answered a promise')
  return bound
}

/** The faults as `path reason`, one a line; none for a body that is accepted. */
export function told(bound: Bound<unknown>): string[] {
  return (bound.faults ?? []).map(({ path, message }) => `${path} ${message}`.trim())
}

export function refusals(type: TypeExpression, body: unknown, source?: BinderSource): string[] {
  return told(validated(type, body, source))
}

/** The value of a body that must be accepted. */
export function accepted<T = { [property: string]: unknown }>(
  type: TypeExpression,
  body: unknown,
  source?: BinderSource
): T {
  const bound = validated<T>(type, body, source)
  if (bound.faults !== undefined) throw new Error(`refused: ${told(bound).join('; ')}`)
  return bound.value
}

/** The setup errors of some work, in their own words. */
export function setupErrors(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
    if ((error as SetupError).name === 'SetupError') return [(error as SetupError).message]
    throw error
  }
  return []
}
