import { type Binder, compileBinder } from './binder.js'
import type { BinderSource } from './reader.js'
import { parseType, type TypeExpression } from './type-expression.js'

const binders: Readonly<Record<BinderSource, Map<unknown, Binder>>> = { json: new Map(), text: new Map() }

/**
 * The binder of a request body's declared type; compiled at the first use of a class and kept.
 *
 * @throws SetupError or BootstrapError when the type is not properly declared.
 */
export function binderOf<T>(type: TypeExpression, source: BinderSource): Binder<T> {
  // A list such as [Item] is a new array at each call: it is known by its one item.
  const isList = Array.isArray(type) && type.length === 1
  const known = (isList ? listBinders : binders)[source]
  const key = isList ? type[0] : type
  const found = known.get(key)
  if (found !== undefined) return found as Binder<T>
  const place = typeof key === 'function' ? `bind(${key.name})` : 'bind'
  const binder = compileBinder<T>(parseType(type, place), source, 'body')
  known.set(key, binder)
  return binder
}

const listBinders: typeof binders = { json: new Map(), text: new Map() }
